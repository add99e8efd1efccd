//! A flat ticket laid on a flatbed scanner: flat picture in, scan out.
//!
//! [`Flatbed::draw`] draws where the ticket lies and what the scanner is like; [`Flatbed::scan`] makes the picture:
//! the ticket's light, blurred by the lens ([`super::optics`]), over the lid ([`super::bed`]), under the dust
//! ([`super::dust`]), read by the sensor ([`super::sensor`]). The map from the ticket to the picture is exact.

use image::{DynamicImage, RgbImage};
use rand::{Rng, RngExt};
use serde::Serialize;

use super::bed::{Bed, BedMm, Outline};
use super::dice::{bell, pick, pick_weighted, uniform};
use super::dust::{Dust, LightMap, lay_dust};
use super::encode::FileFormat;
use super::optics::Light;
use super::sensor::{Sensor, Tone, expose};
use super::texture::Texture;
use crate::geometry::{Homography, PhotoPx, Point};

/// Frame of the ticket's paper, in millimetres from its top left corner: the artwork's frame, stretched as the paper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperMm {}

/// One scan, all its parameters drawn.
#[derive(Debug, Clone, Serialize)]
pub struct Flatbed {
    /// Pixels per inch along the rows.
    pub dpi: u16,
    /// The resolution the file claims; none when it claims none.
    pub claimed_dpi: Option<u16>,
    /// Size of the ticket's paper.
    pub ticket_mm: [f64; 2],
    /// Where it lies.
    pub placement: Placement,
    /// What lies round it.
    pub bed: Bed,
    /// The lens.
    pub optics: Optics,
    /// Dust on the glass.
    pub dust: Dust,
    /// The sensor.
    pub sensor: Sensor,
    /// The driver's settings.
    pub tone: Tone,
    /// The file.
    pub file: FileFormat,
}

/// Where the ticket lies on the glass.
#[derive(Debug, Clone, Serialize)]
pub struct Placement {
    /// The ticket's centre.
    pub centre_mm: [f64; 2],
    /// Whole right-angle turns, clockwise.
    pub quarter_turns: u8,
    /// Skew beyond them, clockwise.
    pub skew_deg: f64,
    /// Pixels per millimetre down the picture over those along the rows: carriage and sensor never agree quite.
    pub stretch: f64,
}

/// The lens.
#[derive(Debug, Clone, Serialize)]
pub struct Optics {
    /// Deviation of the Gaussian that stands for the lens's spread.
    pub blur_sigma_mm: f64,
    /// How far the red line lies before the green one, and the blue one behind it, along the carriage's way.
    pub colour_shift_mm: f64,
}

/// How people scan: the region round the ticket.
#[derive(Clone, Copy)]
enum Region {
    /// Cropped close round the ticket.
    Close,
    /// Selected by hand in the preview.
    Selected,
    /// The whole glass.
    WholeGlass,
}

/// Resolutions people scan at, weighted.
const RESOLUTIONS: [(u32, u16); 6] = [(6, 150), (24, 200), (14, 240), (36, 300), (12, 400), (8, 600)];

/// Blank glass left at every side of the ticket at least, so that each of its corners is in the picture.
const MARGIN_MM: f64 = 1.0;

impl Flatbed {
    /// Draws a scan of a ticket of `ticket_mm`.
    pub fn draw(rng: &mut impl Rng, ticket_mm: [f64; 2]) -> Self {
        let dpi = pick_weighted(rng, &RESOLUTIONS);
        let (bed_mm, placement) = lay(rng, ticket_mm, dpi);
        let file = FileFormat::draw(rng);
        Self {
            dpi,
            claimed_dpi: claimed_dpi(rng, dpi),
            ticket_mm,
            placement,
            bed: Bed::draw(rng, bed_mm),
            optics: Optics {
                blur_sigma_mm: uniform(rng, 0.02, 0.09),
                colour_shift_mm: if rng.random_bool(0.5) { uniform(rng, -0.02, 0.02) } else { 0.0 },
            },
            dust: Dust::draw(rng, bed_mm[0] * bed_mm[1] / 100.0),
            sensor: Sensor::draw(rng),
            tone: Tone::draw(rng),
            file,
        }
    }

