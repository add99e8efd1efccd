//! Is a design fit to print every ticket the rule allows? Every legal text in every place, both sides, with and without
//! its marks, must be printable, stay in its play area and keep off everything else.

use std::collections::BTreeSet;

use image::{Rgb, RgbImage};

use super::Design;
use super::ink::TextStyle;
use super::layout;
use crate::contents::{
    Contents, CoupDeFoudre, Declaration, Element, Field, LettersPosition, Rencontre, Sum, Symbol, VieADeux,
};
use crate::geometry::{Mm, Point, PrintMm, Rect};
use crate::rules::game;

/// Characters that French sentences need beyond those of the rule's own texts.
const SENTENCE_CHARACTERS: &str =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZàâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ'’,.;:!?-… ";

/// What is wrong with `design`, as `key: reason` lines; empty when it is fit to print.
pub fn faults(design: &Design) -> Vec<String> {
    let mut faults = BTreeSet::new();
    faults.extend(area_faults(design));
    faults.extend(glyph_faults(design));
    faults.extend(block_faults(design));
    for contents in every_ticket() {
        if let Err(error) = layout::ticket(&contents, design) {
            faults.insert(error.to_string());
        }
    }
    faults.into_iter().collect()
}

/// A named box of a design.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedBox {
    /// Key of `design.toml`.
    pub key: String,
    /// Where it lies on a ticket whose print is not shifted.
    pub box_mm: Rect<Mm>,
    /// Whether it is a play area, which holds the other boxes.
    pub is_area: bool,
}

/// Every place of the design: play areas, and in them the places of days, sums, sentence and symbols.
pub fn boxes(design: &Design) -> Vec<NamedBox> {
    let numbers = &design.numbers;
    let named = |key: String, r: Rect<PrintMm>| NamedBox {
        key,
        box_mm: Rect::new(r.left, r.top, r.width, r.height),
        is_area: false,
    };
    let at = |centre: Point<PrintMm>, [width, height]: [f64; 2]| Rect::centred(centre, width, height);
    let areas = numbers.areas().into_iter();
    let mut all: Vec<NamedBox> =
        areas.map(|(key, box_mm)| NamedBox { key: format!("{key}.area_mm"), box_mm, is_area: true }).collect();
    for (i, day) in numbers.rencontre.days.iter().enumerate() {
        let size = [numbers.rencontre.days_width_mm, numbers.text.days.cap_height_mm];
        all.push(named(format!("rencontre.days[{i}]"), at(day.centre_mm, size)));
    }
    let block = [numbers.sum.width_mm, numbers.sum.height_mm];
    all.push(named("rencontre.sum".into(), at(numbers.rencontre.sum.centre_mm, block)));
    for (i, sum) in numbers.coup_de_foudre.sums.iter().enumerate() {
        all.push(named(format!("coup_de_foudre.sums[{i}]"), at(sum.centre_mm, block)));
    }
    all.push(named("declaration.box_mm".into(), numbers.declaration.box_mm));
    for (i, symbol) in numbers.vie_a_deux.symbols.iter().enumerate() {
        all.push(named(format!("vie_a_deux.symbols[{i}]"), at(symbol.centre_mm, numbers.vie_a_deux.size_mm)));
    }
    all
}

