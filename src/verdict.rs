//! What the rules say of a ticket: the outcome, what each surface pays, and every finding.

use std::fmt;

use serde::Serialize;

use crate::contents::{Element, Reason, Surface};

/// How a ticket is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It pays.
    Winning,
    /// It pays nothing.
    Losing,
    /// Article 3.6: no prize, but a refund or another ticket.
    PrintAnomaly,
    /// A person has to look at it.
    Review,
}

impl Outcome {
    /// Its name in the contract's JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Winning => "winning",
            Outcome::Losing => "losing",
            Outcome::PrintAnomaly => "print_anomaly",
            Outcome::Review => "review",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A ticket's verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How it is decided.
    pub outcome: Outcome,
    /// What it pays in whole euros: a number for `winning` and `losing` (0), else `None`.
    pub prize_eur: Option<u32>,
    /// What each surface pays by its own article, whatever 3.6 says of the ticket.
    pub surfaces: SurfacePrizes,
    /// Everything found, in the order of the rule's surfaces; empty for a sound ticket.
    pub findings: Vec<Finding>,
}

/// What each surface pays, in whole euros. `None` while any of the surface is unread, or while what is printed leaves
/// its prize open (a winning sum that is not in the table, say).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SurfacePrizes {
    /// La rencontre (3.2.2).
    pub rencontre: Option<u32>,
    /// Le coup de foudre (3.3.2).
    pub coup_de_foudre: Option<u32>,
    /// La déclaration (3.4.2).
    pub declaration: Option<u32>,
    /// La vie à deux (3.5.2).
    pub vie_a_deux: Option<u32>,
}

impl SurfacePrizes {
    /// The prize of one surface.
    pub fn of(&self, surface: Surface) -> Option<u32> {
        match surface {
            Surface::Rencontre => self.rencontre,
            Surface::CoupDeFoudre => self.coup_de_foudre,
            Surface::Declaration => self.declaration,
            Surface::VieADeux => self.vie_a_deux,
        }
    }

    /// The four prizes, if every one of them is known.
    pub fn all(&self) -> Option<[u32; 4]> {
        Some([self.rencontre?, self.coup_de_foudre?, self.declaration?, self.vie_a_deux?])
    }
}

/// One thing that was found on a ticket. Its article, what it decides and its message follow from these three
/// ([`Finding::article`], [`FindingCode::decides`], [`Finding::message`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub code: FindingCode,
    /// Where; `None` for the ticket as a whole.
    pub element: Option<Element>,
    /// What was seen there.
    pub evidence: Evidence,
}

impl Finding {
    /// A finding on one element.
    pub fn new(code: FindingCode, element: Element, evidence: Evidence) -> Self {
        Self { code, element: Some(element), evidence }
    }

    /// An element that the picture does not show.
    pub fn unread(element: Element, reason: Reason) -> Self {
        Self::new(FindingCode::Unread, element, Evidence::Reason(reason))
    }
}

/// What a finding rests on: the seen half of its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Nothing to quote: the element is not there.
    Nothing,
    /// A text, and the one that the article wants in its place where that is known.
    Text {
        /// What is printed.
        seen: String,
        /// What should be.
        wanted: Option<String>,
    },
    /// A sum whose halves do not belong together.
    Sum {
        /// Its figures.
        figures: String,
        /// Its letters.
        letters: String,
        /// The letters that the table gives for those figures.
        wanted: &'static str,
    },
    /// What incomplete ink still reads, where anything does.
    Rest(Option<String>),
    /// Why the picture does not show it.
    Reason(Reason),
    /// How many there are.
    Count(usize),
    /// The prizes of the four surfaces, in euros.
    Prizes([u32; 4]),
    /// A measured length, in micrometres on the ticket.
    Length {
        /// Micrometres.
        um: u32,
    },
    /// A measured share, in thousandths.
    Share {
        /// Thousandths.
        per_mille: u32,
    },
}

