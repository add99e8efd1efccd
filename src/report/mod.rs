//! Step 8, verdicts to answers: what the program says of one ticket, and one file per output format.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::contents::{Contents, Element};
use crate::error::Error;
use crate::geometry::{PhotoPx, Quad};
use crate::verdict::Verdict;

pub mod json;
pub mod text;

/// Number of the answer's shape; it changes when the contract does.
pub const SCHEMA: u32 = 1;

/// What is said of one ticket, or of a file that gave none.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The file as it was named, or `-` for standard input.
    pub source: String,
    /// Page in the file from 1; `None` where the file has none.
    pub page: Option<u32>,
    /// Ticket on the page from 1; `None` where none was found.
    pub ticket: Option<u32>,
    /// The ticket, or why there is none.
    pub result: Result<TicketAnswer, Failure>,
    /// Further keys at the end of the JSON object, such as timings and hashes, in this order.
    pub extra: Map<String, Value>,
}

/// A ticket that was judged.
#[derive(Debug, Clone)]
pub struct TicketAnswer {
    /// What the rules say.
    pub verdict: Verdict,
    /// What is printed on it.
    pub contents: Contents,
    /// The ticket's corners TL, TR, BR, BL on the page, in its pixels; `None` without a picture.
    pub quad: Option<Quad<PhotoPx>>,
    /// How each element was read, in the contract's order; empty without a picture.
    pub readings: Vec<ElementReading>,
}

/// How one element was read from a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct ElementReading {
    /// Which element.
    pub element: Element,
    /// What was decided to stand there, where it is text or a name.
    pub text: Option<String>,
    /// What the reader gave before anything was decided, letter for letter.
    pub raw: Option<String>,
    /// Its box on the page, in the page's pixels.
    pub quad: Option<Quad<PhotoPx>>,
    /// Scores by name, each with the meaning that its step documents.
    pub scores: BTreeMap<String, f64>,
}

/// Why a file or a ticket could not be processed: the contract's `error` object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// A word for programs, such as `not_a_picture`.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

impl Failure {
    /// The failure that an error stands for: its code, and its message followed by its causes'.
    pub fn of(error: &Error) -> Self {
        let mut message = error.to_string();
        let mut cause = std::error::Error::source(error);
        while let Some(error) = cause {
            message.push_str(": ");
            message.push_str(&error.to_string());
            cause = error.source();
        }
        Self { code: error.code().to_owned(), message }
    }

    /// The same failure, with where it happened before its message.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }
}

impl Answer {
    /// An answer for a ticket.
    pub fn ticket(source: impl Into<String>, page: u32, ticket: u32, answer: TicketAnswer) -> Self {
        Self { source: source.into(), page: Some(page), ticket: Some(ticket), result: Ok(answer), extra: Map::new() }
    }

    /// An answer for a file that gave no ticket.
    pub fn failure(source: impl Into<String>, failure: Failure) -> Self {
        Self { source: source.into(), page: None, ticket: None, result: Err(failure), extra: Map::new() }
    }
}

impl TicketAnswer {
    /// The answer for contents that come from no picture.
    pub fn of_contents(contents: Contents) -> Self {
        let verdict = crate::rules::judge(&contents);
        Self { verdict, contents, quad: None, readings: Vec::new() }
    }
}
