//! Step 5, inspection: a crop and what was read on it -> is all its ink there, and nothing else?
//!
//! Optical character verification (OCV): the reading's own print, as this ticket's press and picture would show it, is
//! laid over the ink found, and what differs is measured. Differences are averaged over a few dots before they count,
//! so that an edge that is a little off cancels out and a piece that is gone does not.

use std::sync::Arc;

use image::Luma;

use crate::ink::Crop;
use crate::rectify::Plane;
use crate::text::line::add;
use crate::text::template::Template;

/// Half side, in dots, of the square over which differences are averaged.
const SMOOTHING_DOTS: u32 = 1;
/// Averaged difference, in units of the ticket's ink, from which a dot counts as differing.
const DIFFERS: f32 = 0.30;

/// A template with its origin on the grid of the variable print.
#[derive(Debug, Clone)]
pub struct Placed {
    /// Its looks.
    pub template: Arc<Template>,
    /// Grid column of its origin.
    pub x_dots: i32,
    /// Grid row.
    pub y_dots: i32,
}

/// What differs between ink and expectation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Inspection {
    /// Largest connected piece of missing ink, in mm2 of full ink.
    pub missing_mm2: f64,
    /// The same as a share of the ink of the glyph that lacks most.
    pub missing_share: f64,
    /// Largest connected piece of ink that should not be there, in mm2 of full ink.
    pub extra_mm2: f64,
    /// Density of the ink where ink should be, as a share of the ticket's.
    pub strength: f64,
    /// Least strength of a single glyph.
    pub weakest_glyph: f64,
    /// Root mean square difference over the dots that should be inked or touch them.
    pub rms: f64,
}

/// What `placed` should look like on the pixels of `like`.
pub fn expected(like: &Crop, placed: &[Placed]) -> Crop {
    let mut out = Crop { ink: Plane::new(like.ink.width(), like.ink.height()), ..*like };
    for p in placed {
        add(&mut out, &p.template, p.x_dots, p.y_dots, 1.0);
    }
    out
}

/// How far the ink lies from where `placed` has it, in dots, by one Gauss-Newton step on the squared difference (Lucas
/// and Kanade, IJCAI 1981); each within `+-1.5`.
pub fn offset(crop: &Crop, placed: &[Placed]) -> (f64, f64) {
    let expected = expected(crop, placed);
    let (w, h) = (crop.ink.width() as usize, crop.ink.height() as usize);
    let (s, t) = (crop.ink.as_raw(), expected.ink.as_raw());
    let [mut xx, mut xy, mut yy, mut xr, mut yr] = [0.0f64; 5];
    for y in 1..h.saturating_sub(1) {
        for x in 1..w.saturating_sub(1) {
            let i = y * w + x;
            let gx = f64::from(t[i + 1] - t[i - 1]) / 2.0;
            let gy = f64::from(t[i + w] - t[i - w]) / 2.0;
            if gx == 0.0 && gy == 0.0 {
                continue;
            }
            let r = f64::from(t[i] - s[i]);
            xx += gx * gx;
            xy += gx * gy;
            yy += gy * gy;
            xr += gx * r;
            yr += gy * r;
        }
    }
    let det = xx * yy - xy * xy;
    if det < 1e-6 {
        return (0.0, 0.0);
    }
    (((yy * xr - xy * yr) / det).clamp(-1.5, 1.5), ((xx * yr - xy * xr) / det).clamp(-1.5, 1.5))
}

/// Measures what differs. `pitch_mm` is the size of a dot.
pub fn inspect(crop: &Crop, placed: &[Placed], pitch_mm: f64) -> Inspection {
    let expected = expected(crop, placed);
    let mut difference = Plane::new(crop.ink.width(), crop.ink.height());
    let (mut squares, mut dots) = (0.0f64, 0usize);
    for ((d, s), t) in difference.iter_mut().zip(crop.ink.iter()).zip(expected.ink.iter()) {
        *d = s - t;
        if *t > 0.05 {
            squares += f64::from(*d * *d);
            dots += 1;
        }
    }
    let smooth = box_mean(&difference, SMOOTHING_DOTS);
    let dot_mm2 = pitch_mm * pitch_mm;
    let missing_mm2 = largest_blob(&smooth, -1.0) * dot_mm2;
    let glyph_strengths: Vec<(f64, f64)> = placed.iter().filter_map(|p| strength(crop, &expected, p)).collect();
    let total: f64 = glyph_strengths.iter().map(|g| g.1).sum();
    let smallest = glyph_strengths.iter().map(|g| g.1).fold(f64::INFINITY, f64::min);
    Inspection {
        missing_mm2,
        missing_share: if smallest.is_finite() { missing_mm2 / (smallest * dot_mm2) } else { 0.0 },
        extra_mm2: largest_blob(&smooth, 1.0) * dot_mm2,
        strength: glyph_strengths.iter().map(|g| g.0 * g.1).sum::<f64>() / total.max(1e-9),
        weakest_glyph: glyph_strengths.iter().map(|g| g.0).fold(f64::INFINITY, f64::min),
        rms: (squares / dots.max(1) as f64).sqrt(),
    }
}

