//! Why a file could not be processed.

/// Errors of the library, in pipeline order. A print that is wrong or a picture that does not show it is no error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file has no bytes.
    #[error("the file is empty; scan or send it again")]
    Empty,
    /// The content is no picture format known here.
    #[error("not a picture in a known format; give a PNG, JPEG or TIFF file")]
    NotAPicture,
    /// More pixels than allowed.
    #[error(
        "{width} x {height} pixels are more than the limit of {max_mpixels} megapixels; scan at a lower resolution or raise the limit"
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
    #[error("no ticket of this design in the picture (artwork matched {:.0} %, needed {:.0} %); show the whole ticket, flat and in focus", .found * 100.0, .needed * 100.0)]
    NoTicket {
        /// Best share of artwork patches found.
        found: f64,
        /// Share needed.
        needed: f64,
    },
}

impl Error {
    /// Wraps a decoder's error.
    pub fn damaged(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Damaged { source: source.into() }
    }
}
