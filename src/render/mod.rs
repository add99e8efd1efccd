//! Contents and design to a flat picture of the ticket, edge to edge, with the truth about it.
//!
//! Artwork first, then the variable print dot by dot as an ink-jet head lays it, damaged where the contents say
//! `incomplete`, then latex where they say `covered`. The same contents, design, resolution, press and seed always give
//! the same picture. What can fail: a text that does not fit, a character the font lacks, a reason for `unread` that is
//! the picture's and not the ticket's.

mod damage;
mod dots;
mod latex;
mod lay;
mod legal;
mod plan;
mod png;
mod press;
mod truth;

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{Rgb, RgbImage};

pub use damage::DefectKind;
pub use lay::{Coverage, ink_coverage};
pub use png::encode_png;
pub use press::Press;
pub use truth::{TrueCover, TrueDefect, TrueElement, Truth};

use crate::contents::{Contents, Element};
use crate::design::Design;
use crate::design::layout::{self, PlacedElement, Printed};
use crate::error::{Error, Result};
use crate::geometry::{Homography, Mm, PrintMm, Rect};
use damage::Damaged;
use dots::Dots;
use latex::Latex;
use lay::{Laid, PixelToPrint};
use plan::Plan;

/// Least and greatest resolution of a rendered ticket.
pub const DPI: std::ops::RangeInclusive<f64> = 100.0..=1200.0;

/// How much of the paper's light a nominal layer of ink takes: the ink is slightly transparent.
const OPACITY: f64 = 0.97;

/// A rendered ticket.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The picture, `round(size * dpi / 25.4)` pixels each way, times the press's stretch.
    pub image: RgbImage,
    /// Where everything lies.
    pub truth: Truth,
}

/// Renders tickets of one design at one resolution; keeps the artwork.
pub struct Renderer<'a> {
    design: &'a Design,
    dpi: f64,
    artwork: RgbImage,
}

/// Renders one ticket. For many, keep a [`Renderer`].
///
/// # Errors
/// As [`Renderer::new`] and [`Renderer::render`].
pub fn render(contents: &Contents, design: &Design, dpi: f64, press: &Press, seed: u64) -> Result<Rendered> {
    Renderer::new(design, dpi)?.render(contents, press, seed)
}

impl<'a> Renderer<'a> {
    /// Draws the artwork at `dpi`.
    ///
    /// # Errors
    /// [`Error::Resolution`] outside [`DPI`].
    pub fn new(design: &'a Design, dpi: f64) -> Result<Self> {
        if !DPI.contains(&dpi) {
            return Err(Error::Resolution { dpi, min: *DPI.start(), max: *DPI.end() });
        }
        Ok(Self { design, dpi, artwork: design.artwork(dpi / 25.4) })
    }

    /// Renders one ticket. `seed` decides which defects incomplete elements show, what a text without TEXT reads, and
    /// how dots scatter; each element draws its own, so that changing one leaves the others as they were.
    ///
    /// # Errors
    /// [`Error::Unprintable`] names the element.
    pub fn render(&self, contents: &Contents, press: &Press, seed: u64) -> Result<Rendered> {
        let plan = plan::plan(contents, self.design, seed)?;
        let mut placed = layout::ticket(&plan.print, self.design)?;
        placed.retain(|element| !plan.covers.iter().any(|cover| cover.element == element.element));
        let damaged = self.damage(&plan, &placed, seed)?;

        let mut paper = Paper::new(self.design, &self.artwork, self.dpi, press);
        for (i, element) in placed.iter().enumerate() {
            let dots = damaged.iter().find(|d| d.shown_by == i).map(|d| d.damaged.dots.clone());
            if let Some(dots) = dots.or_else(|| Dots::of(&element.glyphs, 0)) {
                paper.ink(&dots, seed);
            }
        }
        let covers = paper.cover(&plan, &placed, seed);
        let truth = Truth {
            design: self.design.numbers.name.clone(),
            design_sha256: self.design.hash().into(),
            size_mm: self.design.numbers.size_mm,
            dpi: self.dpi,
            px_per_mm: paper.scale,
            seed,
            press: press.clone(),
            elements: placed.iter().map(|element| paper.true_element(element)).collect(),
            defects: damaged.iter().map(|d| paper.true_defect(d, &placed)).collect(),
            covers,
        };
        Ok(Rendered { image: paper.image, truth })
    }

    /// Damages one printed element for each that the plan calls damaged.
    fn damage(&self, plan: &Plan, placed: &[PlacedElement], seed: u64) -> Result<Vec<NamedDamage>> {
        use rand::RngExt;
        let mut damaged: Vec<NamedDamage> = Vec::new();
        for (named, parts) in &plan.damages {
            let free = |i: &usize| damaged.iter().all(|d| d.shown_by != *i);
            let shows: Vec<usize> =
                (0..placed.len()).filter(|&i| parts.contains(&placed[i].element)).filter(free).collect();
            if shows.is_empty() {
                return Err(plan::unprintable(*named, "nothing of it is printed that could be incomplete"));
            }
            let shown_by = shows[plan::element_rng(seed, *named, 0).random_range(0..shows.len())];
            let others: Vec<Rect<PrintMm>> =
                placed.iter().enumerate().filter(|(i, _)| *i != shown_by).map(|(_, e)| e.box_mm).collect();
            let element = &placed[shown_by];
            let damage = damage::damage(element, &others, self.design, seed)?;
            damaged.push(NamedDamage { named: *named, shown_by, damaged: damage });
        }
        Ok(damaged)
    }
}

