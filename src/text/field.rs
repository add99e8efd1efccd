//! Step 5, text: a line's crop -> what the template reader reads on it and what the inspector finds.
//!
//! Nothing is decided here. A [`LineEvidence`] holds everything a decision needs: the string, how far from its place it
//! stands, what ink is missing or too much, and how close the next best string comes.

use std::sync::Arc;

use super::line::{LineReading, best_word, faint_word, find_runners_up, read_line};
use super::template::{GlyphTemplate, Look, Shape, TemplateCase};
use image::{GrayImage, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology::erode;

use crate::design::Design;
use crate::design::ink::{Mark, TextStyle};
use crate::design::layout;
use crate::geometry::{Point, PrintMm, Rect};
use crate::ink::Crop;
use crate::inspect::{Inspection, Placed, box_mean, inspect, offset};
use crate::surfaces::{FlatTicket, LineSlot};
use crate::text::line::{add, correlation, explained_by};

/// A crop whose highest ink is below this, in units of the ticket's ink, shows paper and pattern alone: on simulated
/// scans those reach 0.23, and the palest print that is not called faint far more.
pub const BLANK_PEAK: f64 = 0.25;

/// Share of a crop's squared ink that a reading must leave unexplained for faint print to be looked for.
const POORLY: f32 = 0.6;
/// Correlation from which print that no glyph explains is a faint word: bare paper and dust stay far below.
const FAINT_CORRELATION: f64 = 0.40;

/// How a crop is filled, before anything is read.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cover {
    /// Highest ink, averaged over 3 x 3 dots, in units of the ticket's ink.
    pub peak: f64,
    /// Area that is evenly grey over more than any stroke's width, as scratch layer is, in mm2.
    pub grey_mm2: f64,
    /// Area of full ink, in mm2.
    pub ink_mm2: f64,
    /// Whether a part of the crop lies outside the picture.
    pub cut_off: bool,
}

/// What one line shows.
#[derive(Debug, Clone)]
pub struct LineEvidence {
    /// Where it was looked for.
    pub slot: LineSlot,
    /// How the crop is filled.
    pub cover: Cover,
    /// The best string; empty where there is no ink.
    pub reading: LineReading,
    /// The reading's glyphs.
    pub placed: Vec<Placed>,
    /// Distance of the reading's middle from its place, in mm to the right.
    pub off_centre_mm: f64,
    /// Distance of the ink from where the reading has it, in mm.
    pub offset_mm: (f64, f64),
    /// What the inspector found.
    pub inspection: Inspection,
    /// The crop, a found star taken out.
    pub crop: Crop,
}

impl LineEvidence {
    /// What is read.
    pub fn text(&self) -> String {
        self.reading.text()
    }

    /// The least lead of a glyph over the one that comes closest in its place; 1 without any.
    pub fn margin(&self) -> f64 {
        self.reading.glyphs.iter().filter_map(|g| g.runner_up.map(|(_, lead)| f64::from(lead))).fold(1.0, f64::min)
    }

    /// Share of the crop's squared ink that the reading leaves unexplained.
    pub fn unexplained(&self) -> f64 {
        f64::from(self.reading.unexplained / self.reading.energy.max(1.0)).clamp(0.0, 1.0)
    }

    /// Whether the reading explains every dot, so that no other string can do better: a free search would find the
    /// same one.
    fn is_clean(&self) -> bool {
        const LEAD: f64 = 0.55;
        const STRENGTH: f64 = 0.85;
        let i = &self.inspection;
        i.missing_mm2 == 0.0 && i.extra_mm2 == 0.0 && i.weakest_glyph > STRENGTH && self.margin() > LEAD
    }

    /// Box of the reading's ink on the print; the slot where nothing is read.
    pub fn ink_box(&self, pitch_mm: f64) -> Rect<PrintMm> {
        let boxes = self.placed.iter().filter(|p| p.template.energy > 0.0).map(|p| placed_box(p, pitch_mm));
        boxes.reduce(Rect::union).unwrap_or_else(|| {
            Rect::new(
                f64::from(self.crop.left) * pitch_mm,
                f64::from(self.crop.top) * pitch_mm,
                f64::from(self.crop.ink.width()) * pitch_mm,
                f64::from(self.crop.ink.height()) * pitch_mm,
            )
        })
    }
}

