//! What a glyph, mark or symbol looks like to this ticket's picture: its dots, with the press's ink gain and the
//! picture's blur, one pixel per dot.

use std::collections::HashMap;
use std::sync::Arc;

use image::{GrayImage, Luma};
use imageproc::distance_transform::euclidean_squared_distance_transform;

use crate::contents::Symbol;
use crate::design::Design;
use crate::design::ink::{DotShape, Mark, TextStyle};
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

/// A shape's dots laid as discs, as the distance of every sub-pixel to the edge of the ink: made once, and turned into
/// a [`Template`] for any look at little cost.
#[derive(Debug)]
pub struct Laid {
    left: i32,
    top: i32,
    size: (u32, u32),
    pitch_mm: f64,
    /// In sub-pixels, negative inside the ink.
    distance: Plane,
}

impl Laid {
    /// Lays `shape`; dots are discs of `diameter_dots`, a dot is `pitch_mm` wide.
    pub fn new(shape: &DotShape, diameter_dots: f64, pitch_mm: f64) -> Self {
        let (left, top) = (shape.left - MARGIN, shape.top - MARGIN);
        let (width, height) = (shape.width as i32 + 2 * MARGIN, shape.height as i32 + 2 * MARGIN);
        let laid = lay(shape, left, top, (width, height), diameter_dots);
        Self { left, top, size: (width as u32, height as u32), pitch_mm, distance: distance_to_edge(&laid) }
    }

    /// The shape as `look` shows it.
    pub fn template(&self, look: Look) -> Template {
        let edge = (look.gain_mm() / 2.0 / self.pitch_mm * f64::from(FINE)) as f32;
        let mut ink = self.covered(edge);
        blur(&mut ink, look.blur_dots());
        trimmed(self.left, self.top, &ink)
    }

    /// Coverage of each dot's cell after the edge of the ink has moved outwards by `edge` sub-pixels.
    fn covered(&self, edge: f32) -> Plane {
        let n = FINE as usize;
        let stride = self.distance.width() as usize;
        let raw = self.distance.as_raw();
        Plane::from_fn(self.size.0, self.size.1, |x, y| {
            let mut sum = 0.0;
            for row in 0..n {
                let from = (y as usize * n + row) * stride + x as usize * n;
                sum += raw[from..from + n].iter().map(|d| (edge - d + 0.5).clamp(0.0, 1.0)).sum::<f32>();
            }
            Luma([sum / (n * n) as f32])
        })
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

/// Signed distance of every sub-pixel to the edge, negative inside.
fn distance_to_edge(laid: &GrayImage) -> Plane {
    let to_ink = euclidean_squared_distance_transform(laid);
    let mut paper = laid.clone();
    paper.iter_mut().for_each(|v| *v = 255 - *v);
    let to_paper = euclidean_squared_distance_transform(&paper);
    let mut out = Plane::new(laid.width(), laid.height());
    for ((out, a), b) in out.iter_mut().zip(to_ink.iter()).zip(to_paper.iter()) {
        // The edge runs half a sub-pixel from the centres on either side of it.
        *out = if *a > 0.0 { (a.sqrt() - 0.5) as f32 } else { (0.5 - b.sqrt()) as f32 };
    }
    out
}

/// The part of `ink` that shows, with its place.
fn trimmed(left: i32, top: i32, ink: &Plane) -> Template {
    const SHOWS: f32 = 0.01;
    let shown = ink.enumerate_pixels().filter(|(_, _, v)| v[0] > SHOWS).map(|(x, y, _)| (x, y));
    let bounds = shown.fold(None, |bounds: Option<[u32; 4]>, (x, y)| {
        let [l, t, r, b] = bounds.unwrap_or([x, y, x, y]);
        Some([l.min(x), t.min(y), r.max(x), b.max(y)])
    });
    let Some([l, t, r, b]) = bounds else { return Template { left, top, ink: Plane::new(0, 0), energy: 0.0 } };
    let ink = image::imageops::crop_imm(ink, l, t, r - l + 1, b - t + 1).to_image();
    let energy = ink.iter().map(|v| v * v).sum();
    Template { left: left + l as i32, top: top + t as i32, ink, energy }
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

/// Every template made so far; one per thread.
#[derive(Debug, Default)]
pub struct TemplateCase {
    laid: HashMap<Shape, Option<(i32, Laid)>>,
    single: HashMap<(Shape, Look), Arc<Template>>,
    glyphs: HashMap<(TextStyle, Look), Arc<Vec<GlyphTemplate>>>,
}

/// Name of a shape of the design.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A glyph.
    Glyph(TextStyle, char),
    /// Star or arrow.
    Mark(Mark),
    /// A symbol.
    Symbol(Symbol),
}

impl TemplateCase {
    /// The glyphs of `style`: [`SENTENCE_CASE`] for the sentence, else [`TYPE_CASE`].
    pub fn glyphs(&mut self, design: &Design, style: TextStyle, look: Look) -> Arc<Vec<GlyphTemplate>> {
        if let Some(made) = self.glyphs.get(&(style, look)) {
            return Arc::clone(made);
        }
        let case = if style == TextStyle::Sentence { SENTENCE_CASE } else { TYPE_CASE };
        let glyph = |character: char| {
            let (advance_dots, template) = self.shape(design, Shape::Glyph(style, character), look)?;
            Some(GlyphTemplate { character, advance_dots, template })
        };
        let made = Arc::new(case.chars().filter_map(glyph).collect::<Vec<_>>());
        self.glyphs.insert((style, look), Arc::clone(&made));
        made
    }

    /// Advance in dots (0 for marks and symbols) and template of a shape; `None` for a glyph the font lacks.
    pub fn shape(&mut self, design: &Design, shape: Shape, look: Look) -> Option<(i32, Arc<Template>)> {
        let laid = self.laid.entry(shape.clone()).or_insert_with(|| lay_shape(design, &shape)).as_ref()?;
        let template = self.single.entry((shape, look)).or_insert_with(|| Arc::new(laid.1.template(look)));
        Some((laid.0, Arc::clone(template)))
    }
}

fn lay_shape(design: &Design, shape: &Shape) -> Option<(i32, Laid)> {
    let ink = &design.numbers.ink;
    let laid = |dots: &DotShape| Laid::new(dots, ink.dot_diameter_mm / ink.pitch_mm(), ink.pitch_mm());
    match shape {
        Shape::Glyph(style, character) => {
            design.glyph(*style, *character).map(|glyph| (glyph.advance_dots, laid(&glyph.shape)))
        }
        Shape::Mark(mark) => Some((0, laid(design.mark_shape(*mark)))),
        Shape::Symbol(symbol) => Some((0, laid(design.symbol_shape(symbol)))),
    }
}
