//! Tesseract behind [`ReadText`]; the only file that knows it.
//!
//! The French LSTM model is embedded and loaded from memory, so no data directory has to exist. Its list of
//! words stays out: an engine that is surer of words it knows vouches for the wrong ones, and this program is
//! there to find misprints. Its patterns of punctuation and numbers stay in, since they tell `€` from `€E`.

use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::{GrayImage, Luma, imageops};
use tesseract_rs::{TessPageIteratorLevel, TessPageSegMode, TesseractAPI, TesseractError};

use super::{CropPx, RawText, RawWord, ReadText, TextKind};
use crate::error::Error;
use crate::geometry::Rect;

/// The French model: tessdata's integerised best LSTM model, 4.00.00alpha.
static MODEL: &[u8] = include_bytes!("../../models/fra.traineddata");

/// SHA-256 of the embedded model, in hexadecimal; part of every answer, since the readings depend on it.
pub const MODEL_SHA256: &str = "bf83833fa957ff0076f6aa93f69e3bdf7b014dea829ea0c0d6be6b48a3ceef6d";

/// Cap height that crops are scaled to, in px. Measured on the rule's words in the reference design's fonts, with
/// ink gain, blur and noise (440 crops, `tests/text.rs`): as many are read right from 34 to 46 px, fewer below 34
/// (figures lose their `€`), while the time grows with the height.
const CAP_HEIGHT_PX: f32 = 34.0;

/// White added on every side after scaling, in px.
const BORDER_PX: u32 = 16;

/// Longest side that Tesseract takes, in px: it keeps coordinates in 16 bits.
const MAX_SIDE_PX: f32 = 32_767.0;

/// Entry of the model's table of contents that holds its list of words (`lstm-word-dawg`).
const WORD_LIST: usize = 19;

/// Tesseract's `OEM_LSTM_ONLY`.
const LSTM_ONLY: i32 = 1;

/// One Tesseract engine with the embedded French model.
///
/// Make one per thread: loading takes some tens of milliseconds, and an engine reads one crop at a time.
pub struct TesseractReader {
    engine: TesseractAPI,
    resizer: Resizer,
}

impl TesseractReader {
    /// Loads the model.
    ///
    /// # Errors
    /// [`Error::Ocr`] when the library refuses the model.
    pub fn new() -> Result<Self, Error> {
        let engine = load(&without_words(MODEL)).map_err(|e| failure("load its French model", e))?;
        Ok(Self { engine, resizer: Resizer::new() })
    }

    /// The crop scaled to [`CAP_HEIGHT_PX`] with a white border round it.
    fn page(&mut self, crop: &GrayImage, cap_height_px: f32) -> Result<GrayImage, Error> {
        let scale = if cap_height_px > 0.0 { CAP_HEIGHT_PX / cap_height_px } else { 1.0 };
        let [width, height] = [crop.width(), crop.height()].map(|side| (side as f32 * scale).round().max(1.0));
        if width.max(height) + 2.0 * BORDER_PX as f32 > MAX_SIDE_PX {
            let step = format!("read a crop of {width} x {height} px, longest side {MAX_SIDE_PX} px");
            return Err(failure(&step, TesseractError::InvalidDimensions));
        }
        let mut scaled = GrayImage::new(width as u32, height as u32);
        let cubic = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
        self.resizer.resize(crop, &mut scaled, &cubic).map_err(|e| failure("scale a crop", e))?;
        let border = 2 * BORDER_PX;
        let mut page = GrayImage::from_pixel(scaled.width() + border, scaled.height() + border, Luma([255]));
        imageops::replace(&mut page, &scaled, BORDER_PX.into(), BORDER_PX.into());
        Ok(page)
    }

    /// The words on a page, their boxes in its pixels.
    fn words(&self, page: &GrayImage, mode: TessPageSegMode) -> Result<Vec<Word>, TesseractError> {
        let (width, height) = (page.width() as i32, page.height() as i32);
        self.engine.set_page_seg_mode(mode)?;
        self.engine.set_image(page.as_raw(), width, height, 1, width)?;
        self.engine.recognize()?;
        let words = self.engine.get_iterator()?;
        let mut found = Vec::new();
        loop {
            // A page without text has an iterator whose only word is null.
            match words.get_word_with_bounds() {
                Ok(word) => found.push(word),
                Err(TesseractError::NullPointerError) => {}
                Err(e) => return Err(e),
            }
            if !words.next(TessPageIteratorLevel::RIL_WORD)? {
                break;
            }
        }
        drop(words);
        self.engine.clear()?;
        Ok(found)
    }
}

impl ReadText for TesseractReader {
    fn read(&mut self, image: &GrayImage, kind: TextKind, cap_height_px: f32) -> Result<RawText, Error> {
        // On a blank crop Tesseract reads what it likes, and it takes no empty one.
        let first = image.as_raw().first();
        if image.as_raw().iter().all(|shade| Some(shade) == first) {
            return Ok(RawText::from_words(Vec::new()));
        }
        let page = self.page(image, cap_height_px)?;
        let mode = match kind {
            TextKind::Line => TessPageSegMode::PSM_SINGLE_LINE,
            TextKind::Block => TessPageSegMode::PSM_SINGLE_BLOCK,
        };
        keep_to_this_thread();
        let words = self.words(&page, mode).map_err(|e| failure("read a crop", e))?;
        Ok(RawText::from_words(words.into_iter().filter_map(|w| on_crop(w, image, &page)).collect()))
    }
}

/// Version of the Tesseract library in use, such as `5.3.0`.
pub fn version() -> String {
    TesseractAPI::version()
}