/// A damaged element with the name that the contents call incomplete.
struct NamedDamage {
    named: Element,
    /// Index of the element placed.
    shown_by: usize,
    damaged: Damaged,
}

/// The ticket's paper while it is printed on.
struct Paper<'a> {
    design: &'a Design,
    press: &'a Press,
    image: RgbImage,
    /// Pixels per artwork millimetre.
    scale: [f64; 2],
    print: Homography<PrintMm, Mm>,
}

impl<'a> Paper<'a> {
    fn new(design: &'a Design, artwork: &RgbImage, dpi: f64, press: &'a Press) -> Self {
        let mut image = stretched(artwork, press.stretch);
        if !press.artwork_is_nominal() {
            let tables = press.artwork_tables();
            for pixel in image.pixels_mut() {
                pixel.0 = [0, 1, 2].map(|c| tables[c][usize::from(pixel.0[c])]);
            }
        }
        let grown = |to: u32, from: u32| dpi / 25.4 * f64::from(to) / f64::from(from);
        let scale = [grown(image.width(), artwork.width()), grown(image.height(), artwork.height())];
        Self { design, press, image, scale, print: press.print_to_artwork(design.bounds()) }
    }

    /// Lays dots over what is there: `paper * (1 - a) + ink * a` with `a = density * coverage`, slightly less than
    /// opaque at nominal density.
    fn ink(&mut self, dots: &Dots, seed: u64) {
        let Some(back) = self.print.inverse() else { return };
        let mm = |x: f64, y: f64| back.map(crate::geometry::Point::new(x / self.scale[0], y / self.scale[1])).into();
        let (origin, right, down): ([f64; 2], [f64; 2], [f64; 2]) = (mm(0.0, 0.0), mm(1.0, 0.0), mm(0.0, 1.0));
        let step = |to: [f64; 2]| [to[0] - origin[0], to[1] - origin[1]];
        let map = PixelToPrint { origin, right: step(right), down: step(down) };
        let window = [0, 0, self.image.width() as usize, self.image.height() as usize];
        let ink = self.design.ink_rgb().map(f32::from);
        let density = (self.press.density * OPACITY) as f32;
        let image = &mut self.image;
        Laid::new(dots, self.design, self.press, seed).cover(&map, window, |x, y, coverage| {
            let pixel = image.get_pixel_mut(x as u32, y as u32);
            let a = density * coverage;
            *pixel = Rgb([0, 1, 2].map(|c| {
                let paper = f32::from(pixel.0[c]);
                (paper + (ink[c] - paper) * a).round().clamp(0.0, 255.0) as u8
            }));
        });
    }

    /// Covers what the plan covers, leaving everything printed free.
    fn cover(&mut self, plan: &Plan, placed: &[PlacedElement], seed: u64) -> Vec<TrueCover> {
        let keep: Vec<Rect<PrintMm>> = placed.iter().map(|element| element.box_mm).collect();
        let mut covers = Vec::new();
        for cover in &plan.covers {
            let latex = Latex { places: &cover.places, keep: &keep, seed };
            latex.draw(&mut self.image, &self.print, self.scale);
            let boxes_mm = cover.places.iter().map(|place| latex.bounds(*place, &self.print)).collect();
            covers.push(TrueCover { element: cover.element.to_string(), boxes_mm });
        }
        covers
    }

    fn true_element(&self, placed: &PlacedElement) -> TrueElement {
        let mut element = TrueElement {
            element: placed.element.to_string(),
            text: None,
            mark: None,
            symbol: None,
            box_mm: self.on_artwork(placed.box_mm),
        };
        match &placed.printed {
            Printed::Text(text) => element.text = Some(text.clone()),
            Printed::Star => element.mark = Some("star".into()),
            Printed::Arrow => element.mark = Some("arrow".into()),
            Printed::Symbol(symbol) => element.symbol = Some(symbol.name().into()),
        }
        element
    }

    fn true_defect(&self, damage: &NamedDamage, placed: &[PlacedElement]) -> TrueDefect {
        TrueDefect {
            element: damage.named.to_string(),
            shown_by: placed[damage.shown_by].element.to_string(),
            kind: damage.damaged.kind,
            box_mm: self.on_artwork(damage.damaged.box_mm),
            removed_mm2: damage.damaged.removed_mm2,
            added_mm2: damage.damaged.added_mm2,
        }
    }

    fn on_artwork(&self, rect: Rect<PrintMm>) -> Rect<Mm> {
        self.print.map_quad(rect.quad()).bounds()
    }
}

/// The artwork on paper that grew by `stretch`.
fn stretched(artwork: &RgbImage, stretch: [f64; 2]) -> RgbImage {
    let grown = |pixels: u32, by: f64| ((f64::from(pixels) * (1.0 + by)).round() as u32).max(1);
    let (width, height) = (grown(artwork.width(), stretch[0]), grown(artwork.height(), stretch[1]));
    if (width, height) == artwork.dimensions() {
        return artwork.clone();
    }
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    let mut to = Image::new(width, height, PixelType::U8x3);
    // Fails only for pictures without pixels or of another kind, which neither of these is.
    match Resizer::new().resize(artwork, &mut to, &options) {
        Ok(()) => RgbImage::from_raw(width, height, to.into_vec()).unwrap_or_else(|| artwork.clone()),
        Err(_) => artwork.clone(),
    }
}
