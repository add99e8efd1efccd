//! Step 6: evidence -> contents; the only file that applies thresholds.
//!
//! Each element's evidence (what the template reader and OCR read, what the inspector found, how the crop is filled) is
//! turned into a [`Field`]: `Legible` when string and ink agree, `Absent` when bare artwork is seen where ink should be,
//! `Incomplete` when ink is surely missing or surely too much, and `Unread` for all that lies between.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use image::{GrayImage, Luma};

use crate::contents::{
    Contents, CoupDeFoudre, Declaration, Element, Field, LettersPosition, Reason, Rencontre, Sum, SumPlace, Surface,
    Symbol, VieADeux,
};
use crate::design::Design;
use crate::design::ink::{Mark, TextStyle};
use crate::design::layout;
use crate::error::Error;
use crate::geometry::{PrintMm, Quad, Rect};
use crate::ink::{Crop, InkMap};
use crate::inspect::{Inspection, Placed, inspect};
use crate::rules::game::{COUP_DE_FOUDRE_SUMS, RENCONTRE_SUMS, SumLine, WEEKDAYS, WINNING_WORDS, figures};
use crate::rules::winning_words;
use crate::surfaces::{
    FlatTicket, LineSlot, SIDES, SUMS, coarse_frame, figures_slot, letters_slot, line_slots, refined_frame,
};
use crate::symbols::{ShapeEvidence, Spot, SymbolEvidence, classify, look_for};
use crate::text::field::{How, Cover, LineEvidence, Search, cover, placed_box, read_slot, sentence_slots};
use crate::text::line::{correlation, explained_by};
use crate::text::template::{Look, Shape, TemplateCase};
use crate::text::{RawText, ReadText, TextKind};

/// Every threshold of the reading. Tuned on simulated flatbed scans (`simulate`, seeds 201 and 301, and scans by another
/// simulator) so that no sound ticket is called incomplete and no damaged one legible: on 120 of them no line of sound
/// print lacked more than 0.06 mm2 or had more than 0.03 mm2 too much, and no glyph's strength fell below 0.93.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Ink below this peak, in units of the ticket's ink, is no ink but paper and pattern (0.23 at most).
    pub empty_peak: f64,
    /// Of something so pale, from this ZNCC on it is faint print after all.
    pub faint_score: f64,
    /// Evenly grey area from which scratch layer is left, in mm2; text has none.
    pub covered_mm2: f64,
    /// How much larger than the area of full ink it must be, so that a smudge over print is no cover.
    pub covered_to_ink: f64,
    /// From this strength on, a glyph is printed at the ticket's density.
    pub sound_strength: f64,
    /// Below this, it is faded.
    pub faded_strength: f64,
    /// Least lead of a glyph over the one that comes closest in its place.
    pub margin: f64,
    /// A line farther from its place lacks glyphs at one end, in mm.
    pub off_centre_mm: f64,
    /// Least ZNCC of a symbol or mark.
    pub shape_score: f64,
    /// Share of a mark's ink from which it is there at all.
    pub mark_strength: f64,
    /// Least lead of a symbol over the next likely one.
    pub shape_margin: f64,
    /// ZNCC from which a damaged symbol is still that symbol.
    pub symbol_alike: f64,
    /// Extra ink from which something unlike every symbol is another symbol, in mm2.
    pub foreign_extra_mm2: f64,
    /// OCR confidence from which a different word of the rule is a veto.
    pub veto_confidence: f32,
}

/// The limits in force.
pub const LIMITS: Limits = Limits {
    empty_peak: 0.25,
    faint_score: 0.40,
    covered_mm2: 1.5,
    covered_to_ink: 1.5,
    sound_strength: 0.85,
    faded_strength: 0.72,
    margin: 0.4,
    off_centre_mm: 0.25,
    shape_score: 0.90,
    mark_strength: 0.25,
    shape_margin: 0.10,
    symbol_alike: 0.60,
    foreign_extra_mm2: 1.0,
    veto_confidence: 0.85,
};

