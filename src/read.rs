//! Step 5: the ink of the four surfaces -> what is read on each element, and how well.
//!
//! The lines that are read best settle where the variable print lies and how press and picture change its looks; then
//! every element is read and inspected once, its neighbours' print taken out of its crop. Nothing is decided here but
//! what is worth a second look. Fails only when the OCR engine does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use image::{GrayImage, Luma};

use crate::contents::{Element, LettersPosition, SumPlace, Surface};
use crate::design::Design;
use crate::design::ink::{Mark, TextStyle};
use crate::design::layout;
use crate::error::Error;
use crate::ink::{Crop, InkMap};
use crate::inspect::{self, Placed};
use crate::rules::game::{COUP_DE_FOUDRE_SUMS, RENCONTRE_SUMS, SumLine, WEEKDAYS, figures};
use crate::surfaces::{
    FlatTicket, LineSlot, SIDES, SUMS, coarse_frame, figures_slot, letters_slot, line_slots, refined_frame,
};
use crate::symbols::{ShapeEvidence, Spot, SymbolEvidence, classify, look_for};
use crate::text::field::{BLANK_PEAK, Cover, How, LineEvidence, Search, cover, placed_box, read_slot, sentence_slots};
use crate::text::line::{correlation, explained_by};
use crate::text::template::{Look, Shape, TemplateCase};
use crate::text::{RawText, ReadText, TextKind};

/// One line with what OCR reads on it.
#[derive(Debug)]
pub struct ReadLine {
    /// What template reader and inspector found.
    pub evidence: LineEvidence,
    /// What OCR reads, unedited; `None` of a blank line.
    pub raw: Option<RawText>,
}

/// One sum with everything that belongs to it.
#[derive(Debug)]
pub struct ReadSum {
    /// Which.
    pub place: SumPlace,
    /// Its figures.
    pub figures: ReadLine,
    /// The star's place before them.
    pub star: ShapeEvidence,
    /// Its letters, on the side that has more ink.
    pub letters: ReadLine,
    /// That side.
    pub side: LettersPosition,
}

/// Everything read on one ticket.
#[derive(Debug)]
pub struct TicketEvidence {
    /// The day words, in print order.
    pub days: Vec<ReadLine>,
    /// The sum of the first surface, then those of the second.
    pub sums: Vec<ReadSum>,
    /// Every place where an arrow may stand, with the index of its sum.
    pub arrows: Vec<(usize, ShapeEvidence)>,
    /// The sentence's lines from top to bottom.
    pub sentence: Vec<ReadLine>,
    /// How the sentence's box is filled.
    pub sentence_box: Cover,
    /// The symbols, in print order.
    pub symbols: Vec<SymbolEvidence>,
    /// The ink and where the print lies on the ticket.
    pub ticket: FlatTicket,
    /// How press and picture change the print.
    pub look: Look,
    /// Lines of days and letters that were read well enough to settle frame and look.
    pub settled_by: usize,
    /// Centre line of the sentence's box on the print, in mm.
    pub sentence_centre_mm: f64,
}

/// Everything one ticket is read with.
struct Reader<'a> {
    design: &'a Design,
    case: &'a mut TemplateCase,
    ocr: &'a mut dyn ReadText,
    ticket: FlatTicket,
    look: Look,
    /// Print that is already read, by surface.
    known: BTreeMap<Surface, Vec<Placed>>,
}

