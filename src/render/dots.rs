//! An element's ink as dots on the head's grid, each with its strength: what defects change and what is laid on paper.

use crate::design::layout::PlacedGlyph;

/// A dot of full strength.
pub(super) const FULL: u8 = 255;

/// Dots of a rectangular piece of the grid.
#[derive(Debug, Clone)]
pub(super) struct Dots {
    /// First column of the grid.
    pub(super) left: i32,
    /// First row of the grid.
    pub(super) top: i32,
    /// Columns.
    pub(super) width: usize,
    /// Rows.
    pub(super) height: usize,
    /// Row by row; 0 is no ink.
    strength: Vec<u8>,
}

impl Dots {
    /// The glyphs' dots at full strength, with `margin` empty dots all round; `None` when they have none.
    pub(super) fn of(glyphs: &[PlacedGlyph], margin: i32) -> Option<Self> {
        let cells = || glyphs.iter().flat_map(PlacedGlyph::cells);
        let first = cells().next()?;
        let bounds =
            cells().fold((first, first), |((l, t), (r, b)), (x, y)| ((l.min(x), t.min(y)), (r.max(x), b.max(y))));
        let ((left, top), (right, bottom)) = bounds;
        let (left, top) = (left - margin, top - margin);
        let (width, height) = ((right + margin - left + 1) as usize, (bottom + margin - top + 1) as usize);
        let mut dots = Self { left, top, width, height, strength: vec![0; width * height] };
        for (x, y) in cells() {
            dots.set(x, y, FULL);
        }
        Some(dots)
    }

    /// Strength of the dot at grid cell `(x, y)`; 0 outside.
    pub(super) fn get(&self, x: i32, y: i32) -> u8 {
        self.index(x, y).map_or(0, |i| self.strength[i])
    }

    /// Sets a dot; outside it is lost.
    pub(super) fn set(&mut self, x: i32, y: i32, strength: u8) {
        if let Some(i) = self.index(x, y) {
            self.strength[i] = strength;
        }
    }

    /// The dots with ink, as `(x, y, strength)`.
    pub(super) fn inked(&self) -> impl Iterator<Item = (i32, i32, u8)> + '_ {
        self.all().filter(|dot| dot.2 > 0)
    }

    /// Every cell, as `(x, y, strength)`, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = (i32, i32, u8)> + '_ {
        self.strength
            .iter()
            .enumerate()
            .map(|(i, &s)| (self.left + (i % self.width) as i32, self.top + (i / self.width) as i32, s))
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (usize::try_from(x - self.left).ok()?, usize::try_from(y - self.top).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }
}
