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
}

/// Picture to verdict.
pub fn verify(picture: &capture::Picture, model: &Model, engines: &mut Engines) -> Result<Verified, error::Error> {
    let photo = rectify::Mip::new(&picture.luma);
    let located = model.artwork.locate(&photo)?;
    let light = model.flat.light(&photo, &located.to_photo);
    let px_per_mm = 1.0 / model.design.numbers.ink.pitch_mm();
    let areas = model.design.numbers.areas();
    let maps = std::array::from_fn(|i| {
        let artwork = &model.surfaces[i];
        model.flat.ink(&photo, &located.to_photo, &light, areas[i].1, artwork, px_per_mm)
    });
    let recognition = recognize::recognize(maps, &model.design, &mut engines.case, engines.ocr.as_mut())?;
    let verdict = rules::judge(&recognition.contents);
    Ok(Verified { located, recognition, verdict })
}