/// Reads a ticket from the ink of its surfaces.
///
/// # Errors
/// [`Error::Ocr`] when the OCR engine fails.
pub fn read(
    maps: [InkMap; 4],
    design: &Design,
    case: &mut TemplateCase,
    ocr: &mut dyn ReadText,
) -> Result<TicketEvidence, Error> {
    let ticket = coarse_frame(maps, design);
    let mut reader = Reader { design, case, ocr, ticket, look: Look::NOMINAL, known: BTreeMap::new() };
    let settled_by = reader.settle();
    reader.find_arrows();
    let days = reader.days()?;
    let sums = SUMS.into_iter().filter_map(|place| reader.sum(place).transpose()).collect::<Result<_, _>>()?;
    let arrows = reader.arrows();
    let sentence = reader.sentence()?;
    let sentence_crop = reader.ticket.crop(Element::Sentence, design.numbers.declaration.box_mm);
    let sentence_box = cover(&sentence_crop, reader.ticket.frame.pitch_mm);
    let symbols = reader.symbols();
    let Reader { ticket, look, .. } = reader;
    let sentence_centre_mm = design.numbers.declaration.box_mm.centre().y;
    Ok(TicketEvidence {
        days,
        sums,
        arrows,
        sentence,
        sentence_box,
        symbols,
        ticket,
        look,
        settled_by,
        sentence_centre_mm,
    })
}

