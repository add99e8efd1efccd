//! The library's one error: a file that could not be processed. What a picture does not show is no error but
//! `Unread`; what the print itself shows is in `Contents`.
//!
//! Variants stand in pipeline order. A message names the file or element, the value found, the value needed and, where
//! there is one, the remedy; a cause from another crate is in `source` only.

/// Result with the library's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Why a file, a design or a ticket could not be processed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file has no bytes.
    #[error("the file is empty; scan or send it again")]
    Empty,

    /// The content is no picture format known here.
    #[error("not a picture in a known format; give a PNG, JPEG or TIFF file")]
    NotAPicture,

    /// More pixels than allowed.
    #[error(
        "{width} x {height} pixels are more than the limit of {max_mpixels} megapixels; scan at a lower resolution or \
         raise the limit"
    )]
    TooLarge {
        /// Width the header announces.
        width: u32,
        /// Height the header announces.
        height: u32,
        /// The limit.
        max_mpixels: u32,
    },

    /// The decoder gave up.
    #[error("the picture is damaged or cut short; copy or scan it again")]
    Damaged {
        /// What the decoder said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },

    /// The design's artwork is not in the picture.
    #[error(
        "no ticket of this design in the picture (artwork matched {:.0} %, needed {:.0} %); show the whole ticket, \
         flat and in focus",
        .found * 100.0, .needed * 100.0
    )]
    NoTicket {
        /// Best share of artwork patches found.
        found: f64,
        /// Share needed.
        needed: f64,
    },

    /// The OCR engine could not be loaded, or refused a crop.
    #[error("Tesseract {version}: cannot {step}; check that libtesseract 5 is installed (`make deps`)")]
    Ocr {
        /// What was tried, such as `load the French model`.
        step: String,
        /// Version of the Tesseract library in use.
        version: String,
        /// What Tesseract's binding said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },

    /// A line that should hold ticket contents is no JSON.
    #[error("ticket contents: no valid JSON; write one JSON object a line")]
    ContentsJson {
        /// Where the JSON breaks.
        #[source]
        source: serde_json::Error,
    },
    /// JSON that is not the contents of a ticket.
    #[error("ticket contents: `{path}` {found}; {wanted}")]
    Contents {
        /// Path of the key, such as `rencontre.sum.figures`.
        path: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        wanted: String,
    },
    /// A path that names no element of a ticket.
    #[error("`{path}` names no element of a ticket; a path looks like `coup_de_foudre.sums[1].letters`")]
    Element {
        /// The path as given.
        path: String,
    },
    /// A file of a ticket design is missing, unreadable or wrong.
    #[error(transparent)]
    Design(#[from] DesignFault),

    /// An element cannot be printed as asked: a character the font lacks, a text too wide for its place, one sum
    /// too many, a defect the press cannot make.
    #[error("{element} cannot be printed: {reason}")]
    Unprintable {
        /// The contract's path of the element.
        element: String,
        /// What was found, what is needed, and the remedy.
        reason: String,
    },

    /// A resolution outside the range a ticket can be drawn at.
    #[error("{dpi} dpi: a ticket is drawn at {min} to {max} dpi")]
    Resolution {
        /// Asked for.
        dpi: f64,
        /// Least.
        min: f64,
        /// Greatest.
        max: f64,
    },

    /// A picture could not be encoded.
    #[error("the picture could not be encoded")]
    Encode(#[source] image::ImageError),
}

/// What is wrong with a ticket design, and where.
#[derive(Debug, thiserror::Error)]
#[error("{design}/{file}: {key}: {reason}")]
pub struct DesignFault {
    /// The design's folder, or `(embedded)`.
    pub design: String,
    /// The file inside the folder.
    pub file: String,
    /// The key of `design.toml` at fault, or the one that names the file; `-` for a file no key names.
    pub key: String,
    /// What was found and what is needed.
    pub reason: String,
    /// The cause, from the parser or the operating system.
    #[source]
    pub cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// A word for programs: the `code` of the contract's `error` object.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty_file",
            Self::NotAPicture => "not_a_picture",
            Self::TooLarge { .. } => "too_large",
            Self::Damaged { .. } => "damaged_picture",
            Self::NoTicket { .. } => "no_ticket",
            Self::Ocr { .. } => "ocr_failed",
            Self::ContentsJson { .. } | Self::Contents { .. } | Self::Element { .. } => "bad_contents",
            Self::Design(_) => "bad_design",
            Self::Unprintable { .. } => "unprintable",
            Self::Resolution { .. } => "bad_resolution",
            Self::Encode(_) => "not_written",
        }
    }

    /// Wraps a decoder's error.
    pub fn damaged(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Damaged { source: source.into() }
    }
}
