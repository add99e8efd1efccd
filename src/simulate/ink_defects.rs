//! Ink defects: elements printed with part of their ink missing, drawn so by the renderer.

use rand::Rng;

use super::dice::pick_weighted;
use super::printed::{coup_de_foudre_mut, days_mut, sentence_mut, sum_mut, sums_mut, symbols_mut};
use crate::contents::{Contents, Element, Field, SumPlace};

/// Marks an element drawn from those printed whole on `contents` as incomplete; `None` when there is none.
pub fn ink_defect(rng: &mut impl Rng, contents: &mut Contents) -> Option<Element> {
    let whole = whole_elements(contents);
    if whole.is_empty() {
        return None;
    }
    let element = pick_weighted(rng, &whole);
    spoil(contents, element)?;
    Some(element)
}

/// The elements printed whole, weighted: what the anomaly clause covers comes first.
fn whole_elements(contents: &mut Contents) -> Vec<(u32, Element)> {
    let mut whole = Vec::new();
    let sums = sums_mut(contents).map_or(0, |sums| sums.len());
    let places = (0..sums as u8).map(SumPlace::CoupDeFoudre);
    for place in [SumPlace::Rencontre].into_iter().chain(places) {
        if let Some(sum) = sum_mut(contents, place) {
            if is_whole(&sum.figures) {
                whole.push((6, Element::Figures(place)));
            }
            if is_whole(&sum.letters) {
                whole.push((6, Element::Letters(place)));
            }
            if sum.star == Field::Legible(true) {
                whole.push((3, Element::Star(place)));
            }
        }
    }
    if coup_de_foudre_mut(contents).is_some_and(|c| matches!(&c.arrow, Field::Legible(a) if a.len() == 1)) {
        whole.push((6, Element::Arrow));
    }
    for (i, symbol) in symbols_mut(contents).into_iter().flatten().enumerate() {
        if is_whole(symbol) {
            whole.push((4, Element::Symbol(i as u8)));
        }
    }
    for (i, day) in days_mut(contents).into_iter().flatten().enumerate() {
        if is_whole(day) {
            whole.push((2, Element::Day(i as u8)));
        }
    }
    if sentence_mut(contents).is_some_and(|s| is_whole(s)) {
        whole.push((4, Element::Sentence));
    }
    whole
}

fn is_whole<T>(field: &Field<T>) -> bool {
    matches!(field, Field::Legible(_))
}

fn spoil(contents: &mut Contents, element: Element) -> Option<()> {
    match element {
        Element::Figures(place) => incomplete(&mut sum_mut(contents, place)?.figures),
        Element::Letters(place) => incomplete(&mut sum_mut(contents, place)?.letters),
        Element::Star(place) => sum_mut(contents, place)?.star = Field::Incomplete(None),
        Element::Arrow => incomplete(&mut coup_de_foudre_mut(contents)?.arrow),
        Element::Symbol(i) => incomplete(symbols_mut(contents)?.get_mut(usize::from(i))?),
        Element::Day(i) => incomplete(days_mut(contents)?.get_mut(usize::from(i))?),
        Element::Sentence => incomplete(sentence_mut(contents)?),
        _ => return None,
    }
    Some(())
}

fn incomplete<T: Clone>(field: &mut Field<T>) {
    if let Field::Legible(value) = field {
        *field = Field::Incomplete(Some(value.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::super::tickets::{Ticket, Tiers};
    use super::*;
    use crate::rules::judge;
    use crate::verdict::Outcome;

    #[test]
    fn a_defect_is_an_anomaly_but_on_days_and_sentence() {
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..1500 {
            let mut contents = Ticket::draw(&mut dice(41, index, Stream::Ticket), Tiers::Mixed).contents;
            let element = ink_defect(&mut dice(41, index, Stream::InkDefects), &mut contents).unwrap();
            let expected = match element {
                Element::Day(_) | Element::Sentence => Outcome::Review,
                _ => Outcome::PrintAnomaly,
            };
            assert_eq!(judge(&contents).outcome, expected, "{element}: {contents:?}");
            seen.insert(element.to_string());
        }
        // Figures, letters and star of four sums, arrow, four symbols, two days, sentence.
        assert_eq!(seen.len(), 20, "{seen:?}");
    }

    #[test]
    fn defective_contents_survive_their_json() {
        for index in 0..200 {
            let mut contents = Ticket::draw(&mut dice(42, index, Stream::Ticket), Tiers::Mixed).contents;
            ink_defect(&mut dice(42, index, Stream::InkDefects), &mut contents);
            assert_eq!(Contents::from_value(&contents.to_value()).unwrap(), contents);
        }
    }
}
