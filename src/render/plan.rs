//! Contents to a print plan: what ink to lay, which elements to damage, what to leave under latex.
//!
//! `{"incomplete": TEXT}` prints TEXT and damages it; where TEXT is null, a legal one is drawn by seed (letters: the
//! transcription of the sum's figures where those are legal). An incomplete whole (a sum, a list, a surface) is printed
//! with one of its parts damaged. `{"unread": "covered"}` covers the element's place, a legal text's where it is a text;
//! any other reason is an error, since it is the picture's and not the ticket's.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::contents::{
    Contents, CoupDeFoudre, Declaration, Element, Field, LettersPosition, Reason, Rencontre, Sum, SumPlace, Surface,
    Symbol, VieADeux,
};
use crate::design::Design;
use crate::design::ink::TextStyle;
use crate::design::layout;
use crate::error::{Error, Result};
use crate::geometry::{Point, PrintMm, Rect};

use super::legal;

/// What to print on one ticket.
#[derive(Debug)]
pub(super) struct Plan {
    /// Every value `Legible` or `Absent`; what lies under latex need not be inked.
    pub(super) print: Contents,
    /// What to damage: the element the contents name, and the elements of which one is to show it.
    pub(super) damages: Vec<(Element, Vec<Element>)>,
    /// What to cover.
    pub(super) covers: Vec<Cover>,
}

/// An element left under latex.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) element: Element,
    /// Where its ink would be.
    pub(super) places: Vec<Rect<PrintMm>>,
}

/// Random numbers of one element: the same however the rest of the ticket changes.
pub(super) fn element_rng(seed: u64, element: Element, purpose: u64) -> ChaCha8Rng {
    // FNV-1a over the path, so that the draw is the same in every build.
    let path = element.to_string();
    let hash = path.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(hash ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    rng
}

const PURPOSE_TEXT: u64 = 1;

/// The plan of `contents`.
///
/// # Errors
/// [`Error::Unprintable`] names the element whose value cannot be drawn.
pub(super) fn plan(contents: &Contents, design: &Design, seed: u64) -> Result<Plan> {
    let mut planner = Planner { design, seed, damages: Vec::new(), covers: Vec::new() };
    let print = planner.contents(contents)?;
    Ok(Plan { print, damages: planner.damages, covers: planner.covers })
}

struct Planner<'a> {
    design: &'a Design,
    seed: u64,
    damages: Vec<(Element, Vec<Element>)>,
    covers: Vec<Cover>,
}

