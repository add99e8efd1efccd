//! `ticketproof`: parse the command line, run one command, turn its outcome into the exit status.

mod design;
mod explain;
mod judge;
mod render;
mod simulate;
mod status;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ticketproof::language::Language;

use crate::status::Status;

/// Reads scratched instant-lottery tickets from pictures and says what they pay.
#[derive(Parser)]
#[command(version, about, after_help = EXIT_STATUS)]
struct Cli {
    /// Language of messages and reports [default: from LC_ALL, LC_MESSAGES or LANG].
    #[arg(long, global = true, value_name = "fr|en")]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: 0 every ticket decided winning or losing; 1 at least one print anomaly; 3 none of those, but at least one
to review; 2 at least one file could not be processed, or wrong usage (2 wins over 1, 1 over 3).";

/// One file per command; each returns the status its answers add up to.
#[derive(Subcommand)]
enum Command {
    Judge(judge::Judge),
    Explain(explain::Explain),
    Simulate(simulate::Simulate),
    Render(render::Render),
    Design(design::DesignCommand),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let language = cli.lang.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()));
    match run(cli.command, language) {
        Ok(status) => status.into(),
        Err(error) if is_broken_pipe(&error) => Status::BrokenPipe.into(),
        Err(error) => {
            eprintln!("ticketproof: {error:#}");
            Status::Failed.into()
        }
    }
}

fn run(command: Command, language: Language) -> anyhow::Result<Status> {
    match command {
        Command::Judge(command) => judge::run(&command, language),
        Command::Explain(command) => explain::run(&command, language),
        Command::Simulate(command) => simulate::run(&command),
        Command::Render(render) => render::run(&render),
        Command::Design(design) => design::run(&design),
    }
}

/// Whether the reader of standard output went away, as `| head` does: nothing to report.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
