//! Random tickets as the rule allows them: a total of article 2, one of its decompositions, contents that pay it.

use std::collections::BTreeSet;

use rand::{Rng, RngExt};

use super::dice::{pick, pick_weighted, shuffled};
use super::sentences;
use crate::contents::{
    Contents, CoupDeFoudre, Declaration, Field, LettersPosition, Rencontre, Sum, Surface, Symbol, VieADeux,
};
use crate::rules::game::{self, PRIZE_TABLE, SumLine};

/// How often each total is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tiers {
    /// One ticket in four loses, the others are spread evenly over the totals of article 2.
    Mixed,
    /// As in a block of 750 000 tickets.
    Block,
}

/// A sound ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// What is printed on it.
    pub contents: Contents,
    /// What it pays, in euros; 0 for a losing one.
    pub total_eur: u32,
    /// What each surface pays, in the order of the rule; a decomposition listed in article 2.
    pub parts_eur: [u32; 4],
}

impl Ticket {
    /// Draws a ticket.
    pub fn draw(rng: &mut impl Rng, tiers: Tiers) -> Self {
        let total_eur = draw_total(rng, tiers);
        let parts_eur = *pick(rng, &splits(total_eur));
        let contents = Contents {
            rencontre: Field::Legible(rencontre(rng, parts_eur[0])),
            coup_de_foudre: Field::Legible(coup_de_foudre(rng, parts_eur[1])),
            declaration: Field::Legible(declaration(rng, parts_eur[2])),
            vie_a_deux: Field::Legible(vie_a_deux(rng, parts_eur[3])),
        };
        Self { contents, total_eur, parts_eur }
    }
}

fn draw_total(rng: &mut impl Rng, tiers: Tiers) -> u32 {
    match tiers {
        Tiers::Mixed if rng.random_bool(0.25) => 0,
        Tiers::Mixed => pick(rng, &PRIZE_TABLE).prize_eur,
        Tiers::Block => {
            let mut ticket = rng.random_range(0..game::TICKETS_PER_BLOCK);
            for tier in PRIZE_TABLE {
                if ticket < tier.winners {
                    return tier.prize_eur;
                }
                ticket -= tier.winners;
            }
            0
        }
    }
}

/// Every way in which the four surfaces can share `total_eur` as article 2 lists it, each once.
fn splits(total_eur: u32) -> Vec<[u32; 4]> {
    let mut splits = BTreeSet::new();
    let decompositions = PRIZE_TABLE.iter().filter(|t| t.prize_eur == total_eur).flat_map(|t| t.decompositions);
    for parts in decompositions.copied().chain((total_eur == 0).then_some(&[] as &[u32])) {
        let mut padded = [0; 4];
        padded[..parts.len()].copy_from_slice(parts);
        place(padded, 0, &mut splits);
    }
    splits.into_iter().collect()
}

/// Collects the orders of `parts` from surface `next` on that the surfaces can pay.
fn place(mut parts: [u32; 4], next: usize, found: &mut BTreeSet<[u32; 4]>) {
    if next == 4 {
        found.insert(parts);
        return;
    }
    for other in next..4 {
        parts.swap(next, other);
        if can_pay(Surface::ALL[next], parts[next]) {
            place(parts, next + 1, found);
        }
        parts.swap(next, other);
    }
}

fn can_pay(surface: Surface, prize_eur: u32) -> bool {
    let pays = |sums: &[SumLine]| sums.iter().any(|s| s.euros == prize_eur);
    prize_eur == 0
        || match surface {
            Surface::Rencontre => pays(&game::RENCONTRE_SUMS),
            Surface::CoupDeFoudre => pays(&game::COUP_DE_FOUDRE_SUMS),
            Surface::Declaration => !sentences::paying(prize_eur).is_empty(),
            Surface::VieADeux => !pairs_paying(prize_eur).is_empty(),
        }
}

fn rencontre(rng: &mut impl Rng, prize_eur: u32) -> Rencontre {
    let days = shuffled(rng, &game::WEEKDAYS);
    let days = if prize_eur > 0 { [days[0], days[0]] } else { [days[0], days[1]] };
    let sum = if prize_eur > 0 { entry(&game::RENCONTRE_SUMS, prize_eur) } else { pick(rng, &game::RENCONTRE_SUMS) };
    Rencontre {
        days: Field::Legible(days.map(|d| Field::Legible(d.to_owned())).to_vec()),
        sum: Field::Legible(printed_sum(rng, sum)),
    }
}

fn coup_de_foudre(rng: &mut impl Rng, prize_eur: u32) -> CoupDeFoudre {
    let table = &game::COUP_DE_FOUDRE_SUMS;
    let arrow = rng.random_range(0..3);
    // Mostly three different sums, as a designer would print them; the rule does not ask for it.
    let mut others: Vec<&SumLine> = table.iter().filter(|s| s.euros != prize_eur).collect();
    if rng.random_bool(0.15) {
        others = table.iter().collect();
        others.extend(table.iter());
    }
    let mut others = shuffled(rng, &others).into_iter();
    let sums = (0..3)
        .map(|place| {
            let sum = if place == arrow { None } else { others.next() };
            Field::Legible(printed_sum(rng, sum.unwrap_or(entry(table, prize_eur))))
        })
        .collect();
    CoupDeFoudre { sums: Field::Legible(sums), arrow: Field::Legible(vec![arrow]) }
}

