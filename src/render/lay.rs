//! Dots to ink on paper: round dots of the nominal diameter at the grid's cell centres, wider or narrower with the
//! press's ink gain, and their antialiased coverage of a picture's pixels.
//!
//! With gain `g`, a shape's edges move by `g / 2`. For `g >= 0` every dot's radius grows by that. For `g < 0` shrinking
//! each dot would open holes inside strokes, which thin ink does not; instead the laid shape is cut to the dots' hull
//! (the centres, the lines between neighbours and the squares between four), widened to where the scalloped edge of a
//! row of dots lies on average, less `|g| / 2`.

use crate::design::Design;
use crate::design::layout::PlacedGlyph;
use crate::geometry::{Point, PrintMm, Rect};

use super::dots::Dots;
use super::press::Press;

/// Samples per dot cell, in each direction (13 µm at 240 dpi, about the roughness of a dot's edge).
const SAMPLES: i32 = 8;
/// Empty cells kept round the dots, more than a dot's radius with any gain and scatter.
const MARGIN: i32 = 3;

/// An affine map from picture pixels to the print frame: `origin + x * right + y * down`, all in mm.
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelToPrint {
    pub(super) origin: [f64; 2],
    pub(super) right: [f64; 2],
    pub(super) down: [f64; 2],
}

/// How much of each pixel is inked, `0..=1`, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// Pixels to a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` values.
    pub values: Vec<f32>,
}

/// The ink that `glyphs` should leave on a picture of `window` at `px_per_mm`, printed in place on `press` (its gain
/// is used; shift, turn, density and scatter are not). The picture is `round(size * px_per_mm)` pixels each way, pixel
/// `(0, 0)` having its top left corner at that of `window`.
pub fn ink_coverage(
    design: &Design,
    glyphs: &[PlacedGlyph],
    window: Rect<PrintMm>,
    px_per_mm: f64,
    press: &Press,
) -> Coverage {
    let pixels = |mm: f64| ((mm * px_per_mm).round() as usize).max(1);
    let (width, height) = (pixels(window.width), pixels(window.height));
    let mut values = vec![0.0; width * height];
    if let Some(dots) = Dots::of(glyphs, 0) {
        let still = Press { dot_jitter_mm: 0.0, ..press.clone() };
        let mm = 1.0 / px_per_mm;
        let map = PixelToPrint { origin: [window.left, window.top], right: [mm, 0.0], down: [0.0, mm] };
        Laid::new(&dots, design, &still, 0).cover(&map, [0, 0, width, height], |x, y, c| values[y * width + x] = c);
    }
    Coverage { width, height, values }
}

/// Dots laid on paper, sampled finely.
pub(super) struct Laid {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    samples: Vec<u8>,
    pitch_mm: f64,
}

impl Laid {
    /// Lays `dots`; `seed` scatters them.
    pub(super) fn new(dots: &Dots, design: &Design, press: &Press, seed: u64) -> Self {
        let pitch_mm = design.numbers.ink.pitch_mm();
        let per_mm = f64::from(SAMPLES) / pitch_mm;
        let radius = design.numbers.ink.dot_diameter_mm / 2.0 * per_mm;
        let growth = press.ink_gain_mm / 2.0 * per_mm;
        let jitter = press.dot_jitter_mm * per_mm;
        let mut laid = Self::blank(dots, pitch_mm);
        for (x, y, strength) in dots.inked() {
            let [dx, dy, dr] = scatter(seed, x, y).map(|v| v * jitter);
            let (cx, cy) = laid.centre(x, y);
            laid.disc(cx + dx, cy + dy, radius + growth.max(0.0) + dr / 3.0, strength);
        }
        if growth < 0.0 {
            let mut hull = Self::blank(dots, pitch_mm);
            hull.widen_hull(dots, (mean_edge(radius, f64::from(SAMPLES)) + growth).max(0.0));
            for (sample, limit) in laid.samples.iter_mut().zip(hull.samples) {
                *sample = limit.min(*sample);
            }
        }
        laid
    }

    fn blank(dots: &Dots, pitch_mm: f64) -> Self {
        let width = (dots.width as i32 + 2 * MARGIN) * SAMPLES;
        let height = (dots.height as i32 + 2 * MARGIN) * SAMPLES;
        Self {
            left: dots.left - MARGIN,
            top: dots.top - MARGIN,
            width,
            height,
            samples: vec![0; (width * height) as usize],
            pitch_mm,
        }
    }

    /// Centre of grid cell `(x, y)`, in samples.
    fn centre(&self, x: i32, y: i32) -> (f64, f64) {
        let along = |cell: i32, first: i32| (f64::from(cell - first) + 0.5) * f64::from(SAMPLES);
        (along(x, self.left), along(y, self.top))
    }

    fn disc(&mut self, cx: f64, cy: f64, radius: f64, strength: u8) {
        for y in (cy - radius).floor() as i32..=(cy + radius).floor() as i32 {
            let dy = f64::from(y) + 0.5 - cy;
            let half = (radius * radius - dy * dy).max(0.0).sqrt();
            self.span(y, cx - half, cx + half, strength);
        }
    }

    /// Raises the samples of row `y` whose centres lie in `from..to`.
    fn span(&mut self, y: i32, from: f64, to: f64, strength: u8) {
        let (from, to) = ((from + 0.5).floor().max(0.0) as i32, ((to + 0.5).floor() as i32).min(self.width));
        if (0..self.height).contains(&y) && from < to {
            let row = (y * self.width) as usize;
            for sample in &mut self.samples[row + from as usize..row + to as usize] {
                *sample = (*sample).max(strength);
            }
        }
    }

