//! The library's one error: why a file could not be processed at all. What a picture does not show is no
//! error (`Field::Unread`), and neither is what is wrong with the print.

/// Why something could not be done; variants in pipeline order.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
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
}
