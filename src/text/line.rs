//! The template reader: one line of ink -> the glyph string that explains it best.
//!
//! A line is a walk of pens: each glyph stands where the one before it ends, to the dot, since a fixed head prints whole
//! dots. Of all strings of glyphs, of whatever length and starting anywhere, dynamic programming finds the one that
//! leaves the least squared ink unexplained. There is no word list: what is no word is read as it stands, and what no
//! glyph explains stays as a gap. (Segmentation and recognition in one search: Casey and Lecolinet, IEEE PAMI 18(7),
//! 1996.)

use super::template::{GlyphTemplate, Template};
use crate::ink::Crop;

/// Unexplained ink that a further glyph must remove to be believed, in dots of full ink.
const GLYPH_COST: f32 = 3.0;
/// Cost of a pen one dot off, so that paper stretch is followed and nothing else.
const JITTER_COST: f32 = 1.0;
/// Cost of an empty stretch of any width inside a line: more than any true jitter, less than a wrong glyph.
const GAP_COST: f32 = 10.0;
/// A lead that needs no exact figure.
const CLEAR_LEAD: f32 = 0.6;
/// Pens that explain this much less ink than the best one before them are dropped.
const BEAM: f32 = 45.0;

/// One glyph of a reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadGlyph {
    /// What it is.
    pub character: char,
    /// Its pen, in grid columns.
    pub x_dots: i32,
    /// Squared ink it explains, in dots of full ink.
    pub explained: f32,
    /// The glyph that comes closest in its place, and the lead over it: 1 where the ink is this glyph to the dot, 0
    /// where it lies half way between the two.
    pub runner_up: Option<(char, f32)>,
}

/// The best string for a line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineReading {
    /// Its glyphs in reading order, spaces included, none at the ends.
    pub glyphs: Vec<ReadGlyph>,
    /// Baseline, in grid rows.
    pub y_dots: i32,
    /// Squared ink of the crop, in dots of full ink.
    pub energy: f32,
    /// Of it, what the glyphs do not explain.
    pub unexplained: f32,
    /// Whether the best string has an unexplained hole.
    pub gap: bool,
}

impl LineReading {
    /// The characters.
    pub fn text(&self) -> String {
        self.glyphs.iter().map(|g| g.character).collect()
    }
}

/// How a pen was reached.
#[derive(Debug, Clone, Copy)]
enum Step {
    Start,
    Glyph { from: usize, glyph: usize, at: usize },
    Gap { from: usize },
}

/// Reads `crop` with its baseline on grid row `y_dots`.
pub fn read_line(crop: &Crop, glyphs: &[GlyphTemplate], y_dots: i32) -> LineReading {
    let width = crop.ink.width() as usize;
    let energy: f32 = crop.ink.iter().map(|v| v * v).sum();
    let mut cost = vec![0.0f32; width + 1];
    let mut step = vec![Step::Start; width + 1];
    let mut least = 0.0f32;
    // The open gap that is cheapest so far, and where it began.
    let mut gap: Option<(f32, usize)> = None;
    for x in 0..=width {
        if let Some((open, from)) = gap.filter(|g| g.0 < cost[x]) {
            cost[x] = open;
            step[x] = Step::Gap { from };
        }
        least = least.min(cost[x]);
        let here = cost[x];
        if here > least + BEAM {
            continue;
        }
        if !matches!(step[x], Step::Gap { .. } | Step::Start) && gap.is_none_or(|g| here + GAP_COST < g.0) {
            gap = Some((here + GAP_COST, x));
        }
        for (index, glyph) in glyphs.iter().enumerate() {
            let spend = GLYPH_COST - explained(crop, glyph, crop.left + x as i32, y_dots);
            for (jitter, extra) in [(0, 0.0), (-1, JITTER_COST), (1, JITTER_COST)] {
                let next = x as i32 + glyph.advance_dots + jitter;
                let Some(slot) = usize::try_from(next).ok().filter(|n| *n > x && *n <= width) else { continue };
                let total = here + spend + extra;
                if total < cost[slot] {
                    cost[slot] = total;
                    step[slot] = Step::Glyph { from: x, glyph: index, at: x };
                }
            }
        }
    }
    let end = (0..=width).fold(0, |best, x| if cost[x] < cost[best] { x } else { best });
    let mut reading = trace(crop, glyphs, y_dots, &step, end);
    reading.energy = energy;
    reading.unexplained = energy - reading.glyphs.iter().map(|g| g.explained).sum::<f32>();
    reading
}

