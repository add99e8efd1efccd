//! What the pipeline found on a picture, as an answer.

use serde_json::{Map, Value, json};

use super::json::rounded;
use super::{Answer, ElementReading, TicketAnswer};
use crate::Verified;
use crate::contents::{Contents, Element, Field, State};
use crate::design::Design;
use crate::geometry::{Mm, PhotoPx, PrintMm, Quad, Rect};
use crate::recognize::Reading;
use crate::text::tesseract;

impl Answer {
    /// The answer for the only ticket of a picture's first page, with what the README documents beside the contract's
    /// keys: how the ticket was found, how its print looks, and what the readings depend on.
    pub fn of_picture(source: impl Into<String>, verified: &Verified, design: &Design) -> Self {
        let mut answer = Self::ticket(source, 1, 1, TicketAnswer::of_picture(verified));
        answer.extra = background(verified, design);
        answer
    }

    /// Adds the time of every step to the JSON, in milliseconds; answers are the same for the same bytes without it.
    pub fn add_timings(&mut self, timings: &[(&'static str, std::time::Duration)]) {
        let steps: Map<String, Value> =
            timings.iter().map(|(step, time)| ((*step).to_owned(), rounded(time.as_secs_f64() * 1e3, 1e2))).collect();
        self.extra.insert("timings_ms".to_owned(), steps.into());
    }
}

impl TicketAnswer {
    /// The answer for a ticket found on a picture.
    pub fn of_picture(verified: &Verified) -> Self {
        let contents = verified.recognition.contents.clone();
        let readings = shown_readings(verified).map(|r| element_reading(r, &contents, verified)).collect();
        Self { verdict: verified.verdict.clone(), quad: Some(verified.located.quad), readings, contents }
    }
}

/// The readings but for lines of the sentence's box that are blank, as long as another one is not.
pub(super) fn shown_readings(verified: &Verified) -> impl Iterator<Item = &Reading> {
    let readings = &verified.recognition.readings;
    let blank = |r: &&Reading| r.element == Element::Sentence && r.text.is_none();
    let written = readings.iter().any(|r| r.element == Element::Sentence && r.text.is_some());
    readings.iter().filter(move |r| !(written && blank(r)))
}

/// Where a rectangle of the print lies in the picture.
fn on_picture(rect: Rect<PrintMm>, verified: &Verified) -> Quad<PhotoPx> {
    let artwork: Quad<Mm> = verified.recognition.ticket.frame.to_artwork.map_quad(rect.quad());
    verified.located.to_photo.map_quad(artwork)
}

fn element_reading(reading: &Reading, contents: &Contents, verified: &Verified) -> ElementReading {
    let state = contents.state(reading.element);
    let text = match (state, reading.element) {
        // A place that was searched in vain has the name of what was looked for.
        (State::Absent, _) => None,
        (State::Legible, Element::Symbol(i)) => symbol_name(contents, i).or_else(|| reading.text.clone()),
        _ => reading.text.clone(),
    };
    ElementReading {
        element: reading.element,
        state,
        text,
        raw: reading.raw.clone(),
        quad: Some(on_picture(reading.box_mm, verified)),
        scores: reading.scores.iter().map(|(name, score)| ((*name).to_owned(), *score)).collect(),
    }
}

fn symbol_name(contents: &Contents, index: u8) -> Option<String> {
    let symbols = contents.vie_a_deux.legible()?.symbols.legible()?;
    symbols.get(usize::from(index)).and_then(Field::legible).map(|symbol| symbol.name().to_owned())
}

fn background(verified: &Verified, design: &Design) -> Map<String, Value> {
    let registration = &verified.located.registration;
    let recognition = &verified.recognition;
    let mut keys = Map::new();
    keys.insert(
        "registration".to_owned(),
        json!({
            "patches_found": registration.found,
            "patches_visible": registration.visible,
            "rms_mm": rounded(registration.rms_mm, 1e4),
        }),
    );
    keys.insert(
        "look".to_owned(),
        json!({
            "gain_mm": rounded(recognition.look.gain_mm(), 1e3),
            "blur_mm": rounded(recognition.look.blur_dots() * recognition.ticket.frame.pitch_mm, 1e3),
        }),
    );
    let versions = json!({ "ticketproof": env!("CARGO_PKG_VERSION"), "tesseract": tesseract::version() });
    keys.insert("versions".to_owned(), versions);
    keys.insert("hashes".to_owned(), json!({ "design": design.hash(), "model": tesseract::MODEL_SHA256 }));
    keys
}
