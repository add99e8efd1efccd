//! Where ink goes: the one place that knows it, for the renderer that lays it and the inspector that looks for it.
//!
//! Everything is placed on whole dots of the head's grid. Text is centred on its advance width, its capitals' centre
//! line on the place's `y`. Grid cell `(i, j)` covers `[i, i + 1) x [j, j + 1)` times the pitch, in the frame
//! [`PrintMm`].

use std::collections::HashSet;

use crate::contents::{Contents, Element, Field, LettersPosition, Sum, SumPlace, Symbol};
use crate::error::{Error, Result};
use crate::geometry::{Point, PrintMm, Rect};

use super::Design;
use super::ink::{DotShape, Mark, TextStyle};

/// A glyph, mark or symbol with its pen origin on the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedGlyph {
    /// The character; `None` for a mark or symbol.
    pub character: Option<char>,
    /// Its dots, from the origin.
    pub shape: DotShape,
    /// Origin, in dots from the ticket's left edge.
    pub x_dots: i32,
    /// Origin, in dots from the ticket's top edge.
    pub y_dots: i32,
}

impl PlacedGlyph {
    /// The grid cells it inks.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.shape.cells().map(|(x, y)| (x + self.x_dots, y + self.y_dots))
    }
}

/// What an element prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Printed {
    /// Text; the sentence's lines are joined by a space.
    Text(String),
    /// The star before a sum.
    Star,
    /// An arrow.
    Arrow,
    /// A symbol.
    Symbol(Symbol),
}

/// An element's ink on the ticket.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedElement {
    /// Its name.
    pub element: Element,
    /// What it shows.
    pub printed: Printed,
    /// Its glyphs, in reading order.
    pub glyphs: Vec<PlacedGlyph>,
    /// The smallest rectangle that holds its dots, each at its nominal diameter.
    pub box_mm: Rect<PrintMm>,
}

/// A character that a text style's font lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoGlyph(pub char);

/// Length of `text` set in `style`, in dots.
pub fn advance_dots(design: &Design, style: TextStyle, text: &str) -> std::result::Result<i32, NoGlyph> {
    text.chars().map(|c| design.glyph(style, c).map(|g| g.advance_dots).ok_or(NoGlyph(c))).sum()
}

/// `text` on one line, centred on its advance width, the capitals' centre line at `centre.y`.
pub fn line(
    design: &Design,
    style: TextStyle,
    text: &str,
    centre: Point<PrintMm>,
) -> std::result::Result<Vec<PlacedGlyph>, NoGlyph> {
    let pitch = design.numbers.ink.pitch_mm();
    let advance = advance_dots(design, style, text)?;
    let mut x_dots = (centre.x / pitch - f64::from(advance) / 2.0).round() as i32;
    let y_dots = ((centre.y + cap_height_mm(design, style) / 2.0) / pitch).round() as i32;
    let mut glyphs = Vec::new();
    for c in text.chars() {
        let glyph = design.glyph(style, c).ok_or(NoGlyph(c))?;
        glyphs.push(PlacedGlyph { character: Some(c), shape: glyph.shape, x_dots, y_dots });
        x_dots += glyph.advance_dots;
    }
    Ok(glyphs)
}

/// Height of a capital in `style`.
pub fn cap_height_mm(design: &Design, style: TextStyle) -> f64 {
    let text = &design.numbers.text;
    match style {
        TextStyle::Days => text.days.cap_height_mm,
        TextStyle::Figures => text.figures.cap_height_mm,
        TextStyle::Letters => text.letters.cap_height_mm,
        TextStyle::Sentence => text.sentence.cap_height_mm,
    }
}

/// Centre of day word `index`; `None` when the design has no such place.
pub fn day_centre(design: &Design, index: usize) -> Option<Point<PrintMm>> {
    design.numbers.rencontre.days.get(index).map(|place| place.centre_mm)
}

/// Centre of symbol `index`; `None` when the design has no such place.
pub fn symbol_centre(design: &Design, index: usize) -> Option<Point<PrintMm>> {
    design.numbers.vie_a_deux.symbols.get(index).map(|place| place.centre_mm)
}

/// Centre of a sum's figures; `None` when the design has no such place.
pub fn figures_centre(design: &Design, sum: SumPlace) -> Option<Point<PrintMm>> {
    match sum {
        SumPlace::Rencontre => Some(design.numbers.rencontre.sum.centre_mm),
        SumPlace::CoupDeFoudre(i) => design.numbers.coup_de_foudre.sums.get(usize::from(i)).map(|p| p.centre_mm),
    }
}