/// The best of `words` for a line, each within `reach_dots` to either side of where a line centred on column
/// `centre_dots` has it, on one of `rows`; `None` without words.
pub fn best_word(
    crop: &Crop,
    glyphs: &[GlyphTemplate],
    words: &[String],
    centre_dots: f64,
    rows: &[i32],
    reach_dots: i32,
) -> Option<LineReading> {
    let mut best: Option<LineReading> = None;
    for word in words {
        let Some(letters) = set(word, glyphs) else { continue };
        let advance: i32 = letters.iter().map(|g| g.advance_dots).sum();
        let first = (centre_dots - f64::from(advance) / 2.0).round() as i32;
        for (y_dots, x_dots) in rows.iter().flat_map(|y| (-reach_dots..=reach_dots).map(move |dx| (*y, first + dx))) {
            let mut pen = x_dots;
            let read: Vec<ReadGlyph> = letters
                .iter()
                .map(|g| {
                    let x_dots = pen;
                    pen += g.advance_dots;
                    let explained = explained(crop, g, x_dots, y_dots);
                    ReadGlyph { character: g.character, x_dots, explained, runner_up: None }
                })
                .collect();
            let total: f32 = read.iter().map(|g| g.explained).sum();
            if best.as_ref().is_none_or(|b| total > -b.unexplained) {
                best = Some(LineReading { glyphs: read, y_dots, energy: 0.0, unexplained: -total, gap: false });
            }
        }
    }
    best.map(|mut reading| {
        reading.energy = crop.ink.iter().map(|v| v * v).sum();
        reading.unexplained += reading.energy;
        reading
    })
}

/// The word of `words` that the crop resembles most whatever the strength of its ink, at its place, and its correlation
/// with it (less their means). For print so faint that no glyph explains it.
pub fn faint_word(
    crop: &Crop,
    glyphs: &[GlyphTemplate],
    words: &[String],
    centre_dots: f64,
    y_dots: i32,
) -> Option<(LineReading, f64)> {
    let n = crop.ink.as_raw().len() as f32;
    let mean = crop.ink.iter().sum::<f32>() / n;
    let mut level = crop.clone();
    level.ink.iter_mut().for_each(|v| *v -= mean);
    let norm = level.ink.iter().map(|v| v * v).sum::<f32>().sqrt();
    let mut best: Option<(LineReading, f64)> = None;
    for word in words {
        let Some(letters) = set(word, glyphs) else { continue };
        let advance: i32 = letters.iter().map(|g| g.advance_dots).sum();
        let mut pen = (centre_dots - f64::from(advance) / 2.0).round() as i32;
        let mut reading = LineReading { y_dots, ..LineReading::default() };
        let (mut dot, mut energy, mut sum) = (0.0f32, 0.0f32, 0.0f32);
        for glyph in letters {
            dot += (explained(&level, glyph, pen, y_dots) + glyph.template.energy) / 2.0;
            energy += glyph.template.energy;
            sum += glyph.template.ink.iter().sum::<f32>();
            reading.glyphs.push(ReadGlyph {
                character: glyph.character,
                x_dots: pen,
                explained: explained(crop, glyph, pen, y_dots),
                runner_up: None,
            });
            pen += glyph.advance_dots;
        }
        let spread = (energy - sum * sum / n).max(f32::EPSILON).sqrt();
        let correlation = f64::from(dot / (norm * spread).max(f32::EPSILON));
        if best.as_ref().is_none_or(|b| correlation > b.1) {
            best = Some((reading, correlation));
        }
    }
    best.map(|(mut reading, correlation)| {
        reading.energy = crop.ink.iter().map(|v| v * v).sum();
        reading.unexplained = reading.energy - reading.glyphs.iter().map(|g| g.explained).sum::<f32>();
        (reading, correlation)
    })
}

/// The glyphs that set `word`; `None` where one is lacking.
fn set<'a>(word: &str, glyphs: &'a [GlyphTemplate]) -> Option<Vec<&'a GlyphTemplate>> {
    word.chars().map(|c| glyphs.iter().find(|g| g.character == c)).collect()
}

