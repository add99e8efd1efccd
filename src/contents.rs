//! What is printed on a ticket, in the contract's JSON shape: input of `judge` and `render`, truth of
//! `simulate`, `contents` of every answer.
//!
//! Three things stay apart in every [`Field`]: what the print says ([`Field::Legible`]), a print that is wrong
//! or incomplete ([`Field::Absent`], [`Field::Incomplete`]), and a picture that does not show it
//! ([`Field::Unread`]).

use std::fmt;

use serde::{Deserialize, Serialize};

mod element;
mod json;
mod object;
mod state;

pub use element::Element;
pub use state::State;

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

impl<T> Field<T> {
    /// The same with `with` applied to a legible or incomplete value.
    pub fn map<U>(self, with: impl Fn(T) -> U) -> Field<U> {
        match self {
            Self::Legible(value) => Field::Legible(with(value)),
            Self::Absent => Field::Absent,
            Self::Incomplete(value) => Field::Incomplete(value.map(with)),
            Self::Unread(reason) => Field::Unread(reason),
        }
    }

    /// The value, if it is printed whole and surely read.
    pub fn legible(&self) -> Option<&T> {
        if let Field::Legible(value) = self { Some(value) } else { None }
    }
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

impl Reason {
    /// Every reason, in the contract's order.
    pub const ALL: [Reason; 7] = [
        Reason::Blur,
        Reason::Glare,
        Reason::Shadow,
        Reason::Covered,
        Reason::CutOff,
        Reason::LowResolution,
        Reason::Ambiguous,
    ];

    /// Its name in the contract's JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Blur => "blur",
            Reason::Glare => "glare",
            Reason::Shadow => "shadow",
            Reason::Covered => "covered",
            Reason::CutOff => "cut_off",
            Reason::LowResolution => "low_resolution",
            Reason::Ambiguous => "ambiguous",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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

impl Symbol {
    /// The five symbols of article 3.5.1.
    pub const KNOWN: [Symbol; 5] = [Symbol::Heart, Symbol::Daisy, Symbol::Champagne, Symbol::Gift, Symbol::Diamond];

    /// Its name in the JSON.
    pub fn name(&self) -> &str {
        match self {
            Symbol::Heart => "heart",
            Symbol::Daisy => "daisy",
            Symbol::Champagne => "champagne",
            Symbol::Gift => "gift",
            Symbol::Diamond => "diamond",
            Symbol::Unknown(name) => name,
        }
    }

    /// The symbol of that name, letter for letter; [`Symbol::Unknown`] for any name but the rule's five.
    pub fn from_name(name: &str) -> Self {
        let known = Self::KNOWN.into_iter().find(|symbol| symbol.name() == name);
        known.unwrap_or_else(|| Symbol::Unknown(name.to_owned()))
    }
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