/// Mean ink over mean expectation inside one glyph's own expected ink, and the amount of that ink in dots.
fn strength(crop: &Crop, expected: &Crop, p: &Placed) -> Option<(f64, f64)> {
    let (width, height) = (crop.ink.width() as i32, crop.ink.height() as i32);
    let (x0, y0) = (p.x_dots + p.template.left - crop.left, p.y_dots + p.template.top - crop.top);
    let (mut found, mut wanted, mut ink) = (0.0f64, 0.0f64, 0.0f64);
    for (x, y, t) in p.template.ink.enumerate_pixels() {
        let (i, j) = (x0 + x as i32, y0 + y as i32);
        ink += f64::from(t[0]);
        if t[0] > 0.5 && (0..width).contains(&i) && (0..height).contains(&j) {
            found += f64::from(crop.ink.get_pixel(i as u32, j as u32)[0]);
            wanted += f64::from(expected.ink.get_pixel(i as u32, j as u32)[0]);
        }
    }
    (wanted > 0.0).then(|| (found / wanted, ink))
}

/// Mean over squares of side `2 * reach + 1`; less at the edges, where outside counts as 0.
pub(crate) fn box_mean(plane: &Plane, reach: u32) -> Plane {
    let (w, h, r) = (plane.width() as i64, plane.height() as i64, i64::from(reach));
    let n = ((2 * r + 1) * (2 * r + 1)) as f32;
    let raw = plane.as_raw();
    let mut rows = vec![0.0f32; raw.len()];
    for y in 0..h {
        for x in 0..w {
            rows[(y * w + x) as usize] = ((x - r).max(0)..=(x + r).min(w - 1)).map(|i| raw[(y * w + i) as usize]).sum();
        }
    }
    Plane::from_fn(w as u32, h as u32, |x, y| {
        let (x, y) = (i64::from(x), i64::from(y));
        let sum: f32 = ((y - r).max(0)..=(y + r).min(h - 1)).map(|j| rows[(j * w + x) as usize]).sum();
        Luma([sum / n])
    })
}

/// Sum of the excess of one sign over the largest 4-connected piece where it reaches [`DIFFERS`].
fn largest_blob(smooth: &Plane, sign: f32) -> f64 {
    let (w, h) = (smooth.width() as usize, smooth.height() as usize);
    let raw = smooth.as_raw();
    let mut seen = vec![false; raw.len()];
    let mut stack = Vec::new();
    let mut largest = 0.0f64;
    for start in 0..raw.len() {
        if seen[start] || sign * raw[start] < DIFFERS {
            continue;
        }
        let mut sum = 0.0f64;
        seen[start] = true;
        stack.push(start);
        while let Some(i) = stack.pop() {
            sum += f64::from(sign * raw[i]);
            let (x, y) = (i % w, i / w);
            let neighbours = [
                (x > 0).then(|| i - 1),
                (x + 1 < w).then(|| i + 1),
                (y > 0).then(|| i - w),
                (y + 1 < h).then(|| i + w),
            ];
            for n in neighbours.into_iter().flatten() {
                if !seen[n] && sign * raw[n] >= DIFFERS {
                    seen[n] = true;
                    stack.push(n);
                }
            }
        }
        largest = largest.max(sum);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;
    use crate::design::ink::TextStyle;
    use crate::design::layout;
    use crate::geometry::Point;
    use crate::text::template::{Look, TemplateCase};

    fn word(text: &str) -> (Crop, Vec<Placed>, f64) {
        let design = Design::reference().unwrap();
        let glyphs = TemplateCase::default().glyphs(&design, TextStyle::Letters, Look::NOMINAL);
        let placed: Vec<_> = layout::line(&design, TextStyle::Letters, text, Point::new(10.0, 5.0))
            .unwrap()
            .into_iter()
            .map(|g| Placed {
                template: Arc::clone(&glyphs.iter().find(|t| Some(t.character) == g.character).unwrap().template),
                x_dots: g.x_dots,
                y_dots: g.y_dots,
            })
            .collect();
        let blank = Crop { left: 0, top: 20, ink: Plane::new(190, 60), cut_off: false };
        (expected(&blank, &placed), placed, design.numbers.ink.pitch_mm())
    }

    #[test]
    fn whole_ink_shows_no_difference() {
        let (crop, placed, pitch) = word("CENT");
        let found = inspect(&crop, &placed, pitch);
        assert_eq!((found.missing_mm2, found.extra_mm2), (0.0, 0.0));
        assert!((found.strength - 1.0).abs() < 1e-6 && found.rms < 1e-6);
    }

    #[test]
    fn half_a_glyph_gone_is_missing_ink_and_a_blot_is_extra() {
        let (mut crop, placed, pitch) = word("CENT");
        let glyph = placed[2].x_dots;
        for y in 0..60 {
            for x in glyph + 8..glyph + 20 {
                crop.ink.get_pixel_mut(x as u32, y)[0] = 0.0;
            }
        }
        let found = inspect(&crop, &placed, pitch);
        assert!(found.missing_mm2 > 0.3 && found.extra_mm2 == 0.0, "{found:?}");
        let (mut crop, placed, pitch) = word("CENT");
        for y in 0..9 {
            for x in 0..9 {
                crop.ink.get_pixel_mut(x + 2, y + 2)[0] = 1.0;
            }
        }
        let found = inspect(&crop, &placed, pitch);
        assert!(found.extra_mm2 > 0.6 && found.missing_mm2 == 0.0, "{found:?}");
    }

    #[test]
    fn an_offset_of_half_a_dot_is_measured() {
        let (crop, placed, _) = word("CENT");
        let mut moved = crop.clone();
        for (x, y, v) in moved.ink.enumerate_pixels_mut() {
            let left = if x > 0 { crop.ink.get_pixel(x - 1, y)[0] } else { 0.0 };
            v[0] = (crop.ink.get_pixel(x, y)[0] + left) / 2.0;
        }
        let (dx, dy) = offset(&moved, &placed);
        assert!((dx - 0.5).abs() < 0.1 && dy.abs() < 0.05, "{dx} {dy}");
    }
}
