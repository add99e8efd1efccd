//! Every number and word of the rule of 27 December 2007, under the article it comes from.

use crate::contents::{SumPlace, Surface, Symbol};

/// Article 1: tickets of a block.
pub const TICKETS_PER_BLOCK: u32 = 750_000;
/// Article 1: price of a ticket, in euros.
pub const TICKET_PRICE_EUR: u32 = 3;

/// A line of article 2's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    /// Prizes of this amount in a block.
    pub winners: u32,
    /// The amount, in euros.
    pub prize_eur: u32,
    /// The line's total as printed, in euros.
    pub total_eur: u32,
    /// How the surfaces' prizes may make the amount: what each winning surface pays, in euros, in rising order.
    pub decompositions: &'static [&'static [u32]],
}

/// Article 2: the prizes of a block.
///
/// The first line has no single prize: 30 000 € are only ever made by the four surfaces together. The line of 120 is
/// printed without euro signs.
pub const PRIZE_TABLE: [Tier; 8] = [
    Tier { winners: 1, prize_eur: 30_000, total_eur: 30_000, decompositions: &[&[5_000, 5_000, 10_000, 10_000]] },
    Tier { winners: 3, prize_eur: 1_000, total_eur: 3_000, decompositions: &[&[1_000], &[500, 500]] },
    Tier { winners: 500, prize_eur: 120, total_eur: 60_000, decompositions: &[&[120], &[20, 100]] },
    Tier {
        winners: 3_000,
        prize_eur: 30,
        total_eur: 90_000,
        decompositions: &[&[30], &[10, 20], &[5, 5, 20], &[5, 10, 15], &[10, 10, 10]],
    },
    Tier {
        winners: 15_500,
        prize_eur: 18,
        total_eur: 279_000,
        decompositions: &[&[18], &[3, 15], &[3, 5, 10], &[3, 6, 9], &[3, 3, 3, 9], &[5, 5, 8]],
    },
    Tier {
        winners: 22_000,
        prize_eur: 12,
        total_eur: 264_000,
        decompositions: &[&[12], &[3, 9], &[6, 6], &[3, 3, 6], &[3, 3, 3, 3]],
    },
    Tier { winners: 65_000, prize_eur: 6, total_eur: 390_000, decompositions: &[&[6], &[3, 3]] },
    Tier { winners: 115_500, prize_eur: 3, total_eur: 346_500, decompositions: &[&[3]] },
];
/// Article 2, last line: winning tickets of a block.
pub const WINNERS_PER_BLOCK: u32 = 221_504;
/// Article 2, last line: prizes of a block, in euros.
pub const PRIZES_PER_BLOCK_EUR: u32 = 1_462_500;

/// Article 3.2: what a day word may be, in capitals.
pub const WEEKDAYS: [&str; 7] = ["LUNDI", "MARDI", "MERCREDI", "JEUDI", "VENDREDI", "SAMEDI", "DIMANCHE"];
/// Article 3.2.1: day words on the first surface.
pub const DAYS: usize = 2;

/// A line of a table of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SumLine {
    /// The sum, in euros.
    pub euros: u32,
    /// Its transcription, letter for letter.
    pub letters: &'static str,
}

const fn line(euros: u32, letters: &'static str) -> SumLine {
    SumLine { euros, letters }
}

/// Article 3.2.1: the sums of the first surface. The rule prints `30` without its euro sign here.
pub const RENCONTRE_SUMS: [SumLine; 11] = [
    line(3, "TROIS"),
    line(5, "CINQ"),
    line(6, "SIX"),
    line(10, "DIX"),
    line(12, "DOUZE"),
    line(18, "DIX-HUIT"),
    line(30, "TRENTE"),
    line(100, "CENT"),
    line(500, "5CENT"),
    line(1_000, "MILLE"),
    line(5_000, "5MILLE"),
];

/// Article 3.3.1: the sums of the second surface. The rule prints `QUINZ` for 15 € and `5 000` without its euro sign.
pub const COUP_DE_FOUDRE_SUMS: [SumLine; 12] = [
    line(0, "ZERO"),
    line(3, "TROIS"),
    line(5, "CINQ"),
    line(6, "SIX"),
    line(9, "NEUF"),
    line(10, "DIX"),
    line(12, "DOUZE"),
    line(15, "QUINZ"),
    line(30, "TRENTE"),
    line(500, "5CENT"),
    line(1_000, "MILLE"),
    line(5_000, "5MILLE"),
];
/// Article 3.3.1: sums on the second surface.
pub const SUMS: usize = 3;

/// Article 3.4.2: winning words and what each pays, in euros.
pub const WINNING_WORDS: [(&str, u32); 5] =
    [("cœur", 3), ("aime", 5), ("baisers", 10), ("magique", 120), ("passion", 10_000)];

/// Article 3.5.2: the symbols and what two of them pay, in euros.
pub const COMBINATIONS: [(Symbol, u32); 5] =
    [(Symbol::Heart, 3), (Symbol::Daisy, 6), (Symbol::Champagne, 20), (Symbol::Gift, 120), (Symbol::Diamond, 10_000)];
/// Article 3.5.1: symbols on the fourth surface.
pub const SYMBOLS: usize = 4;

/// The table of sums that a sum is looked up in: each surface has its own.
pub fn sum_table(place: SumPlace) -> &'static [SumLine] {
    match place.surface() {
        Surface::Rencontre => &RENCONTRE_SUMS,
        _ => &COUP_DE_FOUDRE_SUMS,
    }
}

/// A sum as the rule prints it: `1 000 €`.
pub fn figures(euros: u32) -> String {
    let digits = euros.to_string();
    let mut figures = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            figures.push(' ');
        }
        figures.push(digit);
    }
    figures + " €"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_set_as_the_rule_sets_them() {
        for (euros, text) in
            [(0, "0 €"), (500, "500 €"), (1_000, "1 000 €"), (10_000, "10 000 €"), (1_462_500, "1 462 500 €")]
        {
            assert_eq!(figures(euros), text);
        }
    }

    #[test]
    fn no_table_of_sums_says_a_thing_twice() {
        for table in [&RENCONTRE_SUMS[..], &COUP_DE_FOUDRE_SUMS[..]] {
            assert!(table.windows(2).all(|pair| pair[0].euros < pair[1].euros));
            let mut letters: Vec<&str> = table.iter().map(|line| line.letters).collect();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), table.len());
        }
    }
}