    /// Fills the dots' hull, widened by `radius`, at full strength.
    fn widen_hull(&mut self, dots: &Dots, radius: f64) {
        let cell = f64::from(SAMPLES);
        for (x, y, _) in dots.inked() {
            let (cx, cy) = self.centre(x, y);
            let [right, below, diagonal] = [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| dots.get(x + dx, y + dy) > 0);
            self.disc(cx, cy, radius, u8::MAX);
            if right {
                self.block(cx, cy - radius, cx + cell, cy + radius);
            }
            if below {
                self.block(cx - radius, cy, cx + radius, cy + cell);
            }
            if right && below && diagonal {
                self.block(cx, cy, cx + cell, cy + cell);
            }
        }
    }

    fn block(&mut self, left: f64, top: f64, right: f64, bottom: f64) {
        for y in (top + 0.5).floor() as i32..(bottom + 0.5).floor() as i32 {
            self.span(y, left, right, u8::MAX);
        }
    }

    /// Calls `put(x, y, coverage)` for every pixel of the window `[left, top, right, bottom]` that the ink may reach,
    /// coverage being the mean strength over the pixel.
    pub(super) fn cover(&self, map: &PixelToPrint, window: [usize; 4], mut put: impl FnMut(usize, usize, f32)) {
        let per_mm = f64::from(SAMPLES) / self.pitch_mm;
        let [left, top] = [self.left, self.top].map(|cell| f64::from(cell) * self.pitch_mm);
        let origin = [(map.origin[0] - left) * per_mm, (map.origin[1] - top) * per_mm];
        let (right, down) = (map.right.map(|v| v * per_mm), map.down.map(|v| v * per_mm));
        // Enough points per pixel that none falls between samples, as far as that pays.
        let n = (right[0].hypot(right[1]).ceil() as i32).clamp(4, 8);
        let steps: Vec<(f64, f64)> = (0..n * n)
            .map(|i| (f64::from(i % n), f64::from(i / n)))
            .map(|(i, j)| ((i + 0.5) / f64::from(n), (j + 0.5) / f64::from(n)))
            .map(|(u, v)| (u * right[0] + v * down[0], u * right[1] + v * down[1]))
            .collect();
        let Some([x0, y0, x1, y1]) = self.reach(origin, right, down, window) else { return };
        let scale = 1.0 / (f32::from(u8::MAX) * steps.len() as f32);
        for y in y0..y1 {
            for x in x0..x1 {
                let u = origin[0] + x as f64 * right[0] + y as f64 * down[0];
                let v = origin[1] + x as f64 * right[1] + y as f64 * down[1];
                let sum: u32 = steps.iter().map(|(du, dv)| u32::from(self.sample(u + du, v + dv))).sum();
                if sum > 0 {
                    put(x, y, sum as f32 * scale);
                }
            }
        }
    }

    fn sample(&self, u: f64, v: f64) -> u8 {
        // Truncation towards zero would fold -1..0 onto 0; the margin there is empty, so nothing is seen of it.
        let (x, y) = (u as i32, v as i32);
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            0
        } else {
            self.samples[(y * self.width + x) as usize]
        }
    }

    /// The pixels of `window` that the samples may reach, `[left, top, right, bottom]`.
    fn reach(&self, origin: [f64; 2], right: [f64; 2], down: [f64; 2], window: [usize; 4]) -> Option<[usize; 4]> {
        let det = right[0] * down[1] - right[1] * down[0];
        let pixel = |u: f64, v: f64| {
            let (u, v) = (u - origin[0], v - origin[1]);
            Point::<PrintMm>::new((u * down[1] - v * down[0]) / det, (v * right[0] - u * right[1]) / det)
        };
        let (w, h) = (f64::from(self.width), f64::from(self.height));
        let corners = [pixel(0.0, 0.0), pixel(w, 0.0), pixel(0.0, h), pixel(w, h)];
        let low = |f: fn(&Point<PrintMm>) -> f64, least: usize| {
            (corners.iter().map(f).fold(f64::INFINITY, f64::min).floor().max(0.0) as usize).max(least)
        };
        let high = |f: fn(&Point<PrintMm>) -> f64, most: usize| {
            (corners.iter().map(f).fold(0.0, f64::max).ceil() as usize).min(most)
        };
        let reach =
            [low(|p| p.x, window[0]), low(|p| p.y, window[1]), high(|p| p.x, window[2]), high(|p| p.y, window[3])];
        (reach[0] < reach[2] && reach[1] < reach[3]).then_some(reach)
    }
}

/// How far beyond its centres a straight row of dots reaches on average: the mean half chord of a disc of `radius` over
/// one `pitch`.
fn mean_edge(radius: f64, pitch: f64) -> f64 {
    let half = (pitch / 2.0).min(radius);
    (half * (radius * radius - half * half).sqrt() + radius * radius * (half / radius).asin()) / pitch
}

/// Three numbers of about standard normal spread that belong to one dot: shift right, shift down, growth.
fn scatter(seed: u64, x: i32, y: i32) -> [f64; 3] {
    let mut state = seed ^ (u64::from(x as u32) << 32 | u64::from(y as u32));
    [(); 3].map(|()| {
        // splitmix64 (Steele, Lea, Flood 2014); the sum of its four 16-bit parts is near enough to a bell.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let sum: f64 = (0..4).map(|i| (z >> (16 * i) & 0xffff) as f64 / 65535.0).sum();
        (sum - 2.0) * 3.0_f64.sqrt()
    })
}
