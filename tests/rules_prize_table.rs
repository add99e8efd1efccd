//! Article 2: its arithmetic, and that the four surfaces can make each of its decompositions.

use std::collections::{BTreeMap, BTreeSet};

use ticketproof::contents::Symbol;
use ticketproof::rules::game::{
    COUP_DE_FOUDRE_SUMS, PRIZE_TABLE, PRIZES_PER_BLOCK_EUR, RENCONTRE_SUMS, TICKET_PRICE_EUR, TICKETS_PER_BLOCK,
    WINNERS_PER_BLOCK, WINNING_WORDS,
};
use ticketproof::rules::{combinations, is_decomposition, winning_words};

#[test]
fn the_table_adds_up() {
    for tier in PRIZE_TABLE {
        assert_eq!(tier.winners * tier.prize_eur, tier.total_eur, "{} €", tier.prize_eur);
        for decomposition in tier.decompositions {
            assert_eq!(decomposition.iter().sum::<u32>(), tier.prize_eur, "{decomposition:?}");
            assert!(decomposition.is_sorted(), "{decomposition:?}");
        }
    }
    assert_eq!(PRIZE_TABLE.iter().map(|tier| tier.winners).sum::<u32>(), 221_504);
    assert_eq!(WINNERS_PER_BLOCK, 221_504);
    assert_eq!(PRIZE_TABLE.iter().map(|tier| tier.total_eur).sum::<u32>(), 1_462_500);
    assert_eq!(PRIZES_PER_BLOCK_EUR, 1_462_500);
}

#[test]
fn a_block_pays_back_65_percent() {
    let stakes_eur = TICKETS_PER_BLOCK * TICKET_PRICE_EUR;
    assert_eq!(stakes_eur, 2_250_000);
    assert_eq!(PRIZES_PER_BLOCK_EUR * 100, stakes_eur * 65);
}

/// Every prize that a surface can pay by its own article.
fn surface_prizes() -> [BTreeSet<u32>; 4] {
    let rencontre = RENCONTRE_SUMS.iter().map(|line| line.euros).chain([0]).collect();
    let coup_de_foudre = COUP_DE_FOUDRE_SUMS.iter().map(|line| line.euros).collect();
    let mut declaration = BTreeSet::new();
    for chosen in 0..1 << WINNING_WORDS.len() {
        let words: Vec<&str> =
            (0..WINNING_WORDS.len()).filter(|i| chosen >> i & 1 == 1).map(|i| WINNING_WORDS[i].0).collect();
        declaration.insert(winning_words(&words.join(" ")).iter().map(|(_, euros)| euros).sum());
    }
    let mut vie_a_deux = BTreeSet::new();
    for quadruple in 0..5usize.pow(4) {
        let symbols = [1, 5, 25, 125].map(|power| Symbol::KNOWN[quadruple / power % 5].clone());
        if symbols.iter().any(|symbol| *symbol != symbols[0]) {
            vie_a_deux.insert(combinations(&symbols).iter().map(|(_, euros)| euros).sum());
        }
    }
    [rencontre, coup_de_foudre, declaration, vie_a_deux]
}

#[test]
fn the_surfaces_reach_every_decomposition_and_only_those_pay() {
    let [rencontre, coup_de_foudre, declaration, vie_a_deux] = surface_prizes();
    assert_eq!(
        [rencontre.len(), coup_de_foudre.len(), declaration.len(), vie_a_deux.len()],
        [12, 12, 32, 16],
        "12 sums each, 2^5 sets of words, nothing, 5 single symbols or 10 pairs of them"
    );
    let mut reached = BTreeMap::new();
    let mut tickets = 0;
    for &first in &rencontre {
        for &second in &coup_de_foudre {
            for &third in &declaration {
                for &fourth in &vie_a_deux {
                    tickets += 1;
                    if is_decomposition([first, second, third, fourth]) {
                        let mut won: Vec<u32> = [first, second, third, fourth].into_iter().filter(|&p| p > 0).collect();
                        won.sort_unstable();
                        *reached.entry(won).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tickets, 12 * 12 * 32 * 16);
    let wanted: BTreeSet<Vec<u32>> =
        PRIZE_TABLE.iter().flat_map(|tier| tier.decompositions).map(|decomposition| decomposition.to_vec()).collect();
    assert_eq!(wanted.len(), 24);
    assert_eq!(reached.keys().cloned().collect::<BTreeSet<_>>(), wanted);
    assert_eq!(reached[&vec![5_000, 5_000, 10_000, 10_000]], 1, "the top prize is made in one way only");
}

#[test]
fn what_the_table_does_not_know_is_no_decomposition() {
    for prizes in [[5, 5, 0, 0], [3, 3, 0, 12], [5_000, 0, 0, 0], [10_000, 0, 0, 0], [30_000, 0, 0, 0], [0, 0, 0, 0]] {
        assert!(!is_decomposition(prizes), "{prizes:?}");
    }
    assert!(is_decomposition([15, 0, 3, 0]), "the order of the surfaces is free");
}