fn trace(crop: &Crop, glyphs: &[GlyphTemplate], y_dots: i32, step: &[Step], end: usize) -> LineReading {
    let mut reading = LineReading { y_dots, ..LineReading::default() };
    let mut x = end;
    loop {
        match step[x] {
            Step::Start => break,
            Step::Gap { from } => {
                reading.gap = true;
                x = from;
            }
            Step::Glyph { from, glyph, at } => {
                let x_dots = crop.left + at as i32;
                reading.glyphs.push(ReadGlyph {
                    character: glyphs[glyph].character,
                    x_dots,
                    explained: explained(crop, &glyphs[glyph], x_dots, y_dots),
                    runner_up: None,
                });
                x = from;
            }
        }
    }
    reading.glyphs.reverse();
    while reading.glyphs.last().is_some_and(|g| g.character == ' ') {
        reading.glyphs.pop();
    }
    let blanks = reading.glyphs.iter().take_while(|g| g.character == ' ').count();
    reading.glyphs.drain(..blanks);
    reading
}

/// For each glyph, the next best one in its place: any other whose ink is centred within a dot of the same spot, on the
/// ink that the rest of the line leaves.
pub fn find_runners_up(reading: &mut LineReading, crop: &Crop, glyphs: &[GlyphTemplate]) {
    let y_dots = reading.y_dots;
    let mut rest = crop.clone();
    let own = |character: char| glyphs.iter().find(|g| g.character == character);
    for read in &reading.glyphs {
        if let Some(glyph) = own(read.character) {
            add(&mut rest, &glyph.template, read.x_dots, y_dots, -1.0);
        }
    }
    for read in &mut reading.glyphs {
        let Some(glyph) = own(read.character).filter(|g| g.template.energy > 0.0) else { continue };
        add(&mut rest, &glyph.template, read.x_dots, y_dots, 1.0);
        let explained_here = explained(&rest, glyph, read.x_dots, y_dots);
        let middle = ink_middle(glyph) + read.x_dots;
        let rival = |rival: &GlyphTemplate| {
            let pen = middle - ink_middle(rival);
            let lead = |x_dots: i32| {
                let by = explained_here - explained(&rest, rival, x_dots, y_dots);
                // Templates are nowhere negative, so their distance is at most the sum of their energies.
                let least = by / (glyph.template.energy + rival.template.energy);
                if least > CLEAR_LEAD {
                    return least;
                }
                by / distance(&glyph.template, read.x_dots, &rival.template, x_dots).max(f32::EPSILON)
            };
            (rival.character, (-1..=1).map(|j| lead(pen + j)).fold(f32::MAX, f32::min))
        };
        let others = glyphs.iter().filter(|g| g.character != read.character && g.template.energy > 0.0);
        read.runner_up = others.map(rival).min_by(|a, b| a.1.total_cmp(&b.1));
        add(&mut rest, &glyph.template, read.x_dots, y_dots, -1.0);
    }
}

/// Squared difference of two templates on one baseline.
fn distance(a: &Template, a_dots: i32, b: &Template, b_dots: i32) -> f32 {
    let (dx, dy) = (b_dots + b.left - a_dots - a.left, b.top - a.top);
    let (width, height) = (a.ink.width() as i32, a.ink.height() as i32);
    let mut dot = 0.0;
    for (x, y, v) in b.ink.enumerate_pixels() {
        let (i, j) = (x as i32 + dx, y as i32 + dy);
        if (0..width).contains(&i) && (0..height).contains(&j) {
            dot += v[0] * a.ink.get_pixel(i as u32, j as u32)[0];
        }
    }
    a.energy + b.energy - 2.0 * dot
}

/// Adds `weight` times a template to the ink of a crop.
pub fn add(crop: &mut Crop, template: &Template, x_dots: i32, y_dots: i32, weight: f32) {
    let (x0, y0) = (x_dots + template.left - crop.left, y_dots + template.top - crop.top);
    let (width, height) = (crop.ink.width() as i32, crop.ink.height() as i32);
    for (x, y, t) in template.ink.enumerate_pixels() {
        let (i, j) = (x0 + x as i32, y0 + y as i32);
        if (0..width).contains(&i) && (0..height).contains(&j) {
            crop.ink.get_pixel_mut(i as u32, j as u32)[0] += weight * t[0];
        }
    }
}

fn ink_middle(glyph: &GlyphTemplate) -> i32 {
    glyph.template.left + glyph.template.ink.width() as i32 / 2
}

fn explained(crop: &Crop, glyph: &GlyphTemplate, x_dots: i32, y_dots: i32) -> f32 {
    explained_by(crop, &glyph.template, x_dots, y_dots)
}

