//! The numbers of a ticket design: the types of `design.toml`, read strictly.
//!
//! All lengths are millimetres from the ticket's top left corner, `x` to the right, `y` down. Play areas belong to the
//! artwork ([`Mm`]), everything that is printed in ink to the variable print ([`PrintMm`]). An unknown or missing key
//! is an error that names the key.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::geometry::{Mm, Point, PrintMm, Rect};

/// All of `design.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Name of the design.
    pub name: String,
    /// Width and height of the ticket.
    pub size_mm: [f64; 2],
    /// File of the static artwork, an SVG of the ticket's size.
    pub artwork: String,
    /// The ink and the grid it is laid on.
    pub ink: Ink,
    /// How each kind of text is set.
    pub text: TextStyles,
    /// The block of a sum.
    pub sum: SumBlock,
    /// Star and arrow.
    pub marks: Marks,
    /// First surface (article 3.2).
    pub rencontre: RencontrePlaces,
    /// Second surface (article 3.3).
    pub coup_de_foudre: CoupDeFoudrePlaces,
    /// Third surface (article 3.4).
    pub declaration: DeclarationPlaces,
    /// Fourth surface (article 3.5).
    pub vie_a_deux: VieADeuxPlaces,
}

/// The variable print's one ink, laid by an ink-jet head as round dots on a square grid.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ink {
    /// Dots per inch, in both directions.
    pub dpi: f64,
    /// Colour as `#rrggbb` (sRGB).
    pub color: String,
    /// Diameter of one dot on the paper.
    pub dot_diameter_mm: f64,
}

impl Ink {
    /// Distance of neighbouring dots in millimetres.
    pub fn pitch_mm(&self) -> f64 {
        25.4 / self.dpi
    }

    /// The colour in sRGB; `None` when it is not written as `#rrggbb`.
    pub fn rgb(&self) -> Option<[u8; 3]> {
        let hex = self.color.strip_prefix('#').filter(|h| h.len() == 6 && h.is_ascii())?;
        let mut rgb = [0; 3];
        for (i, channel) in rgb.iter_mut().enumerate() {
            *channel = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(rgb)
    }
}

/// The kinds of text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextStyles {
    /// Day words.
    pub days: TextNumbers,
    /// Sums in figures.
    pub figures: TextNumbers,
    /// Their transcriptions.
    pub letters: TextNumbers,
    /// The sentence of the third surface.
    pub sentence: TextNumbers,
}

/// How one kind of text is set.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextNumbers {
    /// Font file, TrueType or OpenType.
    pub font: String,
    /// Height of a capital H.
    pub cap_height_mm: f64,
    /// Added after every glyph.
    pub tracking_mm: f64,
}

/// The block that a sum and its transcription make round the centre of the figures' capitals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumBlock {
    /// From the figures' centre line to the letters' centre line, above or below.
    pub letters_offset_mm: f64,
    /// From the figures' centre line to the arrow's centre, on the letters' side.
    pub arrow_offset_mm: f64,
    /// Between the star's right edge and the figures' left edge.
    pub star_gap_mm: f64,
    /// Width of the block, star included.
    pub width_mm: f64,
    /// Height of the block with letters on both sides.
    pub height_mm: f64,
}

/// Star and arrow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Before the figures.
    pub star: MarkNumbers,
    /// Between figures and letters.
    pub arrow: MarkNumbers,
}

/// A mark: its art, fitted into its size.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkNumbers {
    /// SVG file.
    pub art: String,
    /// Width and height.
    pub size_mm: [f64; 2],
}

/// A place given by its centre: for text the middle of the advance width on the centre line of the capitals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The centre.
    pub centre_mm: Point<PrintMm>,
}

/// First surface.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RencontrePlaces {
    /// The play area that the latex covers.
    pub area_mm: Rect<Mm>,
    /// The day words.
    pub days: Vec<Place>,
    /// Room for one day word.
    pub days_width_mm: f64,
    /// The sum.
    pub sum: Place,
}

/// Second surface.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoupDeFoudrePlaces {
    /// The play area that the latex covers.
    pub area_mm: Rect<Mm>,
    /// The sums.
    pub sums: Vec<Place>,
}

/// Third surface.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclarationPlaces {
    /// The play area that the latex covers.
    pub area_mm: Rect<Mm>,
    /// Room for the sentence.
    pub box_mm: Rect<PrintMm>,
    /// From baseline to baseline.
    pub line_height_mm: f64,
    /// Most lines.
    pub max_lines: usize,
}

/// Fourth surface.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VieADeuxPlaces {
    /// The play area that the latex covers.
    pub area_mm: Rect<Mm>,
    /// The symbols.
    pub symbols: Vec<Place>,
    /// Width and height that every symbol's art is fitted into.
    pub size_mm: [f64; 2],
    /// SVG file of each symbol of article 3.5.1.
    pub art: SymbolArt,
    /// SVG files by name, for symbols the rule does not know.
    pub foreign_art: BTreeMap<String, String>,
}

