//! What is printed on a ticket, in the contract's JSON shape: input of `judge` and `render`, truth of
//! `simulate`, `contents` of every answer.
//!
//! Three things stay apart in every [`Field`]: what the print says ([`Field::Legible`]), a print that is wrong
//! or incomplete ([`Field::Absent`], [`Field::Incomplete`]), and a picture that does not show it
//! ([`Field::Unread`]).

use serde::{Deserialize, Serialize};

/// One value that a ticket should show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field<T> {
    /// Printed whole and surely read (which does not make it right).
    Legible(T),
    /// The ticket was printed without it.
    Absent,
    /// Printed, but part of its ink is missing or wrong; the rest reads as given, where anything can be read.
    Incomplete(Option<T>),
    /// It may be printed, but this picture does not show it.
    Unread(Reason),
}

/// Why a picture does not show an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Out of focus or moved.
    Blur,
    /// A reflection.
    Glare,
    /// Too dark.
    Shadow,
    /// Scratch layer left, a finger, dirt.
    Covered,
    /// Outside the picture.
    CutOff,
    /// Too few pixels per millimetre.
    LowResolution,
    /// Sharp enough, and still more than one reading is possible.
    Ambiguous,
}

/// Contents of a ticket, surface by surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// First surface (article 3.2).
    pub rencontre: Field<Rencontre>,
    /// Second surface (article 3.3).
    pub coup_de_foudre: Field<CoupDeFoudre>,
    /// Third surface (article 3.4).
    pub declaration: Field<Declaration>,
    /// Fourth surface (article 3.5).
    pub vie_a_deux: Field<VieADeux>,
}

/// Two day words and a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rencontre {
    /// The two day words in print order.
    pub days: Field<Vec<Field<String>>>,
    /// The sum.
    pub sum: Field<Sum>,
}

/// A sum in figures with its transcription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// Such as `1 000 €`; plain spaces.
    pub figures: Field<String>,
    /// Such as `MILLE`.
    pub letters: Field<String>,
    /// Whether a star stands before the figures.
    pub star: Field<bool>,
    /// Where the letters stand.
    pub letters_position: Field<LettersPosition>,
}

/// Side of the figures on which the transcription stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LettersPosition {
    /// Above the figures.
    Above,
    /// Below the figures.
    Below,
}

/// Three sums and an arrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoupDeFoudre {
    /// The sums in print order.
    pub sums: Field<Vec<Field<Sum>>>,
    /// Indices of the sums that arrows point at: one number in JSON for a single arrow, a list for several.
    pub arrow: Field<Vec<usize>>,
}

/// A sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The sentence, lines joined by a space.
    pub sentence: Field<String>,
}

/// Four symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VieADeux {
    /// The symbols in print order.
    pub symbols: Field<Vec<Field<Symbol>>>,
}

/// A symbol of the fourth surface.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// Un cœur.
    Heart,
    /// Une marguerite.
    Daisy,
    /// Une coupe de champagne.
    Champagne,
    /// Un cadeau.
    Gift,
    /// Un diamant.
    Diamond,
    /// A symbol the rule does not know, by its name in the JSON.
    Unknown(String),
}

/// One of the four play surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Surface {
    /// La rencontre.
    Rencontre,
    /// Le coup de foudre.
    CoupDeFoudre,
    /// La déclaration.
    Declaration,
    /// La vie à deux.
    VieADeux,
}

/// Where a sum stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SumPlace {
    /// The only sum of the first surface.
    Rencontre,
    /// Sum 0, 1 or 2 of the second.
    CoupDeFoudre(u8),
}

/// The name of a value in [`Contents`]; displayed as the contract's path, such as `coup_de_foudre.sums[1].letters`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// A whole surface.
    Surface(Surface),
    /// The list of days.
    Days,
    /// Day word 0 or 1.
    Day(u8),
    /// The list of sums of the second surface.
    Sums,
    /// A sum with everything that belongs to it.
    Sum(SumPlace),
    /// Its figures.
    Figures(SumPlace),
    /// Its letters.
    Letters(SumPlace),
    /// Its star.
    Star(SumPlace),
    /// The side its letters stand on.
    LettersPosition(SumPlace),
    /// The arrow of the second surface.
    Arrow,
    /// The sentence.
    Sentence,
    /// The list of symbols.
    Symbols,
    /// Symbol 0 to 3.
    Symbol(u8),
}
