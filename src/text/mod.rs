//! Step 5, text: one crop in, what OCR reads on it out.
//!
//! Input: a grey crop, dark print on light ground, with the cap height its print has by the design. Output:
//! [`RawText`], OCR's words unedited, with confidence and boxes. Nothing is decided here: no threshold, no
//! table of known words, no correction. Fails only when the engine itself does; a crop without text is an
//! empty [`RawText`].

use image::GrayImage;

use crate::error::Error;
use crate::geometry::Rect;

pub mod field;
pub mod line;
pub mod template;
pub mod tesseract;

pub use tesseract::TesseractReader;

/// Frame of one crop as passed to [`ReadText::read`], in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CropPx {}

/// How the print is laid out on a crop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// One line: a day, figures, letters.
    Line,
    /// Several lines, read top to bottom: the sentence.
    Block,
}

/// A reader of printed text. The one seam where a test puts a fake.
pub trait ReadText {
    /// Reads a crop of dark print on light ground.
    ///
    /// `cap_height_px` is the height of a capital H on the crop, in its pixels, by the design; the reader
    /// scales the crop so that its engine sees the size it reads best, and adds its own white border, so the
    /// crop may be tight. The same crop always gives the same answer, whatever was read before it.
    ///
    /// # Errors
    /// [`Error::Ocr`] when the engine fails, or when the crop is too large for it once scaled (over 32,767 px
    /// a side).
    fn read(&mut self, image: &GrayImage, kind: TextKind, cap_height_px: f32) -> Result<RawText, Error>;
}

/// What OCR read, unedited.
#[derive(Debug, Clone, PartialEq)]
pub struct RawText {
    /// The words in reading order, joined by single spaces; lines too. Empty when nothing was found.
    pub text: String,
    /// The least of the words' confidences, 0 to 1; 0 when there is no word.
    pub confidence: f32,
    /// The words in reading order.
    pub words: Vec<RawWord>,
}

impl RawText {
    /// The text that these words make.
    pub fn from_words(words: Vec<RawWord>) -> Self {
        let text = words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ");
        let confidence = words.iter().map(|w| w.confidence).reduce(f32::min).unwrap_or(0.0);
        Self { text, confidence, words }
    }
}

/// One word as OCR read it.
#[derive(Debug, Clone, PartialEq)]
pub struct RawWord {
    /// Its letters; never empty, no white space at the ends.
    pub text: String,
    /// The engine's own confidence, 0 to 1. It tells readings apart, but it is no probability.
    pub confidence: f32,
    /// Where it stands on the crop that was passed in, never beyond its edges.
    pub bounds: Rect<CropPx>,
}
