//! What a glyph, mark or symbol looks like to this ticket's picture: its dots, with the press's ink gain and the
//! picture's blur, one pixel per dot.

use std::collections::HashMap;
use std::sync::Arc;

use image::{GrayImage, Luma};
use imageproc::distance_transform::euclidean_squared_distance_transform;

use crate::design::Design;
use crate::design::ink::{DotShape, TextStyle};
use crate::rectify::Plane;

/// Sub-pixels per dot, each way, at which dots are laid before blurring.
const FINE: i32 = 4;
/// Blank dots round the shape before blurring: gain and three deviations of the widest blur.
const MARGIN: i32 = 5;

/// How print and picture change a shape, in whole steps so that templates can be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Look {
    /// Change of a stroke's width in steps of [`Look::GAIN_STEP_MM`].
    pub gain: i8,
    /// Deviation of the Gaussian blur in steps of [`Look::BLUR_STEP_DOTS`].
    pub blur: u8,
}

impl Look {
    /// Step of ink gain.
    pub const GAIN_STEP_MM: f64 = 0.02;
    /// Step of blur.
    pub const BLUR_STEP_DOTS: f64 = 0.15;
    /// Sharp scan, no gain: where the estimate starts.
    pub const NOMINAL: Self = Self { gain: 0, blur: 4 };

    /// Change of stroke width.
    pub fn gain_mm(self) -> f64 {
        f64::from(self.gain) * Self::GAIN_STEP_MM
    }

    /// Deviation of the blur.
    pub fn blur_dots(self) -> f64 {
        f64::from(self.blur) * Self::BLUR_STEP_DOTS
    }
}

/// A shape as the picture should show it.
#[derive(Debug, Clone)]
pub struct Template {
    /// First column, in dots from the origin of the shape.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// Ink per dot, 0 to 1.
    pub ink: Plane,
    /// Sum of squares of `ink`.
    pub energy: f32,
}

impl Template {
    /// The template of `shape`; dots are discs of `diameter_dots`, a dot is `pitch_mm` wide.
    pub fn new(shape: &DotShape, diameter_dots: f64, pitch_mm: f64, look: Look) -> Self {
        let (left, top) = (shape.left - MARGIN, shape.top - MARGIN);
        let (width, height) = (shape.width as i32 + 2 * MARGIN, shape.height as i32 + 2 * MARGIN);
        let laid = lay(shape, left, top, (width, height), diameter_dots);
        let edge_fine = look.gain_mm() / 2.0 / pitch_mm * f64::from(FINE);
        let coverage = moved_edge(&laid, edge_fine);
        let mut ink = binned(&coverage, width as u32, height as u32);
        blur(&mut ink, look.blur_dots());
        let energy = ink.iter().map(|v| v * v).sum();
        Self { left, top, ink, energy }
    }
}

/// Discs on a grid of `FINE` sub-pixels a dot: 255 where ink lies.
fn lay(shape: &DotShape, left: i32, top: i32, size: (i32, i32), diameter_dots: f64) -> GrayImage {
    let mut image = GrayImage::new((size.0 * FINE) as u32, (size.1 * FINE) as u32);
    let radius = diameter_dots / 2.0 * f64::from(FINE);
    let reach = radius.ceil() as i32;
    for (x, y) in shape.cells() {
        let centre = |v: i32, first: i32| (f64::from(v - first) + 0.5) * f64::from(FINE);
        let (cx, cy) = (centre(x, left), centre(y, top));
        for j in cy as i32 - reach..cy as i32 + reach {
            for i in cx as i32 - reach..cx as i32 + reach {
                let (dx, dy) = (f64::from(i) + 0.5 - cx, f64::from(j) + 0.5 - cy);
                if dx.hypot(dy) <= radius {
                    image.put_pixel(i as u32, j as u32, Luma([255]));
                }
            }
        }
    }
    image
}

/// Coverage 0 to 1 after the edge of the ink has moved outwards by `edge` sub-pixels (inwards if negative).
fn moved_edge(laid: &GrayImage, edge: f64) -> Plane {
    let to_ink = euclidean_squared_distance_transform(laid);
    let mut paper = laid.clone();
    paper.iter_mut().for_each(|v| *v = 255 - *v);
    let to_paper = euclidean_squared_distance_transform(&paper);
    let mut out = Plane::new(laid.width(), laid.height());
    for ((out, a), b) in out.iter_mut().zip(to_ink.iter()).zip(to_paper.iter()) {
        // Signed distance to the edge, half a sub-pixel inside either way at the edge itself.
        let outside = if *a > 0.0 { a.sqrt() - 0.5 } else { 0.5 - b.sqrt() };
        *out = (edge - outside + 0.5).clamp(0.0, 1.0) as f32;
    }
    out
}

