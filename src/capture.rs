//! Step 1: the bytes of a picture file -> an upright picture, within limits.
//!
//! Input: a whole file's bytes. Output: [`Picture`], 8-bit RGB, turned as its EXIF orientation says, alpha laid on
//! white. The format is told from the content, never from a name. Fails with [`Error::NotAPicture`],
//! [`Error::Damaged`] or [`Error::TooLarge`]; size is checked before pixels are allocated.

use std::io::{self, Cursor};

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};

use crate::error::Error;

/// What a picture may cost to decode.
#[derive(Debug, Clone, Copy)]
pub struct CaptureLimits {
    /// Largest number of pixels, in millions.
    pub max_mpixels: u32,
}

impl Default for CaptureLimits {
    fn default() -> Self {
        Self { max_mpixels: 250 }
    }
}

/// A decoded picture, the right way round as its metadata tells.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Colour, 8 bits a channel.
    pub rgb: RgbImage,
    /// Luma of `rgb` (ITU-R BT.601 weights, as JPEG has them).
    pub luma: GrayImage,
}

impl Picture {
    /// A picture from colour pixels that are already upright.
    pub fn from_rgb(rgb: RgbImage) -> Self {
        let luma = luma(&rgb);
        Self { rgb, luma }
    }
}

/// BT.601 luma in integer arithmetic, rounded.
pub fn luma(rgb: &RgbImage) -> GrayImage {
    let data = rgb
        .as_raw()
        .chunks_exact(3)
        .map(|p| ((77 * u32::from(p[0]) + 150 * u32::from(p[1]) + 29 * u32::from(p[2]) + 128) >> 8) as u8)
        .collect();
    GrayImage::from_raw(rgb.width(), rgb.height(), data).unwrap_or_default()
}

/// Decodes the first picture of a file.
///
/// # Errors
/// [`Error::NotAPicture`] when no known format is recognised, [`Error::TooLarge`] when the header announces more than
/// `limits` allow, [`Error::Damaged`] when decoding fails.
pub fn decode(bytes: &[u8], limits: CaptureLimits) -> Result<Picture, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(Error::damaged)?;
    match reader.format() {
        None => return Err(Error::NotAPicture),
        // The decoder makes up grey for what a JPEG lacks, and a ticket half grey would be judged.
        Some(ImageFormat::Jpeg) if !jpeg_has_its_end(bytes) => {
            let cause = io::Error::new(io::ErrorKind::UnexpectedEof, "the JPEG data stop before their end mark");
            return Err(Error::damaged(cause));
        }
        Some(_) => {}
    }
    let mut decoder = reader.into_decoder().map_err(not_decodable)?;
    let (width, height) = decoder.dimensions();
    let mpixels = f64::from(width) * f64::from(height) / 1e6;
    if mpixels > f64::from(limits.max_mpixels) {
        return Err(Error::TooLarge { width, height, max_mpixels: limits.max_mpixels });
    }
    let mut allocation = Limits::default();
    // 16-bit RGBA, and as much again for the decoder's own rows.
    allocation.max_alloc = Some(u64::from(limits.max_mpixels) * 1_000_000 * 16);
    decoder.set_limits(allocation).map_err(not_decodable)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(not_decodable)?;
    image.apply_orientation(orientation);
    if image.width() == 0 || image.height() == 0 {
        return Err(Error::NotAPicture);
    }
    Ok(Picture::from_rgb(on_white(image)))
}

fn not_decodable(source: ImageError) -> Error {
    match source {
        ImageError::Unsupported(_) => Error::NotAPicture,
        other => Error::damaged(other),
    }
}

/// Whether the first image of a JPEG file reaches its end mark (EOI; ITU-T T.81, annex B). Marker segments are skipped
/// by their length, so that the end of a thumbnail in one of them does not count.
fn jpeg_has_its_end(bytes: &[u8]) -> bool {
    const END: u8 = 0xd9;
    let mut at = 2;
    loop {
        let Some(marker) = next_marker(bytes, at) else { return false };
        at = marker + 1;
        match bytes[marker] {
            END => return true,
            // Start of image and TEM have no segment.
            0xd8 | 0x01 => {}
            _ => {
                let Some(length) = bytes.get(at..at + 2) else { return false };
                at += usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
            }
        }
    }
}

/// Where the code of the next marker stands from `at` on, past coded data: stuffed zeros and restart marks are theirs.
fn next_marker(bytes: &[u8], at: usize) -> Option<usize> {
    let pairs = bytes.get(at..)?.windows(2);
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    pairs.into_iter().position(is_marker).map(|offset| at + offset + 1)
}

/// 8-bit RGB, transparent pixels laid on white paper.
fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let rgba = image.into_rgba8();
    let mut rgb = RgbImage::new(rgba.width(), rgba.height());
    for (out, p) in rgb.pixels_mut().zip(rgba.pixels()) {
        let alpha = u32::from(p[3]);
        for c in 0..3 {
            out[c] = ((u32::from(p[c]) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        }
    }
    rgb
}

#[cfg(test)]
mod tests {
    use image::{Rgb, Rgba, RgbaImage};

    use super::*;

    fn png(image: DynamicImage) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn transparent_pixels_lie_on_white_paper() {
        let mut image = RgbaImage::from_pixel(2, 1, Rgba([0, 0, 0, 255]));
        image.put_pixel(1, 0, Rgba([0, 0, 0, 0]));
        let picture = decode(&png(image.into()), CaptureLimits::default()).unwrap();
        assert_eq!(picture.rgb.get_pixel(0, 0), &Rgb([0, 0, 0]));
        assert_eq!(picture.rgb.get_pixel(1, 0), &Rgb([255, 255, 255]));
    }

    #[test]
    fn text_empty_truncated_and_oversized_files_are_told_apart() {
        let limits = CaptureLimits::default();
        assert!(matches!(decode(b"", limits), Err(Error::Empty)));
        assert!(matches!(decode(b"Dear sir, this is no picture", limits), Err(Error::NotAPicture)));
        let whole = png(RgbImage::new(64, 64).into());
        assert!(matches!(decode(&whole[..whole.len() / 2], limits), Err(Error::Damaged { .. })));
        let wide = png(RgbImage::new(2000, 1001).into());
        let tight = CaptureLimits { max_mpixels: 2 };
        assert!(matches!(decode(&wide, tight), Err(Error::TooLarge { width: 2000, height: 1001, max_mpixels: 2 })));
    }

    #[test]
    fn a_jpeg_cut_anywhere_is_damaged() {
        let image = RgbImage::from_fn(48, 40, |x, y| Rgb([x as u8 * 5, y as u8 * 6, 90]));
        let mut jpeg = Cursor::new(Vec::new());
        DynamicImage::from(image).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let jpeg = jpeg.into_inner();
        let limits = CaptureLimits::default();
        // An EXIF segment with the end mark of a thumbnail in it.
        let thumbnail = [&jpeg[..2], b"\xff\xe1\x00\x0aExif\0\0\xff\xd9", &jpeg[2..]].concat();
        for whole in [&jpeg, &thumbnail] {
            assert!(decode(whole, limits).is_ok());
            assert!(decode(&[whole.as_slice(), b"\0\0\0"].concat(), limits).is_ok(), "padding does no harm");
            for length in 3..whole.len() {
                let error = decode(&whole[..length], limits).unwrap_err();
                assert!(matches!(error, Error::Damaged { .. }), "{length} of {} bytes: {error}", whole.len());
            }
        }
    }
}
