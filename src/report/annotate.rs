//! Answers as a picture: the input with the ticket's outline, a box round every element, and what was read beside it.
//! Colour tells the state: green legible, grey not printed, red incomplete, orange unread.

use image::RgbImage;

use super::paint::{self, label, label_size, outline, state_colour};
use super::text::verdict_text;
use super::{ElementReading, TicketAnswer};
use crate::contents::{Element, Reason, State, Symbol};
use crate::geometry::{PhotoPx, Quad, Rect};
use crate::language::Language;
use crate::rules::{reason_name, symbol_name};
use crate::verdict::{Outcome, Verdict};

/// Labels are this part of the ticket's longer side tall.
const LABEL_SHARE: f64 = 1.0 / 62.0;
/// Lines are this part of it wide.
const LINE_SHARE: f64 = 1.0 / 800.0;
/// The smallest label that can be read.
const LEAST_LABEL_PX: f64 = 13.0;

/// Draws an answer over the picture that it is about.
pub fn annotated(picture: &RgbImage, ticket: &TicketAnswer, language: Language) -> RgbImage {
    let mut image = picture.clone();
    let side_px = ticket.quad.map_or(f64::from(picture.height()), longest_side);
    let size_px = (side_px * LABEL_SHARE).max(LEAST_LABEL_PX);
    let line_px = (side_px * LINE_SHARE).max(1.0);
    if let Some(quad) = ticket.quad {
        outline(&mut image, quad, 2.0 * line_px, paint::BLUE);
    }
    let headline = headline(&ticket.verdict, language);
    let (width, height) = label_size(&headline, 1.5 * size_px as f32);
    let frame = Rect::<PhotoPx>::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let headline_box = Rect::new(size_px / 2.0, size_px / 2.0, width, height);

    let shown: Vec<(&ElementReading, Quad<PhotoPx>, String)> = ticket
        .readings
        .iter()
        .filter_map(|reading| Some((reading, reading.quad?, caption(reading, language)?)))
        .collect();
    let mut taken: Vec<Rect<PhotoPx>> = shown.iter().map(|(_, quad, _)| quad.bounds().grown(line_px)).collect();
    taken.push(headline_box);
    for (reading, quad, _) in &shown {
        outline(&mut image, *quad, line_px, state_colour(reading.state));
    }
    for (reading, quad, caption) in &shown {
        let place = free_place(quad.bounds(), label_size(caption, size_px as f32), 2.0 * line_px, frame, &taken);
        label(&mut image, place, size_px as f32, state_colour(reading.state), caption);
        taken.push(place);
    }
    label(&mut image, headline_box, 1.5 * size_px as f32, verdict_colour(&ticket.verdict), &headline);
    image
}

fn longest_side(quad: Quad<PhotoPx>) -> f64 {
    (0..4).map(|i| quad.0[i].distance(quad.0[(i + 1) % 4])).fold(0.0, f64::max)
}

/// The verdict, and the codes of what decides it.
fn headline(verdict: &Verdict, language: Language) -> String {
    let mut codes: Vec<&str> =
        verdict.findings.iter().filter(|f| f.code.decides() == Some(verdict.outcome)).map(|f| f.code.name()).collect();
    codes.dedup();
    let text = verdict_text(verdict, language);
    if codes.is_empty() { text } else { format!("{text}: {}", codes.join(", ")) }
}

fn verdict_colour(verdict: &Verdict) -> image::Rgb<u8> {
    match verdict.outcome {
        Outcome::Winning => paint::GREEN,
        Outcome::Losing => paint::GREY,
        Outcome::PrintAnomaly => paint::RED,
        Outcome::Review => paint::ORANGE,
    }
}

/// What stands beside an element's box; `None` for a star that is not there, which is nothing to tell.
fn caption(reading: &ElementReading, language: Language) -> Option<String> {
    let read = || match (reading.element, reading.text.as_deref()) {
        (Element::Star(_), _) => language.pick("étoile", "star").to_owned(),
        (Element::Arrow, _) => language.pick("flèche", "arrow").to_owned(),
        (Element::Symbol(_), Some(name)) => symbol_name(&Symbol::from_name(name), language),
        (_, text) => text.unwrap_or_default().to_owned(),
    };
    let with_read = |state: &str| format!("{} {state}", read()).trim_start().to_owned();
    match (reading.state, reading.element) {
        (State::Absent, Element::Star(_)) => None,
        (State::Legible, _) => Some(read()),
        (State::Absent, _) => Some(language.pick("non imprimé", "not printed").to_owned()),
        (State::Incomplete, _) => Some(with_read(language.pick("(incomplet)", "(incomplete)"))),
        // What is guessed under a cover means nothing.
        (State::Unread(Reason::Covered), _) => Some(reason_name(Reason::Covered, language).to_owned()),
        (State::Unread(reason), _) => Some(with_read(&format!("? {}", reason_name(reason, language)))),
    }
}

/// The place for a label of `size` beside `own` that hides least: right, below, above or left of it.
fn free_place(
    own: Rect<PhotoPx>,
    (width, height): (f64, f64),
    gap: f64,
    frame: Rect<PhotoPx>,
    taken: &[Rect<PhotoPx>],
) -> Rect<PhotoPx> {
    let middle = own.centre();
    let places = [
        (own.right() + gap, middle.y - height / 2.0),
        (middle.x - width / 2.0, own.bottom() + gap),
        (middle.x - width / 2.0, own.top - gap - height),
        (own.left - gap - width, middle.y - height / 2.0),
        (own.left, own.bottom() + gap),
        (own.right() - width, own.bottom() + gap),
    ];
    let hidden = |place: &Rect<PhotoPx>| {
        let outside = width * height - common_area(*place, frame);
        // In whole pixels, so that rounding does not choose between places that hide nothing.
        (taken.iter().map(|other| common_area(*place, *other)).sum::<f64>() + 10.0 * outside).round().abs()
    };
    let places = places.map(|(left, top)| Rect::new(left, top, width, height));
    // The first of equals: `min_by` keeps it.
    places.into_iter().min_by(|a, b| hidden(a).total_cmp(&hidden(b))).unwrap_or(own)
}

fn common_area(a: Rect<PhotoPx>, b: Rect<PhotoPx>) -> f64 {
    let width = a.right().min(b.right()) - a.left.max(b.left);
    let height = a.bottom().min(b.bottom()) - a.top.max(b.top);
    width.max(0.0) * height.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_goes_where_it_hides_nothing() {
        let frame = Rect::new(0.0, 0.0, 100.0, 100.0);
        let own = Rect::new(40.0, 40.0, 20.0, 10.0);
        let right = free_place(own, (20.0, 8.0), 2.0, frame, &[own]);
        assert_eq!(right, Rect::new(62.0, 41.0, 20.0, 8.0));
        let neighbour = Rect::new(65.0, 30.0, 20.0, 30.0);
        let below = free_place(own, (20.0, 8.0), 2.0, frame, &[own, neighbour]);
        assert_eq!(below, Rect::new(40.0, 52.0, 20.0, 8.0));
        let at_the_edge = Rect::new(80.0, 85.0, 20.0, 15.0);
        let above = free_place(at_the_edge, (20.0, 8.0), 2.0, frame, &[at_the_edge]);
        assert_eq!(above, Rect::new(80.0, 75.0, 20.0, 8.0));
        let odd = Rect::new(40.1, 40.3, 20.7, 10.9);
        for width in 1..200 {
            let size = (f64::from(width) * 0.173, 7.77);
            assert_eq!(free_place(odd, size, 2.0, frame, &[odd]).left, odd.right() + 2.0, "{size:?}");
        }
    }
}
