//! From pixel values to a file's bytes, with the resolution it claims.

use std::io::Cursor;

use image::codecs::jpeg::{JpegEncoder, PixelDensity};
use image::{DynamicImage, ImageError, ImageResult};
use rand::{Rng, RngExt};
use serde::Serialize;

use super::dice::pick_weighted;

/// The file that a scan is saved as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "format", rename_all = "snake_case")]
pub enum FileFormat {
    /// Baseline JPEG.
    Jpeg {
        /// 1 to 100, as libjpeg counts it.
        quality: u8,
    },
    /// PNG.
    Png,
    /// TIFF, LZW.
    Tiff,
}

impl FileFormat {
    /// Mostly JPEG of quality 60 to 95.
    pub fn draw(rng: &mut impl Rng) -> Self {
        let quality = rng.random_range(60..=95);
        pick_weighted(rng, &[(70, Self::Jpeg { quality }), (20, Self::Png), (10, Self::Tiff)])
    }

    /// The file name's ending, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg { .. } => "jpg",
            Self::Png => "png",
            Self::Tiff => "tif",
        }
    }

    /// The bytes of a file holding `picture`, claiming `claimed_dpi`, or no resolution at all.
    ///
    /// # Errors
    /// Those of the encoder: a picture wider or higher than the format allows.
    pub fn encode(self, picture: &DynamicImage, claimed_dpi: Option<u16>) -> ImageResult<Vec<u8>> {
        match self {
            Self::Jpeg { quality } => {
                let mut bytes = Vec::new();
                let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
                encoder.set_pixel_density(claimed_dpi.map_or_else(PixelDensity::default, PixelDensity::dpi));
                encoder.encode(picture.as_bytes(), picture.width(), picture.height(), picture.color().into())?;
                Ok(bytes)
            }
            Self::Png => png(picture, claimed_dpi),
            Self::Tiff => tiff(picture, claimed_dpi),
        }
    }
}

fn png(picture: &DynamicImage, claimed_dpi: Option<u16>) -> ImageResult<Vec<u8>> {
    let wrong = |e: png::EncodingError| {
        ImageError::Encoding(image::error::EncodingError::new(image::ImageFormat::Png.into(), e))
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    let grey = picture.color().channel_count() == 1;
    encoder.set_color(if grey { png::ColorType::Grayscale } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_pixel_dims(claimed_dpi.map(|dpi| {
        let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
        png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(picture.as_bytes()).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

fn tiff(picture: &DynamicImage, claimed_dpi: Option<u16>) -> ImageResult<Vec<u8>> {
    use tiff::encoder::{Compression, Predictor, Rational, TiffEncoder, colortype};
    use tiff::tags::ResolutionUnit;
    let wrong =
        |e: tiff::TiffError| ImageError::Encoding(image::error::EncodingError::new(image::ImageFormat::Tiff.into(), e));
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes)
        .map_err(wrong)?
        .with_compression(Compression::Lzw)
        .with_predictor(Predictor::Horizontal);
    let (width, height) = (picture.width(), picture.height());
    macro_rules! write {
        ($color:ty) => {{
            let mut page = encoder.new_image::<$color>(width, height).map_err(wrong)?;
            if let Some(dpi) = claimed_dpi {
                page.resolution(ResolutionUnit::Inch, Rational { n: u32::from(dpi), d: 1 });
            }
            page.write_data(picture.as_bytes()).map_err(wrong)?;
        }};
    }
    if picture.color().channel_count() == 1 {
        write!(colortype::Gray8)
    } else {
        write!(colortype::RGB8)
    }
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, RgbImage};

    #[test]
    fn every_format_is_read_back_as_what_it_is() {
        let rgb: DynamicImage = RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8 * 5, y as u8 * 7, 90])).into();
        let grey: DynamicImage = GrayImage::from_fn(40, 30, |x, y| image::Luma([(x + y) as u8 * 3])).into();
        for format in [FileFormat::Jpeg { quality: 90 }, FileFormat::Png, FileFormat::Tiff] {
            for picture in [&rgb, &grey] {
                for dpi in [None, Some(300)] {
                    let bytes = format.encode(picture, dpi).unwrap();
                    let back = image::load_from_memory(&bytes).unwrap();
                    assert_eq!(back.color(), picture.color());
                    let worst = back.as_bytes().iter().zip(picture.as_bytes()).map(|(a, b)| a.abs_diff(*b)).max();
                    let lossless = !matches!(format, FileFormat::Jpeg { .. });
                    assert!(worst <= Some(if lossless { 0 } else { 40 }), "{format:?}: off by {worst:?}");
                }
            }
        }
    }

    #[test]
    fn claimed_resolution_is_in_the_file() {
        let picture = RgbImage::new(8, 8).into();
        let jpeg = |dpi| FileFormat::Jpeg { quality: 80 }.encode(&picture, dpi).unwrap();
        // JFIF header: unit at byte 13, horizontal density at 14 and 15.
        assert_eq!(jpeg(Some(300))[13..16], [1, 1, 44]);
        assert_eq!(jpeg(None)[13], 0);
        let png = |dpi| FileFormat::Png.encode(&picture, dpi).unwrap();
        let phys = |bytes: Vec<u8>| bytes.windows(4).any(|w| w == b"pHYs");
        assert!(phys(png(Some(300))) && !phys(png(None)));
    }
}
