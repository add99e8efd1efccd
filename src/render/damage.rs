//! Defects of the print: part of an element's ink missing or wrong, always so much that a person with the ticket in
//! hand calls it defective.
//!
//! A defect of a kind is drawn, measured, and drawn anew from the next sub-seed until it is large enough
//! ([`Subject::accepts`]); a kind that the element is too small for gives way to another. It never leaves a clean other reading: a glyph goes missing whole only inside a text, where the gap shows, and only
//! where the text without it is none of the rule's; else a quarter to half of its ink stays.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::contents::Element;
use crate::design::Design;
use crate::design::layout::{self, PlacedElement, Printed};
use crate::error::Result;
use crate::geometry::{PrintMm, Rect};

use super::dots::{Dots, FULL};
use super::{legal, plan};

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefectKind {
    /// About half of one glyph, mark or symbol was not printed.
    HalfGlyph,
    /// A glyph was not printed, or hardly.
    MissingGlyph,
    /// A straight line without ink, as a clogged jet leaves it; along or across the text.
    JetLine,
    /// Wet ink dragged over the paper.
    Smudge,
    /// Ink too thin, or most dots dropped.
    Faded,
}

const TEXT_KINDS: [DefectKind; 5] =
    [DefectKind::HalfGlyph, DefectKind::MissingGlyph, DefectKind::JetLine, DefectKind::Smudge, DefectKind::Faded];
const MARK_KINDS: [DefectKind; 4] = [DefectKind::HalfGlyph, DefectKind::JetLine, DefectKind::Smudge, DefectKind::Faded];

/// Least share of a glyph's ink, and of a mark's or symbol's, that must be missing.
const MIN_GLYPH_SHARE: f64 = 0.25;
const MIN_MARK_SHARE: f64 = 0.25;
/// Most of a mark's or symbol's ink that may be missing, so that it is incomplete and not absent.
const MAX_MARK_SHARE: f64 = 0.65;
/// A glyph that lost more is taken for missing.
const GONE_SHARE: f64 = 0.75;
/// Least ink that a smudge must add where there was none.
const MIN_SMUDGE_MM2: f64 = 0.8;
/// Strength from which smeared ink counts as added.
const SEEN_STRENGTH: u8 = 90;
/// Most and least mean strength of faded ink.
const FADED_STRENGTH: std::ops::RangeInclusive<f64> = 0.15..=0.45;
/// Longest smear, and so the margin kept round an element.
const MAX_SMEAR_MM: f64 = 2.6;
/// Smeared ink keeps this far from other elements.
const SMEAR_CLEARANCE_MM: f64 = 0.35;
/// Draws of one kind of defect before another kind is tried.
const MAX_DRAWS: u64 = 100;
/// Which random numbers of an element are drawn for what.
const PURPOSE_KIND: u64 = 2;
const PURPOSE_DRAW: u64 = 3;

/// A damaged element.
#[derive(Debug)]
pub(super) struct Damaged {
    pub(super) kind: DefectKind,
    pub(super) dots: Dots,
    /// Where dots changed.
    pub(super) box_mm: Rect<PrintMm>,
    pub(super) removed_mm2: f64,
    pub(super) added_mm2: f64,
}

/// Damages `element`; smeared ink keeps off `others` and inside the play area.
///
/// # Errors
/// [`Error::Unprintable`](crate::error::Error::Unprintable) when no defect of the element is large enough to be called
/// one, such as of a lone full stop.
pub(super) fn damage(element: &PlacedElement, others: &[Rect<PrintMm>], design: &Design, seed: u64) -> Result<Damaged> {
    let too_little = || plan::unprintable(element.element, "it has too little ink for a defect that anyone would see");
    let subject = Subject::new(element, others, design).ok_or_else(too_little)?;
    let mut kinds = if subject.is_text() { TEXT_KINDS.to_vec() } else { MARK_KINDS.to_vec() };
    let mut order = plan::element_rng(seed, element.element, PURPOSE_KIND);
    while !kinds.is_empty() {
        let kind = kinds.swap_remove(order.random_range(0..kinds.len()));
        for draw in 0..MAX_DRAWS {
            let mut rng = plan::element_rng(seed, element.element, PURPOSE_DRAW + draw);
            let Some(dots) = subject.draw(kind, &mut rng) else { continue };
            let change = subject.measure(&dots);
            if subject.accepts(kind, &change) {
                return Ok(Damaged {
                    kind,
                    dots,
                    box_mm: subject.mm(change.bounds),
                    removed_mm2: change.removed * subject.dot_mm2,
                    added_mm2: change.added * subject.dot_mm2,
                });
            }
        }
    }
    Err(too_little())
}

