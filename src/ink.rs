//! Step 4: picture + place of the ticket -> how much ink lies where, light evened out and artwork removed.
//!
//! Of every surface an [`InkMap`] holds the share of light that the variable print takes away, `0` for bare artwork and
//! about `1` for the ink's full density on this ticket, one pixel per dot of the ink-jet head. Light is a smooth field
//! fitted to the light parts of the artwork that no variable print can reach, with a local correction that is kept
//! small, so that a scratch layer or a large symbol is never taken for the paper's own shade.

use image::GrayImage;
use imageproc::morphology::{Mask, grayscale_erode};
use nalgebra::{SMatrix, SVector};

use crate::geometry::{Homography, Mm, PhotoPx, Point, PrintMm, Rect};
use crate::rectify::{Mip, Plane, sample_plane};

/// Resolution of the whole-ticket comparison that gives the light field.
const LIGHT_PX_PER_MM: f64 = 1.5;
/// Artwork darker than this share of its lightest part tells more of the press's inks than of the light.
const LIGHT_ARTWORK: f32 = 0.8;
/// Ground darker than this share of the artwork's lightest part hides print.
const LIGHT_GROUND: f32 = 0.68;
/// Side of the tiles of the local correction.
const TILE_MM: f64 = 4.0;
/// The local correction stays within this share of the smooth field.
const LOCAL_SHARE: f32 = 0.10;
/// Quantile of observed over expected that stands for bare paper in a tile, most of which may be inked.
const PAPER_QUANTILE: f64 = 0.70;

/// Artwork of a design, prepared for comparison: whole at [`LIGHT_PX_PER_MM`], and each surface at the ink's pitch.
#[derive(Debug)]
pub struct FlatArtwork {
    size_mm: (f64, f64),
    whole: GrayImage,
    variable: Vec<Rect<Mm>>,
    lightest: f32,
}

/// A surface's artwork at the ink's pitch.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Luma.
    artwork: GrayImage,
    /// Least luma within two pixels.
    darkest: GrayImage,
}

impl Ground {
    /// From a surface's luma at the ink's pitch.
    pub fn new(artwork: GrayImage) -> Self {
        let darkest = grayscale_erode(&artwork, &Mask::square(2));
        Self { artwork, darkest }
    }
}

/// The light on the ticket: observed grey level over artwork's, as a quadratic in the ticket's coordinates.
#[derive(Debug, Clone, Copy)]
pub struct Light([f64; 6]);

/// Ink density over a rectangle of the ticket.
#[derive(Debug, Clone)]
pub struct InkMap {
    /// Its rectangle on the ticket.
    pub rect: Rect<Mm>,
    /// Pixels per millimetre.
    pub px_per_mm: f64,
    /// Share of light taken away; `NaN` outside the picture.
    pub density: Plane,
}

impl FlatArtwork {
    /// `artwork`: luma of the whole ticket at `LIGHT_PX_PER_MM` as [`FlatArtwork::px_per_mm`] tells.
    pub fn new(artwork: GrayImage, variable: Vec<Rect<Mm>>) -> Self {
        let lightest = f32::from(artwork.iter().copied().max().unwrap_or(255));
        let size_mm = (f64::from(artwork.width()) / LIGHT_PX_PER_MM, f64::from(artwork.height()) / LIGHT_PX_PER_MM);
        Self { size_mm, whole: artwork, variable, lightest }
    }

    /// The resolution at which [`FlatArtwork::new`] wants the artwork.
    pub const fn px_per_mm() -> f64 {
        LIGHT_PX_PER_MM
    }

