//! Step 5, shapes: a crop -> which symbol it shows, or whether a mark stands there.
//!
//! Template matching by zero-mean normalised cross-correlation (ZNCC) with a search of a few dots, followed by the same
//! inspection as for text. Nothing is decided here.

use std::sync::Arc;

use crate::contents::{Element, Symbol};
use crate::design::Design;
use crate::geometry::{Point, PrintMm, Rect};
use crate::ink::Crop;
use crate::inspect::{Inspection, Placed, expected, inspect};
use crate::surfaces::FlatTicket;
use crate::text::field::{Cover, cover, placed_box, take_out};
use crate::text::line::explained_by;
use crate::text::template::{Look, Shape, Template, TemplateCase};

/// Blank margin round a shape's own size that belongs to its crop.
const MARGIN_MM: f64 = 0.5;
/// Dots by which a shape may lie off its place once the print's frame is known.
const SEARCH_DOTS: i32 = 2;

/// The symbols of article 3.5.1.
pub const SYMBOLS: [Symbol; 5] = [Symbol::Heart, Symbol::Daisy, Symbol::Champagne, Symbol::Gift, Symbol::Diamond];

/// What one place shows, held against one shape.
#[derive(Debug, Clone)]
pub struct ShapeEvidence {
    /// How the crop is filled.
    pub cover: Cover,
    /// ZNCC of the shape at its best spot, -1 to 1.
    pub score: f64,
    /// The shape at its best spot.
    pub placed: Placed,
    /// Dots it lies off its place, right and down.
    pub off_dots: (i32, i32),
    /// What the inspector found there.
    pub inspection: Inspection,
}

/// What a symbol's place shows.
#[derive(Debug, Clone)]
pub struct SymbolEvidence {
    /// Which place.
    pub element: Element,
    /// The likeliest symbol and its evidence.
    pub best: (Symbol, ShapeEvidence),
    /// Score of the next likely one.
    pub second_score: f64,
}

/// A shape's place on the grid: its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// What is looked for.
    pub element: Element,
    /// Grid column.
    pub x_dots: i32,
    /// Grid row.
    pub y_dots: i32,
}

impl Spot {
    /// The grid point nearest to `centre`, as the layout places shapes.
    pub fn nearest(element: Element, centre: Point<PrintMm>, pitch_mm: f64) -> Self {
        let dots = |mm: f64| (mm / pitch_mm).round() as i32;
        Self { element, x_dots: dots(centre.x), y_dots: dots(centre.y) }
    }
}

/// Holds one shape against the ink at `spot`, the `known` print beside it taken out; `None` when the design has no such shape.
pub fn look_for(
    ticket: &FlatTicket,
    spot: Spot,
    shape: Shape,
    design: &Design,
    case: &mut TemplateCase,
    look: Look,
    known: &[Placed],
) -> Option<ShapeEvidence> {
    let (_, template) = case.shape(design, shape, look)?;
    let pitch_mm = ticket.frame.pitch_mm;
    let placed = |dx: i32, dy: i32| Placed {
        template: Arc::clone(&template),
        x_dots: spot.x_dots + dx,
        y_dots: spot.y_dots + dy,
    };
    let mut crop = ticket.crop(spot.element, placed_box(&placed(0, 0), pitch_mm).grown(MARGIN_MM));
    take_out(&mut crop, known);
    Some(evidence(&crop, &template, placed, pitch_mm))
}

fn evidence(crop: &Crop, template: &Template, placed: impl Fn(i32, i32) -> Placed, pitch_mm: f64) -> ShapeEvidence {
    let steps = -SEARCH_DOTS..=SEARCH_DOTS;
    let spots = steps.clone().flat_map(|dy| steps.clone().map(move |dx| (dx, dy)));
    let explained = |(dx, dy): (i32, i32)| {
        let p = placed(dx, dy);
        explained_by(crop, template, p.x_dots, p.y_dots)
    };
    // Ties go to the spot nearest its place.
    let nearness = |s: (i32, i32)| -(s.0.abs() + s.1.abs());
    let off_dots = spots
        .max_by(|a, b| explained(*a).total_cmp(&explained(*b)).then(nearness(*a).cmp(&nearness(*b))))
        .unwrap_or((0, 0));
    let placed = placed(off_dots.0, off_dots.1);
    ShapeEvidence {
        cover: cover(crop, pitch_mm),
        score: zncc(crop, &expected(crop, std::slice::from_ref(&placed))),
        inspection: inspect(crop, std::slice::from_ref(&placed), pitch_mm),
        placed,
        off_dots,
    }
}

/// Holds all five symbols against the ink at `spot`.
pub fn classify(
    ticket: &FlatTicket,
    spot: Spot,
    design: &Design,
    case: &mut TemplateCase,
    look: Look,
) -> Option<SymbolEvidence> {
    let [width, height] = design.numbers.vie_a_deux.size_mm;
    let pitch_mm = ticket.frame.pitch_mm;
    let centre = Point::<PrintMm>::new(f64::from(spot.x_dots) * pitch_mm, f64::from(spot.y_dots) * pitch_mm);
    // One crop for all, so that their scores compare.
    let crop = ticket.crop(spot.element, Rect::centred(centre, width + 2.0 * MARGIN_MM, height + 2.0 * MARGIN_MM));
    let mut scored: Vec<(Symbol, ShapeEvidence)> = SYMBOLS
        .into_iter()
        .filter_map(|symbol| {
            let (_, template) = case.shape(design, Shape::Symbol(symbol.clone()), look)?;
            let placed = |dx: i32, dy: i32| Placed {
                template: Arc::clone(&template),
                x_dots: spot.x_dots + dx,
                y_dots: spot.y_dots + dy,
            };
            Some((symbol, evidence(&crop, &template, placed, pitch_mm)))
        })
        .collect();
    scored.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    let second_score = scored.get(1).map_or(-1.0, |s| s.1.score);
    scored.into_iter().next().map(|best| SymbolEvidence { element: spot.element, best, second_score })
}

/// Correlation of two crops of equal size, each less its mean; 0 where either is flat.
fn zncc(a: &Crop, b: &Crop) -> f64 {
    let n = a.ink.as_raw().len() as f64;
    let mean = |c: &Crop| c.ink.iter().map(|v| f64::from(*v)).sum::<f64>() / n;
    let (ma, mb) = (mean(a), mean(b));
    let (mut aa, mut ab, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.ink.iter().zip(b.ink.iter()) {
        let (x, y) = (f64::from(*x) - ma, f64::from(*y) - mb);
        aa += x * x;
        ab += x * y;
        bb += y * y;
    }
    if aa > 1e-9 && bb > 1e-9 { ab / (aa * bb).sqrt() } else { 0.0 }
}