/// Centre of a sum's letters on the given side.
pub fn letters_centre(design: &Design, sum: SumPlace, side: LettersPosition) -> Option<Point<PrintMm>> {
    beside(figures_centre(design, sum)?, design.numbers.sum.letters_offset_mm, side)
}

/// Centre of the arrow at a sum whose letters stand on the given side.
pub fn arrow_centre(design: &Design, sum: SumPlace, side: LettersPosition) -> Option<Point<PrintMm>> {
    beside(figures_centre(design, sum)?, design.numbers.sum.arrow_offset_mm, side)
}

fn beside(centre: Point<PrintMm>, offset_mm: f64, side: LettersPosition) -> Option<Point<PrintMm>> {
    let dy = match side {
        LettersPosition::Above => -offset_mm,
        LettersPosition::Below => offset_mm,
    };
    Some(Point::new(centre.x, centre.y + dy))
}

/// The star before `figures`, its right edge `star_gap_mm` left of their leftmost dot; before the sum's centre where
/// no figures are printed.
pub fn star(design: &Design, sum: SumPlace, figures: &[PlacedGlyph]) -> Option<PlacedGlyph> {
    let centre = figures_centre(design, sum)?;
    let pitch = design.numbers.ink.pitch_mm();
    let shape = design.mark_shape(Mark::Star).clone();
    let left = cell_bounds(figures).map_or((centre.x / pitch).round() as i32, |[left, ..]| left);
    let gap = (design.numbers.sum.star_gap_mm / pitch).round() as i32;
    let x_dots = left - gap - (shape.left + shape.width as i32);
    Some(PlacedGlyph { character: None, shape, x_dots, y_dots: (centre.y / pitch).round() as i32 })
}

/// `shape` with its origin at the grid point nearest to `centre`.
pub fn centred_shape(design: &Design, shape: &DotShape, centre: Point<PrintMm>) -> PlacedGlyph {
    let pitch = design.numbers.ink.pitch_mm();
    PlacedGlyph {
        character: None,
        shape: shape.clone(),
        x_dots: (centre.x / pitch).round() as i32,
        y_dots: (centre.y / pitch).round() as i32,
    }
}

/// The sentence's lines, broken greedily at spaces so that none is wider than the design's box.
///
/// # Errors
/// [`Error::Unprintable`] when a word is wider than the box, when there are more than `max_lines`, or when the font
/// lacks a character.
pub fn sentence_lines(design: &Design, sentence: &str) -> Result<Vec<String>> {
    let places = &design.numbers.declaration;
    let pitch = design.numbers.ink.pitch_mm();
    let room = (places.box_mm.width / pitch).floor() as i32;
    let width = |text: &str| {
        advance_dots(design, TextStyle::Sentence, text)
            .map_err(|c| no_glyph(design, Element::Sentence, TextStyle::Sentence, c))
    };
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        if width(word)? > room {
            let found = f64::from(width(word)?) * pitch;
            let reason = format!("{word:?} is {found:.1} mm wide, the box takes {:.1} mm", places.box_mm.width);
            return Err(unprintable(Element::Sentence, reason));
        }
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"))? <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    if lines.len() > places.max_lines {
        let reason = format!("it takes {} lines, the box has {}", lines.len(), places.max_lines);
        return Err(unprintable(Element::Sentence, reason));
    }
    Ok(lines)
}

/// The sentence in its box: lines centred both ways.
///
/// # Errors
/// As [`sentence_lines`].
pub fn sentence(design: &Design, sentence: &str) -> Result<Vec<PlacedGlyph>> {
    let places = &design.numbers.declaration;
    let lines = sentence_lines(design, sentence)?;
    let centre = places.box_mm.centre();
    let mut glyphs = Vec::new();
    for (i, text) in lines.iter().enumerate() {
        let dy = (i as f64 - (lines.len() - 1) as f64 / 2.0) * places.line_height_mm;
        let placed = line(design, TextStyle::Sentence, text, Point::new(centre.x, centre.y + dy))
            .map_err(|c| no_glyph(design, Element::Sentence, TextStyle::Sentence, c))?;
        glyphs.extend(placed);
    }
    Ok(glyphs)
}