    /// Size of the picture.
    pub fn size_px(&self) -> [u32; 2] {
        let [across, down] = self.px_per_mm();
        [(self.bed.size_mm[0] * across).round() as u32, (self.bed.size_mm[1] * down).round() as u32]
    }

    /// Where each point of the ticket's paper is in the picture.
    pub fn ticket_to_picture(&self) -> Homography<PaperMm, PhotoPx> {
        let [across, down] = self.px_per_mm();
        let scale = [[across, 0.0, 0.0], [0.0, down, 0.0], [0.0, 0.0, 1.0]];
        self.ticket_to_bed().then(&Homography::from_rows(scale))
    }

    /// Resolution to draw the flat ticket at for this scan: 1.5 times the scan's keeps the sampling from showing, less
    /// will do above 600 dpi, where the lens resolves less than the scan.
    pub fn flat_dpi(&self) -> f64 {
        (1.5 * f64::from(self.dpi)).clamp(400.0, 720.0)
    }

    /// The scan of `flat`, a picture of the ticket's paper at `flat_dpi`.
    pub fn scan(&self, rng: &mut impl Rng, flat: &RgbImage, flat_dpi: f64) -> DynamicImage {
        let texture = Texture::new(rng, self.bed.size_mm, self.bed.lid.mottle_mm);
        let ticket = Light::of(flat, flat_dpi, self.optics.blur_sigma_mm);
        let mut light = self.gather(&ticket, &texture);
        lay_dust(rng, &self.dust, &mut light, self.px_per_mm()[0]);
        expose(rng, &light, &self.sensor, &self.tone)
    }

    fn px_per_mm(&self) -> [f64; 2] {
        let across = f64::from(self.dpi) / 25.4;
        [across, across * self.placement.stretch]
    }

    fn angle_rad(&self) -> f64 {
        turned(&self.placement).to_radians()
    }

    fn ticket_to_bed(&self) -> Homography<PaperMm, BedMm> {
        let [width, height] = self.ticket_mm;
        let (sin, cos) = self.angle_rad().sin_cos();
        let [x, y] = self.placement.centre_mm;
        let dx = x - (cos * width - sin * height) / 2.0;
        let dy = y - (sin * width + cos * height) / 2.0;
        Homography::similarity(1.0, self.angle_rad(), dx, dy)
    }

    /// The light of every pixel: ticket, lid and lamp.
    fn gather(&self, ticket: &Light, texture: &Texture) -> LightMap {
        let [width, height] = self.size_px();
        let [across, down] = self.px_per_mm();
        let angle = self.angle_rad();
        // A turn and a shift are undone by the turn back: unlike a general map, always possible.
        let to_ticket = |bed: Point<BedMm>| {
            let (sin, cos) = angle.sin_cos();
            let (x, y) = (bed.x - self.placement.centre_mm[0], bed.y - self.placement.centre_mm[1]);
            Point::<PaperMm>::new(
                cos * x + sin * y + self.ticket_mm[0] / 2.0,
                cos * y - sin * x + self.ticket_mm[1] / 2.0,
            )
        };
        // The lines of the three colours see places a little apart along the picture's columns.
        let (sin, cos) = angle.sin_cos();
        let shifts = [1.0, 0.0, -1.0].map(|side| {
            let shift = side * self.optics.colour_shift_mm;
            [shift * sin, shift * cos]
        });
        let mut rgb = Vec::with_capacity(3 * width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                let bed = Point::new((f64::from(x) + 0.5) / across, (f64::from(y) + 0.5) / down);
                let here = to_ticket(bed);
                let outline = Outline::at(here, self.ticket_mm, angle);
                let cover = self.cover(here);
                let lid = if cover < 1.0 { self.bed.lid_light(texture, bed, &outline) } else { [0.0; 3] };
                let rim = 1.0 + self.bed.edge.rim_at(&outline);
                let lamp = self.bed.lamp_light(bed);
                let mut mixed = lid.map(|l| (1.0 - cover) * l);
                if cover > 0.0 {
                    for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
                        let p = to_ticket(Point::new(bed.x + dx / across, bed.y + dy / down));
                        for (channel, [sx, sy]) in shifts.into_iter().enumerate() {
                            let seen = ticket.at(channel, Point::new(p.x + sx, p.y + sy));
                            mixed[channel] += 0.25 * cover * rim * f64::from(seen);
                        }
                    }
                }
                rgb.extend(mixed.map(|l| (l * lamp) as f32));
            }
        }
        LightMap { width: width as usize, height: height as usize, rgb }
    }

    /// How much of the light at `p` comes from the ticket: its outline, blurred like the print on it.
    fn cover(&self, p: Point<PaperMm>) -> f64 {
        // The pixel itself adds the deviation of a uniform square to the lens's.
        let pixel_mm = 25.4 / f64::from(self.dpi);
        let sigma = self.optics.blur_sigma_mm.hypot(pixel_mm / 12f64.sqrt());
        let along = |v: f64, size: f64| normal_below(v / sigma) * normal_below((size - v) / sigma);
        along(p.x, self.ticket_mm[0]) * along(p.y, self.ticket_mm[1])
    }
}