/// The element to damage.
struct Subject {
    element: Element,
    /// Cells of each inked glyph; one for a mark or symbol.
    glyphs: Vec<Vec<(i32, i32)>>,
    /// For each inked glyph of a text, whether it may go missing whole.
    may_go: Vec<bool>,
    sound: Dots,
    pitch_mm: f64,
    dot_mm2: f64,
    dot_diameter_mm: f64,
    /// Cells that smeared ink keeps off.
    keep_off: Vec<Rect<PrintMm>>,
    area: Rect<PrintMm>,
}

/// What a drawn defect changed.
struct Change {
    /// Share of each glyph's ink that is gone.
    glyph_shares: Vec<f64>,
    /// Dots gone.
    removed: f64,
    /// Dots with visible ink where there was none.
    added: f64,
    /// Mean strength of the sound print's dots.
    strength: f64,
    /// Left, top, right and bottom cell changed.
    bounds: [i32; 4],
}

impl Subject {
    fn new(element: &PlacedElement, others: &[Rect<PrintMm>], design: &Design) -> Option<Self> {
        let ink = &design.numbers.ink;
        let pitch_mm = ink.pitch_mm();
        let inked: Vec<_> = element.glyphs.iter().filter(|g| g.shape.count() > 0).collect();
        let margin = (MAX_SMEAR_MM / pitch_mm).ceil() as i32 + 2;
        let sound = Dots::of(&element.glyphs, margin)?;
        let area = layout::area_of(design, element.element);
        Some(Self {
            element: element.element,
            glyphs: inked.iter().map(|g| g.cells().collect()).collect(),
            may_go: may_go_missing(element),
            sound,
            pitch_mm,
            dot_mm2: pitch_mm * pitch_mm,
            dot_diameter_mm: ink.dot_diameter_mm,
            keep_off: others.iter().map(|other| other.grown(SMEAR_CLEARANCE_MM)).collect(),
            area: Rect::new(area.left, area.top, area.width, area.height),
        })
    }

    fn is_text(&self) -> bool {
        matches!(self.element, Element::Day(_) | Element::Figures(_) | Element::Letters(_) | Element::Sentence)
    }

    /// Least ink missing from one glyph, by how large the text is set.
    fn min_glyph_mm2(&self) -> f64 {
        match self.element {
            Element::Figures(_) => 0.7,
            Element::Day(_) => 0.5,
            Element::Letters(_) => 0.4,
            _ => 0.35,
        }
    }

    /// Whether a person with the ticket in hand would call this defective, and still know what it was.
    fn accepts(&self, kind: DefectKind, change: &Change) -> bool {
        match kind {
            DefectKind::Smudge => change.added * self.dot_mm2 >= MIN_SMUDGE_MM2,
            DefectKind::Faded => FADED_STRENGTH.contains(&change.strength),
            _ if self.is_text() => {
                let mut shares = change.glyph_shares.iter().zip(&self.glyphs);
                let enough = shares.any(|(share, cells)| {
                    *share >= MIN_GLYPH_SHARE && share * cells.len() as f64 * self.dot_mm2 >= self.min_glyph_mm2()
                });
                let gone = change.glyph_shares.iter().zip(&self.may_go).filter(|(share, _)| **share > GONE_SHARE);
                enough && gone.clone().all(|(_, may_go)| *may_go) && gone.count() <= 1
            }
            _ => {
                let ink = self.glyphs.iter().map(Vec::len).sum::<usize>() as f64;
                // Cuts and strips take it in one piece.
                (MIN_MARK_SHARE..=MAX_MARK_SHARE).contains(&(change.removed / ink))
            }
        }
    }

    fn draw(&self, kind: DefectKind, rng: &mut impl Rng) -> Option<Dots> {
        match kind {
            DefectKind::HalfGlyph => {
                let glyph = self.pick_glyph(rng)?;
                Some(self.cut(glyph, rng.random_range(0.40..0.62), rng))
            }
            DefectKind::MissingGlyph => {
                let glyph = self.pick_glyph(rng)?;
                let share = if self.may_go[glyph] { 1.0 } else { rng.random_range(0.50..0.72) };
                Some(self.cut(glyph, share, rng))
            }
            DefectKind::JetLine => self.jet_line(rng),
            DefectKind::Smudge => self.smudge(rng),
            // Nobody would call a faded full stop a defect.
            DefectKind::Faded => self.pick_glyph(rng).map(|_| self.fade(rng)),
        }
    }