impl Planner<'_> {
    fn contents(&mut self, contents: &Contents) -> Result<Contents> {
        Ok(Contents {
            rencontre: self.whole(
                &contents.rencontre,
                Element::Surface(Surface::Rencontre),
                legal::rencontre,
                Self::rencontre,
            )?,
            coup_de_foudre: self.whole(
                &contents.coup_de_foudre,
                Element::Surface(Surface::CoupDeFoudre),
                legal::coup_de_foudre,
                Self::coup_de_foudre,
            )?,
            declaration: self.whole(
                &contents.declaration,
                Element::Surface(Surface::Declaration),
                legal::declaration,
                Self::declaration,
            )?,
            vie_a_deux: self.whole(
                &contents.vie_a_deux,
                Element::Surface(Surface::VieADeux),
                legal::vie_a_deux,
                Self::vie_a_deux,
            )?,
        })
    }

    /// A value with parts: `draw` makes a legal one, `parts` plans what is in it.
    fn whole<T>(
        &mut self,
        field: &Field<T>,
        element: Element,
        draw: impl FnOnce(&mut ChaCha8Rng) -> T,
        parts: impl FnOnce(&mut Self, &T) -> Result<T>,
    ) -> Result<Field<T>> {
        let value = match field {
            Field::Legible(value) => return parts(self, value).map(Field::Legible),
            Field::Absent => return Ok(Field::Absent),
            Field::Unread(reason) => {
                let places = places_within(self.design, element);
                return self.cover(element, *reason, places).map(|()| Field::Absent);
            }
            Field::Incomplete(Some(value)) => parts(self, value)?,
            Field::Incomplete(None) => {
                let drawn = draw(&mut element_rng(self.seed, element, PURPOSE_TEXT));
                parts(self, &drawn)?
            }
        };
        self.damages.push((element, inked_parts(element)));
        Ok(Field::Legible(value))
    }

    fn rencontre(&mut self, rencontre: &Rencontre) -> Result<Rencontre> {
        let days = self.whole(&rencontre.days, Element::Days, legal::days, |planner, days| {
            let planned = days.iter().enumerate().map(|(i, day)| planner.day(i, day));
            planned.collect()
        })?;
        Ok(Rencontre { days, sum: self.sum(SumPlace::Rencontre, &rencontre.sum)? })
    }

    fn day(&mut self, index: usize, day: &Field<String>) -> Result<Field<String>> {
        let centre = layout::day_centre(self.design, index);
        self.text(day, Element::Day(index as u8), TextStyle::Days, &[centre], legal::day)
    }

    fn coup_de_foudre(&mut self, coup: &CoupDeFoudre) -> Result<CoupDeFoudre> {
        let sums = self.whole(&coup.sums, Element::Sums, legal::sums, |planner, sums| {
            let planned = sums.iter().enumerate().map(|(i, sum)| planner.sum(SumPlace::CoupDeFoudre(i as u8), sum));
            planned.collect()
        })?;
        let arrow = self.arrow(&coup.arrow, &sums)?;
        Ok(CoupDeFoudre { sums, arrow })
    }

    fn arrow(&mut self, arrow: &Field<Vec<usize>>, sums: &Field<Vec<Field<Sum>>>) -> Result<Field<Vec<usize>>> {
        let count = self.design.numbers.coup_de_foudre.sums.len();
        match arrow {
            Field::Legible(_) | Field::Absent => return Ok(arrow.clone()),
            Field::Unread(reason) => {
                let places = (0..count).flat_map(|i| self.arrow_places(i, sums)).collect();
                return self.cover(Element::Arrow, *reason, places).map(|()| Field::Absent);
            }
            Field::Incomplete(_) => self.damages.push((Element::Arrow, vec![Element::Arrow])),
        }
        match arrow {
            Field::Incomplete(Some(at)) if !at.is_empty() => Ok(Field::Legible(at.clone())),
            _ => {
                // Where sums are printed, the arrow stands at one of them.
                let printed = sums.legible().map_or(0, Vec::len).clamp(1, count);
                let at = element_rng(self.seed, Element::Arrow, PURPOSE_TEXT).random_range(0..printed);
                Ok(Field::Legible(vec![at]))
            }
        }
    }

    /// Where the arrow of sum `index` may stand: on its letters' side, or on both where there is no such sum.
    fn arrow_places(&self, index: usize, sums: &Field<Vec<Field<Sum>>>) -> Vec<Rect<PrintMm>> {
        let sum = sums.legible().and_then(|sums| sums.get(index)).and_then(Field::legible);
        let sides = match sum {
            Some(sum) => vec![layout::letters_side(sum)],
            None => vec![LettersPosition::Above, LettersPosition::Below],
        };
        let [width, height] = self.design.numbers.marks.arrow.size_mm;
        let centres = sides
            .into_iter()
            .filter_map(|side| layout::arrow_centre(self.design, SumPlace::CoupDeFoudre(index as u8), side));
        centres.map(|centre| Rect::centred(centre, width, height)).collect()
    }

    fn declaration(&mut self, declaration: &Declaration) -> Result<Declaration> {
        let element = Element::Sentence;
        let design = self.design;
        let sentence = match &declaration.sentence {
            Field::Unread(reason) => {
                let text = legal::sentence(&mut element_rng(self.seed, element, PURPOSE_TEXT));
                let place = layout::ink_box(design, &layout::sentence(design, &text)?);
                self.cover(element, *reason, place.into_iter().collect())?;
                Field::Legible(text)
            }
            field => self.text(field, element, TextStyle::Sentence, &[], legal::sentence)?,
        };
        Ok(Declaration { sentence })
    }

    fn vie_a_deux(&mut self, vie: &VieADeux) -> Result<VieADeux> {
        let symbols = self.whole(&vie.symbols, Element::Symbols, legal::symbols, |planner, symbols| {
            let planned = symbols.iter().enumerate().map(|(i, symbol)| planner.symbol(i, symbol));
            planned.collect()
        })?;
        Ok(VieADeux { symbols })
    }

    fn symbol(&mut self, index: usize, symbol: &Field<Symbol>) -> Result<Field<Symbol>> {
        // A symbol is its own only part.
        self.whole(symbol, Element::Symbol(index as u8), legal::symbol, |_, symbol| Ok(symbol.clone()))
    }

    fn sum(&mut self, place: SumPlace, sum: &Field<Sum>) -> Result<Field<Sum>> {
        self.whole(
            sum,
            Element::Sum(place),
            |rng| legal::sum(place, rng),
            |planner, sum| {
                let sides = planner.sides(place, sum)?;
                let centre = layout::figures_centre(planner.design, place);
                let figures =
                    planner.text(&sum.figures, Element::Figures(place), TextStyle::Figures, &[centre], |rng| {
                        legal::figures(place, rng)
                    })?;
                let centres: Vec<_> =
                    sides.iter().map(|side| layout::letters_centre(planner.design, place, *side)).collect();
                let letters =
                    planner.text(&sum.letters, Element::Letters(place), TextStyle::Letters, &centres, |rng| {
                        legal::letters(place, figures.legible().map(String::as_str), rng)
                    })?;
                let star = planner.star(place, &sum.star, &figures)?;
                Ok(Sum { figures, letters, star, letters_position: Field::Legible(sides[0]) })
            },
        )
    }

    /// The side on which letters stand; both where they lie under latex with their side.
    fn sides(&self, place: SumPlace, sum: &Sum) -> Result<Vec<LettersPosition>> {
        let element = Element::LettersPosition(place);
        match &sum.letters_position {
            Field::Legible(side) => Ok(vec![*side]),
            Field::Absent => Ok(vec![layout::DEFAULT_SIDE]),
            Field::Incomplete(_) => Err(unprintable(element, "a side has no ink that could be incomplete")),
            Field::Unread(Reason::Covered) if matches!(sum.letters, Field::Unread(_)) => {
                Ok(vec![LettersPosition::Above, LettersPosition::Below])
            }
            Field::Unread(Reason::Covered) => Err(unprintable(
                element,
                "the side is covered only where the letters are `{\"unread\": \"covered\"}` too",
            )),
            Field::Unread(reason) => Err(picture_reason(element, *reason)),
        }
    }

    fn star(&mut self, place: SumPlace, star: &Field<bool>, figures: &Field<String>) -> Result<Field<bool>> {
        let element = Element::Star(place);
        match star {
            Field::Legible(_) | Field::Absent => Ok(star.clone()),
            Field::Incomplete(_) => {
                self.damages.push((element, vec![element]));
                Ok(Field::Legible(true))
            }
            Field::Unread(reason) => {
                let design = self.design;
                let glyphs = match (figures.legible(), layout::figures_centre(design, place)) {
                    (Some(text), Some(centre)) => layout::line(design, TextStyle::Figures, text, centre).ok(),
                    _ => None,
                };
                let star = layout::star(design, place, &glyphs.unwrap_or_default());
                let box_mm = star.and_then(|star| layout::ink_box(design, &[star]));
                self.cover(element, *reason, box_mm.into_iter().collect()).map(|()| Field::Absent)
            }
        }
    }

    /// A text; `centres` are the places it may stand at, covered where it is not to be seen.
    fn text(
        &mut self,
        field: &Field<String>,
        element: Element,
        style: TextStyle,
        centres: &[Option<Point<PrintMm>>],
        draw: impl FnOnce(&mut ChaCha8Rng) -> String,
    ) -> Result<Field<String>> {
        let mut rng = element_rng(self.seed, element, PURPOSE_TEXT);
        match field {
            Field::Legible(_) | Field::Absent => Ok(field.clone()),
            Field::Incomplete(text) => {
                self.damages.push((element, vec![element]));
                let text = text.as_ref().filter(|text| !text.trim().is_empty()).cloned();
                Ok(Field::Legible(text.unwrap_or_else(|| draw(&mut rng))))
            }
            Field::Unread(reason) => {
                let text = draw(&mut rng);
                let design = self.design;
                let places = centres
                    .iter()
                    .flatten()
                    .filter_map(|centre| layout::line(design, style, &text, *centre).ok())
                    .filter_map(|glyphs| layout::ink_box(design, &glyphs))
                    .collect();
                // Kept in the plan, so that a star finds its place before covered figures.
                self.cover(element, *reason, places).map(|()| Field::Legible(text))
            }
        }
    }

    fn cover(&mut self, element: Element, reason: Reason, places: Vec<Rect<PrintMm>>) -> Result<()> {
        if reason != Reason::Covered {
            return Err(picture_reason(element, reason));
        }
        if places.is_empty() {
            return Err(unprintable(element, "the design has no such place to cover"));
        }
        self.covers.push(Cover { element, places });
        Ok(())
    }
}