/// How much ink may be missing or too much in one connected piece, in mm2.
#[derive(Debug, Clone, Copy)]
pub struct InkLimits {
    /// Up to this, missing ink is the press's and the picture's normal variation.
    pub sound_missing: f64,
    /// From this, ink is surely missing.
    pub broken_missing: f64,
    /// Up to this, extra ink is dust.
    pub sound_extra: f64,
    /// From this, there is surely ink that should not be there.
    pub broken_extra: f64,
}

/// Ink limits by kind of element: they grow with the size of its strokes.
const fn ink_limits(element: Element) -> InkLimits {
    let [sound_missing, broken_missing, sound_extra, broken_extra] = match element {
        Element::Letters(_) => [0.08, 0.16, 0.06, 0.22],
        Element::Sentence => [0.10, 0.20, 0.06, 0.25],
        Element::Star(_) | Element::Arrow => [0.12, 0.30, 0.10, 0.35],
        Element::Symbol(_) => [0.30, 0.90, 0.30, 0.60],
        _ => [0.12, 0.24, 0.06, 0.25],
    };
    InkLimits { sound_missing, broken_missing, sound_extra, broken_extra }
}

/// What was seen of one element, for the answer.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Which element.
    pub element: Element,
    /// What the template reader reads, misprints included.
    pub text: Option<String>,
    /// What OCR reads, unedited.
    pub raw: Option<String>,
    /// Box of its ink on the print.
    pub box_mm: Rect<PrintMm>,
    /// Measures, by name.
    pub scores: BTreeMap<&'static str, f64>,
}

/// What is printed on a ticket, and what that rests on.
#[derive(Debug)]
pub struct Recognition {
    /// The contents.
    pub contents: Contents,
    /// The evidence, in the order of the contents.
    pub readings: Vec<Reading>,
    /// The ink and where the print lies on the ticket.
    pub ticket: FlatTicket,
    /// How press and picture change the print.
    pub look: Look,
}

/// Everything one ticket is read with.
struct Reader<'a> {
    design: &'a Design,
    case: &'a mut TemplateCase,
    ocr: &'a mut dyn ReadText,
    ticket: FlatTicket,
    look: Look,
    /// Print of each surface that is already read.
    known: BTreeMap<Surface, Vec<Placed>>,
    readings: Vec<Reading>,
}

/// Reads a ticket from the ink of its surfaces.
///
/// # Errors
/// [`Error::Ocr`] when the OCR engine fails.
pub fn recognize(
    maps: [InkMap; 4],
    design: &Design,
    case: &mut TemplateCase,
    ocr: &mut dyn ReadText,
) -> Result<Recognition, Error> {
    let ticket = coarse_frame(maps, design);
    let mut reader =
        Reader { design, case, ocr, ticket, look: Look::NOMINAL, known: BTreeMap::new(), readings: Vec::new() };
    reader.settle();
    reader.find_arrows();
    let contents = Contents {
        rencontre: Field::Legible(Rencontre {
            days: Field::Legible(reader.days()?),
            sum: Field::Legible(reader.sum(SumPlace::Rencontre)?),
        }),
        coup_de_foudre: Field::Legible(reader.coup_de_foudre()?),
        declaration: Field::Legible(Declaration { sentence: reader.sentence()? }),
        vie_a_deux: Field::Legible(VieADeux { symbols: Field::Legible(reader.symbols()) }),
    };
    Ok(Recognition { contents, readings: reader.readings, ticket: reader.ticket, look: reader.look })
}

