//! How one element stands in a ticket's contents, without its value.

use super::{Contents, CoupDeFoudre, Element, Field, Reason, Rencontre, Sum, SumPlace, Surface};

/// A [`Field`] without its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Printed whole and surely read.
    Legible,
    /// Not printed; a star that need not be there included.
    Absent,
    /// Part of its ink missing or wrong.
    Incomplete,
    /// Not shown by the picture.
    Unread(Reason),
}

impl State {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            State::Legible => "legible",
            State::Absent => "absent",
            State::Incomplete => "incomplete",
            State::Unread(_) => "unread",
        }
    }
}

impl<T> Field<T> {
    /// Its state.
    pub fn state(&self) -> State {
        self.state_within(|_| State::Legible)
    }

    /// The state of a part of the value; the field's own where it has no value.
    fn state_within(&self, part: impl FnOnce(&T) -> State) -> State {
        match self {
            Field::Legible(value) => part(value),
            Field::Absent => State::Absent,
            Field::Incomplete(_) => State::Incomplete,
            Field::Unread(reason) => State::Unread(*reason),
        }
    }
}

impl<T> Field<Vec<Field<T>>> {
    /// The state of a part of entry `index`; an entry beyond the list's end is absent.
    fn state_of_entry(&self, index: u8, part: impl FnOnce(&T) -> State) -> State {
        self.state_within(|list| list.get(usize::from(index)).map_or(State::Absent, |entry| entry.state_within(part)))
    }
}

impl Contents {
    /// The state of an element: its own, or that of the whole it is part of where that has no value.
    pub fn state(&self, element: Element) -> State {
        match element {
            Element::Surface(Surface::Rencontre) => self.rencontre.state(),
            Element::Surface(Surface::CoupDeFoudre) => self.coup_de_foudre.state(),
            Element::Surface(Surface::Declaration) => self.declaration.state(),
            Element::Surface(Surface::VieADeux) => self.vie_a_deux.state(),
            Element::Days => self.in_rencontre(|r| r.days.state()),
            Element::Day(i) => self.in_rencontre(|r| r.days.state_of_entry(i, |_| State::Legible)),
            Element::Sums => self.in_coup_de_foudre(|c| c.sums.state()),
            Element::Sum(at) => self.in_sum(at, |_| State::Legible),
            Element::Figures(at) => self.in_sum(at, |sum| sum.figures.state()),
            Element::Letters(at) => self.in_sum(at, |sum| sum.letters.state()),
            Element::Star(at) => self.in_sum(at, |sum| {
                sum.star.state_within(|&printed| if printed { State::Legible } else { State::Absent })
            }),
            Element::LettersPosition(at) => self.in_sum(at, |sum| sum.letters_position.state()),
            Element::Arrow => self.in_coup_de_foudre(|c| c.arrow.state()),
            Element::Sentence => self.declaration.state_within(|d| d.sentence.state()),
            Element::Symbols => self.vie_a_deux.state_within(|v| v.symbols.state()),
            Element::Symbol(i) => self.vie_a_deux.state_within(|v| v.symbols.state_of_entry(i, |_| State::Legible)),
        }
    }

    fn in_rencontre(&self, part: impl FnOnce(&Rencontre) -> State) -> State {
        self.rencontre.state_within(part)
    }

    fn in_coup_de_foudre(&self, part: impl FnOnce(&CoupDeFoudre) -> State) -> State {
        self.coup_de_foudre.state_within(part)
    }

    fn in_sum(&self, at: SumPlace, part: impl FnOnce(&Sum) -> State) -> State {
        match at {
            SumPlace::Rencontre => self.in_rencontre(|r| r.sum.state_within(part)),
            SumPlace::CoupDeFoudre(i) => self.in_coup_de_foudre(|c| c.sums.state_of_entry(i, part)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_has_its_own_state_or_that_of_its_whole() {
        let contents = Contents::from_json(
            r#"{"rencontre": {"days": ["LUNDI", null], "sum": {"figures": {"incomplete": "12 €"}, "letters": "DOUZE"}},
                "coup_de_foudre": {"sums": [{"figures": "0 €", "letters": "ZERO", "star": true}, null], "arrow": 0},
                "declaration": {"unread": "blur"},
                "vie_a_deux": {"symbols": ["heart", "daisy", {"unread": "glare"}]}}"#,
        )
        .unwrap();
        let state = |path: &str| contents.state(path.parse().unwrap());
        assert_eq!(state("rencontre.days[0]"), State::Legible);
        assert_eq!(state("rencontre.days[1]"), State::Absent);
        assert_eq!(state("rencontre.sum.figures"), State::Incomplete);
        assert_eq!(state("rencontre.sum.star"), State::Absent);
        assert_eq!(state("coup_de_foudre.sums[0].star"), State::Legible);
        assert_eq!(state("coup_de_foudre.sums[1].letters"), State::Absent);
        assert_eq!(state("coup_de_foudre.sums[2].letters"), State::Absent);
        assert_eq!(state("declaration.sentence"), State::Unread(Reason::Blur));
        assert_eq!(state("vie_a_deux.symbols[2]"), State::Unread(Reason::Glare));
        assert_eq!(state("vie_a_deux.symbols[3]"), State::Absent);
    }
}