/// Where ink of a whole may stand.
fn places_within(design: &Design, element: Element) -> Vec<Rect<PrintMm>> {
    let numbers = &design.numbers;
    let block = |place| {
        let (width, height) = (numbers.sum.width_mm, numbers.sum.height_mm);
        layout::figures_centre(design, place).map(|centre| Rect::centred(centre, width, height))
    };
    let all = |elements: Vec<Element>| elements.into_iter().flat_map(|e| places_within(design, e)).collect();
    match element {
        Element::Day(i) => {
            let (width, height) = (numbers.rencontre.days_width_mm, numbers.text.days.cap_height_mm);
            let centre = layout::day_centre(design, usize::from(i));
            centre.map(|centre| Rect::centred(centre, width, height)).into_iter().collect()
        }
        Element::Symbol(i) => {
            let [width, height] = numbers.vie_a_deux.size_mm;
            let centre = layout::symbol_centre(design, usize::from(i));
            centre.map(|centre| Rect::centred(centre, width, height)).into_iter().collect()
        }
        Element::Sum(place) => block(place).into_iter().collect(),
        Element::Days => all((0..2).map(Element::Day).collect()),
        Element::Sums | Element::Surface(Surface::CoupDeFoudre) => {
            all((0..3).map(|i| Element::Sum(SumPlace::CoupDeFoudre(i))).collect())
        }
        Element::Symbols | Element::Surface(Surface::VieADeux) => all((0..4).map(Element::Symbol).collect()),
        Element::Surface(Surface::Rencontre) => all(vec![Element::Days, Element::Sum(SumPlace::Rencontre)]),
        Element::Surface(Surface::Declaration) | Element::Sentence => vec![numbers.declaration.box_mm],
        Element::Arrow | Element::Figures(_) | Element::Letters(_) | Element::Star(_) | Element::LettersPosition(_) => {
            Vec::new()
        }
    }
}