    /// A glyph with ink enough for a visible part to be missing.
    fn pick_glyph(&self, rng: &mut impl Rng) -> Option<usize> {
        let enough =
            |cells: &Vec<_>| !self.is_text() || cells.len() as f64 * self.dot_mm2 >= 1.5 * self.min_glyph_mm2();
        let large: Vec<usize> = (0..self.glyphs.len()).filter(|&i| enough(&self.glyphs[i])).collect();
        (!large.is_empty()).then(|| large[rng.random_range(0..large.len())])
    }

    /// The print with `share` of a glyph's dots missing, from one side or corner.
    fn cut(&self, glyph: usize, share: f64, rng: &mut impl Rng) -> Dots {
        const SIDES: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (dx, dy) = SIDES[rng.random_range(0..SIDES.len())];
        let mut cells = self.glyphs[glyph].clone();
        cells.sort_by_key(|&(x, y)| (x * dx + y * dy, x, y));
        let missing = (share * cells.len() as f64).round() as usize;
        let mut dots = self.sound.clone();
        for &(x, y) in cells.iter().take(missing) {
            dots.set(x, y, 0);
        }
        dots
    }

    /// The print with every dot on a straight strip of the grid missing, right across the element.
    fn jet_line(&self, rng: &mut impl Rng) -> Option<Dots> {
        let along_text = rng.random_bool(0.6);
        let cells = &self.glyphs[self.pick_glyph(rng)?];
        let across = |&(x, y): &(i32, i32)| if along_text { y } else { x };
        let (first, last) = (cells.iter().map(across).min()?, cells.iter().map(across).max()?);
        let extent_mm = f64::from(last - first + 1) * self.pitch_mm;
        let width_mm = match self.element {
            Element::Letters(_) | Element::Sentence => rng.random_range(0.40..0.80),
            Element::Day(_) => rng.random_range(0.50..0.90),
            Element::Figures(_) => rng.random_range(0.60..1.10),
            _ => extent_mm * rng.random_range(0.22..0.40),
        };
        // Between the dots left standing the paper shows over `(count + 1) * pitch - diameter`.
        let count = ((width_mm + self.dot_diameter_mm) / self.pitch_mm).ceil() as i32 - 1;
        let room = (last - first + 1 - count).max(0);
        let start = first + (f64::from(room) * rng.random_range(0.15..0.85)).round() as i32;
        let strip = start..start + count;
        let mut dots = self.sound.clone();
        for (x, y, _) in self.sound.inked().filter(|&(x, y, _)| strip.contains(&across(&(x, y)))) {
            dots.set(x, y, 0);
        }
        Some(dots)
    }

    /// The print with up to three neighbouring glyphs, or the whole mark, dragged over the paper.
    fn smudge(&self, rng: &mut impl Rng) -> Option<Dots> {
        let first = self.pick_glyph(rng)?;
        let last = (first + rng.random_range(0..3)).min(self.glyphs.len() - 1);
        let towards = if rng.random_bool(0.5) { 0.0 } else { std::f64::consts::PI };
        let angle: f64 = towards + rng.random_range(-0.35..0.35);
        let length = (rng.random_range(1.2..MAX_SMEAR_MM) / self.pitch_mm).round() as i32;
        let wetness: f64 = rng.random_range(0.60..0.90);
        let mut dots = self.sound.clone();
        for &(x, y) in self.glyphs[first..=last].iter().flatten() {
            for step in 1..=length {
                let to_x = x + (f64::from(step) * angle.cos()).round() as i32;
                let to_y = y + (f64::from(step) * angle.sin()).round() as i32;
                let streak = 0.6 + 0.4 * f64::from(to_y.wrapping_mul(40_503) as u32 % 97) / 96.0;
                let thinning = 1.0 - f64::from(step) / f64::from(length + 1);
                let strength = (f64::from(FULL) * wetness * streak * thinning.powf(0.6)) as u8;
                if strength > dots.get(to_x, to_y) && self.may_smear(to_x, to_y) {
                    dots.set(to_x, to_y, strength);
                }
            }
        }
        Some(dots)
    }

    fn may_smear(&self, x: i32, y: i32) -> bool {
        let cell = self.mm([x, y, x, y]);
        let apart = |other: &Rect<PrintMm>| !other.contains(cell.centre());
        self.area.grown(-0.5).contains(cell.centre()) && self.keep_off.iter().all(apart)
    }