impl Reader<'_> {
    /// Makes the print's frame exact and learns how press and picture change its looks, from the lines that are read
    /// best.
    fn settle(&mut self) {
        for round in 0..2 {
            let search = if round == 0 { Search::Coarse } else { Search::Exact };
            let lines: Vec<LineEvidence> = line_slots(self.design)
                .iter()
                .filter(|slot| slot.style != TextStyle::Figures)
                .map(|slot| {
                    let how = How { look: self.look, search, words: words_of(slot.style), blank_peak: LIMITS.empty_peak };
                    read_slot(&self.ticket, slot, self.design, self.case, how, &[])
                })
                .filter(|e| e.cover.peak > LIMITS.empty_peak && e.reading.glyphs.len() >= 3 && e.unexplained() < 0.35)
                .collect();
            let pitch_mm = self.ticket.frame.pitch_mm;
            let seen: Vec<_> = lines
                .iter()
                .map(|e| {
                    let half_mm = layout::cap_height_mm(self.design, e.slot.style) / 2.0;
                    let baseline = ((e.slot.centre.y + half_mm) / pitch_mm).round();
                    let row_mm = (f64::from(e.reading.y_dots) - baseline) * pitch_mm;
                    // The middle of the advance box falls on whole or half dots round the place; half a dot is rounding.
                    let off_mm = (e.off_centre_mm / pitch_mm).round() * pitch_mm;
                    (e.slot.centre, (off_mm + e.offset_mm.0, row_mm + e.offset_mm.1))
                })
                .collect();
            self.ticket.frame = refined_frame(&self.ticket.frame, &seen, self.design);
            if round == 0 {
                self.look = self.best_look(&lines);
            }
        }
    }

    /// The look under which the glyphs of the best-read lines leave the least ink unexplained: coordinate descent over
    /// gain and blur.
    fn best_look(&mut self, lines: &[LineEvidence]) -> Look {
        const LINES: usize = 3;
        let mut best_lines: Vec<&LineEvidence> = lines.iter().collect();
        best_lines.sort_by(|a, b| a.unexplained().total_cmp(&b.unexplained()));
        best_lines.truncate(LINES);
        let crops: Vec<(Crop, &LineEvidence)> = best_lines.into_iter().map(|e| (self.recropped(e), e)).collect();
        let mut look = self.look;
        let (mut least, mut density) = self.unexplained(&crops, look);
        for _ in 0..12 {
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
            let next = steps
                .into_iter()
                .filter_map(|(g, b)| {
                    let gain = (look.gain + g).clamp(-5, 5);
                    let blur = look.blur.checked_add_signed(b).filter(|b| (1..=16).contains(b))?;
                    let look = Look { gain, blur };
                    Some((self.unexplained(&crops, look), look))
                })
                .min_by(|a, b| a.0.0.total_cmp(&b.0.0));
            match next {
                Some(((cost, share), better)) if cost < least => (least, density, look) = (cost, share, better),
                _ => break,
            }
        }
        self.ticket.frame.full_density *= density as f32;
        look
    }

    /// The crop of a line, moved so that its ink lies exactly under its reading.
    fn recropped(&self, e: &LineEvidence) -> Crop {
        let pitch_mm = self.ticket.frame.pitch_mm;
        let size = (e.crop.ink.width(), e.crop.ink.height());
        let shift = (e.offset_mm.0 / pitch_mm, e.offset_mm.1 / pitch_mm);
        // The frame has been refined since the crop was made: undo what the line's own place has moved.
        let frame = self.ticket.frame;
        let _ = &frame;
        self.ticket.frame.crop(self.ticket.map_of(e.slot.element), e.crop.left, e.crop.top, size, shift)
    }

    /// Squared ink that the lines leave unexplained under `look` at the density that suits it best, and that density
    /// as a share of the ticket's present one.
    fn unexplained(&mut self, crops: &[(Crop, &LineEvidence)], look: Look) -> (f64, f64) {
        let [mut ss, mut st, mut tt] = [0.0f64; 3];
        for (crop, e) in crops {
            let placed: Vec<Placed> = e
                .reading
                .glyphs
                .iter()
                .filter_map(|g| {
                    let shape = Shape::Glyph(e.slot.style, g.character);
                    let (_, template) = self.case.shape(self.design, shape, look)?;
                    Some(Placed { template, x_dots: g.x_dots, y_dots: e.reading.y_dots })
                })
                .collect();
            let expected = crate::inspect::expected(crop, &placed);
            for (s, t) in crop.ink.iter().zip(expected.ink.iter()) {
                let (s, t) = (f64::from(*s), f64::from(*t));
                ss += s * s;
                st += s * t;
                tt += t * t;
            }
        }
        let density = if tt > 0.0 && st > 0.0 { st / tt } else { 1.0 };
        (ss - density * st, density)
    }

    fn known_on(&self, element: Element) -> &[Placed] {
        self.known.get(&element.surface()).map_or(&[], Vec::as_slice)
    }

    fn read_exact(&mut self, slot: &LineSlot) -> LineEvidence {
        let known = self.known.get(&slot.element.surface()).map_or(&[] as &[Placed], Vec::as_slice);
        let words = words_of(slot.style);
        let how = How { look: self.look, search: Search::Exact, words, blank_peak: LIMITS.empty_peak };
        read_slot(&self.ticket, slot, self.design, self.case, how, known)
    }

    /// Finds whole arrows, so that the lines beside them are read without their ink.
    fn find_arrows(&mut self) {
        const ALIKE: f32 = 0.85;
        const WHOLE: f32 = 0.5;
        for (_, spot) in self.arrow_spots() {
            let Some(e) =
                look_for(&self.ticket, spot, Shape::Mark(Mark::Arrow), self.design, self.case, self.look, &[])
            else {
                continue;
            };
            let crop = self.ticket.crop(spot.element, placed_box(&e.placed, self.ticket.frame.pitch_mm));
            let (template, x, y) = (&e.placed.template, e.placed.x_dots, e.placed.y_dots);
            if explained_by(&crop, template, x, y) > WHOLE * template.energy
                && correlation(&crop, template, x, y) > ALIKE
            {
                self.known.entry(Surface::CoupDeFoudre).or_default().push(e.placed);
            }
        }
    }

    /// Where arrows may stand, with the sum each belongs to.
    fn arrow_spots(&self) -> Vec<(usize, Spot)> {
        let pitch_mm = self.ticket.frame.pitch_mm;
        let mut spots = Vec::new();
        for (i, at) in SUMS.into_iter().filter(|at| *at != SumPlace::Rencontre).enumerate() {
            for side in SIDES {
                spots.extend(layout::arrow_centre(self.design, at, side).map(|centre| {
                    let x_dots = (centre.x / pitch_mm).round() as i32;
                    let y_dots = (centre.y / pitch_mm).round() as i32;
                    (i, Spot { element: Element::Arrow, x_dots, y_dots })
                }));
            }
        }
        spots
    }

    fn read(&mut self, slot: &LineSlot) -> Result<(LineEvidence, Option<RawText>), Error> {
        let e = self.read_exact(slot);
        let raw = if e.cover.peak > LIMITS.empty_peak { Some(self.ocr_line(&e)?) } else { None };
        Ok((e, raw))
    }

    /// OCR of a line's own ink, dark on light.
    fn ocr_line(&mut self, e: &LineEvidence) -> Result<RawText, Error> {
        let image = GrayImage::from_fn(e.crop.ink.width(), e.crop.ink.height(), |x, y| {
            Luma([(255.0 * (1.0 - e.crop.ink.get_pixel(x, y)[0].clamp(0.0, 1.0))) as u8])
        });
        let cap_px = layout::cap_height_mm(self.design, e.slot.style) / self.ticket.frame.pitch_mm;
        self.ocr.read(&image, TextKind::Line, cap_px as f32)
    }

    fn days(&mut self) -> Result<Vec<Field<String>>, Error> {
        let slots: Vec<_> = line_slots(self.design).into_iter().filter(|s| s.style == TextStyle::Days).collect();
        slots.iter().map(|slot| self.line(slot)).collect()
    }

    fn line(&mut self, slot: &LineSlot) -> Result<Field<String>, Error> {
        let (e, raw) = self.read(slot)?;
        self.note_line(&e, raw.as_ref());
        Ok(decide_line(&e, raw.as_ref()))
    }

    fn note_line(&mut self, e: &LineEvidence, raw: Option<&RawText>) {
        self.known.entry(e.slot.element.surface()).or_default().extend(e.placed.iter().cloned());
        let mut scores = scores(&e.inspection, &e.cover);
        scores.insert("margin", e.margin());
        scores.insert("unexplained", e.unexplained());
        scores.insert("off_centre_mm", e.off_centre_mm);
        scores.insert("gap", f64::from(u8::from(e.reading.gap)));
        if let Some(raw) = raw {
            scores.insert("ocr_confidence", raw.confidence.into());
        }
        self.readings.push(Reading {
            element: e.slot.element,
            text: (!e.reading.glyphs.is_empty()).then(|| e.text()),
            raw: raw.map(|r| r.text.clone()),
            box_mm: e.ink_box(self.ticket.frame.pitch_mm),
            scores,
        });
    }

    fn note_shape(&mut self, element: Element, text: &str, e: &ShapeEvidence) {
        let mut scores = scores(&e.inspection, &e.cover);
        scores.insert("zncc", e.score);
        self.readings.push(Reading {
            element,
            text: Some(text.into()),
            raw: None,
            box_mm: placed_box(&e.placed, self.ticket.frame.pitch_mm),
            scores,
        });
    }

    fn sum(&mut self, at: SumPlace) -> Result<Sum, Error> {
        let mut figures = Field::Absent;
        let mut star = Field::Legible(false);
        if let Some(slot) = figures_slot(self.design, at) {
            let (e, raw) = self.read(&slot)?;
            self.note_line(&e, raw.as_ref());
            figures = decide_line(&e, raw.as_ref());
            star = self.star(at, &e);
        }
        let (letters, letters_position) = self.letters(at)?;
        Ok(Sum { figures, letters, star, letters_position: Field::Legible(letters_position) })
    }

    /// The letters stand on the side that has ink; below where neither has.
    fn letters(&mut self, at: SumPlace) -> Result<(Field<String>, LettersPosition), Error> {
        let mut sides = Vec::new();
        for side in SIDES {
            if let Some(slot) = letters_slot(self.design, at, side) {
                sides.push((side, self.read_exact(&slot)));
            }
        }
        sides.sort_by(|a, b| b.1.reading.energy.total_cmp(&a.1.reading.energy));
        let Some((side, e)) = sides.into_iter().next() else { return Ok((Field::Absent, layout::DEFAULT_SIDE)) };
        let raw = if e.cover.peak > LIMITS.empty_peak { Some(self.ocr_line(&e)?) } else { None };
        self.note_line(&e, raw.as_ref());
        let letters = decide_line(&e, raw.as_ref());
        Ok(if letters == Field::Absent { (letters, layout::DEFAULT_SIDE) } else { (letters, side) })
    }

    /// Whether a star stands before the figures.
    fn star(&mut self, at: SumPlace, figures: &LineEvidence) -> Field<bool> {
        let design = self.design;
        let glyphs: Vec<layout::PlacedGlyph> = figures
            .reading
            .glyphs
            .iter()
            .filter_map(|g| {
                let glyph = design.glyph(TextStyle::Figures, g.character)?;
                Some(layout::PlacedGlyph {
                    character: Some(g.character),
                    shape: glyph.shape,
                    x_dots: g.x_dots,
                    y_dots: figures.reading.y_dots,
                })
            })
            .collect();
        let Some(place) = layout::star(design, at, &glyphs) else { return Field::Legible(false) };
        let spot = Spot { element: Element::Star(at), x_dots: place.x_dots, y_dots: place.y_dots };
        let Some(e) =
            look_for(&self.ticket, spot, Shape::Mark(Mark::Star), design, self.case, self.look, &figures.placed)
        else {
            return Field::Legible(false);
        };
        self.note_shape(Element::Star(at), "star", &e);
        match decide_mark(spot.element, &e) {
            Field::Absent => Field::Legible(false),
            other => map(other, |_| true),
        }
    }

    fn coup_de_foudre(&mut self) -> Result<CoupDeFoudre, Error> {
        let mut sums = Vec::new();
        for at in SUMS.into_iter().filter(|at| *at != SumPlace::Rencontre) {
            sums.push(Field::Legible(self.sum(at)?));
        }
        Ok(CoupDeFoudre { sums: Field::Legible(sums), arrow: self.arrow() })
    }

    /// Looks for arrows at both sides of every sum of the second surface, the lines beside them taken out.
    fn arrow(&mut self) -> Field<Vec<usize>> {
        let mut whole = Vec::new();
        let mut broken = None;
        let mut unread = None;
        let arrow = self.case.shape(self.design, Shape::Mark(Mark::Arrow), self.look);
        let lines: Vec<Placed> = self
            .known_on(Element::Arrow)
            .iter()
            .filter(|p| arrow.as_ref().is_none_or(|(_, a)| !Arc::ptr_eq(a, &p.template)))
            .cloned()
            .collect();
        for (i, spot) in self.arrow_spots() {
            let shape = Shape::Mark(Mark::Arrow);
            let Some(e) = look_for(&self.ticket, spot, shape, self.design, self.case, self.look, &lines) else {
                continue;
            };
            let decided = decide_mark(spot.element, &e);
            if decided != Field::Absent {
                self.note_shape(Element::Arrow, "arrow", &e);
            }
            match decided {
                Field::Legible(()) => whole.push(i),
                Field::Incomplete(_) => broken = Some(i),
                Field::Unread(reason) => unread = unread.or(Some(reason)),
                Field::Absent => {}
            }
        }
        match (broken, unread) {
            (Some(i), _) => Field::Incomplete(Some(vec![i])),
            (None, Some(reason)) => Field::Unread(reason),
            (None, None) if whole.is_empty() => Field::Absent,
            (None, None) => Field::Legible(whole),
        }
    }

    fn sentence(&mut self) -> Result<Field<String>, Error> {
        let slots = sentence_slots(&self.ticket, self.design);
        let mut words = Vec::new();
        let mut worst: Option<Field<String>> = None;
        for slot in &slots {
            let (e, raw) = self.read(slot)?;
            self.note_line(&e, raw.as_ref());
            match decide_line(&e, raw.as_ref()) {
                Field::Legible(text) => words.push(text),
                Field::Absent => {}
                other => worst = Some(other),
            }
        }
        if let Some(worst) = worst {
            return Ok(worst);
        }
        if words.is_empty() {
            let crop = self.ticket.crop(Element::Sentence, self.design.numbers.declaration.box_mm);
            return Ok(decide_blank(&cover(&crop, self.ticket.frame.pitch_mm)));
        }
        let sentence = words.join(" ");
        Ok(if hides_winning_word(&sentence) { Field::Incomplete(Some(sentence)) } else { Field::Legible(sentence) })
    }

    fn symbols(&mut self) -> Vec<Field<Symbol>> {
        let pitch_mm = self.ticket.frame.pitch_mm;
        let places = self.design.numbers.vie_a_deux.symbols.len();
        (0..places)
            .filter_map(|i| {
                let centre = layout::symbol_centre(self.design, i)?;
                let spot = Spot {
                    element: Element::Symbol(i as u8),
                    x_dots: (centre.x / pitch_mm).round() as i32,
                    y_dots: (centre.y / pitch_mm).round() as i32,
                };
                let e = classify(&self.ticket, spot, self.design, self.case, self.look)?;
                self.note_shape(spot.element, e.best.0.name(), &e.best.1);
                Some(decide_symbol(spot.element, &e))
            })
            .collect()
    }
}