fn binned(fine: &Plane, width: u32, height: u32) -> Plane {
    let n = FINE as u32;
    Plane::from_fn(width, height, |x, y| {
        let sum: f32 = (0..n * n).map(|k| fine.get_pixel(x * n + k % n, y * n + k / n)[0]).sum();
        Luma([sum / (n * n) as f32])
    })
}

/// Separable Gaussian blur in place, zero outside.
pub(crate) fn blur(plane: &mut Plane, deviation: f64) {
    if deviation < 0.05 {
        return;
    }
    let reach = (3.0 * deviation).ceil() as i64;
    let mut kernel: Vec<f32> = (-reach..=reach).map(|k| (-(k as f64 / deviation).powi(2) / 2.0).exp() as f32).collect();
    let sum: f32 = kernel.iter().sum();
    kernel.iter_mut().for_each(|k| *k /= sum);
    let (w, h) = (plane.width() as i64, plane.height() as i64);
    let pass = |from: &Plane, step_x: i64, step_y: i64| {
        Plane::from_fn(w as u32, h as u32, |x, y| {
            let mut sum = 0.0;
            for (k, weight) in (-reach..=reach).zip(&kernel) {
                let (i, j) = (i64::from(x) + k * step_x, i64::from(y) + k * step_y);
                if i >= 0 && j >= 0 && i < w && j < h {
                    sum += weight * from.as_raw()[(j * w + i) as usize];
                }
            }
            Luma([sum])
        })
    };
    *plane = pass(&pass(plane, 1, 0), 0, 1);
}

/// A glyph with its template.
#[derive(Debug, Clone)]
pub struct GlyphTemplate {
    /// What it prints.
    pub character: char,
    /// From its origin to the next, in dots.
    pub advance_dots: i32,
    /// Its looks.
    pub template: Arc<Template>,
}

/// Characters that a misprint may show in days, figures and letters.
pub const TYPE_CASE: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789€-.,' ÉÈ";
/// Characters of French sentences.
pub const SENTENCE_CASE: &str = "abcdefghijklmnopqrstuvwxyzàâäæçéèêëîïôöœùûüÿABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜ0123456789€ .,;:!?'’-–—…«»\"()&";

/// Every template made so far, by look; one per thread.
#[derive(Debug, Default)]
pub struct TemplateCase {
    glyphs: HashMap<(TextStyle, Look), Arc<Vec<GlyphTemplate>>>,
    shapes: HashMap<(u64, Look), Arc<Template>>,
}

impl TemplateCase {
    /// The glyphs of `style`: [`SENTENCE_CASE`] for the sentence, else [`TYPE_CASE`].
    pub fn glyphs(&mut self, design: &Design, style: TextStyle, look: Look) -> Arc<Vec<GlyphTemplate>> {
        let made = self.glyphs.entry((style, look)).or_insert_with(|| {
            let case = if style == TextStyle::Sentence { SENTENCE_CASE } else { TYPE_CASE };
            let glyph = |c: char| {
                let glyph = design.glyph(style, c)?;
                let template = Arc::new(of_shape(design, &glyph.shape, look));
                Some(GlyphTemplate { character: c, advance_dots: glyph.advance_dots, template })
            };
            Arc::new(case.chars().filter_map(glyph).collect())
        });
        Arc::clone(made)
    }

    /// The template of a mark or symbol, kept under `key`.
    pub fn shape(&mut self, design: &Design, key: u64, shape: &DotShape, look: Look) -> Arc<Template> {
        let made = self.shapes.entry((key, look)).or_insert_with(|| Arc::new(of_shape(design, shape, look)));
        Arc::clone(made)
    }
}

/// The template of `shape` as `design`'s ink lays it.
pub fn of_shape(design: &Design, shape: &DotShape, look: Look) -> Template {
    let ink = &design.numbers.ink;
    Template::new(shape, ink.dot_diameter_mm / ink.pitch_mm(), ink.pitch_mm(), look)
}