/// The normal distribution function, as the logistic function of a cubic (Page 1977): within 0.0002.
fn normal_below(z: f64) -> f64 {
    if z > 4.5 {
        1.0
    } else if z < -4.5 {
        0.0
    } else {
        1.0 / (1.0 + (-(1.5976 * z + 0.070_566 * z * z * z)).exp())
    }
}

fn turned(placement: &Placement) -> f64 {
    90.0 * f64::from(placement.quarter_turns) + placement.skew_deg
}

/// The size of the scanned region and where a ticket of `ticket_mm` lies in it.
fn lay(rng: &mut impl Rng, ticket_mm: [f64; 2], dpi: u16) -> ([f64; 2], Placement) {
    let quarter_turns = pick_weighted(rng, &[(52, 0), (16, 1), (16, 2), (16, 3)]);
    let skew_deg = if rng.random_bool(0.7) { (2.0 * bell(rng)).clamp(-8.0, 8.0) } else { uniform(rng, -8.0, 8.0) };
    let stretch = uniform(rng, 0.998, 1.002);
    let mut placement = Placement { centre_mm: [0.0; 2], quarter_turns, skew_deg, stretch };
    let (sin, cos) = turned(&placement).to_radians().sin_cos();
    let [w, h] = ticket_mm;
    let reach = [w * cos.abs() + h * sin.abs(), w * sin.abs() + h * cos.abs()];

    // Whole glasses are scanned at modest resolutions; at high ones people wait for the ticket alone.
    let region = match dpi {
        ..=300 => pick_weighted(rng, &[(45, Region::Close), (35, Region::Selected), (20, Region::WholeGlass)]),
        301..=400 => pick_weighted(rng, &[(60, Region::Close), (40, Region::Selected)]),
        _ => Region::Close,
    };
    let free = match region {
        Region::Close => [0; 2].map(|_| uniform(rng, 2.0 * MARGIN_MM, 16.0)),
        Region::Selected => [0; 2].map(|_| uniform(rng, 12.0, 80.0)),
        Region::WholeGlass => {
            // A4 or Letter, upright or, for a ticket longer than the glass is wide, on its side.
            let glass = *pick(rng, &[[216.0, 297.0], [210.0, 297.0], [215.9, 279.4]]);
            [0, 1].map(|i| f64::max(glass[i] - reach[i], 2.0 * MARGIN_MM))
        }
    };
    let before = free.map(|f| uniform(rng, MARGIN_MM, f - MARGIN_MM));
    placement.centre_mm = [0, 1].map(|i| before[i] + reach[i] / 2.0);
    ([0, 1].map(|i| reach[i] + free[i]), placement)
}

/// The resolution that the file claims: mostly right, sometimes none, sometimes an editor's default.
fn claimed_dpi(rng: &mut impl Rng, dpi: u16) -> Option<u16> {
    match pick_weighted(rng, &[(70, 0), (18, 1), (12, 2)]) {
        0 => Some(dpi),
        1 => None,
        _ => {
            let others: Vec<u16> = [72, 96, 150, 200, 300, 600, 1200].into_iter().filter(|&d| d != dpi).collect();
            Some(*pick(rng, &others))
        }
    }
}

#[cfg(test)]
mod tests;
