//! Misprints: a sound ticket's contents made wrong in one of the ways that article 3.6, or a reader's doubt, knows.

use rand::{Rng, RngExt};
use serde::Serialize;

use super::dice::{pick, pick_weighted, shuffled};
use super::printed::{days_mut, sum_mut, sums_mut, symbols_mut};
use super::{garble, sentences};
use crate::contents::{Contents, Element, Field, SumPlace, Symbol};
use crate::rules::game::{self, SumLine};
use crate::verdict::FindingCode;

/// A way to print a ticket wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MisprintKind {
    /// The transcription of another sum of the same table.
    WrongLetters,
    /// A transcription with a glyph substituted, dropped, doubled or swapped, or spelt as a dictionary would.
    GarbledLetters,
    /// Another sum of the same table over the old transcription.
    WrongFigures,
    /// A sum that the surface's table does not hold (7 €; 100 € in the second surface).
    ForeignFigures,
    /// Figures with a letter in a digit's place, or a digit twice.
    GarbledFigures,
    /// No figures.
    FiguresAbsent,
    /// No transcription.
    LettersAbsent,
    /// Neither.
    SumAbsent,
    /// Two sums in the second surface.
    SumsMissing,
    /// No arrow.
    ArrowAbsent,
    /// Two or three arrows.
    SeveralArrows,
    /// A symbol missing.
    SymbolAbsent,
    /// A symbol that the rule does not know.
    SymbolUnknown,
    /// Figures without €.
    NoEuroSign,
    /// A word that is no weekday.
    BadDay,
    /// A day missing.
    DayAbsent,
    /// No sentence.
    SentenceAbsent,
    /// A winning word inside a hyphenated compound.
    CompoundWord,
    /// Four like symbols.
    FourIdentical,
    /// Prizes that article 2 does not list.
    OutsidePrizeTable,
}

impl MisprintKind {
    /// All kinds with the weight each is drawn with: three quarters and more are anomalies, the rest reviews.
    const WEIGHTED: [(u32, Self); 20] = [
        (14, Self::WrongLetters),
        (22, Self::GarbledLetters),
        (6, Self::WrongFigures),
        (10, Self::ForeignFigures),
        (6, Self::GarbledFigures),
        (5, Self::FiguresAbsent),
        (6, Self::LettersAbsent),
        (4, Self::SumAbsent),
        (3, Self::SumsMissing),
        (6, Self::ArrowAbsent),
        (5, Self::SeveralArrows),
        (5, Self::SymbolAbsent),
        (6, Self::SymbolUnknown),
        (4, Self::NoEuroSign),
        (5, Self::BadDay),
        (3, Self::DayAbsent),
        (2, Self::SentenceAbsent),
        (2, Self::CompoundWord),
        (2, Self::FourIdentical),
        (2, Self::OutsidePrizeTable),
    ];

    /// The finding that the rules core must report for it.
    pub fn code(self) -> FindingCode {
        match self {
            Self::WrongLetters | Self::WrongFigures => FindingCode::SumLettersMismatch,
            Self::GarbledLetters => FindingCode::LettersNotInTable,
            Self::ForeignFigures | Self::GarbledFigures => FindingCode::FiguresNotInTable,
            Self::FiguresAbsent => FindingCode::FiguresAbsent,
            Self::LettersAbsent => FindingCode::LettersAbsent,
            Self::SumAbsent => FindingCode::SumAbsent,
            Self::SumsMissing => FindingCode::SumsMissing,
            Self::ArrowAbsent => FindingCode::ArrowAbsent,
            Self::SeveralArrows => FindingCode::SeveralArrows,
            Self::SymbolAbsent => FindingCode::SymbolAbsent,
            Self::SymbolUnknown => FindingCode::SymbolUnknown,
            Self::NoEuroSign => FindingCode::EuroSignMissing,
            Self::BadDay => FindingCode::NotAWeekday,
            Self::DayAbsent => FindingCode::DayAbsent,
            Self::SentenceAbsent => FindingCode::SentenceAbsent,
            Self::CompoundWord => FindingCode::CompoundWord,
            Self::FourIdentical => FindingCode::FourIdentical,
            Self::OutsidePrizeTable => FindingCode::NotInPrizeTable,
        }
    }

    /// Whether it lies outside article 3.6, so that the ticket alone is for a person to judge.
    pub fn is_review(self) -> bool {
        matches!(
            self,
            Self::NoEuroSign
                | Self::BadDay
                | Self::DayAbsent
                | Self::SentenceAbsent
                | Self::CompoundWord
                | Self::FourIdentical
                | Self::OutsidePrizeTable
        )
    }
}

/// A misprint on a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Misprint {
    /// What was done.
    pub kind: MisprintKind,
    /// What it was done to.
    pub element: Element,
}

