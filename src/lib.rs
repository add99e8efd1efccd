//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod capture;
pub mod contents;
pub mod design;
pub mod error;
pub mod geometry;
pub mod ink;
pub mod inspect;
pub mod language;
pub mod locate;
pub mod read;
pub mod recognize;
pub mod rectify;
pub mod render;
pub mod report;
pub mod rules;
pub mod simulate;
pub mod surfaces;
pub mod symbols;
pub mod text;
pub mod verdict;

use std::time::{Duration, Instant};

use geometry::Rect;
use image::imageops::{self, FilterType};

/// What a design looks like to the pipeline: made once, shared by all threads.
pub struct Model {
    /// The design.
    pub design: design::Design,
    artwork: locate::ArtworkModel,
    flat: ink::FlatArtwork,
    surfaces: [ink::Ground; 4],
}

impl Model {
    /// Prepares `design`.
    pub fn new(design: design::Design) -> Self {
        /// Resolution of the artwork that the locator's patches are cut from.
        const LOCATE_PX_PER_MM: f64 = 8.0;
        let areas = design.numbers.areas().map(|(_, rect)| rect);
        let artwork = design.artwork(LOCATE_PX_PER_MM);
        let locator = locate::ArtworkModel::new(&artwork, LOCATE_PX_PER_MM, &areas);
        let grey = capture::luma(&artwork);
        let small = imageops::resize(
            &grey,
            (design.numbers.size_mm[0] * ink::FlatArtwork::px_per_mm()).round() as u32,
            (design.numbers.size_mm[1] * ink::FlatArtwork::px_per_mm()).round() as u32,
            FilterType::Triangle,
        );
        let px_per_mm = 1.0 / design.numbers.ink.pitch_mm();
        let surfaces =
            areas.map(|area: Rect<_>| ink::Ground::new(capture::luma(&design.artwork_region(area, px_per_mm))));
        Self { artwork: locator, flat: ink::FlatArtwork::new(small, areas.to_vec()), surfaces, design }
    }
}

impl Model {
    /// The ink of the four surfaces of a located ticket.
    fn ink(&self, photo: &rectify::Mip, located: &locate::Located) -> [ink::InkMap; 4] {
        let light = self.flat.light(photo, &located.to_photo);
        let px_per_mm = 1.0 / self.design.numbers.ink.pitch_mm();
        let areas = self.design.numbers.areas();
        std::array::from_fn(|i| {
            self.flat.ink(photo, &located.to_photo, &light, areas[i].1, &self.surfaces[i], px_per_mm)
        })
    }
}

/// One thread's engines.
pub struct Engines {
    /// Templates made so far.
    pub case: text::template::TemplateCase,
    /// OCR.
    pub ocr: Box<dyn text::ReadText>,
}

/// A ticket read from a picture.
pub struct Verified {
    /// Where it lies.
    pub located: locate::Located,
    /// What it shows.
    pub recognition: recognize::Recognition,
    /// What the rule says of it.
    pub verdict: verdict::Verdict,
    /// Time each step took, by name, in order.
    pub timings: Vec<(&'static str, Duration)>,
}

/// Picture to verdict.
///
/// # Errors
/// [`error::Error::NoTicket`] when the design's artwork is not in the picture, [`error::Error::Ocr`] when the OCR engine
/// fails.
pub fn verify(picture: &capture::Picture, model: &Model, engines: &mut Engines) -> Result<Verified, error::Error> {
    let mut clock = Clock::start();
    let photo = rectify::Mip::new(&picture.luma);
    let located = model.artwork.locate(&photo)?;
    clock.step("locate");
    let maps = model.ink(&photo, &located);
    clock.step("rectify");
    let evidence = read::read(maps, &model.design, &mut engines.case, engines.ocr.as_mut())?;
    clock.step("read");
    let recognition = recognize::recognize(evidence);
    let verdict = rules::judge(&recognition.contents);
    clock.step("judge");
    Ok(Verified { located, recognition, verdict, timings: clock.steps })
}

/// Stop watch over the steps.
struct Clock {
    last: Instant,
    steps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Self {
        Self { last: Instant::now(), steps: Vec::new() }
    }

    fn step(&mut self, name: &'static str) {
        let now = Instant::now();
        self.steps.push((name, now - self.last));
        self.last = now;
    }
}
