//! Random tickets as captured pictures, with their truth.
//!
//! Input: a run's seed and rates, a design. Output per ticket: a picture file as a scanner would save it, the contents
//! printed, and everything that was drawn to make it. A ticket depends on the seed and its own index alone.
//!
//! The steps, one file each: [`tickets`] draws a sound ticket, [`misprints`] prints some of them wrong,
//! [`ink_defects`] leaves ink out, the renderer draws the flat ticket, [`scanner`] scans it, [`encode`] makes the file.
//! [`truth`] is what is written beside the picture. What can fail is the renderer (a text that does not fit its box) and
//! the encoder.

pub mod bed;
pub mod dice;
pub mod dust;
pub mod encode;
mod garble;
pub mod ink_defects;
pub mod misprints;
pub mod optics;
mod printed;
pub mod scanner;
pub mod sensor;
mod sentences;
pub mod texture;
pub mod tickets;


use rand::{Rng, RngExt};

use self::dice::{Stream, dice, pick_weighted};
use self::ink_defects::ink_defect;
use self::misprints::{Misprint, misprint};
use self::tickets::{Ticket, Tiers};
use crate::contents::{Contents, Element};

/// What a run of simulated tickets is like.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Seed of every draw.
    pub seed: u64,
    /// How often each total is drawn.
    pub tiers: Tiers,
    /// Share of tickets that are misprinted, 0 to 1.
    pub misprint_rate: f64,
    /// Share of tickets with ink missing, 0 to 1; drawn apart from misprints.
    pub ink_defect_rate: f64,
}

/// A ticket as it left the press: what it was meant to be and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedTicket {
    /// What is printed, misprints and ink defects included.
    pub contents: Contents,
    /// Prize of the sound ticket it was drawn as, in euros.
    pub total_eur: u32,
    /// What each surface of that ticket pays.
    pub parts_eur: [u32; 4],
    /// Its misprints; none on most tickets, at most two.
    pub misprints: Vec<Misprint>,
    /// Elements with ink missing; none on most tickets, at most two.
    pub ink_defects: Vec<Element>,
}

impl Run {
    /// What ticket `index` of the run has printed on it. `foreign_symbols` are the names of the symbols that the design
    /// can draw and the rule does not know.
    pub fn print(&self, index: u64, foreign_symbols: &[String]) -> PrintedTicket {
        let Ticket { mut contents, total_eur, parts_eur } =
            Ticket::draw(&mut dice(self.seed, index, Stream::Ticket), self.tiers);
        let misprints =
            self.draw_misprints(&mut dice(self.seed, index, Stream::Misprints), &mut contents, foreign_symbols);
        let rng = &mut dice(self.seed, index, Stream::InkDefects);
        let count = how_many(rng, self.ink_defect_rate);
        let ink_defects = (0..count).filter_map(|_| ink_defect(rng, &mut contents)).collect();
        PrintedTicket { contents, total_eur, parts_eur, misprints, ink_defects }
    }

    fn draw_misprints(&self, rng: &mut impl Rng, contents: &mut Contents, foreign: &[String]) -> Vec<Misprint> {
        let mut misprints: Vec<Misprint> = Vec::new();
        for _ in 0..how_many(rng, self.misprint_rate) {
            let mut again = contents.clone();
            let next = misprint(rng, &mut again, foreign);
            // A second one on the same surface could undo the first, or hide it.
            if misprints.iter().all(|m| m.element.surface() != next.element.surface()) {
                *contents = again;
                misprints.push(next);
            }
        }
        misprints
    }
}

/// None, one or two, at least one of them at `rate`; two on one in eight of those.
fn how_many(rng: &mut impl Rng, rate: f64) -> usize {
    let hit = rng.random_bool(rate.clamp(0.0, 1.0));
    let count = pick_weighted(rng, &[(7, 1), (1, 2)]);
    if hit { count } else { 0 }
}