macro_rules! finding_codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal,)*) => {
        /// The kinds of findings; [`FindingCode::decides`] says what each decides.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum FindingCode { $($(#[$doc])* $code,)* }

        impl FindingCode {
            /// Every code, in the contract's order.
            pub const ALL: &[FindingCode] = &[$(FindingCode::$code,)*];

            /// Its name in the contract's JSON.
            pub fn name(self) -> &'static str {
                match self { $(FindingCode::$code => $name,)* }
            }
        }
    };
}

finding_codes! {
    /// Neither figures nor letters are printed.
    SumAbsent = "sum_absent",
    /// Letters without figures.
    FiguresAbsent = "figures_absent",
    /// Part of the figures' ink is missing or wrong.
    FiguresIncomplete = "figures_incomplete",
    /// Figures that the surface's table does not hold.
    FiguresNotInTable = "figures_not_in_table",
    /// Figures without letters.
    LettersAbsent = "letters_absent",
    /// Part of the letters' ink is missing or wrong.
    LettersIncomplete = "letters_incomplete",
    /// Letters that the surface's table does not hold.
    LettersNotInTable = "letters_not_in_table",
    /// Figures and letters are both in the table, on different lines.
    SumLettersMismatch = "sum_letters_mismatch",
    /// Fewer than three sums on the second surface.
    SumsMissing = "sums_missing",
    /// Part of a star's ink is missing or wrong.
    StarIncomplete = "star_incomplete",
    /// No arrow on the second surface.
    ArrowAbsent = "arrow_absent",
    /// Part of the arrow's ink is missing or wrong.
    ArrowIncomplete = "arrow_incomplete",
    /// More than one arrow on the second surface.
    SeveralArrows = "several_arrows",
    /// Fewer than four symbols on the fourth surface.
    SymbolAbsent = "symbol_absent",
    /// Part of a symbol's ink is missing or wrong.
    SymbolIncomplete = "symbol_incomplete",
    /// A symbol that is none of the five.
    SymbolUnknown = "symbol_unknown",
    /// The picture does not show it.
    Unread = "unread",
    /// A day word that is no weekday in capitals, or not all there.
    NotAWeekday = "not_a_weekday",
    /// Fewer than two day words on the first surface.
    DayAbsent = "day_absent",
    /// No sentence on the third surface.
    SentenceAbsent = "sentence_absent",
    /// Part of the sentence's ink is missing or wrong.
    SentenceIncomplete = "sentence_incomplete",
    /// A hyphenated compound that holds a winning word.
    CompoundWord = "compound_word",
    /// Four like symbols: one combination or two?
    FourIdentical = "four_identical",
    /// A sum of the table printed without its euro sign.
    EuroSignMissing = "euro_sign_missing",
    /// The surfaces' prizes are no decomposition of a total in article 2.
    NotInPrizeTable = "not_in_prize_table",
    /// The variable print stands off its place.
    PrintShifted = "print_shifted",
    /// A line without ink across the print direction: a clogged jet.
    MissingInkLine = "missing_ink_line",
    /// Ink paler than it should be, whole all the same.
    FadedInk = "faded_ink",
}

impl FindingCode {
    /// The outcome that it decides: [`Outcome::PrintAnomaly`], [`Outcome::Review`], or `None` for what only a press
    /// operator wants to know.
    pub fn decides(self) -> Option<Outcome> {
        match self {
            FindingCode::PrintShifted | FindingCode::MissingInkLine | FindingCode::FadedInk => None,
            code if code < FindingCode::Unread => Some(Outcome::PrintAnomaly),
            _ => Some(Outcome::Review),
        }
    }

    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for FindingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_decide_what_the_contract_says() {
        let decided = |outcome| FindingCode::ALL.iter().filter(|code| code.decides() == outcome).count();
        assert_eq!(decided(Some(Outcome::PrintAnomaly)), 16);
        assert_eq!(decided(Some(Outcome::Review)), 9);
        assert_eq!(decided(None), 3);
        assert_eq!(FindingCode::SymbolUnknown.decides(), Some(Outcome::PrintAnomaly));
        assert_eq!(FindingCode::Unread.decides(), Some(Outcome::Review));
    }

    #[test]
    fn names_agree_with_the_json() {
        for &code in FindingCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
            assert_eq!(FindingCode::from_name(code.name()), Some(code));
        }
    }
}