impl Reader<'_> {
    /// Makes the print's frame exact and learns how press and picture change its looks; tells by how many lines.
    fn settle(&mut self) -> usize {
        let mut settled_by = 0;
        for search in [Search::Coarse, Search::Exact] {
            let lines = self.well_read_lines(search);
            let pitch_mm = self.ticket.frame.pitch_mm;
            let seen: Vec<_> = lines
                .iter()
                .map(|e| {
                    let half_mm = layout::cap_height_mm(self.design, e.slot.style) / 2.0;
                    let baseline = ((e.slot.centre.y + half_mm) / pitch_mm).round();
                    let row_mm = (f64::from(e.reading.y_dots) - baseline) * pitch_mm;
                    // Half a dot off centre is the layout's rounding, not the print's shift.
                    let off_mm = (e.off_centre_mm / pitch_mm).round() * pitch_mm;
                    (e.slot.centre, (off_mm + e.offset_mm.0, row_mm + e.offset_mm.1))
                })
                .collect();
            self.ticket.frame = refined_frame(&self.ticket.frame, &seen, self.design);
            if search == Search::Coarse {
                self.settle_look(&lines);
            }
            settled_by = lines.len();
        }
        settled_by
    }

    /// Days and letters that the template reader explains well. No figures: a star shifts the middle of their ink.
    fn well_read_lines(&mut self, search: Search) -> Vec<LineEvidence> {
        const FEWEST_GLYPHS: usize = 3;
        const UNEXPLAINED: f64 = 0.35;
        let slots = line_slots(self.design);
        let mut lines = Vec::new();
        for slot in slots.iter().filter(|slot| slot.style != TextStyle::Figures) {
            let how = How { look: self.look, search, words: words_of(slot.style) };
            let e = read_slot(&self.ticket, slot, self.design, self.case, how, &[]);
            if e.reading.glyphs.len() >= FEWEST_GLYPHS && e.unexplained() < UNEXPLAINED {
                lines.push(e);
            }
        }
        lines
    }

    /// Takes the look and the density under which the best-read lines leave the least ink unexplained: coordinate
    /// descent over gain and blur, the density in closed form.
    fn settle_look(&mut self, lines: &[LineEvidence]) {
        const LINES: usize = 3;
        const GAIN: std::ops::RangeInclusive<i8> = -5..=5;
        const BLUR: std::ops::RangeInclusive<u8> = 1..=16;
        const NEIGHBOURS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
        let mut best: Vec<&LineEvidence> = lines.iter().collect();
        best.sort_by(|a, b| a.unexplained().total_cmp(&b.unexplained()));
        best.truncate(LINES);
        let crops: Vec<(Crop, &LineEvidence)> = best.into_iter().map(|e| (self.aligned_crop(e), e)).collect();
        let (mut least, mut density) = self.unexplained(&crops, self.look);
        loop {
            let mut next = None;
            for (gain, blur) in NEIGHBOURS {
                let Some(blur) = self.look.blur.checked_add_signed(blur).filter(|b| BLUR.contains(b)) else { continue };
                let look = Look { gain: self.look.gain + gain, blur };
                if !GAIN.contains(&look.gain) {
                    continue;
                }
                let (cost, density) = self.unexplained(&crops, look);
                if cost < least && next.is_none_or(|(lowest, _, _)| cost < lowest) {
                    next = Some((cost, density, look));
                }
            }
            let Some(better) = next else { break };
            (least, density, self.look) = better;
        }
        self.ticket.frame.full_density *= density as f32;
    }

    /// The crop of a line, moved so that its ink lies exactly under its reading.
    fn aligned_crop(&self, e: &LineEvidence) -> Crop {
        let size = (e.crop.ink.width(), e.crop.ink.height());
        let map = self.ticket.map_of(e.slot.element);
        let crop = |shift| self.ticket.frame.crop(map, e.crop.left, e.crop.top, size, shift);
        crop(inspect::offset(&crop((0.0, 0.0)), &e.placed))
    }

    /// Squared ink that the lines leave unexplained under `look` at the density that suits it best, and that density
    /// as a share of the ticket's present one.
    fn unexplained(&mut self, crops: &[(Crop, &LineEvidence)], look: Look) -> (f64, f64) {
        let [mut ss, mut st, mut tt] = [0.0f64; 3];
        for (crop, e) in crops {
            let mut placed = Vec::new();
            for glyph in &e.reading.glyphs {
                let shape = Shape::Glyph(e.slot.style, glyph.character);
                if let Some((_, template)) = self.case.shape(self.design, shape, look) {
                    placed.push(Placed { template, x_dots: glyph.x_dots, y_dots: e.reading.y_dots });
                }
            }
            let expected = inspect::expected(crop, &placed);
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

    /// Finds whole arrows, so that the lines beside them are read without their ink.
    fn find_arrows(&mut self) {
        const ALIKE: f32 = 0.85;
        const WHOLE: f32 = 0.5;
        for (_, spot) in self.arrow_spots() {
            let shape = Shape::Mark(Mark::Arrow);
            let Some(e) = look_for(&self.ticket, spot, shape, self.design, self.case, self.look, &[]) else { continue };
            let crop = self.ticket.crop(spot.element, placed_box(&e.placed, self.ticket.frame.pitch_mm));
            let (template, x, y) = (&e.placed.template, e.placed.x_dots, e.placed.y_dots);
            let explained = explained_by(&crop, template, x, y);
            if explained > WHOLE * template.energy && correlation(&crop, template, x, y) > ALIKE {
                self.known.entry(Surface::CoupDeFoudre).or_default().push(e.placed);
            }
        }
    }

    /// Where arrows may stand, with the index of the sum each belongs to.
    fn arrow_spots(&self) -> Vec<(usize, Spot)> {
        let mut spots = Vec::new();
        for (i, at) in SUMS.into_iter().filter(|at| *at != SumPlace::Rencontre).enumerate() {
            for side in SIDES {
                let centre = layout::arrow_centre(self.design, at, side);
                spots.extend(centre.map(|c| (i, Spot::nearest(Element::Arrow, c, self.ticket.frame.pitch_mm))));
            }
        }
        spots
    }

    fn known_on(&self, element: Element) -> &[Placed] {
        self.known.get(&element.surface()).map_or(&[], Vec::as_slice)
    }

    fn line(&mut self, slot: &LineSlot) -> Result<ReadLine, Error> {
        let evidence = self.evidence(slot);
        self.with_ocr(evidence)
    }

    fn evidence(&mut self, slot: &LineSlot) -> LineEvidence {
        let how = How { look: self.look, search: Search::Exact, words: words_of(slot.style) };
        let known = self.known.get(&slot.element.surface()).map_or(&[] as &[Placed], Vec::as_slice);
        read_slot(&self.ticket, slot, self.design, self.case, how, known)
    }

    /// OCR of a line's own ink, dark on light; from now on the line is known print.
    fn with_ocr(&mut self, evidence: LineEvidence) -> Result<ReadLine, Error> {
        self.known.entry(evidence.slot.element.surface()).or_default().extend(evidence.placed.iter().cloned());
        if evidence.cover.peak < BLANK_PEAK {
            return Ok(ReadLine { evidence, raw: None });
        }
        let ink = &evidence.crop.ink;
        let image = GrayImage::from_fn(ink.width(), ink.height(), |x, y| {
            Luma([(255.0 * (1.0 - ink.get_pixel(x, y)[0].clamp(0.0, 1.0))) as u8])
        });
        let cap_px = layout::cap_height_mm(self.design, evidence.slot.style) / self.ticket.frame.pitch_mm;
        let raw = self.ocr.read(&image, TextKind::Line, cap_px as f32)?;
        Ok(ReadLine { evidence, raw: Some(raw) })
    }

    fn days(&mut self) -> Result<Vec<ReadLine>, Error> {
        let slots = line_slots(self.design);
        slots.iter().filter(|slot| slot.style == TextStyle::Days).map(|slot| self.line(slot)).collect()
    }

    /// `None` when the design has no such sum.
    fn sum(&mut self, place: SumPlace) -> Result<Option<ReadSum>, Error> {
        let Some(slot) = figures_slot(self.design, place) else { return Ok(None) };
        let figures = self.line(&slot)?;
        let Some(star) = self.star(place, &figures.evidence) else { return Ok(None) };
        let mut sides = Vec::new();
        for side in SIDES {
            if let Some(slot) = letters_slot(self.design, place, side) {
                sides.push((side, self.evidence(&slot)));
            }
        }
        let most_ink = sides.into_iter().max_by(|a, b| a.1.reading.energy.total_cmp(&b.1.reading.energy));
        let Some((side, letters)) = most_ink else { return Ok(None) };
        let letters = self.with_ocr(letters)?;
        Ok(Some(ReadSum { place, figures, star, letters, side }))
    }

    /// The star's place before the figures as they are read.
    fn star(&mut self, place: SumPlace, figures: &LineEvidence) -> Option<ShapeEvidence> {
        let mut glyphs = Vec::new();
        for read in &figures.reading.glyphs {
            let glyph = self.design.glyph(TextStyle::Figures, read.character)?;
            glyphs.push(layout::PlacedGlyph {
                character: Some(read.character),
                shape: glyph.shape,
                x_dots: read.x_dots,
                y_dots: figures.reading.y_dots,
            });
        }
        let star = layout::star(self.design, place, &glyphs)?;
        let spot = Spot { element: Element::Star(place), x_dots: star.x_dots, y_dots: star.y_dots };
        look_for(&self.ticket, spot, Shape::Mark(Mark::Star), self.design, self.case, self.look, &figures.placed)
    }

    /// Every place of an arrow, the lines beside it taken out.
    fn arrows(&mut self) -> Vec<(usize, ShapeEvidence)> {
        let arrow = self.case.shape(self.design, Shape::Mark(Mark::Arrow), self.look);
        let is_arrow = |p: &Placed| arrow.as_ref().is_some_and(|(_, template)| Arc::ptr_eq(template, &p.template));
        let lines: Vec<Placed> = self.known_on(Element::Arrow).iter().filter(|p| !is_arrow(p)).cloned().collect();
        let mut arrows = Vec::new();
        for (i, spot) in self.arrow_spots() {
            let shape = Shape::Mark(Mark::Arrow);
            let e = look_for(&self.ticket, spot, shape, self.design, self.case, self.look, &lines);
            arrows.extend(e.map(|e| (i, e)));
        }
        arrows
    }

    fn sentence(&mut self) -> Result<Vec<ReadLine>, Error> {
        sentence_slots(&self.ticket, self.design).iter().map(|slot| self.line(slot)).collect()
    }

    fn symbols(&mut self) -> Vec<SymbolEvidence> {
        let places = self.design.numbers.vie_a_deux.symbols.len();
        let mut symbols = Vec::new();
        for i in 0..places {
            let Some(centre) = layout::symbol_centre(self.design, i) else { continue };
            let spot = Spot::nearest(Element::Symbol(i as u8), centre, self.ticket.frame.pitch_mm);
            symbols.extend(classify(&self.ticket, spot, self.design, self.case, self.look));
        }
        symbols
    }
}

/// What lines of a style say on a ticket without misprint.
pub fn words_of(style: TextStyle) -> &'static [String] {
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
