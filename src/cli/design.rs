//! `ticketproof design check`: is a ticket design fit to print with?

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use ticketproof::design::{Design, check};
use ticketproof::render::encode_png;

use crate::status::Status;

/// Ticket designs.
#[derive(clap::Args)]
pub struct DesignCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Loads the design in DIR, looks for boxes out of place and texts that it could not print, and tells every fault.
    Check {
        /// The design's folder, with design.toml.
        dir: PathBuf,
        /// Draw the design's boxes over its artwork.
        #[arg(long, value_name = "PNG")]
        out: Option<PathBuf>,
    },
}

/// Resolution of the drawing of a design's boxes.
const DRAWING_DPI: f64 = 300.0;

/// Checks a design: its faults on standard error and the status of failure, or one line that it is sound.
///
/// # Errors
/// When a file of the design is missing or wrong, or the drawing not writable.
pub fn run(command: &DesignCommand) -> Result<Status> {
    let Action::Check { dir, out } = &command.action;
    let design = Design::load(dir)?;
    if let Some(path) = out {
        let png = encode_png(&check::drawing(&design, DRAWING_DPI / 25.4), DRAWING_DPI)?;
        fs::write(path, png).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let faults = check::faults(&design);
    for fault in &faults {
        eprintln!("ticketproof: {}/design.toml: {fault}", dir.display());
    }
    if faults.is_empty() {
        println!("{}: design {:?} is fit to print; sha256 {}", dir.display(), design.numbers.name, design.hash());
        return Ok(Status::Decided);
    }
    Ok(Status::Failed)
}
