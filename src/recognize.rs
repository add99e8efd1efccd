//! Step 6: evidence -> contents; the only file that applies thresholds.
//!
//! Each element's evidence (what the template reader and OCR read, what the inspector found, how the crop is filled) is
//! turned into a [`Field`]: `Legible` when string and ink agree, `Absent` when bare artwork is seen where ink should be,
//! `Incomplete` when ink is surely missing or surely too much, and `Unread` for all that lies between. An anomaly that
//! is not sure is `Unread` too: the ticket's fault is never made of the picture's.

use std::collections::BTreeMap;

use crate::contents::{
    Contents, CoupDeFoudre, Declaration, Element, Field, LettersPosition, Reason, Rencontre, Sum, SumPlace, Symbol,
    VieADeux,
};
use crate::design::ink::TextStyle;
use crate::design::layout::DEFAULT_SIDE;
use crate::geometry::{PrintMm, Rect};
use crate::inspect::Inspection;
use crate::read::{ReadLine, ReadSum, TicketEvidence, words_of};
use crate::rules::game::WINNING_WORDS;
use crate::rules::winning_words;
use crate::surfaces::FlatTicket;
use crate::symbols::{ShapeEvidence, SymbolEvidence};
use crate::text::RawText;
use crate::text::field::{BLANK_PEAK, Cover, LineEvidence, placed_box};
use crate::text::template::Look;

/// Every threshold of the reading. Tuned on simulated flatbed scans (`simulate`, seeds 201 and 301, and scans by another
/// simulator) so that no sound ticket is called incomplete and no damaged one legible: on 120 of them no line of sound
/// print lacked more than 0.06 mm2 or had more than 0.03 mm2 too much, and no glyph's strength fell below 0.93.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// What passes for bare paper is faint print after all from this correlation on.
    pub faint_score: f64,
    /// Evenly grey area from which scratch layer is left, in mm2; text has none.
    pub covered_mm2: f64,
    /// How much larger than the area of full ink it must be, so that a smudge over print is no cover.
    pub covered_to_ink: f64,
    /// More ink than any smudge adds to a line or a mark in one piece, in mm2: something lies on the ticket.
    pub laid_over_mm2: f64,
    /// The same for a symbol: more than another symbol's ink.
    pub laid_over_symbol_mm2: f64,
    /// Blur of print and picture together, in dots, up to which a fault of the print is told from one of the picture
    /// (simulated scans: 1.4 at most).
    pub sharp_dots: f64,
    /// Lines that must be read well for a fault of the print to be believed elsewhere on the ticket.
    pub settling_lines: usize,
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
    faint_score: 0.40,
    covered_mm2: 1.5,
    covered_to_ink: 1.5,
    laid_over_mm2: 6.0,
    laid_over_symbol_mm2: 30.0,
    sharp_dots: 1.7,
    settling_lines: 2,
    sound_strength: 0.85,
    faded_strength: 0.80,
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
    /// Up to this, missing and extra ink together are: dust adds and takes nothing away, while a glyph that was read
    /// for a broken one lacks some and has some too much.
    pub sound_together: f64,
    /// From this, there is surely ink that should not be there.
    pub broken_extra: f64,
}

