//! What is written beside a simulated picture: the answer expected, where everything lies, and all that was drawn.

use serde::Serialize;

use super::misprints::Misprint;
use super::scanner::Flatbed;
use crate::contents::{Contents, Element};
use crate::geometry::{PhotoPx, Quad};
use crate::render;
use crate::rules::judge;
use crate::verdict::{FindingCode, Outcome};

/// Truth of one simulated picture: `000001.truth.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Truth {
    /// Number of this shape.
    pub schema: u32,
    /// Name of the picture file.
    pub picture: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the ticket in the run, from 1.
    pub index: u64,
    /// What a reader of the ticket must answer.
    pub expected: Expected,
    /// How its contents came about.
    pub drawn: Drawn,
    /// Width and height of the picture.
    pub size_px: [u32; 2],
    /// Pixels per inch along the rows, whatever the file claims.
    pub dpi: u16,
    /// The ticket's corners TL, TR, BR, BL in the picture.
    pub quad_px: Quad<PhotoPx>,
    /// Every printed element in the picture.
    pub elements: Vec<ElementPlace>,
    /// Every ink defect in the picture.
    pub defects: Vec<DefectPlace>,
    /// The flat ticket's own truth, the press's variation included.
    pub render: render::Truth,
    /// The scan's parameters.
    pub scan: Flatbed,
}

/// The answer expected: what the rules core says of the contents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The outcome.
    pub outcome: Outcome,
    /// The prize; none but for winning and losing tickets.
    pub prize_eur: Option<u32>,
    /// Codes of the findings, in order, each once.
    pub codes: Vec<FindingCode>,
}

impl Expected {
    /// The answer for `contents`.
    pub fn of(contents: &Contents) -> Self {
        let verdict = judge(contents);
        let mut codes: Vec<FindingCode> = verdict.findings.iter().map(|f| f.code).collect();
        codes.sort_unstable();
        codes.dedup();
        Self { outcome: verdict.outcome, prize_eur: verdict.prize_eur, codes }
    }
}

/// How a ticket's contents came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// Prize of the sound ticket that it began as.
    pub total_eur: u32,
    /// What each surface of that ticket paid.
    pub parts_eur: [u32; 4],
    /// What was then printed wrong.
    pub misprints: Vec<Misprint>,
    /// Where ink was left out.
    pub ink_defects: Vec<Element>,
}

/// A printed element in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ElementPlace {
    /// The contract's path.
    pub element: String,
    /// The smallest box, in the artwork's directions, round its ink: TL, TR, BR, BL of the ticket's sense.
    pub quad_px: Quad<PhotoPx>,
}

/// An ink defect in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DefectPlace {
    /// The contract's path of the element that shows it.
    pub element: String,
    /// What went wrong.
    pub kind: render::DefectKind,
    /// Round every dot changed.
    pub quad_px: Quad<PhotoPx>,
}

/// One line of `manifest.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManifestLine {
    /// Name of the picture file.
    pub picture: String,
    /// The answer expected.
    #[serde(flatten)]
    pub expected: Expected,
    /// Prize of the sound ticket that it began as.
    pub total_eur: u32,
    /// What was then printed wrong.
    pub misprints: Vec<Misprint>,
    /// Where ink was left out.
    pub ink_defects: Vec<Element>,
    /// Pixels per inch.
    pub dpi: u16,
}

impl Truth {
    /// The manifest's line for this picture.
    pub fn manifest_line(&self) -> ManifestLine {
        ManifestLine {
            picture: self.picture.clone(),
            expected: self.expected.clone(),
            total_eur: self.drawn.total_eur,
            misprints: self.drawn.misprints.clone(),
            ink_defects: self.drawn.ink_defects.clone(),
            dpi: self.dpi,
        }
    }
}