/// The boxes drawn over the artwork, each with its key: play areas in blue, places in red, and in them the ink of the
/// widest texts.
pub fn drawing(design: &Design, px_per_mm: f64) -> RgbImage {
    let mut image = design.artwork(px_per_mm);
    let sample = every_ticket().into_iter().next_back();
    let placed = sample.and_then(|ticket| layout::ticket(&ticket, design).ok()).unwrap_or_default();
    let pitch = design.numbers.ink.pitch_mm();
    let radius = design.numbers.ink.dot_diameter_mm / 2.0;
    for (x, y) in placed.iter().flat_map(|element| &element.glyphs).flat_map(layout::PlacedGlyph::cells) {
        let centre = Point::<Mm>::new((f64::from(x) + 0.5) * pitch, (f64::from(y) + 0.5) * pitch);
        fill(&mut image, Rect::centred(centre, 2.0 * radius, 2.0 * radius), px_per_mm, design.ink_rgb());
    }
    for NamedBox { key, box_mm, is_area } in boxes(design) {
        let (colour, line_mm) = if is_area { ([0, 70, 230], 0.4) } else { ([220, 0, 30], 0.25) };
        let (w, h, l) = (box_mm.width, box_mm.height, line_mm);
        for edge in [[0.0, 0.0, w, l], [0.0, h - l, w, l], [0.0, 0.0, l, h], [w - l, 0.0, l, h]] {
            let edge = Rect::new(box_mm.left + edge[0], box_mm.top + edge[1], edge[2], edge[3]);
            fill(&mut image, edge, px_per_mm, colour);
        }
        // One pixel a dot: small, but legible at the resolutions a screen shows.
        let mut pen = ((box_mm.left + 0.6) * px_per_mm) as i32;
        let baseline = ((box_mm.top - 0.2).max(2.0) * px_per_mm) as i32;
        let label = if is_area { key.as_str() } else { key.split('.').next_back().unwrap_or(&key) };
        for glyph in label.chars().filter_map(|c| design.glyph(TextStyle::Letters, c)) {
            for (x, y) in glyph.shape.cells() {
                let at = Point::<Mm>::new(f64::from(pen + x) / px_per_mm, f64::from(baseline + y) / px_per_mm);
                fill(&mut image, Rect::new(at.x, at.y, 1.0 / px_per_mm, 1.0 / px_per_mm), px_per_mm, colour);
            }
            pen += glyph.advance_dots;
        }
    }
    image
}

/// Paints the pixels whose centres lie in `rect`.
fn fill(image: &mut RgbImage, rect: Rect<Mm>, px_per_mm: f64, colour: [u8; 3]) {
    let pixel = |mm: f64, most: u32| ((mm * px_per_mm).round().max(0.0) as u32).min(most);
    let (width, height) = image.dimensions();
    for y in pixel(rect.top, height)..pixel(rect.bottom(), height) {
        for x in pixel(rect.left, width)..pixel(rect.right(), width) {
            image.put_pixel(x, y, Rgb(colour));
        }
    }
}

/// Areas inside the ticket, places inside their area, none on another of its kind.
fn area_faults(design: &Design) -> Vec<String> {
    let mut faults = Vec::new();
    let all = boxes(design);
    let inside = |inner: Rect<Mm>, outer: Rect<Mm>| {
        outer.contains(Point::new(inner.left, inner.top)) && outer.contains(Point::new(inner.right(), inner.bottom()))
    };
    for (i, a) in all.iter().enumerate() {
        let surface = a.key.split('.').next().unwrap_or_default();
        let area = all.iter().find(|b| b.is_area && b.key.starts_with(surface));
        let (outer, name) = match area {
            Some(area) if !a.is_area => (area.box_mm, area.key.as_str()),
            _ => (design.bounds(), "size_mm"),
        };
        if !inside(a.box_mm, outer) {
            faults.push(format!("{}: {:?} mm does not lie inside {name}, {outer:?} mm", a.key, a.box_mm));
        }
        for b in all[i + 1..].iter().filter(|b| b.is_area == a.is_area && overlap(a.box_mm, b.box_mm)) {
            faults.push(format!("{}: {:?} mm overlaps {}, {:?} mm", a.key, a.box_mm, b.key, b.box_mm));
        }
    }
    faults
}

/// Whether two rectangles overlap by more than a micrometre; edges may meet.
fn overlap<F>(a: Rect<F>, b: Rect<F>) -> bool {
    let a = a.grown(-0.0005);
    a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom()
}

/// Characters that a style's font lacks.
fn glyph_faults(design: &Design) -> Vec<String> {
    let lacks = |style, key: &str, text: &str| -> Vec<String> {
        let missing = text.chars().filter(|&c| design.glyph(style, c).is_none());
        missing.map(|c| format!("text.{key}.font: {} has no glyph for {c:?}", design.font_name(style))).collect()
    };
    let mut faults = lacks(TextStyle::Sentence, "sentence", SENTENCE_CHARACTERS);
    faults.extend(lacks(TextStyle::Figures, "figures", "0123456789 €"));
    faults.extend(game::WEEKDAYS.iter().flat_map(|day| lacks(TextStyle::Days, "days", day)));
    let lines = game::RENCONTRE_SUMS.iter().chain(&game::COUP_DE_FOUDRE_SUMS);
    faults.extend(lines.flat_map(|line| lacks(TextStyle::Letters, "letters", line.letters)));
    faults
}