    /// The print at a quarter to two fifths of its density: thin ink, or most dots dropped.
    fn fade(&self, rng: &mut impl Rng) -> Dots {
        let strength = rng.random_range(0.25..0.40);
        let dropped = rng.random_bool(0.5);
        let mut dots = self.sound.clone();
        for (x, y, _) in self.sound.inked() {
            let faded = if dropped {
                // Dots overlap, so that fewer of them give the same density.
                if rng.random_bool(0.75 * strength) { FULL } else { 0 }
            } else {
                (strength * f64::from(FULL)) as u8
            };
            dots.set(x, y, faded);
        }
        dots
    }

    fn measure(&self, dots: &Dots) -> Change {
        let gone = |&(x, y): &(i32, i32)| dots.get(x, y) < FULL / 2;
        let share =
            |cells: &Vec<(i32, i32)>| cells.iter().filter(|c| gone(c)).count() as f64 / cells.len().max(1) as f64;
        let missing = self.glyphs.iter().flatten().filter(|cell| gone(cell)).count();
        let ink: Vec<f64> = self.sound.inked().map(|(x, y, _)| f64::from(dots.get(x, y)) / f64::from(FULL)).collect();
        let new = dots.inked().filter(|&(x, y, s)| s >= SEEN_STRENGTH && self.sound.get(x, y) == 0);
        let changed = dots.all().filter(|&(x, y, s)| s != self.sound.get(x, y));
        let bounds = changed.fold([i32::MAX, i32::MAX, i32::MIN, i32::MIN], |b, (x, y, _)| {
            [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)]
        });
        Change {
            glyph_shares: self.glyphs.iter().map(share).collect(),
            removed: missing as f64,
            added: new.count() as f64,
            strength: ink.iter().sum::<f64>() / ink.len().max(1) as f64,
            bounds,
        }
    }

    fn mm(&self, [left, top, right, bottom]: [i32; 4]) -> Rect<PrintMm> {
        let mm = |cell: i32| f64::from(cell) * self.pitch_mm;
        Rect::new(mm(left), mm(top), mm(right + 1) - mm(left), mm(bottom + 1) - mm(top))
    }
}

/// For each inked glyph of a text, whether the text shows a gap without it and is not another of the rule's.
fn may_go_missing(element: &PlacedElement) -> Vec<bool> {
    let Printed::Text(_) = &element.printed else { return vec![false] };
    let chars: Vec<char> = element.glyphs.iter().filter_map(|g| g.character).collect();
    let inside = |i: usize, by: isize| {
        let neighbour = i.checked_add_signed(by).and_then(|j| Some((element.glyphs.get(j)?, *chars.get(j)?)));
        neighbour.is_some_and(|(g, c)| g.y_dots == element.glyphs[i].y_dots && c.is_alphanumeric())
    };
    let inked = (0..chars.len()).filter(|&i| element.glyphs[i].shape.count() > 0);
    let may_go = |i: usize| {
        let rest: String = chars.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, c)| c).collect();
        chars[i].is_alphanumeric() && inside(i, -1) && inside(i, 1) && !legal::is_sum_text(&rest)
    };
    inked.map(may_go).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::SumPlace;
    use crate::design::ink::TextStyle;
    use crate::geometry::Point;

    /// The glyphs of `text` that may go missing, by their characters.
    fn may_go(style: TextStyle, text: &str) -> String {
        let design = Design::reference().unwrap();
        let glyphs = layout::line(&design, style, text, Point::new(23.0, 68.0)).unwrap();
        let box_mm = layout::ink_box(&design, &glyphs).unwrap();
        let element = Element::Figures(SumPlace::Rencontre);
        let placed = PlacedElement { element, printed: Printed::Text(text.into()), glyphs, box_mm };
        let inked = text.chars().filter(|c| *c != ' ');
        inked.zip(may_go_missing(&placed)).filter(|(_, may)| *may).map(|(c, _)| c).collect()
    }

    #[test]
    fn no_glyph_goes_missing_that_leaves_another_legal_text() {
        // Every 0 of 5 000 € inside leaves 500 €; the digits at the ends would leave no gap.
        for text in ["10 €", "30 €", "100 €", "5 000 €", "1 000 €", "3 €"] {
            assert_eq!(may_go(TextStyle::Figures, text), "", "{text}");
        }
        assert_eq!(may_go(TextStyle::Letters, "5CENT"), "CEN");
        assert_eq!(may_go(TextStyle::Letters, "QUINZE"), "UINZ");
        assert_eq!(may_go(TextStyle::Letters, "DIX-HUIT"), "IUI");
        assert_eq!(may_go(TextStyle::Sentence, "l'ami aime"), "mim");
    }
}