/// Correlation of the ink with a template at a grid point, over the template's own rectangle, 0 to 1; not less its mean,
/// since paper is 0 in both.
pub fn correlation(crop: &Crop, template: &Template, x_dots: i32, y_dots: i32) -> f32 {
    let (x0, y0) = (x_dots + template.left - crop.left, y_dots + template.top - crop.top);
    let (width, height) = (crop.ink.width() as i32, crop.ink.height() as i32);
    let mut energy = 0.0f32;
    for y in y0.max(0)..(y0 + template.ink.height() as i32).min(height) {
        for x in x0.max(0)..(x0 + template.ink.width() as i32).min(width) {
            energy += crop.ink.get_pixel(x as u32, y as u32)[0].powi(2);
        }
    }
    let dot = (explained_by(crop, template, x_dots, y_dots) + template.energy) / 2.0;
    dot / (energy * template.energy).sqrt().max(f32::EPSILON)
}

/// Squared ink that a template explains with its origin at a grid point: `|S|^2 - |S - T|^2` over the template, the
/// template's own energy counting in full where it leaves the crop.
pub fn explained_by(crop: &Crop, template: &Template, x_dots: i32, y_dots: i32) -> f32 {
    if template.energy == 0.0 {
        return 0.0;
    }
    let (width, height) = (crop.ink.width() as i32, crop.ink.height() as i32);
    let (tw, th) = (template.ink.width() as i32, template.ink.height() as i32);
    let (x0, y0) = (x_dots + template.left - crop.left, y_dots + template.top - crop.top);
    let (from, to) = ((-x0).max(0), tw.min(width - x0));
    if from >= to {
        return -template.energy;
    }
    let mut dot = 0.0f32;
    for row in (-y0).max(0)..th.min(height - y0) {
        let s = &crop.ink.as_raw()[((y0 + row) * width + x0 + from) as usize..][..(to - from) as usize];
        let t = &template.ink.as_raw()[(row * tw + from) as usize..][..(to - from) as usize];
        dot += s.iter().zip(t).map(|(s, t)| s * t).sum::<f32>();
    }
    2.0 * dot - template.energy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;
    use crate::design::ink::TextStyle;
    use crate::design::layout;
    use crate::geometry::Point;
    use crate::rectify::Plane;
    use crate::text::template::{Look, TemplateCase};

    /// A crop that shows `text` exactly as the templates have it.
    fn printed(design: &Design, case: &mut TemplateCase, style: TextStyle, text: &str) -> (Crop, i32) {
        let placed = layout::line(design, style, text, Point::new(20.0, 5.0)).unwrap();
        let glyphs = case.glyphs(design, style, Look::NOMINAL);
        let mut crop = Crop { left: 0, top: 10, ink: Plane::new(400, 80), cut_off: false };
        for p in &placed {
            let glyph = glyphs.iter().find(|g| Some(g.character) == p.character).unwrap();
            add(&mut crop, &glyph.template, p.x_dots, p.y_dots, 1.0);
        }
        (crop, placed[0].y_dots)
    }

    #[test]
    fn words_misprints_and_figures_are_read_letter_for_letter() {
        let design = Design::reference().unwrap();
        let mut case = TemplateCase::default();
        let cases = [
            (TextStyle::Letters, "TROIS"),
            (TextStyle::Letters, "TROlS"),
            (TextStyle::Letters, "5CENT"),
            (TextStyle::Letters, "SCENT"),
            (TextStyle::Letters, "DIX-HUIT"),
            (TextStyle::Letters, "ZER0"),
            (TextStyle::Figures, "1 000 €"),
            (TextStyle::Figures, "10 €"),
            (TextStyle::Figures, "5 000 €"),
            (TextStyle::Figures, "500 €"),
            (TextStyle::Days, "MERCREDI"),
            (TextStyle::Sentence, "Je t'aime, mon cœur !"),
        ];
        for (style, text) in cases {
            let (crop, baseline) = printed(&design, &mut case, style, text);
            let glyphs = case.glyphs(&design, style, Look::NOMINAL);
            let mut reading = read_line(&crop, &glyphs, baseline);
            assert_eq!(reading.text(), text);
            assert!(!reading.gap);
            assert!(reading.unexplained < 0.02 * reading.energy, "{text}: {reading:?}");
            find_runners_up(&mut reading, &crop, &glyphs);
            let closest = reading.glyphs.iter().filter_map(|g| g.runner_up).map(|r| r.1).fold(f32::MAX, f32::min);
            assert!(closest > 0.55, "{text}: {:?}", reading.glyphs);
        }
    }
}
