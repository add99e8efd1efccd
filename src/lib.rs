//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod capture;
pub mod contents;
pub mod design;
pub mod error;
pub mod geometry;
pub mod ink;
pub mod inspect;
pub mod language;
pub mod locate;
pub mod rectify;
pub mod render;
pub mod rules;
pub mod simulate;
pub mod surfaces;
pub mod text;
pub mod verdict;
