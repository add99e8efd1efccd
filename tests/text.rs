//! The OCR engine on clean print in the reference design's fonts.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::{Duration, Instant};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use image::{GrayImage, Luma};
use ticketproof::error::Error;
use ticketproof::text::{RawText, ReadText, TesseractReader, TextKind};

static MEDIUM: &[u8] = include_bytes!("../designs/reference/fonts/IBMPlexSansCondensed-Medium.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../designs/reference/fonts/IBMPlexSansCondensed-SemiBold.ttf");

// Cap heights of the reference design at 12 px/mm.
const LETTERS_PX: f32 = 27.6;
const DAYS_PX: f32 = 38.4;
const FIGURES_PX: f32 = 48.0;
const SENTENCE_PX: f32 = 31.2;

const LETTERS: [&str; 14] = [
    "ZERO", "TROIS", "CINQ", "SIX", "NEUF", "DIX", "DOUZE", "QUINZ", "DIX-HUIT", "TRENTE", "CENT", "5CENT", "MILLE",
    "5MILLE",
];
const DAYS: [&str; 7] = ["LUNDI", "MARDI", "MERCREDI", "JEUDI", "VENDREDI", "SAMEDI", "DIMANCHE"];
const FIGURES: [&str; 14] =
    ["0 €", "3 €", "5 €", "6 €", "9 €", "10 €", "12 €", "15 €", "18 €", "30 €", "100 €", "500 €", "1 000 €", "5 000 €"];
/// Near the rule's words, so that an engine with a word list would repair some.
const MISPRINTS: [&str; 14] = [
    "TROI",
    "CIINQ",
    "SCENT",
    "CINQ CENTS",
    "QUINZE",
    "QUNZ",
    "MILE",
    "ZERRO",
    "DIXHUIT",
    "MARD",
    "MERCREDII",
    "DIMANCH",
    "TRENT",
    "NEUE",
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

/// The sentence broken into lines of at most 16 letters.
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

fn line(text: &str, font: &'static [u8], cap_height_px: f32) -> GrayImage {
    draw(&[text], font, cap_height_px, 1.77 * cap_height_px)
}

fn sentence(text: &str, cap_height_px: f32) -> GrayImage {
    let lines = wrap(text);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    draw(&lines, MEDIUM, cap_height_px, 1.77 * cap_height_px)
}

fn reader() -> TesseractReader {
    TesseractReader::new().unwrap()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[test]
fn words_of_the_rule_are_read() {
    let mut reader = reader();
    let mut read = |image: GrayImage, kind, cap| reader.read(&image, kind, cap).unwrap().text;
    for day in DAYS {
        assert_eq!(read(line(day, SEMI_BOLD, DAYS_PX), TextKind::Line, DAYS_PX), day);
    }
    for letters in LETTERS {
        // OCR alone cannot tell this font's 5 from its S: inspection does.
        let text = read(line(letters, MEDIUM, LETTERS_PX), TextKind::Line, LETTERS_PX);
        assert_eq!(text.replace('5', "S"), letters.replace('5', "S"));
    }
    for figures in FIGURES {
        // Nor is it sure of its euro sign.
        let text = read(line(figures, SEMI_BOLD, FIGURES_PX), TextKind::Line, FIGURES_PX);
        assert_eq!(digits(&text), digits(figures), "{text}");
    }
    for words in SENTENCES {
        assert_eq!(read(sentence(words, SENTENCE_PX), TextKind::Block, SENTENCE_PX), words);
    }
}

#[test]
fn misprints_stay_as_printed() {
    let mut reader = reader();
    for misprint in MISPRINTS {
        let raw = reader.read(&line(misprint, MEDIUM, LETTERS_PX), TextKind::Line, LETTERS_PX).unwrap();
        assert_eq!(raw.text, misprint);
    }
}

#[test]
fn words_lie_where_their_ink_is() {
    let image = line("TROIS MILLE", MEDIUM, 60.0);
    let raw = reader().read(&image, TextKind::Line, 60.0).unwrap();
    assert_eq!(raw.words.len(), 2, "{raw:?}");
    for word in &raw.words {
        let (left, right) = (word.bounds.left as u32, word.bounds.right() as u32);
        let inked = |x: u32| (0..image.height()).any(|y| image.get_pixel(x, y).0[0] < 128);
        assert!((left.saturating_sub(3)..left + 3).any(inked) && !inked(left.saturating_sub(4)), "{word:?}");
        assert!((right - 3..right + 3).any(inked) && !inked(right + 4), "{word:?}");
        assert!((word.bounds.height - 60.0).abs() < 4.0, "{word:?}");
    }
    assert!(raw.confidence > 0.8 && raw.confidence <= 1.0);
    assert_eq!(raw.confidence, raw.words[0].confidence.min(raw.words[1].confidence));
}

#[test]
fn crops_without_text_have_no_words_or_unsure_ones() {
    let mut reader = reader();
    let mut read = |width, height, kind, shade: fn(u32, u32) -> u8| {
        let image = GrayImage::from_fn(width, height, |x, y| Luma([shade(x, y)]));
        reader.read(&image, kind, 30.0).unwrap()
    };
    for kind in [TextKind::Line, TextKind::Block] {
        for (width, height) in [(0, 0), (0, 5), (1, 1), (3, 3), (1, 400), (400, 1), (200, 40), (3000, 20)] {
            assert_eq!(read(width, height, kind, |_, _| 255), RawText::from_words(vec![]));
            assert_eq!(read(width, height, kind, |_, _| 0), RawText::from_words(vec![]));
            assert!(read(width, height, kind, |x, _| 245 + (x % 7) as u8).confidence < 0.9);
            assert!(read(width, height, kind, |_, y| 255 * (y % 2) as u8).confidence < 0.9);
            assert!(read(width, height, kind, |x, y| (x * 7919 + y * 104_729 + x * y % 31) as u8).confidence < 0.9);
        }
    }
    let image = line("TROIS", MEDIUM, LETTERS_PX);
    for cap_height_px in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX] {
        reader.read(&image, TextKind::Line, cap_height_px).unwrap();
    }
}

#[test]
fn crop_too_large_for_the_engine_is_an_error() {
    let image = GrayImage::from_fn(40_000, 10, |x, _| Luma([x as u8]));
    for cap_height_px in [34.0, f32::MIN_POSITIVE] {
        let error = reader().read(&image, TextKind::Line, cap_height_px).unwrap_err();
        assert!(matches!(error, Error::Ocr { .. }) && error.to_string().contains("longest side 32767 px"), "{error}");
    }
}

#[test]
fn same_crop_reads_the_same_on_any_thread_after_anything() {
    let crops: Vec<_> = MISPRINTS.iter().map(|text| line(text, MEDIUM, LETTERS_PX)).collect();
    let read_all = |order: Vec<usize>| {
        let mut reader = reader();
        let mut raw: Vec<_> =
            order.iter().map(|i| (*i, reader.read(&crops[*i], TextKind::Line, LETTERS_PX).unwrap())).collect();
        raw.sort_by_key(|(i, _)| *i);
        raw
    };
    let forwards = read_all((0..crops.len()).collect());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| read_all((0..crops.len()).rev().collect()))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), forwards);
        }
    });
}

