//! Random tickets as captured pictures, with their truth.

pub mod bed;
pub mod dice;
pub mod dust;
pub mod encode;
pub mod optics;
pub mod scanner;
pub mod sensor;
mod sentences;
pub mod texture;
