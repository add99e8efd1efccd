//! The press's normal variation: what differs from ticket to ticket without any of them being misprinted.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::geometry::{Homography, Mm, Point, PrintMm, Rect};

/// How one ticket came off the press. Within the limits of [`Press::drawn`] it is never a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Press {
    /// Total change of stroke width: every edge of the laid shape moves outwards by half of it (inwards if negative).
    pub ink_gain_mm: f64,
    /// Ink laid, 1 being nominal.
    pub density: f64,
    /// Shift of the variable print against the artwork, right and down.
    pub shift_mm: [f64; 2],
    /// Turn of the variable print against the artwork about the ticket's centre, clockwise as seen.
    pub turn_deg: f64,
    /// Growth of the paper, artwork and print alike, as a fraction of width and height.
    pub stretch: [f64; 2],
    /// Factor on the artwork's red, green and blue, before the gamma.
    pub artwork_gain: [f64; 3],
    /// Exponent on the artwork's red, green and blue (as fractions of full scale).
    pub artwork_gamma: [f64; 3],
    /// Standard deviation of each dot's place, in each direction; its radius varies by a third of that.
    pub dot_jitter_mm: f64,
}

impl Press {
    /// A press that prints as designed; only the dots scatter a little, as they always do.
    pub fn nominal() -> Self {
        Self {
            ink_gain_mm: 0.0,
            density: 1.0,
            shift_mm: [0.0; 2],
            turn_deg: 0.0,
            stretch: [0.0; 2],
            artwork_gain: [1.0; 3],
            artwork_gamma: [1.0; 3],
            dot_jitter_mm: 0.01,
        }
    }

    /// A press within its tolerances: ink gain to 0.08 mm either way, density 70 to 110 %, print shifted to 0.5 mm and
    /// turned to 0.3°, paper stretched to 0.3 %, artwork inks off by a few per cent.
    pub fn drawn(rng: &mut impl Rng) -> Self {
        let shift: f64 = rng.random_range(0.0..=0.5);
        let direction: f64 = rng.random_range(0.0..std::f64::consts::TAU);
        Self {
            ink_gain_mm: rng.random_range(-0.08..=0.08),
            density: rng.random_range(0.70..=1.10),
            shift_mm: [shift * direction.cos(), shift * direction.sin()],
            turn_deg: rng.random_range(-0.3..=0.3),
            stretch: [rng.random_range(-0.003..=0.003), rng.random_range(-0.003..=0.003)],
            artwork_gain: [(); 3].map(|()| rng.random_range(0.94..=1.03)),
            artwork_gamma: [(); 3].map(|()| rng.random_range(0.90..=1.12)),
            dot_jitter_mm: rng.random_range(0.006..=0.014),
        }
    }

    /// Where the variable print lands on artwork within `bounds`.
    pub fn print_to_artwork(&self, bounds: Rect<Mm>) -> Homography<PrintMm, Mm> {
        let centre = bounds.centre();
        let turn: Homography<PrintMm, Mm> = Homography::similarity(1.0, self.turn_deg.to_radians(), 0.0, 0.0);
        let moved = turn.map(Point::new(centre.x, centre.y));
        let [dx, dy] = self.shift_mm;
        Homography::similarity(1.0, self.turn_deg.to_radians(), centre.x - moved.x + dx, centre.y - moved.y + dy)
    }

    /// For each channel, the artwork's value after gain and gamma.
    pub(super) fn artwork_tables(&self) -> [[u8; 256]; 3] {
        [0, 1, 2].map(|channel| {
            let (gain, gamma) = (self.artwork_gain[channel], self.artwork_gamma[channel]);
            std::array::from_fn(|v| ((v as f64 / 255.0 * gain).max(0.0).powf(gamma) * 255.0).round().min(255.0) as u8)
        })
    }

    /// Whether the artwork keeps its designed colours.
    pub(super) fn artwork_is_nominal(&self) -> bool {
        self.artwork_gain == [1.0; 3] && self.artwork_gamma == [1.0; 3]
    }
}