/// Misprints the sound `contents` in one way drawn. `foreign_symbols` are the symbols that the design can draw and
/// the rule does not know; with none, that kind is not drawn.
pub fn misprint(rng: &mut impl Rng, contents: &mut Contents, foreign_symbols: &[String]) -> Misprint {
    loop {
        let kind = pick_weighted(rng, &MisprintKind::WEIGHTED);
        if let Some(element) = apply(rng, kind, contents, foreign_symbols) {
            return Misprint { kind, element };
        }
    }
}

/// Applies `kind` at a place drawn; `None`, and nothing changed, where it cannot be.
pub(super) fn apply(
    rng: &mut impl Rng,
    kind: MisprintKind,
    contents: &mut Contents,
    foreign_symbols: &[String],
) -> Option<Element> {
    use MisprintKind as K;
    match kind {
        K::WrongLetters
        | K::GarbledLetters
        | K::WrongFigures
        | K::ForeignFigures
        | K::GarbledFigures
        | K::FiguresAbsent
        | K::LettersAbsent
        | K::SumAbsent
        | K::NoEuroSign => spoil_sum(rng, kind, contents),
        K::SumsMissing | K::ArrowAbsent | K::SeveralArrows => spoil_target(rng, kind, contents),
        K::SymbolAbsent | K::SymbolUnknown | K::FourIdentical => spoil_symbols(rng, kind, contents, foreign_symbols),
        K::BadDay | K::DayAbsent => spoil_day(rng, kind, contents),
        K::SentenceAbsent | K::CompoundWord | K::OutsidePrizeTable => spoil_sentence(rng, kind, contents),
    }
}

/// Sums, hundreds included, that no table of the rule holds, beside those that only the other surface's holds.
const FOREIGN_SUMS_EUR: [u32; 14] = [1, 2, 4, 7, 8, 20, 25, 50, 60, 120, 200, 300, 3_000, 10_000];

fn spoil_sum(rng: &mut impl Rng, kind: MisprintKind, contents: &mut Contents) -> Option<Element> {
    use MisprintKind as K;
    let place = pick_weighted(
        rng,
        &[
            (3, SumPlace::Rencontre),
            (2, SumPlace::CoupDeFoudre(0)),
            (2, SumPlace::CoupDeFoudre(1)),
            (2, SumPlace::CoupDeFoudre(2)),
        ],
    );
    let table = game::sum_table(place);
    if kind == K::SumAbsent {
        match place {
            SumPlace::Rencontre => super::printed::rencontre_mut(contents)?.sum = Field::Absent,
            SumPlace::CoupDeFoudre(i) => *sums_mut(contents)?.get_mut(usize::from(i))? = Field::Absent,
        }
        return Some(Element::Sum(place));
    }
    let sum = sum_mut(contents, place)?;
    let (Field::Legible(figures), Field::Legible(letters)) = (&mut sum.figures, &mut sum.letters) else {
        return None;
    };
    match kind {
        K::WrongLetters => *letters = other(rng, table, letters).letters.to_owned(),
        K::GarbledLetters => {
            let is_legal = |text: &str| table.iter().any(|s| s.letters == text);
            *letters = garble::letters(rng, letters, is_legal);
        }
        K::WrongFigures => *figures = game::figures(other(rng, table, letters).euros),
        K::ForeignFigures => {
            let elsewhere = game::RENCONTRE_SUMS.iter().chain(&game::COUP_DE_FOUDRE_SUMS).map(|s| s.euros);
            let foreign: Vec<u32> = FOREIGN_SUMS_EUR
                .into_iter()
                .chain(elsewhere)
                .filter(|&eur| table.iter().all(|s| s.euros != eur))
                .collect();
            *figures = game::figures(*pick(rng, &foreign));
        }
        K::GarbledFigures => {
            // Spaces are not read: `5000 €` is 5 000 €.
            let digits = |text: &str| text.replace(' ', "");
            let is_legal = |text: &str| table.iter().any(|s| digits(&game::figures(s.euros)) == digits(text));
            *figures = garble::figures(rng, figures, is_legal);
        }
        K::NoEuroSign => *figures = figures.trim_end_matches('€').trim_end().to_owned(),
        K::FiguresAbsent => sum.figures = Field::Absent,
        _ => sum.letters = Field::Absent,
    }
    Some(match kind {
        K::WrongLetters | K::GarbledLetters | K::LettersAbsent => Element::Letters(place),
        _ => Element::Figures(place),
    })
}

/// A sum of `table` that is not transcribed as `letters`.
fn other(rng: &mut impl Rng, table: &[SumLine], letters: &str) -> SumLine {
    let others: Vec<SumLine> = table.iter().filter(|s| s.letters != letters).copied().collect();
    *pick(rng, &others)
}