/// What lines of a style say on a ticket without misprint.
fn words_of(style: TextStyle) -> &'static [String] {
    static DAYS: LazyLock<Vec<String>> = LazyLock::new(|| WEEKDAYS.map(String::from).to_vec());
    static FIGURES: LazyLock<Vec<String>> = LazyLock::new(|| column(|sum| figures(sum.euros)));
    static LETTERS: LazyLock<Vec<String>> = LazyLock::new(|| column(|sum| sum.letters.into()));
    match style {
        TextStyle::Days => &DAYS,
        TextStyle::Figures => &FIGURES,
        TextStyle::Letters => &LETTERS,
        TextStyle::Sentence => &[],
    }
}

/// One column of both surfaces' tables of sums, each value once.
fn column(value: impl Fn(&SumLine) -> String) -> Vec<String> {
    let values: BTreeSet<String> = RENCONTRE_SUMS.iter().chain(&COUP_DE_FOUDRE_SUMS).map(value).collect();
    values.into_iter().collect()
}

fn scores(inspection: &Inspection, cover: &Cover) -> BTreeMap<&'static str, f64> {
    BTreeMap::from([
        ("peak", cover.peak),
        ("dark_share", cover.dark_share),
        ("window_mean", cover.window_mean),
        ("grey_mm2", cover.grey_mm2),
        ("ink_mm2", cover.ink_mm2),
        ("missing_mm2", inspection.missing_mm2),
        ("extra_mm2", inspection.extra_mm2),
        ("strength", inspection.strength),
        ("weakest_glyph", inspection.weakest_glyph),
        ("rms", inspection.rms),
    ])
}

