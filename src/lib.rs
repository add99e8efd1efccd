//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod capture;
pub mod contents;
pub mod design;
pub mod error;
pub mod geometry;
pub mod ink;
pub mod language;
pub mod locate;
pub mod rectify;
pub mod report;
pub mod rules;
pub mod text;
pub mod verdict;