fn declaration(rng: &mut impl Rng, prize_eur: u32) -> Declaration {
    let sentence = if prize_eur > 0 { pick(rng, sentences::paying(prize_eur)) } else { pick(rng, sentences::LOSING) };
    Declaration { sentence: Field::Legible((*sentence).to_owned()) }
}

fn vie_a_deux(rng: &mut impl Rng, prize_eur: u32) -> VieADeux {
    let kinds = shuffled(rng, &game::COMBINATIONS.map(|c| c.0));
    let symbols = if prize_eur == 0 {
        kinds[..4].to_vec()
    } else {
        let pairs = pick(rng, &pairs_paying(prize_eur)).clone();
        let mut symbols: Vec<Symbol> = pairs.iter().chain(&pairs).cloned().collect();
        let mut others = kinds.into_iter().filter(|k| !pairs.contains(k));
        while symbols.len() < 4 {
            // Three like symbols are the same one combination.
            let third = symbols.len() == 2 && rng.random_bool(0.15);
            let next = if third { pairs.first().cloned() } else { others.next() };
            symbols.extend(next);
        }
        symbols
    };
    let symbols = shuffled(rng, &symbols).into_iter().map(Field::Legible).collect();
    VieADeux { symbols: Field::Legible(symbols) }
}

/// `sum` as printed: star or not, letters above or below.
pub(super) fn printed_sum(rng: &mut impl Rng, sum: &SumLine) -> Sum {
    Sum {
        figures: Field::Legible(game::figures(sum.euros)),
        letters: Field::Legible(sum.letters.to_owned()),
        star: Field::Legible(rng.random_bool(0.35)),
        letters_position: Field::Legible(pick_weighted(
            rng,
            &[(1, LettersPosition::Above), (1, LettersPosition::Below)],
        )),
    }
}

/// The line of `table` for `euros`. Only asked for sums that [`can_pay`] found there, and for the 0 € that loses.
fn entry(table: &'static [SumLine], euros: u32) -> &'static SumLine {
    #[expect(clippy::expect_used, reason = "splits() gives a surface no prize that its table lacks")]
    table.iter().find(|line| line.euros == euros).expect("a sum of the table")
}

/// The sets of symbols whose pairs bring exactly `prize_eur`: one kind, or two.
fn pairs_paying(prize_eur: u32) -> Vec<Vec<Symbol>> {
    let mut paying = Vec::new();
    for (i, (first, first_eur)) in game::COMBINATIONS.iter().enumerate() {
        if *first_eur == prize_eur {
            paying.push(vec![first.clone()]);
        }
        for (second, second_eur) in &game::COMBINATIONS[i + 1..] {
            if first_eur + second_eur == prize_eur {
                paying.push(vec![first.clone(), second.clone()]);
            }
        }
    }
    paying
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::*;
    use crate::rules::judge;
    use crate::verdict::Outcome;

    #[test]
    fn every_split_of_article_2_is_found() {
        assert_eq!(splits(0), [[0; 4]]);
        assert_eq!(splits(30_000), [[5_000, 5_000, 10_000, 10_000]]);
        // 3 € can come from each surface.
        assert_eq!(splits(3).len(), 4);
        // 5 + 5 + 8: only a sentence with two winning words pays 8.
        assert!(splits(18).contains(&[5, 5, 8, 0]));
        assert!(PRIZE_TABLE.iter().all(|tier| !splits(tier.prize_eur).is_empty()));
    }

    #[test]
    fn four_thousand_tickets_pay_what_they_were_made_to_pay() {
        let mut drawn = std::collections::BTreeMap::<u32, u32>::new();
        for index in 0..4000 {
            let ticket = Ticket::draw(&mut dice(21, index, Stream::Ticket), Tiers::Mixed);
            let verdict = judge(&ticket.contents);
            let expected = if ticket.total_eur > 0 { Outcome::Winning } else { Outcome::Losing };
            assert_eq!(verdict.outcome, expected, "{:?}", ticket.contents);
            assert_eq!(verdict.prize_eur, Some(ticket.total_eur), "{:?}", ticket.contents);
            assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
            *drawn.entry(ticket.total_eur).or_default() += 1;
        }
        assert!((900..1100).contains(&drawn[&0]), "{drawn:?}");
        for tier in PRIZE_TABLE {
            assert!((300..450).contains(&drawn[&tier.prize_eur]), "{drawn:?}");
        }
    }

    #[test]
    fn blocks_have_their_share_of_winners() {
        let count = 30_000;
        let total = |index| draw_total(&mut dice(3, index, Stream::Ticket), Tiers::Block);
        let totals: Vec<u32> = (0..count).map(total).collect();
        let share = |eur: u32| totals.iter().filter(|&&t| t == eur).count() as f64 / count as f64;
        for tier in PRIZE_TABLE {
            let expected = f64::from(tier.winners) / f64::from(game::TICKETS_PER_BLOCK);
            let deviation = (expected * (1.0 - expected) / count as f64).sqrt();
            assert!((share(tier.prize_eur) - expected).abs() < 4.0 * deviation + 1e-4, "{} EUR", tier.prize_eur);
        }
        assert!((share(0) - 528_496.0 / 750_000.0).abs() < 0.012);
    }
}