fn map<T, U>(field: Field<T>, with: impl Fn(T) -> U) -> Field<U> {
    match field {
        Field::Legible(v) => Field::Legible(with(v)),
        Field::Absent => Field::Absent,
        Field::Incomplete(v) => Field::Incomplete(v.map(with)),
        Field::Unread(reason) => Field::Unread(reason),
    }
}

/// Whether a winning word would stand in the sentence if a space in it were a glyph, or nothing: ink may be missing
/// there whose place the spaces fill.
fn hides_winning_word(sentence: &str) -> bool {
    const HOLE: char = '\u{fffd}';
    let folded = sentence.to_lowercase().replace('œ', "oe");
    WINNING_WORDS.iter().any(|(word, _)| {
        let word = word.replace('œ', "oe");
        let mut holed: Vec<String> = vec![];
        for (i, c) in word.char_indices() {
            holed.push(format!("{} {}", &word[..i], &word[i + c.len_utf8()..]));
            holed.push(format!("{} {}", &word[..i], &word[i..]));
        }
        let padded = format!(" {folded} ");
        holed.iter().any(|h| {
            let inner = h.trim();
            // A word that only lost its first or last glyph stands apart like any other and is judged as it reads.
            inner.contains(' ') && padded.replace(HOLE, " ").contains(&format!(" {inner} "))
        })
    })
}

