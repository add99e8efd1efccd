//! Step 3: picture + homography -> flat crops at a fixed number of pixels per millimetre.
//!
//! A [`Mip`] holds the picture and its halvings; [`Mip::warp`] samples the level whose pixels are just finer than the
//! output's, so that nothing aliases and nothing is sampled finer than needed.

use std::borrow::Cow;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::{GrayImage, ImageBuffer, Luma, imageops};

use crate::geometry::{Homography, PhotoPx, Point, Rect};

/// One channel of floating-point values.
pub type Plane = ImageBuffer<Luma<f32>, Vec<f32>>;

/// A picture with its successive halvings by 2 x 2 means.
#[derive(Debug)]
pub struct Mip<'a> {
    levels: Vec<Cow<'a, GrayImage>>,
}

impl<'a> Mip<'a> {
    /// Halves `luma` until a side is shorter than 64 pixels.
    pub fn new(luma: &'a GrayImage) -> Self {
        let mut levels = vec![Cow::Borrowed(luma)];
        while let Some(last) = levels.last().filter(|l| l.width().min(l.height()) >= 128) {
            let half = halve(last);
            levels.push(Cow::Owned(half));
        }
        Self { levels }
    }

    /// The picture itself.
    pub fn base(&self) -> &GrayImage {
        &self.levels[0]
    }

    /// The largest level with no side above `side` pixels (or the smallest there is), and the size of its pixels in
    /// pixels of the picture.
    pub fn at_most(&self, side: u32) -> (&GrayImage, f64) {
        let level = self.levels.iter().position(|l| l.width().max(l.height()) <= side).unwrap_or(self.levels.len() - 1);
        (&self.levels[level], f64::from(1u32 << level))
    }

    /// Samples the rectangle `rect` of frame `A` at `px_per_unit` pixels per unit of `A`.
    ///
    /// Values are 0 to 255; outside the picture they are `NaN`. Bilinear where the picture is at least as fine as the
    /// output, Catmull-Rom where it is coarser.
    pub fn warp<A>(&self, to_photo: &Homography<A, PhotoPx>, rect: Rect<A>, px_per_unit: f64) -> Plane {
        let width = (rect.width * px_per_unit).round().max(1.0) as u32;
        let height = (rect.height * px_per_unit).round().max(1.0) as u32;
        let photo_px_per_px = to_photo.scale_at(rect.centre()) / px_per_unit;
        let level = (photo_px_per_px.log2().floor().max(0.0) as usize).min(self.levels.len() - 1);
        let shrink = f64::from(1u32 << level);
        let image = &self.levels[level];
        let sample: fn(&GrayImage, f64, f64) -> f32 = if photo_px_per_px < 0.9 { catmull_rom } else { bilinear };
        let m = to_photo.rows();
        let mut out = Plane::new(width, height);
        for (j, row) in out.as_mut().chunks_exact_mut(width as usize).enumerate() {
            let y = rect.top + (j as f64 + 0.5) / px_per_unit;
            for (i, value) in row.iter_mut().enumerate() {
                let x = rect.left + (i as f64 + 0.5) / px_per_unit;
                let w = (m[2][0] * x + m[2][1] * y + m[2][2]) * shrink;
                let u = (m[0][0] * x + m[0][1] * y + m[0][2]) / w;
                let v = (m[1][0] * x + m[1][1] * y + m[1][2]) / w;
                *value = sample(image, u - 0.5, v - 0.5);
            }
        }
        out
    }
}

fn halve(image: &GrayImage) -> GrayImage {
    let (width, height) = (image.width() / 2, image.height() / 2);
    let stride = image.width() as usize;
    let raw = image.as_raw();
    let mut data = Vec::with_capacity(width as usize * height as usize);
    for y in 0..height as usize {
        let (upper, lower) = (&raw[2 * y * stride..][..stride], &raw[(2 * y + 1) * stride..][..stride]);
        data.extend(upper.chunks_exact(2).zip(lower.chunks_exact(2)).map(|(a, b)| {
            let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
            ((sum + 2) / 4) as u8
        }));
    }
    GrayImage::from_raw(width, height, data).unwrap_or_default()
}

/// The picture at another size, averaged over the pixels each new one covers.
pub fn resized_to(image: &GrayImage, width: u32, height: u32) -> GrayImage {
    let mut out = GrayImage::new(width.max(1), height.max(1));
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear));
    match Resizer::new().resize(image, &mut out, &options) {
        Ok(()) => out,
        // Only an empty picture is refused, and capture lets none through.
        Err(_) => imageops::resize(image, width.max(1), height.max(1), imageops::FilterType::Triangle),
    }
}

