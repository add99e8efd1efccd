//! Makes the pictures in `samples/`, their expected answers, the contact sheet and the README's pictures: `cargo run --example make_samples`.
//!
//! All but the covered tickets are what `ticketproof simulate --count 1` draws for a seed; `samples/README.md` gives
//! the commands. Seeds were chosen for what they show, from those that give JPEG files of 200 to 300 dpi.

use std::fs;
use std::path::Path;

use ab_glyph::{FontRef, PxScale};
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgb, RgbImage};
use imageproc::drawing::draw_text_mut;
use serde_json::{Value, json};
use ticketproof::capture::{CaptureLimits, decode};
use ticketproof::contents::Contents;
use ticketproof::design::Design;
use ticketproof::language::Language;
use ticketproof::render::{Press, Renderer};
use ticketproof::report::TicketAnswer;
use ticketproof::report::annotate::annotated;
use ticketproof::simulate::dice::{Stream, dice};
use ticketproof::simulate::encode::FileFormat;
use ticketproof::simulate::scanner::Flatbed;
use ticketproof::simulate::tickets::Tiers;
use ticketproof::simulate::truth::Expected;
use ticketproof::simulate::{Printer, Run};
use ticketproof::{Engines, Model, verify};

/// What is drawn from the seed.
enum Ticket {
    /// A sound ticket.
    Sound,
    /// A misprinted one.
    Misprinted,
    /// One with ink missing.
    Defective,
    /// These contents.
    Given(&'static str),
}
use Ticket::{Defective, Given, Misprinted, Sound};

/// Name, what it is, seed.
const SAMPLES: &[(&str, Ticket, u64)] = &[
    ("winning-3", Sound, 369),
    ("winning-6", Sound, 21),
    ("winning-12", Sound, 198),
    ("winning-18", Sound, 622),
    ("winning-30", Sound, 40),
    ("winning-120", Sound, 165),
    ("winning-1000", Sound, 151),
    ("winning-30000", Sound, 204),
    ("losing-coeurs", Sound, 24),
    ("losing-passionne", Sound, 27),
    ("anomaly-sum-letters-mismatch", Misprinted, 475),
    ("anomaly-figures-not-in-table", Misprinted, 132),
    ("anomaly-letters-not-in-table", Misprinted, 57),
    ("anomaly-figures-absent", Misprinted, 204),
    ("anomaly-letters-absent", Misprinted, 316),
    ("anomaly-sum-absent", Misprinted, 791),
    ("anomaly-arrow-absent", Misprinted, 503),
    ("anomaly-several-arrows", Misprinted, 769),
    ("anomaly-symbol-absent", Misprinted, 935),
    ("anomaly-symbol-unknown", Misprinted, 407),
    ("anomaly-figures-incomplete", Defective, 46),
    ("anomaly-letters-incomplete", Defective, 132),
    ("anomaly-star-incomplete", Defective, 27),
    ("anomaly-arrow-incomplete", Defective, 47),
    ("anomaly-symbol-incomplete", Defective, 178),
    ("review-compound-word", Misprinted, 1650),
    ("review-four-identical", Misprinted, 1045),
    ("review-euro-sign-missing", Misprinted, 211),
    ("review-not-a-weekday", Misprinted, 400),
    ("review-not-in-prize-table", Misprinted, 518),
    ("review-covered", Given(COVERED), 622),
];

/// The letters of a sum and a symbol are not scratched free.
const COVERED: &str = r#"{
  "rencontre": {"days": ["JEUDI", "JEUDI"],
    "sum": {"figures": "12 €", "letters": {"unread": "covered"}, "star": false, "letters_position": "below"}},
  "coup_de_foudre": {"sums": [
    {"figures": "0 €", "letters": "ZERO", "star": false, "letters_position": "above"},
    {"figures": "9 €", "letters": "NEUF", "star": true, "letters_position": "below"},
    {"figures": "30 €", "letters": "TRENTE", "star": false, "letters_position": "below"}], "arrow": 0},
  "declaration": {"sentence": "Et si nous partions voir la mer ?"},
  "vie_a_deux": {"symbols": ["gift", {"unread": "covered"}, "daisy", "diamond"]}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let design = Design::reference()?;
    let printer = Printer::new(&design);
    let mut sheet = ContactSheet::new(SAMPLES.len());
    for (name, ticket, seed) in SAMPLES {
        let (contents, jpeg) = match ticket {
            Sound => drawn(&printer, *seed, 0.0, 0.0)?,
            Misprinted => drawn(&printer, *seed, 1.0, 0.0)?,
            Defective => drawn(&printer, *seed, 0.0, 1.0)?,
            Given(json) => given(&design, &Contents::from_json(json)?, *seed)?,
        };
        let expected = Expected::of(&contents);
        println!("{name}: {} KB, {}, {:?}", jpeg.len() / 1024, expected.outcome, expected.codes);
        let mut answer: Value = json!(expected);
        answer["contents"] = contents.to_value();
        fs::write(samples.join(format!("{name}.jpg")), &jpeg)?;
        fs::write(samples.join(format!("{name}.expected.json")), format!("{answer:#}\n"))?;
        sheet.add(name, &image::load_from_memory(&jpeg)?)?;
    }
    save(&sheet.image, &samples.join("contact-sheet.jpg"))?;
    annotate(design, &samples)
}