/// Whether scratch layer is left over the crop: evenly grey over much more than the print that shows.
fn is_covered(cover: &Cover) -> bool {
    cover.grey_mm2 > LIMITS.covered_mm2 && cover.grey_mm2 > LIMITS.covered_to_ink * cover.ink_mm2
}

fn decide_blank<T>(cover: &Cover) -> Field<T> {
    if is_covered(cover) {
        Field::Unread(Reason::Covered)
    } else if cover.peak < LIMITS.empty_peak {
        Field::Absent
    } else {
        Field::Unread(Reason::Ambiguous)
    }
}

/// What the ink's inspection alone says of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InkState {
    Whole,
    Doubtful,
    Broken,
}

fn ink_state(element: Element, i: &Inspection) -> InkState {
    let limits = ink_limits(element);
    let broken = i.missing_mm2 >= limits.broken_missing
        || i.extra_mm2 >= limits.broken_extra
        || i.weakest_glyph < LIMITS.faded_strength;
    let whole = i.missing_mm2 <= limits.sound_missing
        && i.extra_mm2 <= limits.sound_extra
        && i.weakest_glyph >= LIMITS.sound_strength;
    match (broken, whole) {
        (true, _) => InkState::Broken,
        (false, true) => InkState::Whole,
        (false, false) => InkState::Doubtful,
    }
}

