//! `ticketproof render`: contents, one JSON a line, to flat pictures with the truth beside them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ticketproof::contents::Contents;
use ticketproof::design::Design;
use ticketproof::render::{Press, Renderer, encode_png};

use crate::status::Status;

/// Contents of tickets, one JSON a line, to flat pictures, edge to edge: DIR/000001.png, its contents in 000001.json, and
/// where everything lies in 000001.truth.json.
#[derive(clap::Args)]
pub struct Render {
    /// File to read; `-` is standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Folder to write to; made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Pixels per inch, 100 to 1200.
    #[arg(long, value_name = "N", default_value_t = 300.0)]
    dpi: f64,
    /// Folder of another ticket design [default: the reference design].
    #[arg(long, value_name = "DIR")]
    design: Option<PathBuf>,
    /// Decides which defects incomplete elements show; the same seed gives the same pictures.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Renders every line of the file; a bad line is told on standard error and keeps its number, the others go on.
///
/// # Errors
/// When the design is wrong, the resolution out of range, the file unreadable or the folder not writable.
pub fn run(command: &Render) -> Result<Status> {
    let design = match &command.design {
        Some(dir) => Design::load(dir)?,
        None => Design::reference()?,
    };
    let renderer = Renderer::new(&design, command.dpi)?;
    let name =
        if command.file == Path::new("-") { "standard input".into() } else { command.file.display().to_string() };
    let input: Box<dyn BufRead> = if command.file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(&command.file).with_context(|| format!("{name} cannot be opened"))?))
    };
    fs::create_dir_all(&command.out).with_context(|| format!("{} cannot be made", command.out.display()))?;

    let mut status = Status::Decided;
    let mut ticket = 0;
    for (i, line) in input.split(b'\n').enumerate() {
        let line = line.with_context(|| format!("{name} cannot be read"))?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        ticket += 1;
        // Each ticket draws its own defects, told apart by its number.
        let seed = command.seed.wrapping_add((ticket - 1) << 32);
        match draw(&renderer, &line, seed, command.dpi) {
            Ok(files) => files.write(&command.out, ticket)?,
            Err(error) => {
                eprintln!("ticketproof: {name}, line {}: {error:#}", i + 1);
                status = Status::Failed;
            }
        }
    }
    Ok(status)
}

/// What is written of one ticket.
struct Files {
    png: Vec<u8>,
    contents: Vec<u8>,
    truth: Vec<u8>,
}

fn draw(renderer: &Renderer, line: &[u8], seed: u64, dpi: f64) -> Result<Files> {
    let text = str::from_utf8(line).context("not UTF-8 text")?.trim();
    let rendered = renderer.render(&Contents::from_json(text)?, &Press::nominal(), seed)?;
    let mut truth = serde_json::to_vec_pretty(&rendered.truth)?;
    truth.push(b'\n');
    Ok(Files { png: encode_png(&rendered.image, dpi)?, contents: format!("{text}\n").into_bytes(), truth })
}

impl Files {
    fn write(&self, dir: &Path, ticket: u64) -> Result<()> {
        for (ending, bytes) in [("png", &self.png), ("json", &self.contents), ("truth.json", &self.truth)] {
            let path = dir.join(format!("{ticket:06}.{ending}"));
            fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(())
    }
}
