//! Lines and labels on a picture.

use std::sync::LazyLock;

use ab_glyph::{FontRef, PxScale};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_rect_mut, draw_text_mut, text_size};
use imageproc::rect::Rect as PixelRect;

use crate::contents::State;
use crate::geometry::{Point, Quad, Rect};

/// The font of labels; `None` never, since a test reads it.
static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../designs/reference/fonts/IBMPlexSansCondensed-SemiBold.ttf")).ok()
});

pub(super) const WHITE: Rgb<u8> = Rgb([255, 255, 255]);
pub(super) const GREEN: Rgb<u8> = Rgb([0, 122, 61]);
pub(super) const GREY: Rgb<u8> = Rgb([96, 96, 104]);
pub(super) const RED: Rgb<u8> = Rgb([200, 0, 40]);
pub(super) const ORANGE: Rgb<u8> = Rgb([190, 92, 0]);
pub(super) const BLUE: Rgb<u8> = Rgb([0, 84, 214]);

/// The colour that stands for a state.
pub(super) fn state_colour(state: State) -> Rgb<u8> {
    match state {
        State::Legible => GREEN,
        State::Absent => GREY,
        State::Incomplete => RED,
        State::Unread(_) => ORANGE,
    }
}

/// A quad's edges, `width_px` wide.
pub(super) fn outline<F>(image: &mut RgbImage, quad: Quad<F>, width_px: f64, colour: Rgb<u8>) {
    for i in 0..4 {
        segment(image, quad.0[i], quad.0[(i + 1) % 4], width_px, colour);
    }
}

/// A straight line with round ends, its edges smoothed.
pub(super) fn segment<F>(image: &mut RgbImage, from: Point<F>, to: Point<F>, width_px: f64, colour: Rgb<u8>) {
    let reach = width_px / 2.0 + 1.0;
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let steep = (to.y - from.y).abs() > (to.x - from.x).abs();
    // Along the longer direction pixel by pixel, across it as far as the line reaches.
    let flip = |x: f64, y: f64| if steep { (y, x) } else { (x, y) };
    let ((a0, b0), (a1, b1)) = (flip(from.x, from.y), flip(to.x, to.y));
    let ((a0, b0), (a1, b1)) = if a0 <= a1 { ((a0, b0), (a1, b1)) } else { ((a1, b1), (a0, b0)) };
    let (long, across) = flip(width, height);
    let slope = if a1 > a0 { (b1 - b0) / (a1 - a0) } else { 0.0 };
    let reach_across = reach * (1.0 + slope * slope).sqrt();
    let cells = |low: f64, high: f64, size: f64| (low.max(0.0) as u32)..(high.min(size).max(0.0) as u32);
    for i in cells(a0 - reach, a1 + reach + 1.0, long) {
        let a = f64::from(i) + 0.5;
        let b = b0 + slope * (a.clamp(a0, a1) - a0);
        for j in cells(b - reach_across, b + reach_across + 1.0, across) {
            let distance = distance_to_segment((a, f64::from(j) + 0.5), (a0, b0), (a1, b1));
            let cover = (width_px / 2.0 + 0.5 - distance).clamp(0.0, 1.0);
            let (x, y) = if steep { (j, i) } else { (i, j) };
            blend(image.get_pixel_mut(x, y), colour, cover);
        }
    }
}

fn distance_to_segment(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length2 = dx * dx + dy * dy;
    let t = if length2 > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

fn blend(pixel: &mut Rgb<u8>, colour: Rgb<u8>, cover: f64) {
    for (to, from) in pixel.0.iter_mut().zip(colour.0) {
        *to = (f64::from(*to) * (1.0 - cover) + f64::from(from) * cover).round() as u8;
    }
}

/// Text `size_px` tall, its top left corner at (`x`, `y`); characters that the font lacks are left out.
pub(super) fn text(image: &mut RgbImage, (x, y): (i32, i32), size_px: f32, colour: Rgb<u8>, text: &str) {
    if let Some(font) = FONT.as_ref() {
        draw_text_mut(image, colour, x, y, PxScale::from(size_px), font, text);
    }
}

/// Size of a label: its text with a little room round it.
pub(super) fn label_size(text: &str, size_px: f32) -> (f64, f64) {
    let (width, height) = FONT.as_ref().map_or((0, 0), |font| text_size(PxScale::from(size_px), font, text));
    let room = label_room(size_px);
    (f64::from(width) + 2.0 * room, f64::from(height))
}

fn label_room(size_px: f32) -> f64 {
    f64::from(size_px) * 0.25
}

/// White text on a ground of `colour`, filling `rect`, which [`label_size`] has measured.
pub(super) fn label<F>(image: &mut RgbImage, rect: Rect<F>, size_px: f32, colour: Rgb<u8>, label: &str) {
    let (x, y) = (rect.left.round() as i32, rect.top.round() as i32);
    let (width, height) = (rect.width.round().max(1.0) as u32, rect.height.round().max(1.0) as u32);
    draw_filled_rect_mut(image, PixelRect::at(x, y).of_size(width, height), colour);
    text(image, (x + label_room(size_px).round() as i32, y), size_px, WHITE, label);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PhotoPx;

    #[test]
    fn a_line_covers_its_width_and_nothing_else() {
        for swap in [false, true] {
            let mut image = RgbImage::new(20, 20);
            let at = |a: f64, b: f64| if swap { Point::<PhotoPx>::new(b, a) } else { Point::new(a, b) };
            segment(&mut image, at(-5.0, 10.0), at(30.0, 10.0), 2.0, WHITE);
            for (x, y, pixel) in image.enumerate_pixels() {
                let across = if swap { x } else { y };
                assert_eq!(pixel == &WHITE, (9..11).contains(&across), "{x} {y} {pixel:?}");
            }
        }
    }

    #[test]
    fn labels_may_reach_out_of_the_picture() {
        let mut image = RgbImage::new(30, 30);
        let (width, height) = label_size("TROIS", 20.0);
        assert!(width > 20.0 && height > 10.0);
        for (left, top) in [(-10.0, -5.0), (25.0, 25.0), (100.0, 100.0), (-500.0, 3.0)] {
            label(&mut image, Rect::<PhotoPx>::new(left, top, width, height), 20.0, RED, "TROIS");
        }
        assert!(image.pixels().any(|p| p == &RED) && image.pixels().any(|p| p[1] > 200));
    }
}