/// Box of a placed template, blur included.
pub fn placed_box(p: &Placed, pitch_mm: f64) -> Rect<PrintMm> {
    Rect::new(
        f64::from(p.x_dots + p.template.left) * pitch_mm,
        f64::from(p.y_dots + p.template.top) * pitch_mm,
        f64::from(p.template.ink.width()) * pitch_mm,
        f64::from(p.template.ink.height()) * pitch_mm,
    )
}

/// How `crop` is filled.
pub fn cover(crop: &Crop, pitch_mm: f64) -> Cover {
    const GREY: std::ops::Range<f32> = 0.15..0.75;
    /// Half side of a square wider than any stroke of text.
    const WIDER_THAN_STROKES: u32 = 3;
    let smooth = box_mean(&crop.ink, 1);
    let dot_mm2 = pitch_mm * pitch_mm;
    let grey = GrayImage::from_fn(smooth.width(), smooth.height(), |x, y| {
        Luma([if GREY.contains(&smooth.get_pixel(x, y)[0]) { 255 } else { 0 }])
    });
    let even = erode(&grey, Norm::LInf, WIDER_THAN_STROKES as u8);
    Cover {
        peak: smooth.iter().fold(0.0f32, |a, b| a.max(*b)).into(),
        grey_mm2: even.iter().filter(|v| **v > 0).count() as f64 * dot_mm2,
        ink_mm2: smooth.iter().filter(|v| **v >= GREY.end).count() as f64 * dot_mm2,
        cut_off: crop.cut_off,
    }
}

/// Rows by which a baseline may be off while the print's frame is still coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// One dot up or down.
    Coarse,
    /// None.
    Exact,
}

/// Takes known print out of a crop.
pub fn take_out(crop: &mut Crop, known: &[Placed]) {
    for p in known {
        add(crop, &p.template, p.x_dots, p.y_dots, -1.0);
    }
}

/// How a line is read.
#[derive(Debug, Clone, Copy)]
pub struct How<'a> {
    /// Looks of the templates.
    pub look: Look,
    /// Rows to try.
    pub search: Search,
    /// What the line probably says: tried before every other string, and taken where not a dot of it is in doubt.
    pub words: &'a [String],
}

/// Reads and inspects one line, the `known` print beside it taken out.
pub fn read_slot(
    ticket: &FlatTicket,
    slot: &LineSlot,
    design: &Design,
    case: &mut TemplateCase,
    how: How,
    known: &[Placed],
) -> LineEvidence {
    let mut crop = ticket.line_crop(slot, design);
    take_out(&mut crop, known);
    let pitch_mm = ticket.frame.pitch_mm;
    if slot.style == TextStyle::Figures {
        take_out_star(&mut crop, slot, design, case, how.look, pitch_mm);
    }
    let cover = cover(&crop, pitch_mm);
    let glyphs = case.glyphs(design, slot.style, how.look);
    let baseline = ((slot.centre.y + layout::cap_height_mm(design, slot.style) / 2.0) / pitch_mm).round() as i32;
    if cover.peak < BLANK_PEAK {
        let faint = faint_reading(&crop, &glyphs, how.words, slot, baseline, pitch_mm);
        return evidence(slot, cover, faint.unwrap_or_default(), &glyphs, crop, pitch_mm);
    }
    let (rows, reach_dots) = match how.search {
        Search::Coarse => (vec![baseline - 1, baseline, baseline + 1], 5),
        Search::Exact => (vec![baseline], 1),
    };
    let centre_dots = slot.centre.x / pitch_mm;
    if let Some(mut reading) = best_word(&crop, &glyphs, how.words, centre_dots, &rows, reach_dots) {
        find_runners_up(&mut reading, &crop, &glyphs);
        let found = evidence(slot, cover, reading, &glyphs, crop.clone(), pitch_mm);
        if found.is_clean() {
            return found;
        }
    }
    let best = rows
        .into_iter()
        .map(|y_dots| read_line(&crop, &glyphs, y_dots))
        .min_by(|a, b| a.unexplained.total_cmp(&b.unexplained))
        .unwrap_or_default();
    let mut reading = centred_part(best, &glyphs, slot, pitch_mm);
    if reading.unexplained > POORLY * reading.energy {
        if let Some(faint) = faint_reading(&crop, &glyphs, how.words, slot, baseline, pitch_mm) {
            reading = faint;
        }
    }
    // Nothing is set with two spaces in a row: they stand for a glyph that is not there.
    reading.gap |= reading.text().contains("  ");
    find_runners_up(&mut reading, &crop, &glyphs);
    if slot.style == TextStyle::Figures {
        clear_before(&mut crop, &reading);
    }
    evidence(slot, cover, reading, &glyphs, crop, pitch_mm)
}