/// Every element of `contents` that is printed: `Legible`, or `Incomplete` with a text (whole, as it should have
/// been). `Absent`, `Unread` and `Incomplete` without a text place nothing.
///
/// # Errors
/// [`Error::Unprintable`] names the element: a character its font lacks, more values than the design has places, ink
/// outside the play area or on another element's.
pub fn ticket(contents: &Contents, design: &Design) -> Result<Vec<PlacedElement>> {
    let mut layout = Layout { design, placed: Vec::new() };
    if let Some(rencontre) = shown(&contents.rencontre) {
        for (i, day) in each(&rencontre.days) {
            if let Some(text) = shown(day) {
                let centre = place(day_centre(design, i), Element::Days, i)?;
                layout.text(Element::Day(i as u8), TextStyle::Days, text, centre)?;
            }
        }
        if let Some(sum) = shown(&rencontre.sum) {
            layout.sum(SumPlace::Rencontre, sum)?;
        }
    }
    if let Some(coup) = shown(&contents.coup_de_foudre) {
        for (i, sum) in each(&coup.sums) {
            if let Some(sum) = shown(sum) {
                let at = SumPlace::CoupDeFoudre(i.min(255) as u8);
                place(figures_centre(design, at), Element::Sums, i)?;
                layout.sum(at, sum)?;
            }
        }
        for &i in shown(&coup.arrow).into_iter().flatten() {
            let side = each(&coup.sums).nth(i).and_then(|(_, s)| shown(s)).map(letters_side).unwrap_or(DEFAULT_SIDE);
            let at = SumPlace::CoupDeFoudre(i.min(255) as u8);
            let centre = place(arrow_centre(design, at, side), Element::Arrow, i)?;
            let glyph = centred_shape(design, design.mark_shape(Mark::Arrow), centre);
            layout.push(Element::Arrow, Printed::Arrow, vec![glyph])?;
        }
    }
    if let Some(text) = shown(&contents.declaration).and_then(|d| shown(&d.sentence)) {
        layout.push(Element::Sentence, Printed::Text(text.clone()), sentence(design, text)?)?;
    }
    if let Some(vie) = shown(&contents.vie_a_deux) {
        for (i, symbol) in each(&vie.symbols) {
            if let Some(symbol) = shown(symbol) {
                let centre = place(symbol_centre(design, i), Element::Symbols, i)?;
                let glyph = centred_shape(design, design.symbol_shape(symbol), centre);
                layout.push(Element::Symbol(i as u8), Printed::Symbol(symbol.clone()), vec![glyph])?;
            }
        }
    }
    Ok(layout.placed)
}

/// Side of the letters, and so of the arrow, where a sum does not say.
pub const DEFAULT_SIDE: LettersPosition = LettersPosition::Below;

/// Side on which a sum's letters and arrow stand.
pub fn letters_side(sum: &Sum) -> LettersPosition {
    shown(&sum.letters_position).copied().unwrap_or(DEFAULT_SIDE)
}

/// The smallest rectangle that holds the glyphs' dots, each at its nominal diameter; `None` without any dot.
pub fn ink_box(design: &Design, glyphs: &[PlacedGlyph]) -> Option<Rect<PrintMm>> {
    let pitch = design.numbers.ink.pitch_mm();
    let [left, top, right, bottom] = cell_bounds(glyphs)?.map(|dots| f64::from(dots) * pitch);
    let beyond_cell = ((design.numbers.ink.dot_diameter_mm - pitch) / 2.0).max(0.0);
    Some(Rect::new(left, top, right - left, bottom - top).grown(beyond_cell))
}

/// Left, top, right and bottom grid lines round the cells inked.
fn cell_bounds(glyphs: &[PlacedGlyph]) -> Option<[i32; 4]> {
    let inked = glyphs.iter().filter(|g| !g.shape.dots.is_empty());
    let edges = inked.map(|g| {
        let (left, top) = (g.x_dots + g.shape.left, g.y_dots + g.shape.top);
        [left, top, left + g.shape.width as i32, top + g.shape.height as i32]
    });
    edges.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

struct Layout<'a> {
    design: &'a Design,
    placed: Vec<PlacedElement>,
}

