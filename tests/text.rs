//! The OCR engine on clean print in the reference design's fonts.

use std::time::{Duration, Instant};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use image::{GrayImage, Luma};
use ticketproof::text::{ReadText, TesseractReader, TextKind};

static MEDIUM: &[u8] = include_bytes!("../designs/reference/fonts/IBMPlexSansCondensed-Medium.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../designs/reference/fonts/IBMPlexSansCondensed-SemiBold.ttf");

const LETTERS: [&str; 14] = [
    "ZERO", "TROIS", "CINQ", "SIX", "NEUF", "DIX", "DOUZE", "QUINZ", "DIX-HUIT", "TRENTE", "CENT", "5CENT", "MILLE",
    "5MILLE",
];
const DAYS: [&str; 7] = ["LUNDI", "MARDI", "MERCREDI", "JEUDI", "VENDREDI", "SAMEDI", "DIMANCHE"];
const FIGURES: [&str; 14] = [
    "0 €", "3 €", "5 €", "6 €", "9 €", "10 €", "12 €", "15 €", "18 €", "30 €", "100 €", "500 €", "1 000 €", "5 000 €",
];
const MISPRINTS: [&str; 16] = [
    "TROI", "TROlS", "CIINQ", "SCENT", "5CENTS", "CINQ CENTS", "QUINZE", "MILE", "ZERRO", "DIXHUIT", "LUNDl", "MARD",
    "7 €", "50 €", "1 00 €", "30",
];
const SENTENCES: [&str; 6] = [
    "Je t'aime de tout mon cœur",
    "Mille baisers pour toi",
    "Notre rencontre est magique",
    "Quelle passion dévorante, mon amour !",
    "L'été où tu m'as souri, tout a changé",
    "À deux, la vie est plus belle qu'un rêve",
];

/// Lines of text, dark on light, with a little white round them.
fn draw(lines: &[&str], font: &'static [u8], cap_height_px: f32, line_px: f32) -> GrayImage {
    let font = FontRef::try_from_slice(font).unwrap();
    let cap_units = font.outline(font.glyph_id('H')).map(|o| o.bounds.max.y.max(o.bounds.min.y)).unwrap();
    let scale = PxScale::from(font.height_unscaled() * cap_height_px / cap_units);
    let scaled = font.as_scaled(scale);
    let mut image = GrayImage::from_pixel(2400, (line_px * lines.len() as f32 + cap_height_px) as u32, Luma([255]));
    let mut widest = 0.0f32;
    for (i, line) in lines.iter().enumerate() {
        let mut x = 4.0;
        let mut previous: Option<GlyphId> = None;
        for c in line.chars() {
            let id = font.glyph_id(c);
            x += previous.map_or(0.0, |p| scaled.kern(p, id));
            let glyph = id.with_scale_and_position(scale, point(x, 1.35 * cap_height_px + line_px * i as f32));
            if let Some(outline) = font.outline_glyph(glyph) {
                let (left, top) = (outline.px_bounds().min.x as i32, outline.px_bounds().min.y as i32);
                outline.draw(|gx, gy, cover| {
                    let (px, py) = (left + gx as i32, top + gy as i32);
                    if px >= 0 && py >= 0 && (px as u32) < image.width() && (py as u32) < image.height() {
                        let ink = &mut image.get_pixel_mut(px as u32, py as u32).0[0];
                        *ink = ink.saturating_sub((cover * 225.0) as u8);
                    }
                });
            }
            x += scaled.h_advance(id);
            previous = Some(id);
        }
        widest = widest.max(x);
    }
    image::imageops::crop_imm(&image, 0, 0, widest as u32 + 4, image.height()).to_image()
}

fn wrap(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last_mut().unwrap();
        if !line.is_empty() && line.chars().count() + word.chars().count() > 16 {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[test]
#[ignore = "prints a table; run with --nocapture"]
fn measure() {
    let started = Instant::now();
    let mut reader = TesseractReader::new().unwrap();
    eprintln!("load {:?}", started.elapsed());
    for cap in [20.0, 28.0, 34.0, 44.0] {
        for (name, words, font) in [
            ("letters", &LETTERS[..], MEDIUM),
            ("days", &DAYS[..], SEMI_BOLD),
            ("figures", &FIGURES[..], SEMI_BOLD),
            ("misprints", &MISPRINTS[..], MEDIUM),
            ("sentences", &SENTENCES[..], MEDIUM),
        ] {
            let mut wrong = Vec::new();
            let mut spent = Duration::ZERO;
            let mut least = 1.0f32;
            for word in words {
                let (lines, kind) =
                    if name == "sentences" { (wrap(word), TextKind::Block) } else { (vec![(*word).to_owned()], TextKind::Line) };
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let image = draw(&lines, font, cap, 1.77 * cap);
                let t = Instant::now();
                let raw = reader.read(&image, kind, if std::env::var_os("NOSCALE").is_some() { 34.0 } else { cap }).unwrap();
                spent += t.elapsed();
                if raw.text == *word { least = least.min(raw.confidence) }
                if raw.text != *word {
                    wrong.push(format!("{word} -> {} ({:.2})", raw.text, raw.confidence));
                }
            }
            eprintln!(
                "{cap:4} px {name:10} {}/{} {:.1} ms each; least right {least:.2}  {wrong:?}",
                words.len() - wrong.len(),
                words.len(),
                spent.as_secs_f64() * 1e3 / words.len() as f64
            );
        }
    }
}