    /// Fits the light by iteratively re-weighted least squares, so that what covers a part of the ticket, or shines on
    /// it, does not bend the rest.
    pub fn light(&self, photo: &Mip, to_photo: &Homography<Mm, PhotoPx>) -> Light {
        const ROUNDS: usize = 6;
        const SCALE: f64 = 0.05;
        let ticket = Rect::new(0.0, 0.0, self.size_mm.0, self.size_mm.1);
        let seen = photo.warp(to_photo, ticket, LIGHT_PX_PER_MM);
        let samples: Vec<(SVector<f64, 6>, f64)> = seen
            .enumerate_pixels()
            .filter_map(|(x, y, seen)| {
                let artwork = f32::from(self.whole.get_pixel(x, y)[0]);
                let at = Point::new((f64::from(x) + 0.5) / LIGHT_PX_PER_MM, (f64::from(y) + 0.5) / LIGHT_PX_PER_MM);
                let usable = artwork >= LIGHT_ARTWORK * self.lightest
                    && seen[0].is_finite()
                    && !self.variable.iter().any(|v| v.contains(at));
                usable.then(|| (self.basis(at), f64::from(seen[0] / artwork)))
            })
            .collect();
        let mut light = Light([median(samples.iter().map(|s| s.1)), 0.0, 0.0, 0.0, 0.0, 0.0]);
        for _ in 0..ROUNDS {
            let mut ata = SMatrix::<f64, 6, 6>::identity() * 1e-3;
            let mut atb = SVector::<f64, 6>::zeros();
            for (basis, ratio) in &samples {
                let error = (ratio - light.dot(basis)) / SCALE;
                let weight = 1.0 / (1.0 + error * error).powi(2);
                ata += weight * basis * basis.transpose();
                atb += weight * ratio * basis;
            }
            match ata.cholesky() {
                Some(c) => light = Light(c.solve(&atb).into()),
                None => break,
            }
        }
        light
    }

    /// The ink over `rect`; `artwork` is that rectangle's at `px_per_mm`. Where it is dark, print cannot be told from it
    /// and counts as none.
    pub fn ink(
        &self,
        photo: &Mip,
        to_photo: &Homography<Mm, PhotoPx>,
        light: &Light,
        rect: Rect<Mm>,
        artwork: &Ground,
        px_per_mm: f64,
    ) -> InkMap {
        let Ground { artwork, darkest } = artwork;
        let seen = photo.warp(to_photo, rect, px_per_mm);
        let mut ratio = Plane::new(artwork.width(), artwork.height());
        for (x, y, out) in ratio.enumerate_pixels_mut() {
            let at =
                Point::new(rect.left + (f64::from(x) + 0.5) / px_per_mm, rect.top + (f64::from(y) + 0.5) / px_per_mm);
            let smooth = light.dot(&self.basis(at)).max(0.02) as f32;
            let expected = f32::from(artwork.get_pixel(x, y)[0]).max(1.0) * smooth;
            out[0] = if x < seen.width() && y < seen.height() { seen.get_pixel(x, y)[0] / expected } else { f32::NAN };
        }
        let mut density = corrected(ratio, (TILE_MM * px_per_mm).round() as u32);
        for (value, ground) in density.iter_mut().zip(darkest.iter()) {
            if f32::from(*ground) < LIGHT_GROUND * self.lightest && value.is_finite() {
                *value = 0.0;
            }
        }
        InkMap { rect, px_per_mm, density }
    }

    /// Quadratic basis, coordinates scaled to about -1..1.
    fn basis(&self, at: Point<Mm>) -> SVector<f64, 6> {
        let x = 2.0 * at.x / self.size_mm.0 - 1.0;
        let y = 2.0 * at.y / self.size_mm.1 - 1.0;
        SVector::from([1.0, x, y, x * x, x * y, y * y])
    }
}

impl Light {
    fn dot(&self, basis: &SVector<f64, 6>) -> f64 {
        self.0.iter().zip(basis.iter()).map(|(a, b)| a * b).sum()
    }

    /// Observed grey level of white paper at the ticket's centre, as a share of the artwork's.
    pub fn at_centre(&self) -> f64 {
        self.0[0]
    }
}

/// 1 - ratio / (local paper level), the paper level being a quantile over tiles, bilinear between them.
fn corrected(ratio: Plane, tile: u32) -> Plane {
    let (columns, rows) = (ratio.width().div_ceil(tile), ratio.height().div_ceil(tile));
    let mut paper = Plane::new(columns, rows);
    for (i, j, level) in paper.enumerate_pixels_mut() {
        // Half a tile more on every side steadies the quantile.
        let span = |k: u32, size: u32| ((k * tile).saturating_sub(tile / 2), ((k + 1) * tile + tile / 2).min(size));
        let ((x0, x1), (y0, y1)) = (span(i, ratio.width()), span(j, ratio.height()));
        let mut values: Vec<f32> = (y0..y1)
            .step_by(2)
            .flat_map(|y| (x0..x1).step_by(2).map(move |x| (x, y)))
            .map(|(x, y)| ratio.get_pixel(x, y)[0])
            .filter(|v| v.is_finite())
            .collect();
        level[0] = quantile(&mut values, PAPER_QUANTILE).unwrap_or(1.0).clamp(1.0 - LOCAL_SHARE, 1.0 + LOCAL_SHARE);
    }
    let mut density = ratio;
    for (x, y, value) in density.enumerate_pixels_mut() {
        let at = Point::<()>::new((f64::from(x) + 0.5) / f64::from(tile), (f64::from(y) + 0.5) / f64::from(tile));
        value[0] = 1.0 - value[0] / bilinear_plane(&paper, at);
    }
    density
}

