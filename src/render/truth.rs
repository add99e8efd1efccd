//! Where everything on a rendered ticket lies: `000001.truth.json`.

use serde::{Deserialize, Serialize};

use crate::geometry::{Mm, Rect};

use super::damage::DefectKind;
use super::press::Press;

/// A rendered ticket's ground truth. Boxes are `[left, top, width, height]` in mm of the artwork's frame; times
/// `px_per_mm` they are pixels of the picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// Name of the design.
    pub design: String,
    /// [`Design::hash`](crate::design::Design::hash).
    pub design_sha256: String,
    /// Nominal width and height of the ticket.
    pub size_mm: [f64; 2],
    /// Resolution asked for.
    pub dpi: f64,
    /// Pixels per millimetre of the artwork in x and y, paper stretch included.
    pub px_per_mm: [f64; 2],
    /// Seed of the defects and the dots' scatter.
    pub seed: u64,
    /// How the press printed.
    pub press: Press,
    /// What is printed and not covered.
    pub elements: Vec<TrueElement>,
    /// What is wrong with the ink.
    pub defects: Vec<TrueDefect>,
    /// What lies under latex.
    pub covers: Vec<TrueCover>,
}

/// One printed element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrueElement {
    /// The contract's path.
    pub element: String,
    /// The text, whole even where it is damaged.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<String>,
    /// `star` or `arrow`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mark: Option<String>,
    /// The symbol's name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub symbol: Option<String>,
    /// The smallest box round its ink as designed.
    pub box_mm: Rect<Mm>,
}

/// One defect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrueDefect {
    /// The path that the contents call incomplete.
    pub element: String,
    /// The path of the element that shows it; the same unless a whole was called incomplete.
    pub shown_by: String,
    /// What went wrong.
    pub kind: DefectKind,
    /// Round every dot changed.
    pub box_mm: Rect<Mm>,
    /// Area of the grid cells whose ink is missing.
    pub removed_mm2: f64,
    /// Area of the grid cells with visible ink where there should be none.
    pub added_mm2: f64,
}

/// One covered element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrueCover {
    /// The contract's path.
    pub element: String,
    /// Latex stays inside these.
    pub boxes_mm: Vec<Rect<Mm>>,
}