/// Text, left, top, right, bottom in px of the page, confidence 0 to 100.
type Word = (String, i32, i32, i32, i32, f32);

/// The word as the caller sees it: on the crop, confidence 0 to 1; `None` for white space.
fn on_crop((text, left, top, right, bottom, confidence): Word, crop: &GrayImage, page: &GrayImage) -> Option<RawWord> {
    let text = text.trim();
    let [width, height] = [crop.width(), crop.height()].map(f64::from);
    let border = BORDER_PX as i32;
    let x = |px: i32| (f64::from(px - border) * width / f64::from(page.width() - 2 * BORDER_PX)).clamp(0.0, width);
    let y = |px: i32| (f64::from(px - border) * height / f64::from(page.height() - 2 * BORDER_PX)).clamp(0.0, height);
    let bounds = Rect::<CropPx>::new(x(left), y(top), x(right) - x(left), y(bottom) - y(top));
    let confidence = (confidence / 100.0).clamp(0.0, 1.0);
    (!text.is_empty()).then(|| RawWord { text: text.to_owned(), confidence, bounds })
}

fn failure(step: &str, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Ocr { step: step.to_owned(), version: version(), source: Box::new(source) }
}

fn load(model: &[u8]) -> Result<TesseractAPI, TesseractError> {
    let engine = TesseractAPI::new();
    // Set first, since loading writes to standard error too.
    engine.set_variable("debug_file", "/dev/null")?;
    engine.init_5(model, model.len() as i32, "fra", LSTM_ONLY, &[])?;
    // Any plausible number: without one Tesseract estimates the resolution for every crop.
    engine.set_variable("user_defined_dpi", "300")?;
    Ok(engine)
}

/// The model without its [`WORD_LIST`].
///
/// Tesseract's own switch for it (`load_system_dawg`) does nothing to LSTM models. The file is a table of
/// contents, the number of entries (u32) and the offset of each from the file's start (i64, -1 where there is
/// none), followed by the entries in that order, all little endian.
fn without_words(model: &[u8]) -> Vec<u8> {
    let offset_of = |entry: usize| {
        let at = 4 + 8 * entry;
        model[at..at + 8].iter().rev().fold(0i64, |offset, byte| offset << 8 | i64::from(*byte))
    };
    let count = model[..4].iter().rev().fold(0, |count, byte| count << 8 | usize::from(*byte));
    let (start, end) = (offset_of(WORD_LIST), offset_of(WORD_LIST + 1));
    let mut rest = model[..4].to_vec();
    for entry in 0..count {
        let offset = match offset_of(entry) {
            _ if entry == WORD_LIST => -1,
            offset if offset >= end => offset - (end - start),
            offset => offset,
        };
        rest.extend(offset.to_le_bytes());
    }
    rest.extend(&model[rest.len()..start as usize]);
    rest.extend(&model[end as usize..]);
    rest
}

unsafe extern "C" {
    fn dlsym(library: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

/// Forbids OpenMP to spread this thread's work over others.
///
/// Tesseract asks OpenMP for several threads for every line, by a clause in its code that `omp_set_num_threads`
/// does not overrule. On crops as small as ours that costs far more than it brings: two processes reading on two
/// cores took 5 times as long as with this. Forbidding active parallel regions from level 0 on does overrule it.
///
/// The setting belongs to the calling thread. The function is looked up by name in what is loaded already, so that
/// a Tesseract built without OpenMP, or with another runtime than GCC's, links as well.
fn keep_to_this_thread() {
    type SetMaxActiveLevels = unsafe extern "C" fn(c_int);
    static SET_MAX_ACTIVE_LEVELS: OnceLock<Option<SetMaxActiveLevels>> = OnceLock::new();
    let set = SET_MAX_ACTIVE_LEVELS.get_or_init(|| {
        // SAFETY: a null library is `RTLD_DEFAULT`, all that is loaded; the name ends in NUL. OpenMP 3.0 and
        // later define the symbol as `void omp_set_max_active_levels(int)`, and a null pointer becomes `None`.
        unsafe {
            std::mem::transmute::<*mut c_void, Option<SetMaxActiveLevels>>(dlsym(
                std::ptr::null_mut(),
                c"omp_set_max_active_levels".as_ptr(),
            ))
        }
    });
    if let Some(set) = set {
        // SAFETY: as above; any number not below 0 is allowed.
        unsafe { set(0) }
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn embedded_model_has_the_hash_that_answers_name() {
        let hash: String = Sha256::digest(MODEL).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, MODEL_SHA256);
    }

    #[test]
    fn model_loses_its_list_of_words_and_nothing_else() {
        let rest = without_words(MODEL);
        let offset = |model: &[u8], entry: usize| i64::from_le_bytes(model[4 + 8 * entry..][..8].try_into().unwrap());
        assert_eq!(offset(&rest, WORD_LIST), -1);
        let (start, end) = (offset(MODEL, WORD_LIST) as usize, offset(MODEL, WORD_LIST + 1) as usize);
        assert!(end - start > 500_000, "the French word list has {} bytes", end - start);
        let table = 4 + 8 * u32::from_le_bytes(MODEL[..4].try_into().unwrap()) as usize;
        assert_eq!(rest[table..start], MODEL[table..start]);
        assert_eq!(rest[offset(&rest, WORD_LIST + 1) as usize..], MODEL[end..]);
        let last = offset(MODEL, 23) - offset(&rest, 23);
        assert_eq!(last as usize, end - start, "every later entry moves by the list's length");
    }
}
