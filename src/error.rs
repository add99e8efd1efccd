//! The library's one error: why a file could not be processed at all. What a picture does not show is no
//! error (`Field::Unread`), and neither is what is wrong with the print.

/// Why something could not be done; variants in pipeline order.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
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
}