/// Bilinear sample with repeated edges; continuous coordinates.
fn bilinear_plane(plane: &Plane, at: Point<()>) -> f32 {
    let (w, h) = (plane.width() as f64 - 1.0, plane.height() as f64 - 1.0);
    let (x, y) = ((at.x - 0.5).clamp(0.0, w), (at.y - 0.5).clamp(0.0, h));
    let (i, j) = (x as u32, y as u32);
    let (i1, j1) = ((i + 1).min(plane.width() - 1), (j + 1).min(plane.height() - 1));
    let (fx, fy) = ((x - f64::from(i)) as f32, (y - f64::from(j)) as f32);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let p = |x, y| plane.get_pixel(x, y)[0];
    mix(mix(p(i, j), p(i1, j), fx), mix(p(i, j1), p(i1, j1), fx), fy)
}

/// The `q` quantile (0 to 1) by partial sorting; `None` of nothing.
pub(crate) fn quantile(values: &mut [f32], q: f64) -> Option<f32> {
    let last = values.len().checked_sub(1)?;
    let k = (last as f64 * q).round() as usize;
    Some(*values.select_nth_unstable_by(k, f32::total_cmp).1)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f32> = values.map(|v| v as f32).collect();
    quantile(&mut values, 0.5).map_or(1.0, f64::from)
}

impl InkMap {
    /// Density at a point of the ticket; `None` where the picture does not reach.
    pub fn at(&self, p: Point<Mm>) -> Option<f32> {
        let px = Point::<()>::new((p.x - self.rect.left) * self.px_per_mm, (p.y - self.rect.top) * self.px_per_mm);
        let v = sample_plane(&self.density, px);
        v.is_finite().then_some(v)
    }
}

/// A piece of an ink map on the grid of the variable print, one pixel per dot, in units of the ticket's own ink density.
#[derive(Debug, Clone)]
pub struct Crop {
    /// Grid column of the first pixel.
    pub left: i32,
    /// Grid row of the first pixel.
    pub top: i32,
    /// Density, 0 for bare artwork, 1 for this ticket's ink; 0 outside the picture.
    pub ink: Plane,
    /// Whether a part of it lies outside the picture.
    pub cut_off: bool,
}

/// From the grid of the variable print to the ticket.
#[derive(Debug, Clone, Copy)]
pub struct PrintFrame {
    /// From print to artwork, in mm; the identity on an unshifted ticket.
    pub to_artwork: Homography<PrintMm, Mm>,
    /// Size of a grid cell.
    pub pitch_mm: f64,
    /// Density of this ticket's ink.
    pub full_density: f32,
}

impl PrintFrame {
    /// Resamples `size` cells from grid cell (`left`, `top`) on, moved by (`dx`, `dy`) cells.
    pub fn crop(&self, map: &InkMap, left: i32, top: i32, size: (u32, u32), shift: (f64, f64)) -> Crop {
        let m = self.to_artwork.rows();
        let mut ink = Plane::new(size.0, size.1);
        let mut cut_off = false;
        for (x, y, out) in ink.enumerate_pixels_mut() {
            let u = (f64::from(left) + f64::from(x) + 0.5 + shift.0) * self.pitch_mm;
            let v = (f64::from(top) + f64::from(y) + 0.5 + shift.1) * self.pitch_mm;
            let at = Point::new(m[0][0] * u + m[0][1] * v + m[0][2], m[1][0] * u + m[1][1] * v + m[1][2]);
            match map.at(at) {
                Some(density) => out[0] = density / self.full_density,
                None => cut_off = true,
            }
        }
        Crop { left, top, ink, cut_off }
    }
}
