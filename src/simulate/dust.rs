//! Dust on the scanner's glass: specks and fibres, between the lens and everything else.

use rand::{Rng, RngExt};
use serde::Serialize;

use super::dice::{bell, uniform};

/// How much dust lies on the glass.
#[derive(Debug, Clone, Serialize)]
pub struct Dust {
    /// Specks on the whole region.
    pub specks: u32,
    /// Fibres and hairs on the whole region.
    pub fibres: u32,
}

impl Dust {
    /// Dust for a region of `area_cm2`: most glasses are clean, some are not.
    pub fn draw(rng: &mut impl Rng, area_cm2: f64) -> Self {
        let dirty = rng.random::<f64>().powi(3);
        let fibres = if rng.random_bool(0.12) { rng.random_range(1..=3) } else { 0 };
        Self { specks: (dirty * 0.25 * area_cm2) as u32, fibres }
    }
}

/// Light of a region while it is being built: interleaved red, green, blue, 1 being the sRGB white.
pub struct LightMap {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Light, row by row.
    pub rgb: Vec<f32>,
}

/// Lays `dust` on `light`, at `px_per_mm`.
pub fn lay_dust(rng: &mut impl Rng, dust: &Dust, light: &mut LightMap, px_per_mm: f64) {
    let place = |rng: &mut _, span: usize| uniform(rng, 0.0, span as f64);
    for _ in 0..dust.specks {
        let centre = [place(rng, light.width), place(rng, light.height)];
        // Radii up to 0.2 mm, small ones far more common.
        let radius_mm = 0.02 + 0.18 * rng.random::<f64>().powi(4);
        let (target, cover) = if rng.random_bool(0.7) {
            (uniform(rng, 0.02, 0.3), uniform(rng, 0.2, 0.6))
        } else {
            (uniform(rng, 0.7, 0.95), uniform(rng, 0.1, 0.4))
        };
        let spot = Spot { centre, radius_px: radius_mm * px_per_mm, target, cover };
        spot.lay_on(light);
    }
    for _ in 0..dust.fibres {
        let mut at = [place(rng, light.width), place(rng, light.height)];
        let mut heading = uniform(rng, 0.0, std::f64::consts::TAU);
        let (radius_px, cover) = (uniform(rng, 0.015, 0.035) * px_per_mm, uniform(rng, 0.1, 0.3));
        let steps = (uniform(rng, 2.0, 7.0) * px_per_mm) as usize;
        let bend = bell(rng) * 0.6 / px_per_mm;
        for _ in 0..steps {
            Spot { centre: at, radius_px, target: 0.1, cover }.lay_on(light);
            heading += bend + bell(rng) * 0.3 / px_per_mm;
            at = [at[0] + heading.cos(), at[1] + heading.sin()];
        }
    }
}

struct Spot {
    centre: [f64; 2],
    radius_px: f64,
    /// The speck's own light.
    target: f64,
    /// How much of what lies behind it is hidden.
    cover: f64,
}

impl Spot {
    /// Mixes the spot in, its rim a pixel soft, as a speck in the focal plane is.
    fn lay_on(&self, light: &mut LightMap) {
        let reach = self.radius_px + 1.0;
        let span = |centre: f64, count: usize| {
            let low = (centre - reach).floor().max(0.0) as usize;
            low..((centre + reach).ceil().max(0.0) as usize).min(count)
        };
        // A spot smaller than a pixel dims that pixel in proportion to its area.
        let strength = self.cover * (std::f64::consts::PI * self.radius_px * self.radius_px).min(1.0);
        for y in span(self.centre[1], light.height) {
            for x in span(self.centre[0], light.width) {
                let distance = (x as f64 + 0.5 - self.centre[0]).hypot(y as f64 + 0.5 - self.centre[1]);
                let share = strength * (self.radius_px + 0.5 - distance).clamp(0.0, 1.0);
                let at = 3 * (y * light.width + x);
                for value in &mut light.rgb[at..at + 3] {
                    *value += (share * (self.target - f64::from(*value))) as f32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::*;

    #[test]
    fn specks_change_few_pixels_and_stay_inside() {
        let mut light = LightMap { width: 300, height: 200, rgb: vec![0.8; 180_000] };
        lay_dust(&mut dice(3, 1, Stream::Pixels), &Dust { specks: 20, fibres: 2 }, &mut light, 11.8);
        let changed = light.rgb.chunks(3).filter(|c| (c[0] - 0.8).abs() > 0.01).count();
        assert!((20..1500).contains(&changed), "{changed}");
        assert!(light.rgb.iter().all(|v| (0.0..=1.0).contains(v)));
    }
}