/// Pictures for the README, a little worse than the samples themselves.
fn save(image: &RgbImage, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let jpeg = FileFormat::Jpeg { quality: 82 }.encode(&image.clone().into(), None)?;
    Ok(fs::write(path, jpeg)?)
}

/// What `verify --annotate` draws on two of the samples, scaled down.
fn annotate(design: Design, samples: &Path) -> Result<(), Box<dyn std::error::Error>> {
    const WIDTH: u32 = 640;
    let model = Model::new(design);
    let mut engines = Engines::new()?;
    for (sample, name) in [("winning-18", "annotated-winning"), ("anomaly-arrow-incomplete", "annotated-anomaly")] {
        let picture = decode(&fs::read(samples.join(format!("{sample}.jpg")))?, CaptureLimits::default())?;
        let answer = TicketAnswer::of_picture(&verify(&picture, &model, &mut engines)?);
        let drawn = annotated(&picture.rgb, &answer, Language::En);
        // Without the empty lid below the ticket.
        let bottom = answer.quad.map_or(drawn.height(), |quad| quad.bounds().bottom() as u32 + 20);
        let drawn = imageops::crop_imm(&drawn, 0, 0, drawn.width(), bottom.min(drawn.height())).to_image();
        let height = drawn.height() * WIDTH / drawn.width();
        let small = imageops::resize(&drawn, WIDTH, height, FilterType::CatmullRom);
        save(&small, &samples.join(format!("{name}.jpg")))?;
    }
    Ok(())
}

/// What `ticketproof simulate --count 1` draws.
fn drawn(
    printer: &Printer,
    seed: u64,
    misprint_rate: f64,
    ink_defect_rate: f64,
) -> ticketproof::error::Result<(Contents, Vec<u8>)> {
    let run = Run { seed, tiers: Tiers::Mixed, misprint_rate, ink_defect_rate };
    run.simulate(1, printer).map(|ticket| (ticket.contents, ticket.picture))
}

/// The same with other contents.
fn given(design: &Design, contents: &Contents, seed: u64) -> Result<(Contents, Vec<u8>), Box<dyn std::error::Error>> {
    let press = Press::drawn(&mut dice(seed, 1, Stream::Press));
    let paper_mm = [0, 1].map(|i| design.numbers.size_mm[i] * (1.0 + press.stretch[i]));
    let scan = Flatbed::draw(&mut dice(seed, 1, Stream::Scan), paper_mm);
    let flat = Renderer::new(design, scan.flat_dpi())?.render(contents, &press, seed)?;
    let picture = scan.scan(&mut dice(seed, 1, Stream::Pixels), &flat.image, scan.flat_dpi());
    Ok((contents.clone(), scan.file.encode(&picture, scan.claimed_dpi)?))
}

/// All samples side by side, each with its name.
struct ContactSheet {
    image: RgbImage,
    added: u32,
}

impl ContactSheet {
    const COLUMNS: u32 = 8;
    const CELL: (u32, u32) = (190, 285);
    const PICTURE: (u32, u32) = (182, 258);
    const FONT: &[u8] = include_bytes!("../designs/reference/fonts/IBMPlexSansCondensed-Medium.ttf");

    fn new(pictures: usize) -> Self {
        let rows = (pictures as u32).div_ceil(Self::COLUMNS);
        let (width, height) = Self::CELL;
        Self { image: RgbImage::from_pixel(Self::COLUMNS * width, rows * height, Rgb([250; 3])), added: 0 }
    }

    fn add(&mut self, name: &str, picture: &DynamicImage) -> Result<(), ab_glyph::InvalidFont> {
        let (column, row) = (self.added % Self::COLUMNS, self.added / Self::COLUMNS);
        let small = picture.resize(Self::PICTURE.0, Self::PICTURE.1, FilterType::Triangle).into_rgb8();
        let left = column * Self::CELL.0 + (Self::CELL.0 - small.width()) / 2;
        let top = row * Self::CELL.1 + (Self::PICTURE.1 - small.height()) / 2 + 4;
        imageops::replace(&mut self.image, &small, left.into(), top.into());
        let font = FontRef::try_from_slice(Self::FONT)?;
        let at = (column * Self::CELL.0 + 4, row * Self::CELL.1 + Self::PICTURE.1 + 5);
        draw_text_mut(&mut self.image, Rgb([30; 3]), at.0 as i32, at.1 as i32, PxScale::from(17.0), &font, name);
        self.added += 1;
        Ok(())
    }
}
