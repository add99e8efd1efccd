//! A ticket design as data: sizes and places in mm, static artwork, fonts, marks and symbols.
//!
//! Input: a folder with `design.toml` and the files it names, or the reference design embedded in the binary. Output:
//! a [`Design`] with everything parsed, so that nothing after loading can fail for want of a file. A wrong design is an
//! error that names file, key and reason. Nothing else in the program knows a design's numbers.

pub mod check;
mod files;
pub mod ink;
pub mod layout;
pub mod numbers;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ab_glyph::FontVec;
use image::RgbImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

use crate::contents::Symbol;
use crate::error::Result;
use crate::geometry::{Mm, Rect};
use files::DesignFiles;
use ink::{DotShape, Glyph, Mark, SizedFont, TextStyle};
use numbers::Numbers;

/// A ticket design, loaded.
pub struct Design {
    /// The numbers of `design.toml`.
    pub numbers: Numbers,
    hash: String,
    ink_rgb: [u8; 3],
    artwork: Tree,
    days: SizedFont,
    figures: SizedFont,
    letters: SizedFont,
    sentence: SizedFont,
    star: DotShape,
    arrow: DotShape,
    /// By the name in the contract's JSON.
    symbols: BTreeMap<String, DotShape>,
    foreign: BTreeMap<String, DotShape>,
}

impl Design {
    /// The reference design, embedded in the binary.
    pub fn reference() -> Result<Self> {
        Self::from_files(DesignFiles::reference())
    }

    /// The design in the folder `dir`.
    ///
    /// # Errors
    /// [`Error::Design`](crate::error::Error::Design) names the file, the key and the reason.
    pub fn load(dir: &Path) -> Result<Self> {
        Self::from_files(DesignFiles::folder(dir))
    }

    fn from_files(mut files: DesignFiles) -> Result<Self> {
        let numbers = read_numbers(&mut files)?;
        let fonts = read_fonts(&mut files)?;
        let artwork = read_svg(&mut files, &numbers.artwork, "artwork", &fonts)?;
        check_artwork_size(&files, &numbers, &artwork)?;

        let pitch = numbers.ink.pitch_mm();
        let mut art = |name: &str, key: &str, size_mm: [f64; 2]| -> Result<DotShape> {
            let shape = ink::art_shape(&read_svg(&mut files, name, key, &fonts)?, size_mm.map(|v| v / pitch));
            if shape.count() == 0 {
                return Err(files.fault(name, key, "draws nothing dark enough to be ink", None));
            }
            Ok(shape)
        };
        let marks = &numbers.marks;
        let star = art(&marks.star.art, "marks.star.art", marks.star.size_mm)?;
        let arrow = art(&marks.arrow.art, "marks.arrow.art", marks.arrow.size_mm)?;
        let places = &numbers.vie_a_deux;
        let mut symbols = BTreeMap::new();
        for (name, file) in places.art.iter() {
            symbols.insert(name.into(), art(file, &format!("vie_a_deux.art.{name}"), places.size_mm)?);
        }
        let mut foreign = BTreeMap::new();
        for (name, file) in &places.foreign_art {
            foreign.insert(name.clone(), art(file, &format!("vie_a_deux.foreign_art.{name}"), places.size_mm)?);
        }
        let [days, figures, letters, sentence] = read_text_fonts(&mut files, &numbers)?;
        let ink_rgb = numbers.ink.rgb().unwrap_or_default();
        let hash = files.hash();
        Ok(Self { numbers, hash, ink_rgb, artwork, days, figures, letters, sentence, star, arrow, symbols, foreign })
    }

    /// SHA-256 over the design's files (`design.toml`, what it names, and the folder `fonts`), lower-case hex.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The ticket's edges.
    pub fn bounds(&self) -> Rect<Mm> {
        Rect::new(0.0, 0.0, self.numbers.size_mm[0], self.numbers.size_mm[1])
    }