/// Takes out what stands before a line of figures: a star's remains are the star's, and looked at there.
fn clear_before(crop: &mut Crop, reading: &LineReading) {
    const CLEARANCE_DOTS: i32 = 3;
    let Some(first) = reading.glyphs.first() else { return };
    let end = (first.x_dots - CLEARANCE_DOTS - crop.left).clamp(0, crop.ink.width() as i32) as u32;
    for (_, _, v) in crop.ink.enumerate_pixels_mut().filter(|(x, _, _)| *x < end) {
        v[0] = 0.0;
    }
}

/// The word that print too faint for any glyph to explain still resembles.
fn faint_reading(
    crop: &Crop,
    glyphs: &[GlyphTemplate],
    words: &[String],
    slot: &LineSlot,
    y_dots: i32,
    pitch_mm: f64,
) -> Option<LineReading> {
    let (reading, correlation) = faint_word(crop, glyphs, words, slot.centre.x / pitch_mm, y_dots)?;
    (correlation >= FAINT_CORRELATION).then_some(reading)
}

fn evidence(
    slot: &LineSlot,
    cover: Cover,
    reading: LineReading,
    glyphs: &[GlyphTemplate],
    crop: Crop,
    pitch_mm: f64,
) -> LineEvidence {
    let placed = placed_glyphs(&reading, glyphs);
    let (dx, dy) = if placed.is_empty() { (0.0, 0.0) } else { offset(&crop, &placed) };
    LineEvidence {
        slot: *slot,
        cover,
        off_centre_mm: off_centre_dots(&reading, glyphs, slot, pitch_mm, 0) * pitch_mm,
        // A baseline read a row off is part of the ink's offset.
        offset_mm: (dx * pitch_mm, dy * pitch_mm),
        inspection: inspect(&crop, &placed, pitch_mm),
        placed,
        reading,
        crop,
    }
}

fn placed_glyphs(reading: &LineReading, glyphs: &[GlyphTemplate]) -> Vec<Placed> {
    let place = |read: &super::line::ReadGlyph| {
        let glyph = glyphs.iter().find(|g| g.character == read.character)?;
        Some(Placed { template: Arc::clone(&glyph.template), x_dots: read.x_dots, y_dots: reading.y_dots })
    };
    reading.glyphs.iter().filter(|g| g.character != ' ').filter_map(place).collect()
}

/// How far right of its place the line's advance box from glyph `first` on is centred, in dots.
fn off_centre_dots(
    reading: &LineReading,
    glyphs: &[GlyphTemplate],
    slot: &LineSlot,
    pitch_mm: f64,
    first: usize,
) -> f64 {
    let part = &reading.glyphs[first.min(reading.glyphs.len())..];
    let (Some(head), Some(tail)) = (part.first(), part.last()) else { return 0.0 };
    let advance = glyphs.iter().find(|g| g.character == tail.character).map_or(0, |g| g.advance_dots);
    f64::from(head.x_dots + tail.x_dots + advance) / 2.0 - slot.centre.x / pitch_mm
}

