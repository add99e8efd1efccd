//! Step 5: the ink of the four surfaces -> where the variable print lies, and the crop of each element.
//!
//! The press lays the variable print as a whole, a little shifted and turned against the artwork. [`coarse_frame`] finds
//! that from the rows of text alone, before anything is read; the readings themselves then make it exact
//! ([`refined_frame`]).

use crate::contents::{Element, LettersPosition, SumPlace};
use crate::design::Design;
use crate::design::ink::TextStyle;
use crate::design::layout;
use crate::geometry::{Homography, Mm, Point, PrintMm, Rect};
use crate::ink::{Crop, InkMap, PrintFrame, quantile};

/// The largest shift of the variable print that is looked for, in mm; what exceeds 1 mm is the press's fault.
const MAX_SHIFT_MM: f64 = 1.7;
/// The largest turn of the variable print that is looked for.
const MAX_TURN_DEG: f64 = 0.5;
/// Blank rows kept above and below the capitals of a line.
const LINE_MARGIN_MM: f64 = 0.5;
/// The same for a sentence, whose letters have accents and descenders.
const SENTENCE_MARGIN_MM: f64 = 1.0;

/// The four sums of a ticket.
pub const SUMS: [SumPlace; 4] =
    [SumPlace::Rencontre, SumPlace::CoupDeFoudre(0), SumPlace::CoupDeFoudre(1), SumPlace::CoupDeFoudre(2)];
/// Both sides of a sum.
pub const SIDES: [LettersPosition; 2] = [LettersPosition::Above, LettersPosition::Below];

/// A place where one line of text may stand.
#[derive(Debug, Clone, Copy)]
pub struct LineSlot {
    /// What stands there.
    pub element: Element,
    /// In which type.
    pub style: TextStyle,
    /// Centre of the line, on the centre line of its capitals.
    pub centre: Point<PrintMm>,
    /// Reach to the left of the centre, in mm.
    pub left_mm: f64,
    /// Reach to the right.
    pub right_mm: f64,
}

/// Ink of the four surfaces and the frame of the print on them.
#[derive(Debug)]
pub struct FlatTicket {
    /// In the order rencontre, coup de foudre, déclaration, vie à deux.
    pub maps: [InkMap; 4],
    /// Where the variable print lies.
    pub frame: PrintFrame,
}

impl FlatTicket {
    /// The map that an element lies on.
    pub fn map_of(&self, element: Element) -> &InkMap {
        &self.maps[element.surface() as usize]
    }

    /// The crop of a line, on the grid.
    pub fn line_crop(&self, slot: &LineSlot, design: &Design) -> Crop {
        let margin = if slot.style == TextStyle::Sentence { SENTENCE_MARGIN_MM } else { LINE_MARGIN_MM };
        let half = layout::cap_height_mm(design, slot.style) / 2.0 + margin;
        let rect =
            Rect::new(slot.centre.x - slot.left_mm, slot.centre.y - half, slot.left_mm + slot.right_mm, 2.0 * half);
        self.crop(slot.element, rect)
    }

    /// The crop of a rectangle of the print, widened to whole dots.
    pub fn crop(&self, element: Element, rect: Rect<PrintMm>) -> Crop {
        let pitch = self.frame.pitch_mm;
        let (left, top) = ((rect.left / pitch).floor() as i32, (rect.top / pitch).floor() as i32);
        let size = (
            ((rect.right() / pitch).ceil() as i32 - left).max(1) as u32,
            ((rect.bottom() / pitch).ceil() as i32 - top).max(1) as u32,
        );
        self.frame.crop(self.map_of(element), left, top, size, (0.0, 0.0))
    }
}

/// Every line of the design but the sentence's: days, figures, letters on either side.
pub fn line_slots(design: &Design) -> Vec<LineSlot> {
    let numbers = &design.numbers;
    let mut slots = Vec::new();
    for i in 0..numbers.rencontre.days.len() {
        slots.extend(layout::day_centre(design, i).map(|centre| LineSlot {
            element: Element::Day(i as u8),
            style: TextStyle::Days,
            centre,
            left_mm: numbers.rencontre.days_width_mm / 2.0,
            right_mm: numbers.rencontre.days_width_mm / 2.0,
        }));
    }
    for sum in SUMS {
        slots.extend(figures_slot(design, sum));
        slots.extend(SIDES.into_iter().filter_map(|side| letters_slot(design, sum, side)));
    }
    slots
}

/// The line of a sum's figures, with room for the star before them.
pub fn figures_slot(design: &Design, sum: SumPlace) -> Option<LineSlot> {
    let star_mm = design.numbers.marks.star.size_mm[0] + design.numbers.sum.star_gap_mm;
    let half_text_mm = (design.numbers.sum.width_mm - star_mm) / 2.0;
    layout::figures_centre(design, sum).map(|centre| LineSlot {
        element: Element::Figures(sum),
        style: TextStyle::Figures,
        centre,
        left_mm: half_text_mm + star_mm,
        right_mm: half_text_mm,
    })
}