/// Ink limits by kind of element: they grow with the size of its strokes.
const fn ink_limits(element: Element) -> InkLimits {
    let [sound_missing, broken_missing, sound_extra, broken_extra] = match element {
        Element::Letters(_) => [0.08, 0.16, 0.12, 0.25],
        Element::Sentence => [0.10, 0.20, 0.12, 0.25],
        Element::Star(_) | Element::Arrow => [0.12, 0.30, 0.12, 0.35],
        Element::Symbol(_) => [0.30, 0.90, 0.14, 0.30],
        _ => [0.12, 0.24, 0.12, 0.25],
    };
    let sound_together = if sound_missing > sound_extra { sound_missing } else { sound_extra };
    InkLimits { sound_missing, broken_missing, sound_extra, broken_extra, sound_together }
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

/// Decides every element.
pub fn recognize(evidence: TicketEvidence) -> Recognition {
    let mut sums = evidence.sums.iter().map(|sum| (sum.place, decide_sum(sum)));
    let first = sums.next().filter(|(place, _)| *place == SumPlace::Rencontre);
    let second: Vec<Field<Sum>> = sums.map(|(_, sum)| Field::Legible(sum)).collect();
    let contents = Contents {
        rencontre: Field::Legible(Rencontre {
            days: Field::Legible(evidence.days.iter().map(decide_line).collect()),
            sum: first.map_or(Field::Absent, |(_, sum)| Field::Legible(sum)),
        }),
        coup_de_foudre: Field::Legible(CoupDeFoudre {
            sums: Field::Legible(second),
            arrow: decide_arrow(&evidence.arrows),
        }),
        declaration: Field::Legible(Declaration { sentence: decide_sentence(&evidence) }),
        vie_a_deux: Field::Legible(VieADeux {
            symbols: Field::Legible(evidence.symbols.iter().map(decide_symbol).collect()),
        }),
    };
    let contents = if shows_faults(&evidence) { contents } else { without_faults(contents) };
    Recognition { contents, readings: readings(&evidence), ticket: evidence.ticket, look: evidence.look }
}

/// Whether scratch layer is left over the crop: evenly grey over much more than the print that shows.
fn is_covered(cover: &Cover) -> bool {
    cover.grey_mm2 > LIMITS.covered_mm2 && cover.grey_mm2 > LIMITS.covered_to_ink * cover.ink_mm2
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
        && i.missing_mm2 + i.extra_mm2 <= limits.sound_together
        && i.weakest_glyph >= LIMITS.sound_strength;
    match (broken, whole) {
        (true, _) => InkState::Broken,
        (false, true) => InkState::Whole,
        (false, false) => InkState::Doubtful,
    }
}

fn decide_line(line: &ReadLine) -> Field<String> {
    let e = &line.evidence;
    if e.cover.cut_off {
        return Field::Unread(Reason::CutOff);
    }
    if is_covered(&e.cover) || e.inspection.extra_mm2 >= LIMITS.laid_over_mm2 {
        return Field::Unread(Reason::Covered);
    }
    // A word on what looks bare is faint print.
    if e.cover.peak < BLANK_PEAK && e.reading.glyphs.is_empty() {
        return Field::Absent;
    }
    let text = e.text();
    let off_centre = e.off_centre_mm.abs() > LIMITS.off_centre_mm;
    match ink_state(e.slot.element, &e.inspection) {
        // Ink that is no glyph and no more than dust.
        InkState::Whole if text.is_empty() => Field::Absent,
        InkState::Broken => Field::Incomplete(Some(text)),
        _ if off_centre || e.reading.gap => Field::Incomplete(Some(text)),
        InkState::Whole if e.margin() >= LIMITS.margin && !vetoes(e, line.raw.as_ref()) => Field::Legible(text),
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
    raw.confidence >= LIMITS.veto_confidence && raw.text != text && words_of(e.slot.style).contains(&raw.text)
}

/// Whether a winning word would stand in the sentence if a space in it were a glyph, or nothing: ink may be missing
/// there whose place the spaces fill.
fn hides_winning_word(sentence: &str) -> bool {
    let fold = |text: &str| text.to_lowercase().replace('œ', "oe");
    let letters: String = fold(sentence).chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let padded = format!(" {letters} ");
    let stands = |left: &str, right: &str| padded.contains(&format!(" {} {} ", fold(left), fold(right)));
    // Printed with the ligature or without.
    let spellings = WINNING_WORDS.iter().flat_map(|(word, _)| [word.to_lowercase(), fold(word)]);
    spellings.into_iter().any(|word| {
        word.char_indices().skip(1).any(|(i, c)| {
            let after = i + c.len_utf8();
            // A word that only lost its last glyph stands apart like any other and is judged as it reads.
            stands(&word[..i], &word[i..]) || (after < word.len() && stands(&word[..i], &word[after..]))
        })
    })
}

fn decide_sum(sum: &ReadSum) -> Sum {
    let letters = decide_line(&sum.letters);
    let side = if letters == Field::Absent { DEFAULT_SIDE } else { sum.side };
    let star = match decide_mark(Element::Star(sum.place), &sum.star) {
        Field::Legible(()) => Field::Legible(true),
        Field::Absent => Field::Legible(false),
        Field::Incomplete(_) => Field::Incomplete(Some(true)),
        Field::Unread(reason) => Field::Unread(reason),
    };
    let letters_position: Field<LettersPosition> = Field::Legible(side);
    Sum { figures: decide_line(&sum.figures), letters, star, letters_position }
}

fn decide_mark(element: Element, e: &ShapeEvidence) -> Field<()> {
    let there = e.score >= LIMITS.faint_score || e.inspection.strength >= LIMITS.mark_strength;
    if e.cover.cut_off {
        return Field::Unread(Reason::CutOff);
    }
    let covered = is_covered(&e.cover) || e.inspection.extra_mm2 >= LIMITS.laid_over_mm2;
    if e.score < LIMITS.shape_score && covered {
        return Field::Unread(Reason::Covered);
    }
    match ink_state(element, &e.inspection) {
        _ if !there => Field::Absent,
        InkState::Whole if e.score >= LIMITS.shape_score => Field::Legible(()),
        InkState::Broken => Field::Incomplete(Some(())),
        _ => Field::Unread(Reason::Ambiguous),
    }
}

fn decide_arrow(arrows: &[(usize, ShapeEvidence)]) -> Field<Vec<usize>> {
    let mut whole = Vec::new();
    let mut broken = None;
    let mut unread = None;
    for (i, e) in arrows {
        match decide_mark(Element::Arrow, e) {
            Field::Legible(()) => whole.push(*i),
            Field::Incomplete(_) => broken = Some(*i),
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

/// The worst of the lines decides; a box without lines is looked at as a whole. The lines stand one below the other
/// round the middle of the box: where they do not, one is missing.
fn decide_sentence(evidence: &TicketEvidence) -> Field<String> {
    const OFF_MIDDLE_MM: f64 = 1.0;
    let whole_box = &evidence.sentence_box;
    let (mut words, mut heights_mm) = (Vec::new(), Vec::new());
    for line in &evidence.sentence {
        match decide_line(line) {
            Field::Legible(text) => {
                words.push(text);
                heights_mm.push(line.evidence.slot.centre.y);
            }
            Field::Absent => {}
            other => return other,
        }
    }
    let (Some(top), Some(bottom)) = (heights_mm.first(), heights_mm.last()) else {
        return match whole_box {
            cover if cover.cut_off => Field::Unread(Reason::CutOff),
            cover if is_covered(cover) => Field::Unread(Reason::Covered),
            cover if cover.peak < BLANK_PEAK => Field::Absent,
            _ => Field::Unread(Reason::Ambiguous),
        };
    };
    let sentence = words.join(" ");
    let off_middle = ((top + bottom) / 2.0 - evidence.sentence_centre_mm).abs() > OFF_MIDDLE_MM;
    if off_middle || hides_winning_word(&sentence) {
        Field::Incomplete(Some(sentence))
    } else {
        Field::Legible(sentence)
    }
}

/// Whether the picture is good enough to show a fault of the print: sharp, and with lines that are read well.
fn shows_faults(evidence: &TicketEvidence) -> bool {
    evidence.look.blur_dots() <= LIMITS.sharp_dots && evidence.settled_by >= LIMITS.settling_lines
}

/// On a picture that shows no faults, what is not surely read is unread: blur takes ink away as a broken print does.
fn without_faults(contents: Contents) -> Contents {
    fn sure<T>(field: Field<T>) -> Field<T> {
        match field {
            Field::Absent | Field::Incomplete(_) => Field::Unread(Reason::Blur),
            other => other,
        }
    }
    fn sure_sum(sum: Sum) -> Sum {
        let Sum { figures, letters, star, letters_position } = sum;
        Sum { figures: sure(figures), letters: sure(letters), star: sure(star), letters_position }
    }
    let Contents { rencontre, coup_de_foudre, declaration, vie_a_deux } = contents;
    let known = |symbol| match symbol {
        Field::Legible(Symbol::Unknown(_)) => Field::Unread(Reason::Blur),
        other => sure(other),
    };
    Contents {
        rencontre: rencontre.map(|r| Rencontre {
            days: r.days.map(|days| days.into_iter().map(sure).collect()),
            sum: r.sum.map(sure_sum),
        }),
        coup_de_foudre: coup_de_foudre.map(|c| CoupDeFoudre {
            sums: c.sums.map(|sums| sums.into_iter().map(|sum| sum.map(sure_sum)).collect()),
            arrow: sure(c.arrow),
        }),
        declaration: declaration.map(|d| Declaration { sentence: sure(d.sentence) }),
        vie_a_deux: vie_a_deux
            .map(|v| VieADeux { symbols: v.symbols.map(|symbols| symbols.into_iter().map(known).collect()) }),
    }
}

fn decide_symbol(e: &SymbolEvidence) -> Field<Symbol> {
    let (symbol, shape) = &e.best;
    let alike = shape.score >= LIMITS.symbol_alike;
    if shape.cover.cut_off {
        return Field::Unread(Reason::CutOff);
    }
    let covered = is_covered(&shape.cover) || shape.inspection.extra_mm2 >= LIMITS.laid_over_symbol_mm2;
    if !alike && covered {
        return Field::Unread(Reason::Covered);
    }
    if shape.cover.peak < BLANK_PEAK {
        return if alike { Field::Incomplete(Some(symbol.clone())) } else { Field::Absent };
    }
    let leads = shape.score - e.second_score >= LIMITS.shape_margin;
    match ink_state(e.element, &shape.inspection) {
        InkState::Whole if shape.score >= LIMITS.shape_score && leads => Field::Legible(symbol.clone()),
        InkState::Broken if !alike && shape.inspection.extra_mm2 >= LIMITS.foreign_extra_mm2 => {
            Field::Legible(Symbol::Unknown("unknown".into()))
        }
        InkState::Broken => Field::Incomplete(Some(symbol.clone())),
        _ => Field::Unread(Reason::Ambiguous),
    }
}

/// The evidence as the answer shows it: what was printed nowhere is left out.
fn readings(evidence: &TicketEvidence) -> Vec<Reading> {
    let pitch_mm = evidence.ticket.frame.pitch_mm;
    let mut readings: Vec<Reading> = evidence.days.iter().map(|day| line_reading(day, pitch_mm)).collect();
    for sum in &evidence.sums {
        readings.push(line_reading(&sum.figures, pitch_mm));
        readings.push(shape_reading(Element::Star(sum.place), "star", &sum.star, pitch_mm));
        readings.push(line_reading(&sum.letters, pitch_mm));
    }
    let arrows = evidence.arrows.iter().filter(|(_, e)| decide_mark(Element::Arrow, e) != Field::Absent);
    readings.extend(arrows.map(|(_, e)| shape_reading(Element::Arrow, "arrow", e, pitch_mm)));
    readings.extend(evidence.sentence.iter().map(|line| line_reading(line, pitch_mm)));
    let symbols = evidence.symbols.iter();
    readings.extend(symbols.map(|e| shape_reading(e.element, e.best.0.name(), &e.best.1, pitch_mm)));
    readings
}

fn line_reading(line: &ReadLine, pitch_mm: f64) -> Reading {
    let e = &line.evidence;
    let mut scores = scores(&e.inspection, &e.cover);
    scores.insert("margin", e.margin());
    scores.insert("unexplained", e.unexplained());
    scores.insert("off_centre_mm", e.off_centre_mm);
    if let Some(raw) = &line.raw {
        scores.insert("ocr_confidence", raw.confidence.into());
    }
    Reading {
        element: e.slot.element,
        text: (!e.reading.glyphs.is_empty()).then(|| e.text()),
        raw: line.raw.as_ref().map(|r| r.text.clone()),
        box_mm: e.ink_box(pitch_mm),
        scores,
    }
}

fn shape_reading(element: Element, name: &str, e: &ShapeEvidence, pitch_mm: f64) -> Reading {
    let mut scores = scores(&e.inspection, &e.cover);
    scores.insert("zncc", e.score);
    Reading { element, text: Some(name.into()), raw: None, box_mm: placed_box(&e.placed, pitch_mm), scores }
}

fn scores(inspection: &Inspection, cover: &Cover) -> BTreeMap<&'static str, f64> {
    BTreeMap::from([
        ("peak", cover.peak),
        ("grey_mm2", cover.grey_mm2),
        ("ink_mm2", cover.ink_mm2),
        ("missing_mm2", inspection.missing_mm2),
        ("extra_mm2", inspection.extra_mm2),
        ("strength", inspection.strength),
        ("weakest_glyph", inspection.weakest_glyph),
        ("rms", inspection.rms),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> Inspection {
        Inspection { strength: 1.0, weakest_glyph: 1.0, ..Inspection::default() }
    }

    fn letters() -> Element {
        Element::Letters(SumPlace::Rencontre)
    }

    #[test]
    fn ink_is_whole_doubtful_or_broken_by_what_is_missing() {
        let missing = |missing_mm2| ink_state(letters(), &Inspection { missing_mm2, ..sound() });
        assert_eq!(missing(0.08), InkState::Whole);
        assert_eq!(missing(0.081), InkState::Doubtful);
        assert_eq!(missing(0.159), InkState::Doubtful);
        assert_eq!(missing(0.16), InkState::Broken);
    }

    #[test]
    fn a_speck_of_dust_is_no_fault_of_the_print() {
        let extra = |extra_mm2| ink_state(letters(), &Inspection { extra_mm2, ..sound() });
        assert_eq!(extra(0.12), InkState::Whole);
        assert_eq!(extra(0.121), InkState::Doubtful);
        assert_eq!(extra(0.25), InkState::Broken);
    }

    #[test]
    fn a_little_missing_and_a_little_too_much_is_doubtful_together() {
        let both = Inspection { missing_mm2: 0.065, extra_mm2: 0.085, ..sound() };
        assert_eq!(ink_state(letters(), &both), InkState::Doubtful);
    }

    #[test]
    fn a_pale_glyph_is_doubtful_and_a_faded_one_broken() {
        let weakest = |weakest_glyph| ink_state(letters(), &Inspection { weakest_glyph, ..sound() });
        assert_eq!(weakest(0.85), InkState::Whole);
        assert_eq!(weakest(0.84), InkState::Doubtful);
        assert_eq!(weakest(0.79), InkState::Broken);
    }

    #[test]
    fn large_symbols_may_lack_more_than_letters() {
        let missing = Inspection { missing_mm2: 0.25, ..sound() };
        assert_eq!(ink_state(Element::Symbol(0), &missing), InkState::Whole);
        assert_eq!(ink_state(letters(), &missing), InkState::Broken);
    }

    #[test]
    fn scratch_layer_is_grey_and_wide_and_smudged_print_is_not_that() {
        let cover = |grey_mm2, ink_mm2| Cover { peak: 0.5, grey_mm2, ink_mm2, cut_off: false };
        assert!(is_covered(&cover(20.0, 0.0)));
        assert!(is_covered(&cover(20.0, 8.0)));
        assert!(!is_covered(&cover(6.0, 8.0)));
        assert!(!is_covered(&cover(1.0, 0.0)));
    }

    #[test]
    fn a_space_in_the_place_of_a_glyph_hides_a_winning_word() {
        for sentence in ["Je t'a me, mon ange", "Mon c ur bat", "Mille ba sers", "Ma pass on", "ai me"] {
            assert!(hides_winning_word(sentence), "{sentence}");
        }
        for sentence in ["Je t'aime, mon cœur", "Tu es là", "La magie de Noël", "Des baisers", "Je pense à toi"] {
            assert!(!hides_winning_word(sentence), "{sentence}");
        }
    }
}