impl Layout<'_> {
    fn sum(&mut self, at: SumPlace, sum: &Sum) -> Result<()> {
        let design = self.design;
        let missing = || unprintable(Element::Sum(at), "the design has no such place".into());
        let centre = figures_centre(design, at).ok_or_else(missing)?;
        let mut figures = Vec::new();
        if let Some(text) = shown(&sum.figures) {
            self.text(Element::Figures(at), TextStyle::Figures, text, centre)?;
            figures = line(design, TextStyle::Figures, text, centre).unwrap_or_default();
        }
        if shown(&sum.star) == Some(&true) {
            let star = star(design, at, &figures).ok_or_else(missing)?;
            self.push(Element::Star(at), Printed::Star, vec![star])?;
        }
        if let Some(text) = shown(&sum.letters) {
            let centre = letters_centre(design, at, letters_side(sum)).ok_or_else(missing)?;
            self.text(Element::Letters(at), TextStyle::Letters, text, centre)?;
        }
        Ok(())
    }

    fn text(&mut self, element: Element, style: TextStyle, text: &str, centre: Point<PrintMm>) -> Result<()> {
        let glyphs = line(self.design, style, text, centre).map_err(|c| no_glyph(self.design, element, style, c))?;
        self.push(element, Printed::Text(text.into()), glyphs)
    }

    /// Adds an element unless it has no ink at all.
    fn push(&mut self, element: Element, printed: Printed, glyphs: Vec<PlacedGlyph>) -> Result<()> {
        let Some(box_mm) = ink_box(self.design, &glyphs) else { return Ok(()) };
        let area: Rect<PrintMm> = <[f64; 4]>::from(area_of(self.design, element)).into();
        if !(area.contains(Point::new(box_mm.left, box_mm.top))
            && area.contains(Point::new(box_mm.right(), box_mm.bottom())))
        {
            let reason = format!("its ink takes {box_mm:.1?} mm, which leaves the play area {area:.1?} mm");
            return Err(unprintable(element, reason));
        }
        let element = PlacedElement { element, printed, glyphs, box_mm };
        if let Some(other) = self.placed.iter().find(|other| touch(other, &element)) {
            return Err(unprintable(element.element, format!("its ink would touch that of {}", other.element)));
        }
        self.placed.push(element);
        Ok(())
    }
}

/// Whether any two dots of the elements are neighbours on the grid. Boxes may well overlap, such as the tail of a Q
/// above an arrow's shaft.
fn touch(a: &PlacedElement, b: &PlacedElement) -> bool {
    let (p, q) = (a.box_mm, b.box_mm);
    if p.left > q.right() || q.left > p.right() || p.top > q.bottom() || q.top > p.bottom() {
        return false;
    }
    let cells: HashSet<(i32, i32)> = a.glyphs.iter().flat_map(PlacedGlyph::cells).collect();
    let near = |(x, y): (i32, i32)| (-1..=1).any(|dx| (-1..=1).any(|dy| cells.contains(&(x + dx, y + dy))));
    b.glyphs.iter().flat_map(PlacedGlyph::cells).any(near)
}

/// The play area an element lies in.
pub fn area_of(design: &Design, element: Element) -> Rect<crate::geometry::Mm> {
    use crate::contents::Surface;
    let numbers = &design.numbers;
    let of_sum = |at| match at {
        SumPlace::Rencontre => numbers.rencontre.area_mm,
        SumPlace::CoupDeFoudre(_) => numbers.coup_de_foudre.area_mm,
    };
    match element {
        Element::Surface(Surface::Rencontre) | Element::Days | Element::Day(_) => numbers.rencontre.area_mm,
        Element::Surface(Surface::CoupDeFoudre) | Element::Sums | Element::Arrow => numbers.coup_de_foudre.area_mm,
        Element::Surface(Surface::Declaration) | Element::Sentence => numbers.declaration.area_mm,
        Element::Surface(Surface::VieADeux) | Element::Symbols | Element::Symbol(_) => numbers.vie_a_deux.area_mm,
        Element::Sum(at)
        | Element::Figures(at)
        | Element::Letters(at)
        | Element::Star(at)
        | Element::LettersPosition(at) => of_sum(at),
    }
}

/// The value that a field prints, whole or in part.
fn shown<T>(field: &Field<T>) -> Option<&T> {
    match field {
        Field::Legible(value) | Field::Incomplete(Some(value)) => Some(value),
        Field::Absent | Field::Incomplete(None) | Field::Unread(_) => None,
    }
}

fn each<T>(list: &Field<Vec<Field<T>>>) -> impl Iterator<Item = (usize, &Field<T>)> {
    shown(list).into_iter().flatten().enumerate()
}

fn place(centre: Option<Point<PrintMm>>, list: Element, index: usize) -> Result<Point<PrintMm>> {
    centre.ok_or_else(|| unprintable(list, format!("the design has no place for number {index} (counted from 0)")))
}

fn unprintable(element: Element, reason: String) -> Error {
    Error::Unprintable { element: element.to_string(), reason }
}

fn no_glyph(design: &Design, element: Element, style: TextStyle, NoGlyph(c): NoGlyph) -> Error {
    let reason = format!("the font {} has no glyph for {c:?} (U+{:04X})", design.font_name(style), u32::from(c));
    unprintable(element, reason)
}