/// Texts that reach out of the boxes which the design gives them.
fn block_faults(design: &Design) -> Vec<String> {
    let mut faults = Vec::new();
    let all = boxes(design);
    let block_of = |element: Element| {
        let key = match element {
            Element::Figures(place) | Element::Letters(place) | Element::Star(place) => Element::Sum(place).to_string(),
            Element::Sentence => "declaration.box_mm".into(),
            Element::Day(_) | Element::Symbol(_) => element.to_string(),
            _ => return None,
        };
        all.iter().find(|b| b.key == key)
    };
    // Whatever stands above or below the capitals' height: an accent, the tail of a Q, the rim of the last dots.
    let slack_mm = 1.0;
    for contents in every_ticket() {
        for element in layout::ticket(&contents, design).unwrap_or_default() {
            let Some(block) = block_of(element.element) else { continue };
            let (ink, room) = (element.box_mm, block.box_mm);
            if ink.left < room.left - 0.05
                || ink.right() > room.right() + 0.05
                || ink.top < room.top - slack_mm
                || ink.bottom() > room.bottom() + slack_mm
            {
                faults.push(format!(
                    "{}: {:?} takes {ink:.1?} mm, the place is {room:.1?} mm",
                    block.key, element.printed
                ));
            }
        }
    }
    faults
}

/// Tickets that between them hold every legal text at every place and side, with every mark, and every symbol.
fn every_ticket() -> Vec<Contents> {
    let mut tickets = Vec::new();
    for side in [LettersPosition::Above, LettersPosition::Below] {
        for (i, line) in game::COUP_DE_FOUDRE_SUMS.iter().enumerate() {
            let first = &game::RENCONTRE_SUMS[i % game::RENCONTRE_SUMS.len()];
            for arrow in 0..game::SUMS {
                let day = |k: usize| Field::Legible(game::WEEKDAYS[(i + k) % game::WEEKDAYS.len()].to_string());
                let symbol = |k: usize| Field::Legible(Symbol::KNOWN[(i + k) % Symbol::KNOWN.len()].clone());
                tickets.push(Contents {
                    rencontre: Field::Legible(Rencontre {
                        days: Field::Legible((0..game::DAYS).map(day).collect()),
                        sum: sum(first, side),
                    }),
                    coup_de_foudre: Field::Legible(CoupDeFoudre {
                        sums: Field::Legible((0..game::SUMS).map(|_| sum(line, side)).collect()),
                        arrow: Field::Legible(vec![arrow]),
                    }),
                    declaration: Field::Legible(Declaration {
                        sentence: Field::Legible("Mon amour, tu es la lumière de mes jours".into()),
                    }),
                    vie_a_deux: Field::Legible(VieADeux {
                        symbols: Field::Legible((0..game::SYMBOLS).map(symbol).collect()),
                    }),
                });
            }
        }
    }
    tickets
}

fn sum(line: &game::SumLine, side: LettersPosition) -> Field<Sum> {
    Field::Legible(Sum {
        figures: Field::Legible(game::figures(line.euros)),
        letters: Field::Legible(line.letters.into()),
        star: Field::Legible(true),
        letters_position: Field::Legible(side),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_design_is_fit_to_print() {
        assert_eq!(faults(&Design::reference().unwrap()), Vec::<String>::new());
    }

    #[test]
    fn a_sum_too_near_its_neighbour_is_named() {
        let mut design = Design::reference().unwrap();
        design.numbers.coup_de_foudre.sums[1].centre_mm = design.numbers.coup_de_foudre.sums[2].centre_mm;
        let faults = faults(&design);
        assert!(
            faults.iter().any(|f| f.starts_with("coup_de_foudre.sums[1]: ") && f.contains("overlaps")),
            "{faults:?}"
        );
    }
}
