//! Step 8, verdicts to answers: what the program says of one ticket, and one file per output format: JSON, text for
//! people, the picture with the readings on it, and one picture per step for who wants to know why.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::contents::{Contents, Element, State};
use crate::geometry::{PhotoPx, Quad};
use crate::verdict::Verdict;

mod advice;
pub mod annotate;
mod failure;
pub mod json;
mod paint;
mod picture;
pub mod steps;
pub mod text;

pub use failure::Failure;

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
    /// How it stands in the contents.
    pub state: State,
    /// What the ink is read as, surely or not: text, or the name of a symbol or mark; `None` where there is no ink.
    pub text: Option<String>,
    /// What the reader gave before anything was decided, letter for letter.
    pub raw: Option<String>,
    /// Its box on the page, in the page's pixels.
    pub quad: Option<Quad<PhotoPx>>,
    /// Scores by name, each with the meaning that its step documents.
    pub scores: BTreeMap<String, f64>,
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
