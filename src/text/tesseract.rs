//! Tesseract behind [`ReadText`]; the only file that knows it.
//!
//! The French LSTM model is embedded and loaded from memory, so no data directory has to exist. The word
//! lists that come with it stay out: an engine that prefers words it knows would repair the misprints that
//! this program is there to find (`TROI` to `TROIS`).

use std::ffi::{CStr, c_char, c_int, c_void};
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

/// Cap height that crops are scaled to, in px.
const CAP_HEIGHT_PX: f32 = 34.0;

/// White added on every side after scaling, in px.
const BORDER_PX: u32 = 16;

/// Longest side that Tesseract takes, in px: it keeps coordinates in 16 bits.
const MAX_SIDE_PX: f32 = 32_767.0;

/// Tesseract's `OEM_LSTM_ONLY`.
const LSTM_ONLY: c_int = 1;

/// Variables that have to be set while the model is loaded. The lists of words stay out, and so do the
/// patterns of punctuation and numbers, which are no words but push a reading towards the usual all the same.
const LOAD_VARIABLES: [(&CStr, &CStr); 8] = [
    (c"load_system_dawg", c"0"),
    (c"load_freq_dawg", c"0"),
    (c"load_unambig_dawg", c"0"),
    (c"load_bigram_dawg", c"0"),
    (c"load_punc_dawg", c"0"),
    (c"load_number_dawg", c"0"),
    // Tesseract guesses a resolution where none is given, and says so on standard error.
    (c"user_defined_dpi", c"300"),
    (c"debug_file", c"/dev/null"),
];

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
        let engine = TesseractAPI::new();
        load_model(&engine).map_err(|e| failure("load its French model", e))?;
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
        if image.width() == 0 || image.height() == 0 {
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
    let px_x = f64::from(crop.width()) / f64::from(page.width() - 2 * BORDER_PX);
    let px_y = f64::from(crop.height()) / f64::from(page.height() - 2 * BORDER_PX);
    let border = BORDER_PX as i32;
    let bounds = Rect::<CropPx>::new(
        f64::from(left - border) * px_x,
        f64::from(top - border) * px_y,
        f64::from(right - left) * px_x,
        f64::from(bottom - top) * px_y,
    );
    let confidence = (confidence / 100.0).clamp(0.0, 1.0);
    (!text.is_empty()).then(|| RawWord { text: text.to_owned(), confidence, bounds })
}

fn failure(step: &str, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Ocr { step: step.to_owned(), version: version(), source: Box::new(source) }
}

unsafe extern "C" {
    fn TessBaseAPIInit5(
        engine: *mut c_void,
        data: *const c_char,
        data_size: c_int,
        language: *const c_char,
        engine_mode: c_int,
        configs: *const *const c_char,
        configs_size: c_int,
        variables: *const *const c_char,
        values: *const *const c_char,
        variables_size: usize,
        only_non_debug: c_int,
    ) -> c_int;

    fn dlsym(library: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

/// Loads [`MODEL`] with [`LOAD_VARIABLES`]. The binding's own `init_5` takes no variables, and those for the
/// word lists cannot be set afterwards.
fn load_model(engine: &TesseractAPI) -> Result<(), TesseractError> {
    let handle = engine.handle.lock().map_err(|_| TesseractError::MutexLockError)?;
    let names = LOAD_VARIABLES.map(|(name, _)| name.as_ptr());
    let values = LOAD_VARIABLES.map(|(_, value)| value.as_ptr());
    // SAFETY: the handle is a live engine, held by its lock; the model, the names and the values are static,
    // with their true lengths; Tesseract copies all of them before it returns.
    let status = unsafe {
        TessBaseAPIInit5(
            *handle,
            MODEL.as_ptr().cast(),
            MODEL.len() as c_int,
            c"fra".as_ptr(),
            LSTM_ONLY,
            std::ptr::null(),
            0,
            names.as_ptr(),
            values.as_ptr(),
            LOAD_VARIABLES.len(),
            0,
        )
    };
    if status == 0 { Ok(()) } else { Err(TesseractError::InitError) }
}

/// Forbids OpenMP to spread this thread's work over others.
///
/// Tesseract asks OpenMP for four threads for every line it reads, by a clause in its code that
/// `omp_set_num_threads` does not overrule; on crops as small as ours they cost more than they bring, and they
/// get in the way of the batch's own threads. No parallel region may be active at level 0: that does overrule
/// it. The setting belongs to the calling thread. The function is looked up by name in what is loaded already,
/// so that a Tesseract built without OpenMP, or with another runtime than GCC's, links as well.
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