    /// Colour of the variable print's ink, sRGB.
    pub fn ink_rgb(&self) -> [u8; 3] {
        self.ink_rgb
    }

    /// The static artwork at `px_per_mm`, `round(size * px_per_mm)` pixels each way (at least 1), edge to edge.
    pub fn artwork(&self, px_per_mm: f64) -> RgbImage {
        self.artwork_region(self.bounds(), px_per_mm)
    }

    /// The part of the artwork inside `rect` at `px_per_mm`; pixel (0, 0) has its top left corner at that of `rect`.
    /// Outside the ticket the picture is white.
    pub fn artwork_region(&self, rect: Rect<Mm>, px_per_mm: f64) -> RgbImage {
        let pixels = |mm: f64| ((mm * px_per_mm).round() as u32).max(1);
        let (width, height) = (pixels(rect.width), pixels(rect.height));
        let [sx, sy] = [
            self.numbers.size_mm[0] / f64::from(self.artwork.size().width()) * px_per_mm,
            self.numbers.size_mm[1] / f64::from(self.artwork.size().height()) * px_per_mm,
        ];
        let transform = Transform::from_row(
            sx as f32,
            0.0,
            0.0,
            sy as f32,
            (-rect.left * px_per_mm) as f32,
            (-rect.top * px_per_mm) as f32,
        );
        let Some(mut pixmap) = Pixmap::new(width, height) else {
            return RgbImage::from_pixel(width, height, image::Rgb([255; 3]));
        };
        pixmap.fill(resvg::tiny_skia::Color::WHITE);
        resvg::render(&self.artwork, transform, &mut pixmap.as_mut());
        let mut rgb = RgbImage::new(width, height);
        for (to, from) in rgb.pixels_mut().zip(pixmap.pixels()) {
            to.0 = [from.red(), from.green(), from.blue()];
        }
        rgb
    }

    /// The glyph of `c` in `style`, on the dot grid; `None` when the font has none.
    pub fn glyph(&self, style: TextStyle, c: char) -> Option<Glyph> {
        match style {
            TextStyle::Days => &self.days,
            TextStyle::Figures => &self.figures,
            TextStyle::Letters => &self.letters,
            TextStyle::Sentence => &self.sentence,
        }
        .glyph(c)
    }

    /// The font file of `style`, as `design.toml` names it.
    pub fn font_name(&self, style: TextStyle) -> &str {
        let text = &self.numbers.text;
        match style {
            TextStyle::Days => &text.days.font,
            TextStyle::Figures => &text.figures.font,
            TextStyle::Letters => &text.letters.font,
            TextStyle::Sentence => &text.sentence.font,
        }
    }

    /// The dots of a mark, from its centre.
    pub fn mark_shape(&self, mark: Mark) -> &DotShape {
        match mark {
            Mark::Star => &self.star,
            Mark::Arrow => &self.arrow,
        }
    }

    /// The dots of a symbol, from its centre. A symbol the rule does not know gets the design's foreign art of that
    /// name, else one that a stable hash of the name picks.
    pub fn symbol_shape(&self, symbol: &Symbol) -> &DotShape {
        let name = match symbol {
            Symbol::Heart => "heart",
            Symbol::Daisy => "daisy",
            Symbol::Champagne => "champagne",
            Symbol::Gift => "gift",
            Symbol::Diamond => "diamond",
            Symbol::Unknown(name) => return self.foreign_shape(name),
        };
        &self.symbols[name]
    }

    fn foreign_shape(&self, name: &str) -> &DotShape {
        self.foreign.get(name).unwrap_or_else(|| {
            // FNV-1a, so that a name looks the same in every build.
            let hash =
                name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
            let index = (hash % self.foreign.len().max(1) as u64) as usize;
            self.foreign.values().nth(index).unwrap_or(&self.star)
        })
    }