/// The line of a sum's letters on one side.
pub fn letters_slot(design: &Design, sum: SumPlace, side: LettersPosition) -> Option<LineSlot> {
    let half_mm = design.numbers.sum.width_mm / 2.0;
    layout::letters_centre(design, sum, side).map(|centre| LineSlot {
        element: Element::Letters(sum),
        style: TextStyle::Letters,
        centre,
        left_mm: half_mm,
        right_mm: half_mm,
    })
}

/// Density of this ticket's ink: the median of what is clearly ink.
pub fn full_density(maps: &[InkMap; 4]) -> f32 {
    /// Far below what a press may print and a scanner may show; keeps an empty ticket from dividing by its noise.
    const LEAST: f32 = 0.30;
    let mut values: Vec<f32> = maps
        .iter()
        .flat_map(|m| m.density.as_raw().iter().step_by(3).copied())
        .filter(|v| v.is_finite() && *v > 0.1)
        .collect();
    let darkest = quantile(&mut values, 0.97).unwrap_or(LEAST);
    let mut ink: Vec<f32> = values.into_iter().filter(|v| *v > 0.6 * darkest).collect();
    quantile(&mut ink, 0.6).unwrap_or(LEAST).max(LEAST)
}

/// Rows of ink round one line's place: mean over the columns near its centre.
struct Profile {
    slot: LineSlot,
    half_band_mm: f64,
    /// From `-reach` to `reach` round the centre, one value per grid row.
    rows: Vec<f64>,
    reach_mm: f64,
}

/// The print's frame from the rows and columns that the lines take, to about 0.1 mm.
pub fn coarse_frame(maps: [InkMap; 4], design: &Design) -> FlatTicket {
    let pitch_mm = design.numbers.ink.pitch_mm();
    let identity = PrintFrame {
        to_artwork: Homography::similarity(1.0, 0.0, 0.0, 0.0),
        pitch_mm,
        full_density: full_density(&maps),
    };
    let mut ticket = FlatTicket { maps, frame: identity };
    let profiles: Vec<_> = line_slots(design).into_iter().map(|slot| profile(&ticket, slot, design)).collect();
    let (dy, turn_rad) = best_rows(&profiles, design, pitch_mm);
    ticket.frame.to_artwork = about_centre(design, 0.0, dy, turn_rad);
    let mut offsets: Vec<f32> = line_slots(design)
        .iter()
        .filter(|slot| slot.style != TextStyle::Figures)
        .filter_map(|slot| column_offset(&ticket, slot, design))
        .map(|v| v as f32)
        .collect();
    let dx = f64::from(quantile(&mut offsets, 0.5).unwrap_or(0.0));
    ticket.frame.to_artwork = about_centre(design, dx, dy, turn_rad);
    ticket
}

/// Turn about the ticket's centre, then shift.
fn about_centre(design: &Design, dx: f64, dy: f64, turn_rad: f64) -> Homography<PrintMm, Mm> {
    let c = design.bounds().centre();
    let (s, k) = turn_rad.sin_cos();
    Homography::similarity(1.0, turn_rad, c.x - k * c.x + s * c.y + dx, c.y - s * c.x - k * c.y + dy)
}

fn profile(ticket: &FlatTicket, slot: LineSlot, design: &Design) -> Profile {
    const HALF_WIDTH_MM: f64 = 4.5;
    let half_band_mm = layout::cap_height_mm(design, slot.style) / 2.0;
    let reach_mm = half_band_mm + MAX_SHIFT_MM + LINE_MARGIN_MM + 0.5;
    let rect = Rect::centred(slot.centre, 2.0 * HALF_WIDTH_MM, 2.0 * reach_mm);
    let crop = ticket.crop(slot.element, rect);
    let width = crop.ink.width() as usize;
    let rows = crop
        .ink
        .as_raw()
        .chunks_exact(width)
        .map(|row| row.iter().map(|v| f64::from(v.clamp(0.0, 1.0))).sum::<f64>() / width as f64)
        .collect();
    Profile { slot, half_band_mm, rows, reach_mm }
}

impl Profile {
    /// Mean over rows `from..to` mm from the centre.
    fn mean(&self, from_mm: f64, to_mm: f64, pitch_mm: f64) -> f64 {
        let row = |mm: f64| (((mm + self.reach_mm) / pitch_mm).round() as usize).min(self.rows.len());
        let rows = &self.rows[row(from_mm)..row(to_mm).max(row(from_mm))];
        rows.iter().sum::<f64>() / rows.len().max(1) as f64
    }
}