/// `x`, `y`: pixel-centre coordinates (centre of the first pixel at 0).
fn bilinear(image: &GrayImage, x: f64, y: f64) -> f32 {
    let (width, height) = (image.width() as usize, image.height() as usize);
    if !(x > -0.5 && y > -0.5 && x < width as f64 - 0.5 && y < height as f64 - 0.5) {
        return f32::NAN;
    }
    let (x, y) = (x.clamp(0.0, (width - 1) as f64), y.clamp(0.0, (height - 1) as f64));
    let (i, j) = ((x as usize).min(width.saturating_sub(2)), (y as usize).min(height.saturating_sub(2)));
    let (fx, fy) = ((x - i as f64) as f32, (y - j as f64) as f32);
    let raw = image.as_raw();
    let at = |i: usize, j: usize| f32::from(raw[j.min(height - 1) * width + i.min(width - 1)]);
    let top = at(i, j) + fx * (at(i + 1, j) - at(i, j));
    let bottom = at(i, j + 1) + fx * (at(i + 1, j + 1) - at(i, j + 1));
    top + fy * (bottom - top)
}

/// Weights of the Catmull-Rom cubic for the four samples round fraction `t` (Keys, IEEE ASSP 29, 1981, a = -1/2).
pub(crate) fn catmull_rom_weights(t: f32) -> [f32; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1.0, -1.5 * t3 + 2.0 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2]
}

fn catmull_rom(image: &GrayImage, x: f64, y: f64) -> f32 {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let inside = x >= 1.0 && y >= 1.0 && x < width as f64 - 2.0 && y < height as f64 - 2.0;
    if !inside {
        return bilinear(image, x, y);
    }
    let (i, j) = (x as usize, y as usize);
    let wx = catmull_rom_weights((x - i as f64) as f32);
    let wy = catmull_rom_weights((y - j as f64) as f32);
    let raw = image.as_raw();
    let mut sum = 0.0;
    for (dy, wy) in wy.iter().enumerate() {
        let row = &raw[(j + dy - 1) * width + i - 1..][..4];
        sum += wy * row.iter().zip(&wx).map(|(v, w)| f32::from(*v) * w).sum::<f32>();
    }
    sum.clamp(0.0, 255.0)
}

/// Samples a plane by Catmull-Rom at a point given in its pixels (continuous frame); edges repeat.
pub(crate) fn sample_plane<F>(plane: &Plane, at: Point<F>) -> f32 {
    let (width, height) = (plane.width() as i64, plane.height() as i64);
    let (x, y) = (at.x - 0.5, at.y - 0.5);
    let (i, j) = (x.floor(), y.floor());
    let wx = catmull_rom_weights((x - i) as f32);
    let wy = catmull_rom_weights((y - j) as f32);
    let (i, j) = (i as i64, j as i64);
    let raw = plane.as_raw();
    let mut sum = 0.0;
    for (dy, wy) in wy.iter().enumerate() {
        let row = (j + dy as i64 - 1).clamp(0, height - 1) * width;
        for (dx, wx) in wx.iter().enumerate() {
            sum += wy * wx * raw[(row + (i + dx as i64 - 1).clamp(0, width - 1)) as usize];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Mm;

    #[test]
    fn warping_by_the_identity_returns_the_picture() {
        let image = GrayImage::from_fn(9, 7, |x, y| Luma([(x * 20 + y * 3) as u8]));
        let mip = Mip::new(&image);
        let same: Homography<Mm, PhotoPx> = Homography::similarity(1.0, 0.0, 0.0, 0.0);
        let plane = mip.warp(&same, Rect::new(0.0, 0.0, 9.0, 7.0), 1.0);
        for (p, q) in image.pixels().zip(plane.pixels()) {
            assert_eq!(f32::from(p[0]), q[0]);
        }
    }

    #[test]
    fn what_lies_outside_the_picture_is_nan() {
        let image = GrayImage::from_pixel(8, 8, Luma([50]));
        let mip = Mip::new(&image);
        let same: Homography<Mm, PhotoPx> = Homography::similarity(1.0, 0.0, 0.0, 0.0);
        let plane = mip.warp(&same, Rect::new(-2.0, 0.0, 4.0, 1.0), 1.0);
        let nan: Vec<_> = plane.pixels().map(|p| p[0].is_nan()).collect();
        assert_eq!(nan, [true, true, false, false]);
    }
}
