//! `ticketproof` reads scratched instant-lottery tickets from pictures and says what they pay.

pub mod geometry;
pub mod contents;