fn spoil_target(rng: &mut impl Rng, kind: MisprintKind, contents: &mut Contents) -> Option<Element> {
    let target = super::printed::coup_de_foudre_mut(contents)?;
    let Field::Legible(sums) = &mut target.sums else { return None };
    match kind {
        MisprintKind::SumsMissing => {
            sums.pop()?;
            // An arrow beside a sum that is not there would be two misprints.
            if target.arrow == Field::Legible(vec![sums.len()]) {
                target.arrow = Field::Legible(vec![rng.random_range(0..sums.len())]);
            }
            Some(Element::Sums)
        }
        MisprintKind::ArrowAbsent => {
            target.arrow = Field::Absent;
            Some(Element::Arrow)
        }
        _ => {
            let count = pick_weighted(rng, &[(3, 2), (1, 3)]);
            let mut arrows = shuffled(rng, &[0, 1, 2])[..count].to_vec();
            arrows.sort_unstable();
            target.arrow = Field::Legible(arrows);
            Some(Element::Arrow)
        }
    }
}

fn spoil_symbols(
    rng: &mut impl Rng,
    kind: MisprintKind,
    contents: &mut Contents,
    foreign_symbols: &[String],
) -> Option<Element> {
    let symbols = symbols_mut(contents)?;
    let place = rng.random_range(0..symbols.len());
    match kind {
        MisprintKind::SymbolAbsent => symbols[place] = Field::Absent,
        MisprintKind::SymbolUnknown if foreign_symbols.is_empty() => return None,
        MisprintKind::SymbolUnknown => {
            symbols[place] = Field::Legible(Symbol::Unknown(pick(rng, foreign_symbols).clone()));
        }
        _ => {
            let symbol = symbols[place].clone();
            symbols.fill(symbol);
            return Some(Element::Symbols);
        }
    }
    Some(Element::Symbol(place as u8))
}

/// Words that a press could set where a day belongs.
const NO_DAYS: [&str; 10] =
    ["JANVIER", "MARS", "JUIN", "AOUT", "DEMAIN", "HIER", "MIDI", "NOEL", "MATIN", "LUNDI-MARDI"];

fn spoil_day(rng: &mut impl Rng, kind: MisprintKind, contents: &mut Contents) -> Option<Element> {
    let days = days_mut(contents)?;
    let place = rng.random_range(0..days.len());
    let Field::Legible(day) = &mut days[place] else { return None };
    if kind == MisprintKind::DayAbsent {
        days[place] = Field::Absent;
    } else if rng.random_bool(0.3) {
        *day = (*pick(rng, &NO_DAYS)).to_owned();
    } else {
        *day = garble::letters(rng, day, |text| game::WEEKDAYS.contains(&text));
    }
    Some(Element::Day(place as u8))
}

fn spoil_sentence(rng: &mut impl Rng, kind: MisprintKind, contents: &mut Contents) -> Option<Element> {
    let Field::Legible(declaration) = &mut contents.declaration else { return None };
    declaration.sentence = match kind {
        MisprintKind::SentenceAbsent => Field::Absent,
        MisprintKind::CompoundWord => Field::Legible((*pick(rng, sentences::COMPOUND)).to_owned()),
        _ => Field::Legible((*pick(rng, sentences::OUTSIDE_PRIZE_TABLE)).to_owned()),
    };
    Some(Element::Sentence)
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::super::tickets::{Ticket, Tiers};
    use super::*;
    use crate::rules::judge;
    use crate::verdict::Outcome;

    #[test]
    fn every_kind_is_judged_as_it_should_be() {
        let foreign = ["clover".to_owned(), "moon".to_owned()];
        for (_, kind) in MisprintKind::WEIGHTED {
            let mut judged = 0;
            for index in 0..120 {
                let mut contents = Ticket::draw(&mut dice(31, index, Stream::Ticket), Tiers::Mixed).contents;
                let rng = &mut dice(31, index, Stream::Misprints);
                let Some(element) = apply(rng, kind, &mut contents, &foreign) else { continue };
                let verdict = judge(&contents);
                let expected = if kind.is_review() { Outcome::Review } else { Outcome::PrintAnomaly };
                assert_eq!(verdict.outcome, expected, "{kind:?} at {element}: {contents:?}");
                let codes: Vec<FindingCode> = verdict.findings.iter().map(|f| f.code).collect();
                assert!(codes.contains(&kind.code()), "{kind:?} at {element}: {codes:?}, {contents:?}");
                judged += 1;
            }
            assert!(judged > 100, "{kind:?} applied to {judged} tickets of 120");
        }
    }

    #[test]
    fn every_kind_is_drawn() {
        let foreign = ["bell".to_owned()];
        let mut drawn = std::collections::BTreeSet::new();
        for index in 0..2000 {
            let mut contents = Ticket::draw(&mut dice(32, index, Stream::Ticket), Tiers::Mixed).contents;
            drawn.insert(misprint(&mut dice(32, index, Stream::Misprints), &mut contents, &foreign).kind);
        }
        assert_eq!(drawn.len(), MisprintKind::WEIGHTED.len());
    }

    #[test]
    fn without_foreign_art_no_unknown_symbol_is_drawn() {
        for index in 0..500 {
            let mut contents = Ticket::draw(&mut dice(33, index, Stream::Ticket), Tiers::Mixed).contents;
            let drawn = misprint(&mut dice(33, index, Stream::Misprints), &mut contents, &[]);
            assert_ne!(drawn.kind, MisprintKind::SymbolUnknown);
        }
    }
}