fn decide_line(e: &LineEvidence, raw: Option<&RawText>) -> Field<String> {
    if is_covered(&e.cover) {
        return Field::Unread(Reason::Covered);
    }
    if e.cover.peak < LIMITS.empty_peak {
        return match &e.faint {
            Some((word, correlation)) if *correlation >= LIMITS.faint_score => Field::Incomplete(Some(word.clone())),
            _ => Field::Absent,
        };
    }
    let text = e.text();
    let off_centre = e.off_centre_mm.abs() > LIMITS.off_centre_mm;
    match ink_state(e.slot.element, &e.inspection) {
        InkState::Broken => Field::Incomplete(Some(text)),
        _ if off_centre || e.reading.gap => Field::Incomplete(Some(text)),
        InkState::Whole if e.margin() >= LIMITS.margin && !vetoes(e, raw) => Field::Legible(text),
        _ => Field::Unread(Reason::Ambiguous),
    }
}

/// Whether OCR, which never decides alone, surely reads another of the rule's words than the template reader, or other
/// winning words in the sentence.
fn vetoes(e: &LineEvidence, raw: Option<&RawText>) -> bool {
    let (text, Some(raw)) = (e.text(), raw) else { return false };
    if e.slot.style == TextStyle::Sentence {
        return winning_words(&text) != winning_words(&raw.text);
    }
    raw.confidence >= LIMITS.veto_confidence
        && raw.text != text
        && words_of(e.slot.style).iter().any(|word| *word == raw.text)
}

