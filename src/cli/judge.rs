//! `ticketproof judge`: contents, one JSON a line, to answers, one a line.

use std::path::PathBuf;

use ticketproof::language::Language;

use crate::status::Status;

/// Contents of tickets, one JSON a line, to answers, one a line: the rules core alone.
#[derive(clap::Args)]
pub struct Judge {
    /// File to read; `-` is standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// Judges every line of the file.
///
/// # Errors
/// When the file cannot be read or standard output not be written.
pub fn run(command: &Judge, _language: Language) -> anyhow::Result<Status> {
    anyhow::bail!("{}: the rules are not built yet", command.file.display())
}
