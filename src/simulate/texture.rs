//! Smooth random texture: value noise in two octaves.

use rand::Rng;

use super::dice::uniform;

/// A random function of the plane, between -1 and 1, with features of a given size.
pub struct Texture {
    coarse: Lattice,
    fine: Lattice,
    /// Keeps the turned plane's second coordinate positive.
    shift: f64,
}

/// Turn of the lattice against the picture, so that its rows do not pass for edges.
const TURN_RAD: f64 = 0.55;

impl Texture {
    /// A texture over `size`, in any unit, whose coarse features are `cell` wide.
    pub fn new(rng: &mut impl Rng, size: [f64; 2], cell: f64) -> Self {
        let (sin, cos) = TURN_RAD.sin_cos();
        let [width, height] = size;
        let turned = [width * cos + height * sin, width * sin + height * cos];
        Self {
            coarse: Lattice::new(rng, turned, cell),
            fine: Lattice::new(rng, turned, cell / 3.0),
            shift: width * sin,
        }
    }

    /// Its value at `(x, y)`.
    pub fn at(&self, x: f64, y: f64) -> f64 {
        let (sin, cos) = TURN_RAD.sin_cos();
        let (u, v) = (x * cos + y * sin, y * cos - x * sin + self.shift);
        0.65 * self.coarse.at(u, v) + 0.35 * self.fine.at(u, v)
    }
}

struct Lattice {
    cell: f64,
    columns: usize,
    rows: usize,
    values: Vec<f32>,
}

impl Lattice {
    fn new(rng: &mut impl Rng, size: [f64; 2], cell: f64) -> Self {
        let [columns, rows] = size.map(|s| (s / cell).ceil() as usize + 2);
        let values = (0..columns * rows).map(|_| uniform(rng, -1.0, 1.0) as f32).collect();
        Self { cell, columns, rows, values }
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        let (column, u) = knot(x / self.cell, self.columns);
        let (row, v) = knot(y / self.cell, self.rows);
        let value = |c: usize, r: usize| f64::from(self.values[r * self.columns + c]);
        let above = value(column, row) * (1.0 - u) + value(column + 1, row) * u;
        let below = value(column, row + 1) * (1.0 - u) + value(column + 1, row + 1) * u;
        above * (1.0 - v) + below * v
    }
}

/// The knot at or before `position` among `count`, and the eased way to the next.
fn knot(position: f64, count: usize) -> (usize, f64) {
    let first = (position.max(0.0) as usize).min(count - 2);
    let way = (position - first as f64).clamp(0.0, 1.0);
    (first, way * way * (3.0 - 2.0 * way))
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::*;

    #[test]
    fn texture_is_smooth_and_bounded_everywhere() {
        let texture = Texture::new(&mut dice(1, 1, Stream::Pixels), [20.0, 30.0], 2.0);
        let mut last = texture.at(-1.0, 5.0);
        for i in 0..2300 {
            let value = texture.at(f64::from(i) * 0.01 - 1.0, 5.0);
            assert!(value.abs() <= 1.0 && (value - last).abs() < 0.05);
            last = value;
        }
    }
}
