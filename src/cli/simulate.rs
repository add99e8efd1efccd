//! `ticketproof simulate`: random tickets as captured pictures, with their truth beside them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context, bail};
use ticketproof::design::Design;
use ticketproof::simulate::tickets::Tiers;
use ticketproof::simulate::{Printer, Run, Simulated};

use crate::status::Status;

/// Random tickets as captured pictures, with their truth beside them.
///
/// Writes 000001.jpg (or .png, .tif), 000001.json with what is printed on the ticket, and 000001.truth.json with the
/// answer expected, the places of all elements in the picture and every parameter drawn; manifest.jsonl sums the run
/// up. A ticket depends on the seed and its number alone.
#[derive(clap::Args)]
pub struct Simulate {
    /// Folder for the pictures; made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many tickets.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=999_999))]
    count: u64,
    /// Seed of every draw.
    #[arg(long, value_name = "S")]
    seed: u64,
    /// What takes the pictures.
    #[arg(long, value_name = "flatbed|phone|hard", default_value = "flatbed", value_parser = parse_capture)]
    capture: Capture,
    /// Share of tickets that are misprinted.
    #[arg(long, value_name = "RATE", default_value_t = 0.25, value_parser = parse_rate)]
    misprints: f64,
    /// Share of tickets with ink missing.
    #[arg(long, value_name = "RATE", default_value_t = 0.10, value_parser = parse_rate)]
    defects: f64,
    /// `mixed`: one ticket in four loses, the others spread evenly over the prizes; `block`: as a block has them.
    #[arg(long, value_name = "mixed|block", default_value = "mixed", value_parser = parse_tiers)]
    tiers: Tiers,
    /// Folder of the ticket's design [default: the reference design].
    #[arg(long, value_name = "DIR")]
    design: Option<PathBuf>,
    /// Tickets made at a time [default: as many as there are processors].
    #[arg(short, long, value_name = "JOBS", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write into a folder that is not empty, in place of an earlier run's files.
    #[arg(long)]
    force: bool,
}

/// What takes the pictures.
#[derive(Clone, Copy)]
enum Capture {
    Flatbed,
}

fn parse_capture(text: &str) -> Result<Capture, String> {
    match text {
        "flatbed" => Ok(Capture::Flatbed),
        "phone" | "hard" => Err("not built yet; use flatbed".into()),
        _ => Err("use flatbed".into()),
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "a share of the tickets is a number from 0 to 1".into())
}

fn parse_tiers(text: &str) -> Result<Tiers, String> {
    match text {
        "mixed" => Ok(Tiers::Mixed),
        "block" => Ok(Tiers::Block),
        _ => Err("use mixed or block".into()),
    }
}

/// Makes the tickets and writes them.
///
/// # Errors
/// When the folder is not empty (without `--force`) or cannot be written, or the design is wrong.
pub fn run(command: &Simulate) -> anyhow::Result<Status> {
    let Capture::Flatbed = command.capture;
    prepare(&command.out, command.force)?;
    let design = match &command.design {
        Some(dir) => Design::load(dir)?,
        None => Design::reference()?,
    };
    let printer = Printer::new(&design);
    let run = Run {
        seed: command.seed,
        tiers: command.tiers,
        misprint_rate: command.misprints,
        ink_defect_rate: command.defects,
    };
    let jobs = command.jobs.map_or_else(processors, usize::from);
    let lines = simulate_all(&run, &printer, command, jobs)?;

    let manifest = command.out.join(MANIFEST);
    let text: String = lines.values().map(|entry| format!("{}\n", entry.line)).collect();
    fs::write(&manifest, text).with_context(|| format!("{}: cannot be written", manifest.display()))?;
    eprintln!("{}", summary(&lines, &command.out));
    Ok(Status::Decided)
}

const MANIFEST: &str = "manifest.jsonl";

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What the manifest and the summary keep of a ticket.
struct Entry {
    line: String,
    outcome: &'static str,
}