/// A line is centred on its place. Where ink before it (a broken star) was read as glyphs, the part of the string that
/// is centred is the line.
fn centred_part(reading: LineReading, glyphs: &[GlyphTemplate], slot: &LineSlot, pitch_mm: f64) -> LineReading {
    /// Half a dot of the layout's rounding, and a pen's step.
    const CENTRED_DOTS: f64 = 1.5;
    if slot.style != TextStyle::Figures {
        return reading;
    }
    let off = |first: usize| off_centre_dots(&reading, glyphs, slot, pitch_mm, first).abs();
    let first =
        (0..reading.glyphs.len()).filter(|i| reading.glyphs[*i].character != ' ').find(|i| off(*i) <= CENTRED_DOTS);
    match first {
        Some(first) if first > 0 => LineReading { glyphs: reading.glyphs[first..].to_vec(), ..reading },
        _ => reading,
    }
}

/// Takes the ink of a whole star out of a line of figures, so that no glyph is read on it.
fn take_out_star(
    crop: &mut Crop,
    slot: &LineSlot,
    design: &Design,
    case: &mut TemplateCase,
    look: Look,
    pitch_mm: f64,
) {
    const WHOLE: f32 = 0.5;
    /// Two glyphs side by side may explain a star's ink, but have much more of their own.
    const ALIKE: f32 = 0.85;
    let Some((_, star)) = case.shape(design, Shape::Mark(Mark::Star), look) else { return };
    let row = (slot.centre.y / pitch_mm).round() as i32;
    let last = (slot.centre.x / pitch_mm).round() as i32;
    let spots = (crop.left..last).flat_map(|x| (row - 1..=row + 1).map(move |y| (x, y)));
    let best = spots.map(|(x, y)| (explained_by(crop, &star, x, y), x, y)).max_by(|a, b| a.0.total_cmp(&b.0));
    let whole = |b: &(f32, i32, i32)| b.0 > WHOLE * star.energy && correlation(crop, &star, b.1, b.2) > ALIKE;
    if let Some((_, x, y)) = best.filter(whole) {
        add(crop, &star, x, y, -1.0);
    }
}

/// Lines of the sentence: where they stand, by the ink in the box.
pub fn sentence_slots(ticket: &FlatTicket, design: &Design) -> Vec<LineSlot> {
    const INKED: f64 = 0.02;
    let places = &design.numbers.declaration;
    let element = crate::contents::Element::Sentence;
    let centre = places.box_mm.centre();
    let half_band = layout::cap_height_mm(design, TextStyle::Sentence) / 2.0;
    let slot = |steps: f64| LineSlot {
        element,
        style: TextStyle::Sentence,
        centre: Point::new(centre.x, centre.y + steps * places.line_height_mm),
        left_mm: places.box_mm.width / 2.0 + 0.5,
        right_mm: places.box_mm.width / 2.0 + 0.5,
    };
    let ink = |s: &LineSlot| {
        let rect = Rect::new(s.centre.x - s.left_mm, s.centre.y - half_band, s.left_mm + s.right_mm, 2.0 * half_band);
        let crop = ticket.crop(element, rect);
        crop.ink.iter().map(|v| f64::from(v.clamp(0.0, 1.0))).sum::<f64>() / crop.ink.as_raw().len().max(1) as f64
    };
    // An odd number of lines stands on the centre line, an even number astride it.
    let family = |first: f64| {
        let slots: Vec<_> = (0..places.max_lines).map(|k| slot(k as f64 + first)).collect();
        let inks: Vec<_> = slots.iter().map(ink).collect();
        (slots, inks)
    };
    let first = -((places.max_lines - 1) as f64 / 2.0);
    let candidates = [family(first), family(first + 0.5), family(first - 0.5)];
    let best = candidates.into_iter().max_by(|a, b| {
        let total = |c: &(Vec<LineSlot>, Vec<f64>)| c.1.iter().sum::<f64>();
        total(a).total_cmp(&total(b))
    });
    let Some((slots, inks)) = best else { return Vec::new() };
    slots.into_iter().zip(inks).filter(|(_, ink)| *ink > INKED).map(|(slot, _)| slot).collect()
}
