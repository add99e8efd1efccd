//! Names of the values in [`Contents`](super::Contents), and their paths.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::{SumPlace, Surface};
use crate::error::Error;

/// The name of a value in [`Contents`](super::Contents); displayed as the contract's path, such as `coup_de_foudre.sums[1].letters`.
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

impl Element {
    /// Every element of a ticket as the rule describes it, in the contract's key order, wholes before their parts.
    pub fn all() -> Vec<Element> {
        let mut all = vec![Element::Surface(Surface::Rencontre), Element::Days];
        all.extend((0..2).map(Element::Day));
        all.extend(Self::of_sum(SumPlace::Rencontre));
        all.extend([Element::Surface(Surface::CoupDeFoudre), Element::Sums]);
        all.extend((0..3).flat_map(|i| Self::of_sum(SumPlace::CoupDeFoudre(i))));
        all.push(Element::Arrow);
        all.extend([Element::Surface(Surface::Declaration), Element::Sentence]);
        all.extend([Element::Surface(Surface::VieADeux), Element::Symbols]);
        all.extend((0..4).map(Element::Symbol));
        all
    }

    /// The surface it stands on.
    pub fn surface(self) -> Surface {
        match self {
            Element::Surface(surface) => surface,
            Element::Days | Element::Day(_) => Surface::Rencontre,
            Element::Sums | Element::Arrow => Surface::CoupDeFoudre,
            Element::Sum(place)
            | Element::Figures(place)
            | Element::Letters(place)
            | Element::Star(place)
            | Element::LettersPosition(place) => place.surface(),
            Element::Sentence => Surface::Declaration,
            Element::Symbols | Element::Symbol(_) => Surface::VieADeux,
        }
    }

    fn of_sum(place: SumPlace) -> [Element; 5] {
        [
            Element::Sum(place),
            Element::Figures(place),
            Element::Letters(place),
            Element::Star(place),
            Element::LettersPosition(place),
        ]
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Surface(surface) => write!(f, "{surface}"),
            Element::Days => f.write_str("rencontre.days"),
            Element::Day(i) => write!(f, "rencontre.days[{i}]"),
            Element::Sums => f.write_str("coup_de_foudre.sums"),
            Element::Sum(place) => write!(f, "{place}"),
            Element::Figures(place) => write!(f, "{place}.figures"),
            Element::Letters(place) => write!(f, "{place}.letters"),
            Element::Star(place) => write!(f, "{place}.star"),
            Element::LettersPosition(place) => write!(f, "{place}.letters_position"),
            Element::Arrow => f.write_str("coup_de_foudre.arrow"),
            Element::Sentence => f.write_str("declaration.sentence"),
            Element::Symbols => f.write_str("vie_a_deux.symbols"),
            Element::Symbol(i) => write!(f, "vie_a_deux.symbols[{i}]"),
        }
    }
}

impl FromStr for Element {
    type Err = Error;

    /// Reads a path as [`Element`] displays it. [`Error::Element`] for any other text, indices beyond the ticket's
    /// two days, three sums and four symbols included.
    fn from_str(path: &str) -> Result<Self, Error> {
        Self::all()
            .into_iter()
            .find(|element| element.to_string() == path)
            .ok_or_else(|| Error::Element { path: path.to_owned() })
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl SumPlace {
    /// The surface of this sum.
    pub fn surface(self) -> Surface {
        match self {
            SumPlace::Rencontre => Surface::Rencontre,
            SumPlace::CoupDeFoudre(_) => Surface::CoupDeFoudre,
        }
    }
}

impl fmt::Display for SumPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SumPlace::Rencontre => f.write_str("rencontre.sum"),
            SumPlace::CoupDeFoudre(i) => write!(f, "coup_de_foudre.sums[{i}]"),
        }
    }
}

impl Surface {
    /// The four surfaces in the order of articles 3.2 to 3.5.
    pub const ALL: [Surface; 4] = [Surface::Rencontre, Surface::CoupDeFoudre, Surface::Declaration, Surface::VieADeux];

    /// Its key in the contract's JSON.
    pub fn key(self) -> &'static str {
        match self {
            Surface::Rencontre => "rencontre",
            Surface::CoupDeFoudre => "coup_de_foudre",
            Surface::Declaration => "declaration",
            Surface::VieADeux => "vie_a_deux",
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_the_contracts() {
        assert_eq!(Element::Letters(SumPlace::CoupDeFoudre(1)).to_string(), "coup_de_foudre.sums[1].letters");
        assert_eq!(Element::Figures(SumPlace::Rencontre).to_string(), "rencontre.sum.figures");
        assert_eq!(Element::Symbol(3).to_string(), "vie_a_deux.symbols[3]");
    }

    #[test]
    fn every_path_reads_back() {
        let all = Element::all();
        assert_eq!(all.len(), 35);
        for element in all {
            assert_eq!(element.to_string().parse::<Element>().unwrap(), element);
        }
    }

    #[test]
    fn a_wrong_path_is_named() {
        let error = "coup_de_foudre.sums[3].letters".parse::<Element>().unwrap_err();
        assert!(error.to_string().contains("coup_de_foudre.sums[3].letters"), "{error}");
    }
}