/// Makes every ticket, `jobs` at a time, and writes its files; stops at the first that fails.
fn simulate_all(run: &Run, printer: &Printer, command: &Simulate, jobs: usize) -> anyhow::Result<BTreeMap<u64, Entry>> {
    let next = AtomicU64::new(1);
    let failed = AtomicBool::new(false);
    let progress = Progress::new(command.count);
    let work = || -> anyhow::Result<Vec<(u64, Entry)>> {
        let mut entries = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index > command.count || failed.load(Ordering::Relaxed) {
                return Ok(entries);
            }
            let entry = run
                .simulate(index, printer)
                .map_err(anyhow::Error::from)
                .and_then(|ticket| write_ticket(&ticket, &command.out))
                .with_context(|| format!("ticket {index}"))
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            entries.push((index, entry));
            progress.step();
        }
    };
    let mut all = BTreeMap::new();
    let results: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join()).collect()
    });
    progress.end();
    for result in results {
        let entries = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        all.extend(entries);
    }
    Ok(all)
}

fn write_ticket(ticket: &Simulated, out: &Path) -> anyhow::Result<Entry> {
    let name = format!("{:06}", ticket.truth.index);
    let write = |file: &str, bytes: &[u8]| {
        let path = out.join(file);
        fs::write(&path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
    };
    write(&ticket.truth.picture, &ticket.picture)?;
    let contents = serde_json::to_string_pretty(&ticket.contents)?;
    write(&format!("{name}.json"), format!("{contents}\n").as_bytes())?;
    let truth = serde_json::to_string_pretty(&ticket.truth)?;
    write(&format!("{name}.truth.json"), format!("{truth}\n").as_bytes())?;
    let line = serde_json::to_string(&ticket.truth.manifest_line())?;
    Ok(Entry { line, outcome: ticket.truth.expected.outcome.name() })
}

/// Makes the folder ready: there, and empty of everything an earlier run wrote.
fn prepare(out: &Path, force: bool) -> anyhow::Result<()> {
    let at = || out.display().to_string();
    fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", at()))?;
    let names: Vec<PathBuf> = fs::read_dir(out)
        .and_then(|entries| entries.map(|entry| entry.map(|e| e.path())).collect())
        .with_context(|| format!("{}: cannot be read", at()))?;
    if !names.is_empty() && !force {
        bail!("{}: not empty; give an empty folder, or --force to replace an earlier run", at());
    }
    // A picture left over from an earlier run would pass for one of this run.
    for path in names.iter().filter(|path| is_ours(path)) {
        fs::remove_file(path).with_context(|| format!("{}: cannot be removed", path.display()))?;
    }
    Ok(())
}

/// Whether a file is named as this command names its own.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let (number, ending) = name.split_once('.').unwrap_or_default();
    let numbered = number.len() == 6 && number.bytes().all(|b| b.is_ascii_digit());
    name == MANIFEST || numbered && ["jpg", "png", "tif", "json", "truth.json"].contains(&ending)
}

fn summary(entries: &BTreeMap<u64, Entry>, out: &Path) -> String {
    let count = |outcome: &str| entries.values().filter(|e| e.outcome == outcome).count();
    format!(
        "{} tickets in {}: {} winning, {} losing, {} print anomalies, {} to review",
        entries.len(),
        out.display(),
        count("winning"),
        count("losing"),
        count("print_anomaly"),
        count("review"),
    )
}

/// A running count on standard error, for people only.
struct Progress {
    count: u64,
    done: Mutex<u64>,
    shown: bool,
}

impl Progress {
    fn new(count: u64) -> Self {
        Self { count, done: Mutex::new(0), shown: std::io::stderr().is_terminal() }
    }

    fn step(&self) {
        let mut done = self.done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *done += 1;
        if self.shown {
            eprint!("\r{done}/{}", self.count);
            // A count that does not show is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    }

    fn end(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
