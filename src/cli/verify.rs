//! `ticketproof verify`: pictures to answers.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use image::{ImageFormat, RgbImage};
use ticketproof::capture::{CaptureLimits, Picture, decode};
use ticketproof::design::Design;
use ticketproof::language::Language;
use ticketproof::report::{Answer, Failure, annotate, json, steps, text};
use ticketproof::{Engines, Model, Verified, verify};

use crate::status::Status;
use crate::{panics, picture_file};

/// Read pictures of tickets, and say of each what is printed on it, what it pays and whether it was misprinted.
#[derive(clap::Args)]
pub struct Verify {
    /// PNG, JPEG or TIFF files, told by their content; `-` is standard input.
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
    /// `text` for people, `json` for one array, `jsonl` for one object a line.
    #[arg(long, value_name = "text|json|jsonl", default_value = "text", hide_default_value = true, value_parser = parse_format)]
    format: Format,
    /// Folder of the ticket's design [default: the reference design].
    #[arg(long, value_name = "DIR")]
    design: Option<PathBuf>,
    /// Save one picture per step in DIR; of several images, each in a folder of its own.
    #[arg(long, value_name = "DIR")]
    debug_dir: Option<PathBuf>,
    /// Save the image with the ticket's outline, boxes and readings drawn on it (.png, .jpg or .tif).
    #[arg(long, value_name = "OUT.png", value_parser = parse_picture_path)]
    annotate: Option<PathBuf>,
    /// Tell the time of every step: in the JSON as `timings_ms`, else on standard error.
    #[arg(short, long)]
    verbose: bool,
    /// Refuse images of more megapixels.
    #[arg(long, value_name = "N", default_value_t = CaptureLimits::default().max_mpixels, value_parser = clap::value_parser!(u32).range(1..=4000))]
    max_mpixels: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    JsonLines,
}

fn parse_format(text: &str) -> Result<Format, String> {
    match text {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        "jsonl" => Ok(Format::JsonLines),
        _ => Err("use text, json or jsonl".into()),
    }
}

fn parse_picture_path(text: &str) -> Result<PathBuf, String> {
    let format = ImageFormat::from_path(text).ok();
    let written = format.filter(|f| matches!(f, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Tiff));
    written.map(|_| text.into()).ok_or_else(|| "a picture's name ends in .png, .jpg or .tif".into())
}

/// Answers for every image, in the order given.
///
/// # Errors
/// When options contradict each other, the design is wrong, the OCR engine does not load, or something cannot be
/// written. What is wrong with an image is an answer.
pub fn run(command: &Verify, language: Language) -> anyhow::Result<Status> {
    command.check()?;
    let design = match &command.design {
        Some(dir) => Design::load(dir)?,
        None => Design::reference()?,
    };
    let mut verifier = Verifier { command, language, model: Model::new(design), engines: Engines::new()? };
    let mut printer = Printer::new(command.format, language);
    let mut status = Status::default();
    for (index, image) in command.images.iter().enumerate() {
        let answer = verifier.answer(index, image)?;
        status = status.max(Status::of(&answer));
        printer.print(answer)?;
    }
    printer.end()?;
    Ok(status)
}

impl Verify {
    fn check(&self) -> anyhow::Result<()> {
        let Some(out) = &self.annotate else { return Ok(()) };
        if let [image] = self.images.as_slice() {
            let same = |a: &Path, b: &Path| a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
            if same(out, image) {
                bail!("--annotate {}: that is the image itself; give another name", out.display());
            }
            return Ok(());
        }
        bail!("--annotate draws on one image, {} were given; give one, or use --debug-dir", self.images.len())
    }

    /// Where the steps of image `index` are saved.
    fn steps_dir(&self, index: usize, image: &Path) -> Option<PathBuf> {
        let dir = self.debug_dir.as_ref()?;
        if self.images.len() == 1 {
            return Some(dir.clone());
        }
        let stem = image.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Some(dir.join(format!("{:04}-{stem}", index + 1)))
    }
}

