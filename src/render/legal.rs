//! Texts that the rule allows, drawn where the contents leave open what a damaged or covered element would read.

use rand::{Rng, RngExt};

use crate::contents::{CoupDeFoudre, Declaration, Field, LettersPosition, Rencontre, Sum, SumPlace, Symbol, VieADeux};
use crate::rules::game;

/// Sentences of the length and manner of the third surface's.
const SENTENCES: [&str; 8] = [
    "Je t'aime de tout mon cœur",
    "Tu es mon rayon de soleil",
    "Mille baisers ma douce",
    "Tes yeux me font rêver",
    "Reste près de moi ce soir",
    "Notre rencontre fut magique",
    "Je pense à toi chaque matin",
    "Ma passion pour toi brûle encore",
];

fn pick<'a, T>(from: &'a [T], rng: &mut impl Rng) -> &'a T {
    &from[rng.random_range(0..from.len())]
}

pub(super) fn day(rng: &mut impl Rng) -> String {
    (*pick(&game::WEEKDAYS, rng)).into()
}

pub(super) fn figures(place: SumPlace, rng: &mut impl Rng) -> String {
    game::figures(pick(game::sum_table(place), rng).euros)
}

/// The transcription of `figures` where they stand in the place's table, else any of that table.
pub(super) fn letters(place: SumPlace, figures: Option<&str>, rng: &mut impl Rng) -> String {
    let table = game::sum_table(place);
    let drawn = pick(table, rng);
    table.iter().find(|line| figures == Some(&game::figures(line.euros))).unwrap_or(drawn).letters.into()
}

pub(super) fn sentence(rng: &mut impl Rng) -> String {
    (*pick(&SENTENCES, rng)).into()
}

pub(super) fn symbol(rng: &mut impl Rng) -> Symbol {
    pick(&Symbol::KNOWN, rng).clone()
}

pub(super) fn sum(place: SumPlace, rng: &mut impl Rng) -> Sum {
    let line = pick(game::sum_table(place), rng);
    let side = if rng.random_bool(0.5) { LettersPosition::Above } else { LettersPosition::Below };
    Sum {
        figures: Field::Legible(game::figures(line.euros)),
        letters: Field::Legible(line.letters.into()),
        star: Field::Legible(rng.random_bool(0.3)),
        letters_position: Field::Legible(side),
    }
}

pub(super) fn days(rng: &mut impl Rng) -> Vec<Field<String>> {
    (0..game::DAYS).map(|_| Field::Legible(day(rng))).collect()
}

pub(super) fn sums(rng: &mut impl Rng) -> Vec<Field<Sum>> {
    (0..game::SUMS as u8).map(|i| Field::Legible(sum(SumPlace::CoupDeFoudre(i), rng))).collect()
}

pub(super) fn symbols(rng: &mut impl Rng) -> Vec<Field<Symbol>> {
    (0..game::SYMBOLS).map(|_| Field::Legible(symbol(rng))).collect()
}

pub(super) fn rencontre(rng: &mut impl Rng) -> Rencontre {
    Rencontre { days: Field::Legible(days(rng)), sum: Field::Legible(sum(SumPlace::Rencontre, rng)) }
}

pub(super) fn coup_de_foudre(rng: &mut impl Rng) -> CoupDeFoudre {
    CoupDeFoudre { sums: Field::Legible(sums(rng)), arrow: Field::Legible(vec![rng.random_range(0..game::SUMS)]) }
}

pub(super) fn declaration(rng: &mut impl Rng) -> Declaration {
    Declaration { sentence: Field::Legible(sentence(rng)) }
}

pub(super) fn vie_a_deux(rng: &mut impl Rng) -> VieADeux {
    VieADeux { symbols: Field::Legible(symbols(rng)) }
}

/// Whether `text` without its spaces reads as figures or letters of either table.
pub(super) fn is_sum_text(text: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let text = bare(text);
    let lines = game::RENCONTRE_SUMS.iter().chain(&game::COUP_DE_FOUDRE_SUMS);
    lines.into_iter().any(|line| text == line.letters || text == bare(&game::figures(line.euros)))
}
