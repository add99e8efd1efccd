//! PNG with the resolution in it (chunk `pHYs`, which the image crate does not write).

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, RgbImage};

use crate::error::{Error, Result};

/// Signature and IHDR: what stands before the first chunk that may be added.
const HEADER_BYTES: usize = 8 + 25;

/// `image` as PNG, quickly rather than small, with `dpi` in both directions.
///
/// # Errors
/// [`Error::Encode`] when the encoder refuses the picture.
pub fn encode_png(image: &RgbImage, dpi: f64) -> Result<Vec<u8>> {
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(image.as_raw(), image.width(), image.height(), ExtendedColorType::Rgb8)
        .map_err(Error::Encode)?;
    let per_metre = ((dpi / 0.0254).round() as u32).to_be_bytes();
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(per_metre);
    chunk.extend(per_metre);
    chunk.push(1); // the unit is the metre
    let crc = crc32(&chunk);
    let length = (chunk.len() - 4) as u32;
    let bytes = [length.to_be_bytes().as_slice(), &chunk, &crc.to_be_bytes()].concat();
    png.splice(HEADER_BYTES..HEADER_BYTES, bytes);
    Ok(png)
}

/// CRC-32 of PNG chunks (ISO/IEC 15948, annex D), bit by bit: it sees 13 bytes a picture.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_is_that_of_the_standard() {
        // The CRC of an empty IEND chunk stands at the end of every PNG.
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn the_picture_survives_and_says_its_resolution() {
        let image = RgbImage::from_fn(5, 3, |x, y| image::Rgb([x as u8 * 40, y as u8 * 80, 7]));
        let png = encode_png(&image, 300.0).unwrap();
        assert_eq!(image::load_from_memory(&png).unwrap().to_rgb8(), image);
        let at = png.windows(4).position(|w| w == b"pHYs").unwrap();
        assert_eq!(png[at + 4..at + 13], [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]);
    }
}