/// What one image is verified with.
struct Verifier<'a> {
    command: &'a Verify,
    language: Language,
    model: Model,
    engines: Engines,
}

impl Verifier<'_> {
    /// The answer for one image; its debug pictures are saved on the way.
    ///
    /// # Errors
    /// When a picture cannot be saved, or an engine lost to a panic does not load again.
    fn answer(&mut self, index: usize, image: &Path) -> anyhow::Result<Answer> {
        let source = image.to_string_lossy().into_owned();
        let language = self.language;
        let result = match panics::caught(language, || self.verify(image)) {
            Ok(result) => result,
            Err(failure) => {
                self.engines = Engines::new()?;
                Err(failure)
            }
        };
        let (picture, verified, captured) = match result {
            Ok(done) => done,
            Err(failure) => {
                let failure = failure.at(&source);
                return Ok(Answer::failure(source, failure));
            }
        };
        let mut answer = Answer::of_picture(source, &verified, &self.model.design);
        if self.command.verbose {
            let timings = [&[("capture", captured)], verified.timings.as_slice()].concat();
            self.tell_timings(&mut answer, &timings);
        }
        self.save_pictures(index, image, &picture, &verified, &answer)?;
        Ok(answer)
    }

    fn verify(&mut self, image: &Path) -> Result<(Picture, Verified, Duration), Failure> {
        let bytes = picture_file::read(image, self.command.max_mpixels, self.language)?;
        let failed = |error| Failure::in_language(&error, self.language);
        let started = Instant::now();
        let limits = CaptureLimits { max_mpixels: self.command.max_mpixels };
        let picture = decode(&bytes, limits).map_err(failed)?;
        let captured = started.elapsed();
        let verified = verify(&picture, &self.model, &mut self.engines).map_err(failed)?;
        Ok((picture, verified, captured))
    }

    fn tell_timings(&self, answer: &mut Answer, timings: &[(&'static str, Duration)]) {
        if self.command.format != Format::Text {
            answer.add_timings(timings);
            return;
        }
        let millis = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
        let steps: Vec<String> = timings.iter().map(|(step, time)| format!("{step} {}", millis(*time))).collect();
        let total = timings.iter().map(|(_, time)| *time).sum();
        eprintln!("ticketproof: {}: {}, in all {}", answer.source, steps.join(", "), millis(total));
    }

    fn save_pictures(
        &mut self,
        index: usize,
        image: &Path,
        picture: &Picture,
        verified: &Verified,
        answer: &Answer,
    ) -> anyhow::Result<()> {
        if let (Some(out), Ok(ticket)) = (&self.command.annotate, &answer.result) {
            save(&annotate::annotated(&picture.rgb, ticket, self.language), out)?;
        }
        if let Some(dir) = self.command.steps_dir(index, image) {
            fs::create_dir_all(&dir).with_context(|| format!("{}: cannot be made", dir.display()))?;
            for (name, step) in steps::pictures(picture, verified, &self.model.design, &mut self.engines.case) {
                save(&step, &dir.join(format!("{name}.png")))?;
            }
        }
        Ok(())
    }
}

fn save(image: &RgbImage, path: &Path) -> anyhow::Result<()> {
    image.save(path).with_context(|| format!("{}: cannot be written", path.display()))
}

/// Writes answers to standard output as they come; an array at the end.
struct Printer {
    format: Format,
    language: Language,
    style: text::Style,
    array: Vec<Answer>,
}

impl Printer {
    fn new(format: Format, language: Language) -> Self {
        let no_color = std::env::var_os("NO_COLOR");
        let style = text::Style::for_output(language, io::stdout().is_terminal(), no_color.as_deref());
        Self { format, language, style, array: Vec::new() }
    }

    fn print(&mut self, answer: Answer) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self.format {
            Format::Text => text::write(&mut out, &answer, self.style)?,
            Format::JsonLines => json::write_line(&mut out, &answer, self.language)?,
            Format::Json => self.array.push(answer),
        }
        out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.format == Format::Json {
            json::write_array(&mut out, &self.array, self.language)?;
        }
        out.flush()
    }
}
