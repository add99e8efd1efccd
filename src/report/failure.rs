//! Failures: why a file gave no ticket, as a word for programs and a sentence for people.

use crate::error::Error;
use crate::language::Language;

/// Why a file or a ticket could not be processed: the contract's `error` object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// A word for programs, such as `not_a_picture`.
    pub code: String,
    /// A sentence for people: what was found, and the remedy.
    pub message: String,
}

impl Failure {
    /// A failure by its code and message.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }

    /// The failure that an error stands for, in English: its code, and its message followed by its causes'.
    pub fn of(error: &Error) -> Self {
        Self::in_language(error, Language::En)
    }

    /// The same in `language`. What is wrong with a picture is told in French as well; causes and all other errors keep
    /// the words of the library that they come from.
    pub fn in_language(error: &Error, language: Language) -> Self {
        let mut message = language.pick(french(error), None).unwrap_or_else(|| error.to_string());
        let mut cause = std::error::Error::source(error);
        while let Some(error) = cause {
            message.push_str(language.pick(" : ", ": "));
            message.push_str(&error.to_string());
            cause = error.source();
        }
        Self::new(error.code(), message)
    }

    /// The same failure, with where it happened before its message.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }
}

fn french(error: &Error) -> Option<String> {
    Some(match error {
        Error::Empty => "le fichier est vide ; numérisez ou envoyez l'image à nouveau".to_owned(),
        Error::NotAPicture => "pas une image d'un format connu ; donnez un fichier PNG, JPEG ou TIFF".to_owned(),
        Error::TooLarge { width, height, max_mpixels } => format!(
            "{width} x {height} pixels dépassent la limite de {max_mpixels} mégapixels ; numérisez à une résolution plus \
             basse ou relevez la limite (--max-mpixels)"
        ),
        Error::Damaged { .. } => "l'image est abîmée ou tronquée ; copiez-la ou numérisez-la à nouveau".to_owned(),
        Error::NoTicket { found, needed } => format!(
            "aucun ticket de ce modèle dans l'image (fond reconnu à {:.0} %, il faut {:.0} %) ; montrez le ticket entier, \
             à plat et net",
            found * 100.0,
            needed * 100.0
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_follow_the_message_in_either_language() {
        let damaged = Error::damaged(std::io::Error::other("unexpected end of file"));
        assert_eq!(
            Failure::of(&damaged),
            Failure::new(
                "damaged",
                "the picture is damaged or cut short; copy or scan it again: unexpected end of file"
            )
        );
        assert_eq!(
            Failure::in_language(&damaged, Language::Fr).at("a.jpg").message,
            "a.jpg: l'image est abîmée ou tronquée ; copiez-la ou numérisez-la à nouveau : unexpected end of file"
        );
    }

    #[test]
    fn what_has_no_french_is_told_in_english() {
        let error = Error::Resolution { dpi: 5.0, min: 100.0, max: 1200.0 };
        assert_eq!(Failure::in_language(&error, Language::Fr), Failure::of(&error));
    }
}