fn decide_mark(element: Element, e: &ShapeEvidence) -> Field<()> {
    let there = e.score >= LIMITS.faint_score || e.inspection.strength >= LIMITS.mark_strength;
    if e.score < LIMITS.shape_score && is_covered(&e.cover) {
        return Field::Unread(Reason::Covered);
    }
    match ink_state(element, &e.inspection) {
        _ if !there => Field::Absent,
        InkState::Whole if e.score >= LIMITS.shape_score => Field::Legible(()),
        InkState::Broken => Field::Incomplete(Some(())),
        _ => Field::Unread(Reason::Ambiguous),
    }
}

fn decide_symbol(element: Element, e: &SymbolEvidence) -> Field<Symbol> {
    let (symbol, shape) = &e.best;
    let alike = shape.score >= LIMITS.symbol_alike;
    if !alike && is_covered(&shape.cover) {
        return Field::Unread(Reason::Covered);
    }
    if shape.cover.peak < LIMITS.empty_peak {
        return if alike { Field::Incomplete(Some(symbol.clone())) } else { Field::Absent };
    }
    let leads = shape.score - e.second_score >= LIMITS.shape_margin;
    match ink_state(element, &shape.inspection) {
        InkState::Whole if shape.score >= LIMITS.shape_score && leads => Field::Legible(symbol.clone()),
        InkState::Broken if !alike && shape.inspection.extra_mm2 >= LIMITS.foreign_extra_mm2 => {
            Field::Legible(Symbol::Unknown("unknown".into()))
        }
        InkState::Broken => Field::Incomplete(Some(symbol.clone())),
        _ => Field::Unread(Reason::Ambiguous),
    }
}

/// A reading's box as a quad of the ticket's artwork.
pub fn on_artwork(ticket: &FlatTicket, box_mm: Rect<PrintMm>) -> Quad<crate::geometry::Mm> {
    ticket.frame.to_artwork.map_quad(box_mm.quad())
}

/// Inspects `placed` on a crop: for callers outside the pipeline.
pub fn inspect_crop(crop: &Crop, placed: &[Placed], pitch_mm: f64) -> Inspection {
    inspect(crop, placed, pitch_mm)
}
