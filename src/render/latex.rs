//! Scratch layer left on a ticket: opaque silver-grey latex with a fine grain and a slightly ragged edge.

use image::{Rgb, RgbImage};

use crate::geometry::{Homography, Mm, Point, PrintMm, Rect};

/// Latex reaches this far beyond the ink it hides, before the edge's raggedness.
const REACH_MM: f64 = 1.0;
/// Most that the edge strays to either side.
const RAGGED_MM: f64 = 0.35;
/// Latex keeps this far from ink that is not to be hidden.
const CLEARANCE_MM: f64 = 0.2;
/// Radius of the patch's corners.
const CORNER_MM: f64 = 1.2;
/// Mean colour, sRGB.
const SILVER: [f64; 3] = [172.0, 175.0, 181.0];

/// Latex over `places`, in the print frame, leaving free `keep`.
pub(super) struct Latex<'a> {
    pub(super) places: &'a [Rect<PrintMm>],
    pub(super) keep: &'a [Rect<PrintMm>],
    pub(super) seed: u64,
}

impl Latex<'_> {
    /// Covers `image`, whose pixels lie at `scale` pixels per artwork millimetre in x and y, where `print` lands.
    pub(super) fn draw(&self, image: &mut RgbImage, print: &Homography<PrintMm, Mm>, scale: [f64; 2]) {
        let Some(back) = print.inverse() else { return };
        let (width, height) = image.dimensions();
        for bounds in self.places.iter().map(|place| self.bounds(*place, print)) {
            let pixel = |mm: f64, scale: f64, most: u32| ((mm * scale).floor().max(0.0) as u32).min(most);
            for y in pixel(bounds.top, scale[1], height)..pixel(bounds.bottom() + 1.0, scale[1], height) {
                for x in pixel(bounds.left, scale[0], width)..pixel(bounds.right() + 1.0, scale[0], width) {
                    let at = Point::new((f64::from(x) + 0.5) / scale[0], (f64::from(y) + 0.5) / scale[1]);
                    let opacity = (0.5 - self.distance_mm(back.map(at)) * scale[0]).clamp(0.0, 1.0);
                    if opacity > 0.0 {
                        let latex = self.colour(at, scale[0]);
                        let pixel = image.get_pixel_mut(x, y);
                        *pixel = Rgb([0, 1, 2].map(|c| {
                            let paper = f64::from(pixel.0[c]);
                            (paper + (latex[c] - paper) * opacity).round().clamp(0.0, 255.0) as u8
                        }));
                    }
                }
            }
        }
    }

    /// The artwork rectangle that latex over `place` stays inside.
    pub(super) fn bounds(&self, place: Rect<PrintMm>, print: &Homography<PrintMm, Mm>) -> Rect<Mm> {
        print.map_quad(place.grown(REACH_MM + RAGGED_MM).quad()).bounds()
    }

    /// Signed distance to the latex's edge, negative inside. The nearest of overlapping patches decides.
    fn distance_mm(&self, at: Point<PrintMm>) -> f64 {
        let ragged = RAGGED_MM * (0.65 * self.noise(at, 1.1, 0) + 0.35 * self.noise(at, 0.35, 1));
        let patch = self.places.iter().map(|p| outside(p.grown(REACH_MM), CORNER_MM, at)).fold(f64::INFINITY, f64::min);
        let free = self.keep.iter().map(|k| outside(k.grown(CLEARANCE_MM), 0.0, at)).fold(f64::INFINITY, f64::min);
        (patch + ragged).max(-free)
    }

    fn colour(&self, at: Point<Mm>, px_per_mm: f64) -> [f64; 3] {
        let at = at.reframe();
        let cloud = 7.0 * self.noise(at, 3.0, 2) + 5.0 * self.noise(at, 0.6, 3);
        // Aluminium flakes, a twentieth of a millimetre, as far as the picture can show them.
        let grain = 11.0 * self.noise(at, (1.0 / px_per_mm).max(0.05), 4);
        SILVER.map(|v| v + cloud + grain)
    }

    /// Smooth value noise in `-1..=1` with lattice spacing `size_mm`.
    fn noise(&self, at: Point<PrintMm>, size_mm: f64, layer: u64) -> f64 {
        let (u, v) = (at.x / size_mm, at.y / size_mm);
        let (i, j) = (u.floor(), v.floor());
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        let (s, t) = (ease(u - i), ease(v - j));
        let value = |di: i64, dj: i64| {
            let mut z = self.seed ^ layer.wrapping_mul(0xd6e8_feb8_6659_fd93);
            for k in [i as i64 + di, j as i64 + dj] {
                z = (z ^ k as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z ^= z >> 29;
                z = z.wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^= z >> 32;
            }
            (z & 0xffff) as f64 / 32767.5 - 1.0
        };
        let above = value(0, 0) * (1.0 - s) + value(1, 0) * s;
        let below = value(0, 1) * (1.0 - s) + value(1, 1) * s;
        above * (1.0 - t) + below * t
    }
}

/// Signed distance from `at` to a rectangle with rounded corners, negative inside.
fn outside(rect: Rect<PrintMm>, corner: f64, at: Point<PrintMm>) -> f64 {
    let c = rect.centre();
    let dx = (at.x - c.x).abs() - rect.width / 2.0 + corner;
    let dy = (at.y - c.y).abs() - rect.height / 2.0 + corner;
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - corner
}
