//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod contents;
pub mod geometry;
pub mod simulate;