/// The symbols of article 3.5.1.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymbolArt {
    /// Un cœur.
    pub heart: String,
    /// Une marguerite.
    pub daisy: String,
    /// Une coupe de champagne.
    pub champagne: String,
    /// Un cadeau.
    pub gift: String,
    /// Un diamant.
    pub diamond: String,
}

impl Numbers {
    /// The first number that cannot be right, as key and reason. Whether boxes fit and overlap is looked at by
    /// [`check`](super::check).
    pub(super) fn fault(&self) -> Option<(String, String)> {
        let fault = |key: &str, reason: String| Some((key.to_string(), reason));
        for (key, value) in self.lengths() {
            if !(value.is_finite() && value > 0.0 && value <= 1000.0) {
                return fault(&key, format!("{value} found, a length above 0 and up to 1000 mm is needed"));
            }
        }
        if !(60.0..=2400.0).contains(&self.ink.dpi) {
            return fault("ink.dpi", format!("{} found, 60 to 2400 is needed", self.ink.dpi));
        }
        if self.ink.rgb().is_none() {
            return fault("ink.color", format!("{:?} found, #rrggbb is needed", self.ink.color));
        }
        for (key, found, needed) in [
            ("rencontre.days", self.rencontre.days.len(), 2),
            ("coup_de_foudre.sums", self.coup_de_foudre.sums.len(), 3),
            ("vie_a_deux.symbols", self.vie_a_deux.symbols.len(), 4),
        ] {
            if found != needed {
                return fault(key, format!("{found} places found, the rule has {needed}"));
            }
        }
        if self.vie_a_deux.foreign_art.is_empty() {
            return fault("vie_a_deux.foreign_art", "none found, at least one symbol is needed".to_string());
        }
        if self.declaration.max_lines == 0 {
            return fault("declaration.max_lines", "0 found, at least 1 is needed".to_string());
        }
        None
    }

    /// Every number that must be a positive length, with its key.
    fn lengths(&self) -> Vec<(String, f64)> {
        let mut all: Vec<(String, f64)> = vec![
            ("size_mm".into(), self.size_mm[0]),
            ("size_mm".into(), self.size_mm[1]),
            ("ink.dot_diameter_mm".into(), self.ink.dot_diameter_mm),
            ("sum.letters_offset_mm".into(), self.sum.letters_offset_mm),
            ("sum.arrow_offset_mm".into(), self.sum.arrow_offset_mm),
            ("sum.star_gap_mm".into(), self.sum.star_gap_mm),
            ("sum.width_mm".into(), self.sum.width_mm),
            ("sum.height_mm".into(), self.sum.height_mm),
            ("rencontre.days_width_mm".into(), self.rencontre.days_width_mm),
            ("declaration.line_height_mm".into(), self.declaration.line_height_mm),
            ("declaration.box_mm".into(), self.declaration.box_mm.width),
            ("declaration.box_mm".into(), self.declaration.box_mm.height),
        ];
        for (key, style) in self.text.iter() {
            all.push((format!("text.{key}.cap_height_mm"), style.cap_height_mm));
        }
        for (key, size) in [
            ("marks.star.size_mm", self.marks.star.size_mm),
            ("marks.arrow.size_mm", self.marks.arrow.size_mm),
            ("vie_a_deux.size_mm", self.vie_a_deux.size_mm),
        ] {
            all.extend(size.map(|v| (key.to_string(), v)));
        }
        for (key, area) in self.areas() {
            all.extend([area.width, area.height].map(|v| (format!("{key}.area_mm"), v)));
        }
        all
    }

    /// The four play areas with their tables' names.
    pub fn areas(&self) -> [(&'static str, Rect<Mm>); 4] {
        [
            ("rencontre", self.rencontre.area_mm),
            ("coup_de_foudre", self.coup_de_foudre.area_mm),
            ("declaration", self.declaration.area_mm),
            ("vie_a_deux", self.vie_a_deux.area_mm),
        ]
    }
}

impl SymbolArt {
    /// The files by the symbols' names in the contract's JSON.
    pub(super) fn iter(&self) -> [(&'static str, &str); 5] {
        [
            ("heart", &self.heart),
            ("daisy", &self.daisy),
            ("champagne", &self.champagne),
            ("gift", &self.gift),
            ("diamond", &self.diamond),
        ]
    }
}

impl TextStyles {
    /// The styles with their keys.
    pub(super) fn iter(&self) -> [(&'static str, &TextNumbers); 4] {
        [("days", &self.days), ("figures", &self.figures), ("letters", &self.letters), ("sentence", &self.sentence)]
    }
}
