//! What the ink-jet head lays for one glyph, mark or symbol: outlines turned into dots of the head's grid.
//!
//! A dot is laid where the outline covers at least half of its grid cell, with every glyph at the same phase of the
//! grid, so one character always looks the same: what a raster image processor for a fixed head does, and what makes
//! the print inspectable dot for dot.

use ab_glyph::{Font, FontVec, GlyphId, OutlineCurve, PxScale, point};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

/// A kind of text, by the table of `design.toml` that sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextStyle {
    /// Day words.
    Days,
    /// Sums in figures.
    Figures,
    /// Their transcriptions.
    Letters,
    /// The sentence.
    Sentence,
}

/// A mark beside a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Before the figures.
    Star,
    /// Between figures and letters.
    Arrow,
}

/// Dots on the head's grid, relative to a pen origin: the baseline origin of a glyph, the centre of a mark or symbol.
/// Dot `(column, row)` of the shape fills grid cell `(left + column, top + row)`, `y` down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DotShape {
    /// First column, in dots from the origin.
    pub left: i32,
    /// First row, in dots from the origin.
    pub top: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Row by row, `width * height` of them; whether ink is laid.
    pub dots: Vec<bool>,
}

impl DotShape {
    /// A shape without dots, such as a space.
    pub fn empty() -> Self {
        Self { left: 0, top: 0, width: 0, height: 0, dots: Vec::new() }
    }

    /// Number of dots laid.
    pub fn count(&self) -> usize {
        self.dots.iter().filter(|dot| **dot).count()
    }

    /// The cells laid, as `(x, y)` from the origin.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let width = self.width.max(1) as usize;
        let laid = self.dots.iter().enumerate().filter(|(_, dot)| **dot);
        laid.map(move |(i, _)| (self.left + (i % width) as i32, self.top + (i / width) as i32))
    }

    /// From the coverage of each cell, `0..=1`, trimmed to the dots laid.
    fn from_coverage(left: i32, top: i32, width: u32, coverage: &[f32]) -> Self {
        let cells: Vec<(i32, i32)> = coverage
            .iter()
            .enumerate()
            .filter(|(_, c)| **c >= 0.5)
            .map(|(i, _)| (left + (i as u32 % width) as i32, top + (i as u32 / width) as i32))
            .collect();
        let Some(&(x0, y0)) = cells.first() else { return Self::empty() };
        let bounds =
            cells.iter().fold((x0, y0, x0, y0), |(l, t, r, b), &(x, y)| (l.min(x), t.min(y), r.max(x), b.max(y)));
        let (left, top) = (bounds.0, bounds.1);
        let (width, height) = ((bounds.2 - left + 1) as u32, (bounds.3 - top + 1) as u32);
        let mut dots = vec![false; (width * height) as usize];
        for (x, y) in cells {
            dots[((y - top) as u32 * width + (x - left) as u32) as usize] = true;
        }
        Self { left, top, width, height, dots }
    }
}

/// A glyph as the head lays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph {
    /// Its dots, from the baseline origin.
    pub shape: DotShape,
    /// From its origin to the next glyph's, tracking included, in whole dots.
    pub advance_dots: i32,
}

/// A font at the size of one text style.
pub(super) struct SizedFont {
    font: FontVec,
    /// Dots per font unit.
    scale: f32,
    tracking_dots: f32,
}

impl SizedFont {
    /// The font scaled so that a capital H is `cap_height_dots` tall; `None` when the font has no H with an outline.
    pub(super) fn new(font: FontVec, cap_height_dots: f64, tracking_dots: f64) -> Option<Self> {
        let h = font.outline(font.glyph_id('H'))?;
        let ys = h.curves.iter().flat_map(|curve| match *curve {
            OutlineCurve::Line(a, b) => [a.y, b.y],
            OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => [a.y, b.y],
        });
        let units = ys.fold(0.0_f32, f32::max);
        let scale = cap_height_dots as f32 / units;
        (units > 0.0).then_some(Self { font, scale, tracking_dots: tracking_dots as f32 })
    }

    /// The glyph of `c`; `None` when the font has none.
    pub(super) fn glyph(&self, c: char) -> Option<Glyph> {
        let id = self.font.glyph_id(c);
        if id == GlyphId(0) {
            return None;
        }
        let advance = self.font.h_advance_unscaled(id) * self.scale + self.tracking_dots;
        let px = PxScale::from(self.font.height_unscaled() * self.scale);
        let shape = match self.font.outline_glyph(id.with_scale_and_position(px, point(0.0, 0.0))) {
            None => DotShape::empty(),
            Some(outline) => {
                let bounds = outline.px_bounds();
                let (width, height) = (bounds.width() as u32, bounds.height() as u32);
                let mut coverage = vec![0.0_f32; (width * height) as usize];
                outline.draw(|x, y, c| {
                    if x < width && y < height {
                        coverage[(y * width + x) as usize] = c;
                    }
                });
                DotShape::from_coverage(bounds.min.x as i32, bounds.min.y as i32, width, &coverage)
            }
        };
        Some(Glyph { shape, advance_dots: advance.round() as i32 })
    }
}

/// Subpixels per dot cell, in each direction, when art is turned into dots.
const ART_SUPERSAMPLING: u32 = 4;

/// The dots of `art` fitted into `size_dots` round its centre. Ink is laid where the art is dark: white and
/// transparent parts stay paper.
pub(super) fn art_shape(art: &Tree, size_dots: [f64; 2]) -> DotShape {
    let size = art.size();
    let fit = (size_dots[0] / f64::from(size.width())).min(size_dots[1] / f64::from(size.height())) as f32;
    // An even number of cells each way keeps the centre on the grid's corner at the pen origin.
    let half = [0, 1].map(|i| (size_dots[i] / 2.0).ceil().max(1.0) as u32);
    let [columns, rows] = half.map(|h| 2 * h);
    let Some(mut pixmap) = Pixmap::new(columns * ART_SUPERSAMPLING, rows * ART_SUPERSAMPLING) else {
        return DotShape::empty();
    };
    let k = fit * ART_SUPERSAMPLING as f32;
    let dx = (pixmap.width() as f32 - size.width() * k) / 2.0;
    let dy = (pixmap.height() as f32 - size.height() * k) / 2.0;
    resvg::render(art, Transform::from_row(k, 0.0, 0.0, k, dx, dy), &mut pixmap.as_mut());

    let mut coverage = vec![0.0_f32; (columns * rows) as usize];
    let per_cell = (ART_SUPERSAMPLING * ART_SUPERSAMPLING) as f32;
    for (i, pixel) in pixmap.pixels().iter().enumerate() {
        let (x, y) = (i as u32 % pixmap.width() / ART_SUPERSAMPLING, i as u32 / pixmap.width() / ART_SUPERSAMPLING);
        // Premultiplied, so alpha less lightness is the darkness seen on white paper.
        let light = (u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue())) as f32 / 3.0;
        coverage[(y * columns + x) as usize] += (f32::from(pixel.alpha()) - light) / 255.0 / per_cell;
    }
    DotShape::from_coverage(-(half[0] as i32), -(half[1] as i32), columns, &coverage)
}
