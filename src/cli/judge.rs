//! `ticketproof judge`: contents, one JSON a line, to answers, one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use ticketproof::contents::Contents;
use ticketproof::language::Language;
use ticketproof::report::{Answer, Failure, TicketAnswer, json};

use crate::status::Status;

/// A longer line is refused, not read: contents take less than a thousandth of it.
const LONGEST_LINE: usize = 1 << 20;

/// Judge contents of tickets, one JSON a line: an answer a line, by the rules alone.
///
/// Empty lines are passed over. An answer's `ticket` is the number of its line.
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
pub fn run(command: &Judge, language: Language) -> anyhow::Result<Status> {
    let source = command.file.display().to_string();
    let input: Box<dyn Read> = if command.file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(&command.file).with_context(|| format!("cannot open {source}"))?)
    };
    let mut input = BufReader::new(input);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut status = Status::default();
    let mut line = Vec::new();
    for number in 1.. {
        let read = read_line(&mut input, &mut line).with_context(|| format!("cannot read {source}"))?;
        if !read {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = judge_line(&source, number, &line);
        status = status.max(Status::of(&answer));
        json::write_line(&mut out, &answer, language)?;
        // A program that asks ticket by ticket gets its answer at once; a file in one go is not flushed line by line.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(status)
}

/// The next line with its end, at most one byte more than the longest; false at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

fn judge_line(source: &str, number: u32, line: &[u8]) -> Answer {
    let contents = read_contents(line).map_err(|failure| failure.at(&format!("line {number}")));
    let mut answer = match contents {
        Ok(contents) => Answer::ticket(source, 1, number, TicketAnswer::of_contents(contents)),
        Err(failure) => Answer::failure(source, failure),
    };
    (answer.page, answer.ticket) = (Some(1), Some(number));
    answer
}

fn read_contents(line: &[u8]) -> Result<Contents, Failure> {
    let bad = |message: &str| Failure { code: "bad_contents".to_owned(), message: message.to_owned() };
    if line.len() > LONGEST_LINE {
        return Err(bad(&format!("longer than {LONGEST_LINE} bytes; write the contents of one ticket a line")));
    }
    let text = str::from_utf8(line).map_err(|_| bad("not UTF-8; write JSON as UTF-8"))?;
    // Some editors put a byte order mark before the first line.
    let text = text.trim_start_matches('\u{feff}');
    Contents::from_json(text).map_err(|error| Failure::of(&error))
}