#[test]
#[ignore = "10 s: run after changing how the engine is driven"]
fn three_thousand_reads_leave_nothing_behind() {
    let resident_kb = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS")).unwrap();
        digits(line).parse::<i64>().unwrap()
    };
    let mut reader = reader();
    let crop = line("MERCREDI", SEMI_BOLD, DAYS_PX);
    let empty = GrayImage::from_pixel(200, 40, Luma([255]));
    let mut read = |times| {
        for _ in 0..times {
            reader.read(&crop, TextKind::Line, DAYS_PX).unwrap();
            reader.read(&empty, TextKind::Block, DAYS_PX).unwrap();
        }
    };
    read(300);
    let before = resident_kb();
    read(2700);
    let grown = resident_kb() - before;
    assert!(grown < 1024, "{grown} kB more after 2700 reads");
}

/// Ink gain or loss (blur, then a threshold), then the picture's blur and noise.
fn degrade(image: &GrayImage, cap_height_px: f32, seed: u64) -> GrayImage {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f32 / (1u64 << 53) as f32
    };
    let threshold = 30.0 + 225.0 * (0.25 + 0.5 * random());
    let mut ink = imageproc::filter::gaussian_blur_f32(image, 0.05 * cap_height_px);
    ink.pixels_mut().for_each(|p| p.0[0] = if f32::from(p.0[0]) > threshold { 240 } else { 40 });
    let mut seen = imageproc::filter::gaussian_blur_f32(&ink, (0.02 + 0.04 * random()) * cap_height_px);
    for p in seen.pixels_mut() {
        let noise = (random() + random() + random() - 1.5) * 24.0;
        p.0[0] = (f32::from(p.0[0]) + noise).clamp(0.0, 255.0) as u8;
    }
    seen
}

/// How `CAP_HEIGHT_PX` was chosen: change it, look at the table.
#[test]
#[ignore = "prints a table; run with --nocapture"]
fn measure() {
    let started = Instant::now();
    let mut reader = reader();
    println!("loaded in {:?}", started.elapsed());
    for (name, texts, font, cap) in [
        ("letters", &LETTERS[..], MEDIUM, LETTERS_PX),
        ("days", &DAYS[..], SEMI_BOLD, DAYS_PX),
        ("figures", &FIGURES[..], SEMI_BOLD, FIGURES_PX),
        ("misprints", &MISPRINTS[..], MEDIUM, LETTERS_PX),
        ("sentences", &SENTENCES[..], MEDIUM, SENTENCE_PX),
    ] {
        let (mut right, mut spent, mut confidences, mut wrong) = (0, Duration::ZERO, Vec::new(), Vec::new());
        let texts: Vec<_> = texts.iter().flat_map(|text| (0..8).map(move |seed| (*text, seed))).collect();
        for (text, seed) in &texts {
            let (flat, kind) = match name {
                "sentences" => (sentence(text, cap), TextKind::Block),
                _ => (line(text, font, cap), TextKind::Line),
            };
            let crop = degrade(&flat, cap, seed + 1);
            let started = Instant::now();
            let raw = reader.read(&crop, kind, cap).unwrap();
            spent += started.elapsed();
            if raw.text.replace(' ', "") == text.replace(' ', "") {
                right += 1;
                confidences.push(raw.confidence);
            } else {
                wrong.push(format!("{text}: {} {:.2}", raw.text, raw.confidence));
            }
        }
        confidences.sort_by(f32::total_cmp);
        let median = confidences.get(confidences.len() / 2).copied().unwrap_or_default();
        let each = spent / texts.len() as u32;
        println!("{name:10} {right}/{} right (median confidence {median:.2}), {each:.1?} each {wrong:?}", texts.len());
    }
}
