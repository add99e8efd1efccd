//! The ticket as the scanner's lens sees it: linear light, blurred, sampled anywhere.
//!
//! Input is a flat picture of the ticket, edge to edge, in sRGB; output is the light at any point of the ticket, in
//! millimetres. Blur acts on light, not on encoded values, so it has to happen before the tone curve.

use image::RgbImage;

use super::scanner::PaperMm;
use crate::geometry::Point;

/// Three planes of linear light, 0 black to 1 the sRGB white.
pub struct Light {
    width: usize,
    height: usize,
    px_per_mm: f64,
    planes: [Vec<f32>; 3],
}

impl Light {
    /// The light that `flat`, drawn edge to edge at `dpi`, throws back, blurred with a Gaussian of `sigma_mm`.
    pub fn of(flat: &RgbImage, dpi: f64, sigma_mm: f64) -> Self {
        let linear: Vec<f32> = (0..=255).map(srgb_to_linear).collect();
        let (width, height) = (flat.width() as usize, flat.height() as usize);
        let px_per_mm = dpi / 25.4;
        let kernel = gaussian(sigma_mm * px_per_mm);
        let planes = [0, 1, 2].map(|channel| {
            let plane: Vec<f32> =
                flat.as_raw().iter().skip(channel).step_by(3).map(|&v| linear[usize::from(v)]).collect();
            blur(plane, width, height, &kernel)
        });
        Self { width, height, px_per_mm, planes }
    }

    /// The light of `channel` (0 red, 1 green, 2 blue) at `p`, by bilinear interpolation; past an edge of the
    /// ticket that edge goes on.
    pub fn at(&self, channel: usize, p: Point<PaperMm>) -> f32 {
        let (x, left, right) = cell(p.x * self.px_per_mm, self.width);
        let (y, top, bottom) = cell(p.y * self.px_per_mm, self.height);
        let plane = &self.planes[channel];
        let (above, below) = (top * self.width, bottom * self.width);
        let upper = plane[above + left] * (1.0 - x) + plane[above + right] * x;
        let lower = plane[below + left] * (1.0 - x) + plane[below + right] * x;
        upper * (1.0 - y) + lower * y
    }
}

/// The pixel centres on either side of `position` on an axis of `count` pixels, and the share of the second.
fn cell(position: f64, count: usize) -> (f32, usize, usize) {
    let centred = (position - 0.5).clamp(0.0, (count - 1) as f64);
    let first = centred as usize;
    ((centred - first as f64) as f32, first, (first + 1).min(count - 1))
}

/// The sRGB decoding curve (IEC 61966-2-1).
fn srgb_to_linear(value: u8) -> f32 {
    let v = f32::from(value) / 255.0;
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// One half of a normalised Gaussian of `sigma` pixels, from its middle outwards.
fn gaussian(sigma: f64) -> Vec<f32> {
    let reach = (3.0 * sigma).ceil() as usize;
    let weights: Vec<f64> =
        (0..=reach).map(|i| if i == 0 { 1.0 } else { (-0.5 * (i as f64 / sigma).powi(2)).exp() }).collect();
    let total = 2.0 * weights.iter().sum::<f64>() - 1.0;
    weights.iter().map(|w| (w / total) as f32).collect()
}

/// `plane` blurred along its rows, then along its columns, its edges going on outwards.
fn blur(mut plane: Vec<f32>, width: usize, height: usize, kernel: &[f32]) -> Vec<f32> {
    let reach = kernel.len() - 1;
    let mut padded = vec![0.0; width + 2 * reach];
    for row in plane.chunks_exact_mut(width) {
        padded[..reach].fill(row[0]);
        padded[reach..reach + width].copy_from_slice(row);
        padded[reach + width..].fill(row[width - 1]);
        for (x, value) in row.iter_mut().enumerate() {
            let centre = x + reach;
            let sides: f32 = (1..=reach).map(|i| kernel[i] * (padded[centre - i] + padded[centre + i])).sum();
            *value = kernel[0] * padded[centre] + sides;
        }
    }
    let mut blurred = vec![0.0; plane.len()];
    for (y, out) in blurred.chunks_exact_mut(width).enumerate() {
        for (i, &weight) in kernel.iter().enumerate() {
            let above = y.saturating_sub(i) * width;
            let below = (y + i).min(height - 1) * width;
            // The middle row would otherwise be counted twice.
            let weight = if i == 0 { weight / 2.0 } else { weight };
            let rows = plane[above..above + width].iter().zip(&plane[below..below + width]);
            for (value, (a, b)) in out.iter_mut().zip(rows) {
                *value += weight * (a + b);
            }
        }
    }
    blurred
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn even_light_stays_even() {
        let light = Light::of(&RgbImage::from_pixel(9, 7, Rgb([255, 0, 188])), 254.0, 0.2);
        for p in [Point::new(0.0, 0.0), Point::new(0.45, 0.35), Point::new(5.0, -3.0)] {
            assert!((light.at(0, p) - 1.0).abs() < 1e-4);
            assert!(light.at(1, p).abs() < 1e-4);
            assert!((light.at(2, p) - 0.5029).abs() < 1e-3);
        }
    }

    #[test]
    fn blur_of_a_step_is_the_error_function() {
        // A black and a white half meet at x = 2 mm; one sigma beyond, 84.13 % of the light has come up.
        let step = RgbImage::from_fn(400, 3, |x, _| Rgb([if x < 200 { 0 } else { 255 }; 3]));
        let light = Light::of(&step, 2540.0, 0.05);
        assert!((light.at(1, Point::new(2.0, 0.01)) - 0.5).abs() < 1e-3);
        assert!((light.at(1, Point::new(2.05, 0.01)) - 0.8413).abs() < 2e-3);
    }
}