/// The vertical shift and turn at which the bands of the capitals hold most ink and the strips beside them least.
fn best_rows(profiles: &[Profile], design: &Design, pitch_mm: f64) -> (f64, f64) {
    let centre = design.bounds().centre();
    let steps = (MAX_SHIFT_MM / pitch_mm * 2.0).round() as i32;
    let turns = (MAX_TURN_DEG / 0.1).round() as i32;
    let mut best = (f64::MIN, 0.0, 0.0);
    for turn in -turns..=turns {
        let turn_rad = (f64::from(turn) * 0.1).to_radians();
        for step in -steps..=steps {
            let dy = f64::from(step) * pitch_mm / 2.0;
            let score: f64 = profiles
                .iter()
                .map(|p| {
                    let here = dy + turn_rad * (p.slot.centre.x - centre.x);
                    let (top, bottom) = (here - p.half_band_mm, here + p.half_band_mm);
                    let inside = p.mean(top, bottom, pitch_mm);
                    let beside =
                        p.mean(top - LINE_MARGIN_MM, top, pitch_mm) + p.mean(bottom, bottom + LINE_MARGIN_MM, pitch_mm);
                    inside - beside
                })
                .sum();
            // The straight print is the likelier one where rows do not tell.
            let score = score - 1e-3 * f64::from(turn.abs()) - 1e-4 * f64::from(step.abs());
            if score > best.0 {
                best = (score, dy, turn_rad);
            }
        }
    }
    (best.1, best.2)
}

/// How far the middle of a line's ink lies to the right of its place; `None` where there is too little ink.
fn column_offset(ticket: &FlatTicket, slot: &LineSlot, design: &Design) -> Option<f64> {
    const INKED: f64 = 0.12;
    const WIDEST_SPACE_MM: f64 = 1.6;
    let half_mm = layout::cap_height_mm(design, slot.style) / 2.0;
    let rect =
        Rect::new(slot.centre.x - slot.left_mm, slot.centre.y - half_mm, slot.left_mm + slot.right_mm, 2.0 * half_mm);
    let crop = ticket.crop(slot.element, rect);
    let (w, h) = (crop.ink.width(), crop.ink.height());
    let inked = |x: u32| {
        (0..h).map(|y| f64::from(crop.ink.get_pixel(x, y)[0].clamp(0.0, 1.0))).sum::<f64>() > INKED * f64::from(h)
    };
    let columns: Vec<u32> = (0..w).filter(|x| inked(*x)).collect();
    let space = (WIDEST_SPACE_MM / ticket.frame.pitch_mm) as u32;
    // The run of columns, without holes wider than a space, that holds most ink.
    let mut runs: Vec<(u32, u32, usize)> = Vec::new();
    for x in columns {
        match runs.last_mut() {
            Some(run) if x - run.1 <= space => *run = (run.0, x, run.2 + 1),
            _ => runs.push((x, x, 1)),
        }
    }
    let (first, last, count) = runs.into_iter().max_by_key(|r| r.2)?;
    const FEWEST: usize = 12;
    (count >= FEWEST).then(|| {
        let middle = f64::from(crop.left) + f64::from(first + last + 1) / 2.0;
        middle * ticket.frame.pitch_mm - slot.centre.x
    })
}

/// The frame that puts the elements where they were found: `seen` holds each element's place on the print and how far
/// from it, in mm, its ink lies under the present frame. Median shift, then a turn and a shift by weighted least
/// squares.
pub fn refined_frame(frame: &PrintFrame, seen: &[(Point<PrintMm>, (f64, f64))], design: &Design) -> PrintFrame {
    const FEWEST_FOR_TURN: usize = 4;
    const SCALE_MM: f64 = 0.05;
    if seen.is_empty() {
        return *frame;
    }
    let middle = |pick: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f32> = seen.iter().map(|s| pick(&s.1) as f32).collect();
        f64::from(quantile(&mut values, 0.5).unwrap_or(0.0))
    };
    let (mut dx, mut dy, mut turn) = (middle(|s| s.0), middle(|s| s.1), 0.0);
    let c = design.bounds().centre();
    if seen.len() >= FEWEST_FOR_TURN {
        for _ in 0..10 {
            let mut ata = nalgebra::Matrix3::<f64>::identity() * 1e-6;
            let mut atb = nalgebra::Vector3::<f64>::zeros();
            for (at, (ox, oy)) in seen {
                let (x, y) = (at.x - c.x, at.y - c.y);
                let error = (ox - (dx - turn * y)).hypot(oy - (dy + turn * x)) / SCALE_MM;
                let weight = 1.0 / (1.0 + error * error).powi(2);
                for (row, value) in [([1.0, 0.0, -y], *ox), ([0.0, 1.0, x], *oy)] {
                    let row = nalgebra::Vector3::from(row);
                    ata += weight * row * row.transpose();
                    atb += weight * value * row;
                }
            }
            if let Some(solution) = ata.cholesky().map(|a| a.solve(&atb)) {
                (dx, dy, turn) = (solution[0], solution[1], solution[2]);
            }
        }
    }
    let correction: Homography<PrintMm, PrintMm> = {
        let (s, k) = turn.sin_cos();
        Homography::similarity(1.0, turn, c.x - k * c.x + s * c.y + dx, c.y - s * c.x - k * c.y + dy)
    };
    PrintFrame { to_artwork: correction.then(&frame.to_artwork), ..*frame }
}
