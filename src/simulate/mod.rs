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
pub mod truth;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng, RngExt};

use self::dice::{Stream, dice, pick_weighted};
use self::ink_defects::ink_defect;
use self::misprints::{Misprint, misprint};
use self::scanner::{Flatbed, PaperMm};
use self::tickets::{Ticket, Tiers};
use self::truth::{DefectPlace, Drawn, ElementPlace, Expected, Truth};
use crate::contents::{Contents, Element};
use crate::design::Design;
use crate::error::{Error, Result};
use crate::geometry::{Homography, Mm, PhotoPx};
use crate::render::{self, Press, Renderer};

/// A simulated ticket's files.
#[derive(Debug, Clone)]
pub struct Simulated {
    /// Bytes of the picture file that `truth.picture` names.
    pub picture: Vec<u8>,
    /// What is printed.
    pub contents: Contents,
    /// Everything known about it.
    pub truth: Truth,
}

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

    /// Ticket `index` of the run, printed and scanned.
    ///
    /// # Errors
    /// [`Error::Unprintable`] when the design has no room, or its font no glyph, for what was drawn;
    /// [`Error::Encode`] when the picture file cannot be made.
    pub fn simulate(&self, index: u64, printer: &Printer) -> Result<Simulated> {
        let design = printer.design;
        let foreign: Vec<String> = design.foreign_symbols().map(|(name, _)| name.to_owned()).collect();
        let ticket = self.print(index, &foreign);
        let press = Press::drawn(&mut dice(self.seed, index, Stream::Press));
        let paper_mm = [0, 1].map(|i| design.numbers.size_mm[i] * (1.0 + press.stretch[i]));
        let mut scan = Flatbed::draw(&mut dice(self.seed, index, Stream::Scan), paper_mm);
        let render_seed = dice(self.seed, index, Stream::Render).next_u64();
        let flat = printer.renderer(scan.flat_dpi())?.render(&ticket.contents, &press, render_seed)?;
        // The renderer stretches to whole pixels.
        let paper_px_per_mm = scan.flat_dpi() / 25.4;
        let stretch = flat.truth.px_per_mm.map(|scale| scale / paper_px_per_mm);
        scan.ticket_mm = [0, 1].map(|i| design.numbers.size_mm[i] * stretch[i]);

        let picture = scan.scan(&mut dice(self.seed, index, Stream::Pixels), &flat.image, scan.flat_dpi());
        let bytes = scan.file.encode(&picture, scan.claimed_dpi).map_err(Error::Encode)?;
        let to_paper: Homography<Mm, PaperMm> =
            Homography::from_rows([[stretch[0], 0.0, 0.0], [0.0, stretch[1], 0.0], [0.0, 0.0, 1.0]]);
        let to_picture = to_paper.then(&scan.ticket_to_picture());
        let truth = Truth {
            schema: 1,
            picture: format!("{index:06}.{}", scan.file.extension()),
            seed: self.seed,
            index,
            expected: Expected::of(&ticket.contents),
            drawn: Drawn {
                total_eur: ticket.total_eur,
                parts_eur: ticket.parts_eur,
                misprints: ticket.misprints,
                ink_defects: ticket.ink_defects,
            },
            size_px: [picture.width(), picture.height()],
            dpi: scan.dpi,
            quad_px: to_picture.map_quad(design.bounds().quad()),
            elements: element_places(&flat.truth, &to_picture),
            defects: defect_places(&flat.truth, &to_picture),
            render: flat.truth,
            scan,
        };
        Ok(Simulated { picture: bytes, contents: ticket.contents, truth })
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

fn element_places(flat: &render::Truth, to_picture: &Homography<Mm, PhotoPx>) -> Vec<ElementPlace> {
    let place = |e: &render::TrueElement| ElementPlace {
        element: e.element.clone(),
        quad_px: to_picture.map_quad(e.box_mm.quad()),
    };
    flat.elements.iter().map(place).collect()
}

fn defect_places(flat: &render::Truth, to_picture: &Homography<Mm, PhotoPx>) -> Vec<DefectPlace> {
    let place = |d: &render::TrueDefect| DefectPlace {
        element: d.shown_by.clone(),
        kind: d.kind,
        quad_px: to_picture.map_quad(d.box_mm.quad()),
    };
    flat.defects.iter().map(place).collect()
}

/// Renderers of one design, one for each resolution asked for so far: the artwork takes longer to draw than the print.
pub struct Printer<'a> {
    design: &'a Design,
    renderers: Mutex<BTreeMap<u64, Arc<Renderer<'a>>>>,
}

impl<'a> Printer<'a> {
    /// A printer of tickets of `design`.
    pub fn new(design: &'a Design) -> Self {
        Self { design, renderers: Mutex::new(BTreeMap::new()) }
    }

    fn renderer(&self, dpi: f64) -> Result<Arc<Renderer<'a>>> {
        let mut renderers = self.renderers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(renderer) = renderers.get(&dpi.to_bits()) {
            return Ok(Arc::clone(renderer));
        }
        let renderer = Arc::new(Renderer::new(self.design, dpi)?);
        renderers.insert(dpi.to_bits(), Arc::clone(&renderer));
        Ok(renderer)
    }
}