/// The parts of a whole that may show its damage. Of a sum these are figures and letters, which article 3.6 names.
fn inked_parts(element: Element) -> Vec<Element> {
    let of_sum = |place| vec![Element::Figures(place), Element::Letters(place)];
    match element {
        Element::Days => (0..2).map(Element::Day).collect(),
        Element::Sum(place) => of_sum(place),
        Element::Sums | Element::Surface(Surface::CoupDeFoudre) => {
            (0..3).flat_map(|i| of_sum(SumPlace::CoupDeFoudre(i))).collect()
        }
        Element::Symbols | Element::Surface(Surface::VieADeux) => (0..4).map(Element::Symbol).collect(),
        Element::Surface(Surface::Rencontre) => of_sum(SumPlace::Rencontre),
        Element::Surface(Surface::Declaration) => vec![Element::Sentence],
        part => vec![part],
    }
}

fn picture_reason(element: Element, reason: Reason) -> Error {
    let reason = format!(
        "`{{\"unread\": \"{}\"}}` is the picture's and not the ticket's; only `covered` can be drawn",
        reason.name()
    );
    unprintable(element, &reason)
}

pub(super) fn unprintable(element: Element, reason: &str) -> Error {
    Error::Unprintable { element: element.to_string(), reason: reason.into() }
}
