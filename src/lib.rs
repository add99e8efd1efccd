//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.
//!
//! The program is one walk from picture to verdict; [`verify`] is the whole of it:
//!
//! 1. [`capture`]: the bytes of a file become an upright picture, within limits.
//! 2. [`locate`]: the design's own artwork is looked for on it, whatever it lies on and whichever way up.
//! 3. [`rectify`]: any part of the ticket is sampled flat, at the resolution a step needs.
//! 4. [`ink`]: light is evened out and the artwork taken away; what remains is the variable print.
//! 5. [`read`]: the print is cut into its elements ([`surfaces`]); a template reader in the design's own type and OCR
//!    read the lines ([`text`]), template matching the symbols and marks ([`symbols`]), and an inspector checks that
//!    every dot of what was read is there ([`inspect`]).
//! 6. [`recognize`]: the evidence becomes the ticket's [`contents`], by thresholds that stand there and nowhere else.
//! 7. [`rules`]: the contents become a [`verdict`], by the rule of 27 December 2007, article by article.
//!
//! Beside the walk: a ticket [`design`] as data; [`render`], which draws a ticket from its contents, and [`simulate`],
//! which captures it as a scanner would; [`report`], one file per output format.

pub mod geometry;
pub mod contents;
pub mod language;
pub mod error;
pub mod design;
pub mod capture;
pub mod locate;
pub mod rectify;
pub mod ink;
pub mod surfaces;
pub mod text;
pub mod symbols;
pub mod inspect;
pub mod read;
pub mod recognize;
pub mod rules;
pub mod verdict;
pub mod report;
pub mod render;
pub mod simulate;

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

impl Engines {
    /// Tesseract with the embedded French model, and no templates yet.
    ///
    /// # Errors
    /// [`error::Error::Ocr`] when the Tesseract library refuses the model.
    pub fn new() -> Result<Self, error::Error> {
        Ok(Self { case: text::template::TemplateCase::default(), ocr: Box::new(text::TesseractReader::new()?) })
    }
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