    /// The names and dots of the foreign art, for telling unknown symbols apart.
    pub fn foreign_symbols(&self) -> impl Iterator<Item = (&str, &DotShape)> {
        self.foreign.iter().map(|(name, shape)| (name.as_str(), shape))
    }
}

fn read_numbers(files: &mut DesignFiles) -> Result<Numbers> {
    let bytes = files.get("design.toml", "-")?;
    let text =
        String::from_utf8(bytes).map_err(|e| files.fault("design.toml", "-", "not UTF-8 text", Some(e.into())))?;
    let numbers: Numbers = toml::from_str(&text).map_err(|e| {
        let (line, key) = e.span().map_or((0, "-".into()), |span| key_at(&text, span.start));
        files.fault("design.toml", &key, &format!("line {line}: {}", e.message()), None)
    })?;
    match numbers.fault() {
        None => Ok(numbers),
        Some((key, reason)) => Err(files.fault("design.toml", &key, &reason, None)),
    }
}

/// Line number and key (with its table) of the byte `offset` in a TOML text.
fn key_at(text: &str, offset: usize) -> (usize, String) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count();
    let at = text.lines().nth(line).unwrap_or_default();
    let table = text.lines().take(line + 1).filter(|l| l.starts_with('[')).last();
    let table = table.map(|l| l.split(']').next().unwrap_or(l).trim_start_matches('[').trim());
    let key = at.split_once('=').map(|(key, _)| key.trim());
    let parts: Vec<&str> = table.into_iter().chain(key).collect();
    (line + 1, if parts.is_empty() { "-".into() } else { parts.join(".") })
}

/// The fonts that the artwork's text may name.
fn read_fonts(files: &mut DesignFiles) -> Result<Arc<usvg::fontdb::Database>> {
    let mut fonts = usvg::fontdb::Database::new();
    for name in files.font_names() {
        fonts.load_font_data(files.get(&name, "-")?);
    }
    Ok(Arc::new(fonts))
}

fn read_svg(files: &mut DesignFiles, name: &str, key: &str, fonts: &Arc<usvg::fontdb::Database>) -> Result<Tree> {
    let bytes = files.get(name, key)?;
    let options = usvg::Options {
        fontdb: Arc::clone(fonts),
        // A picture outside the design's own files is not followed.
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    Tree::from_data(&bytes, &options).map_err(|e| files.fault(name, key, "not a usable SVG", Some(e.into())))
}

fn check_artwork_size(files: &DesignFiles, numbers: &Numbers, artwork: &Tree) -> Result<()> {
    let [width, height] = numbers.size_mm;
    let (found, needed) = (artwork.size().width() / artwork.size().height(), width / height);
    if (f64::from(found) / needed - 1.0).abs() > 0.002 {
        let reason = format!(
            "{} x {} found, which is not the shape of size_mm = [{width}, {height}]",
            artwork.size().width(),
            artwork.size().height()
        );
        return Err(files.fault(&numbers.artwork, "artwork", &reason, None));
    }
    Ok(())
}

fn read_text_fonts(files: &mut DesignFiles, numbers: &Numbers) -> Result<[SizedFont; 4]> {
    let pitch = numbers.ink.pitch_mm();
    let mut read = |(key, style): (&str, &numbers::TextNumbers)| -> Result<SizedFont> {
        let key = format!("text.{key}.font");
        let bytes = files.get(&style.font, &key)?;
        let font = FontVec::try_from_vec(bytes)
            .map_err(|e| files.fault(&style.font, &key, "not a TrueType or OpenType font", Some(e.into())))?;
        SizedFont::new(font, style.cap_height_mm / pitch, style.tracking_mm / pitch)
            .ok_or_else(|| files.fault(&style.font, &key, "the font has no capital H to measure", None))
    };
    let [days, figures, letters, sentence] = numbers.text.iter();
    Ok([read(days)?, read(figures)?, read(letters)?, read(sentence)?])
}
