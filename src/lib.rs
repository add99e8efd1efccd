//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod contents;
pub mod error;
pub mod geometry;
pub mod language;
pub mod rules;
pub mod simulate;
pub mod verdict;
