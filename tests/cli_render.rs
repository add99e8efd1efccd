//! `ticketproof render` and `design check` from the outside.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests

mod render_support;

use std::fs;

use assert_cmd::Command;
use predicates::str::{contains, is_empty};
use render_support::{all_incomplete, sound};
use tempfile::TempDir;

fn ticketproof() -> Command {
    Command::cargo_bin("ticketproof").unwrap()
}

fn names(dir: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_line_becomes_a_picture_its_contents_and_its_truth() {
    let out = TempDir::new().unwrap();
    let input = format!("{}\n\n{}\n", sound(), all_incomplete());
    ticketproof()
        .args(["render", "-", "--dpi", "150", "--out"])
        .arg(out.path())
        .write_stdin(input)
        .assert()
        .code(0)
        .stdout(is_empty())
        .stderr(is_empty());
    let expected = ["000001.json", "000001.png", "000001.truth.json", "000002.json", "000002.png", "000002.truth.json"];
    assert_eq!(names(&out), expected);
    assert_eq!(fs::read_to_string(out.path().join("000001.json")).unwrap(), format!("{}\n", sound()));
    let png = fs::read(out.path().join("000001.png")).unwrap();
    assert_eq!(image::load_from_memory(&png).unwrap().to_rgb8().dimensions(), (591, 886));
    let at = png.windows(4).position(|w| w == b"pHYs").unwrap();
    assert_eq!(png[at + 4..at + 8], 5906_u32.to_be_bytes(), "150 dpi is 5906 pixels a metre");
    let truth: serde_json::Value =
        serde_json::from_slice(&fs::read(out.path().join("000002.truth.json")).unwrap()).unwrap();
    assert_eq!(truth["defects"].as_array().unwrap().len(), 19);
}

#[test]
fn a_bad_line_is_told_and_the_others_go_on() {
    let out = TempDir::new().unwrap();
    let blurred = render_support::with(sound(), "/rencontre/days/0", serde_json::json!({"unread": "blur"}));
    let input = format!("{{\"colour\": 1}}\n{}\nnot json\n{blurred}\n", sound());
    ticketproof()
        .args(["render", "--dpi", "100", "--out"])
        .arg(out.path())
        .write_stdin(input)
        .assert()
        .code(2)
        .stderr(contains("standard input, line 1: ticket contents: `colour` is no known key"))
        .stderr(contains("standard input, line 3: ticket contents: no valid JSON"))
        .stderr(contains("standard input, line 4: rencontre.days[0] cannot be printed: `{\"unread\": \"blur\"}`"));
    assert_eq!(names(&out), ["000002.json", "000002.png", "000002.truth.json"]);
}

#[test]
fn the_seed_decides_the_defects() {
    let picture = |seed: &str| {
        let out = TempDir::new().unwrap();
        let file = out.path().join("contents.jsonl");
        fs::write(&file, format!("{}\n", all_incomplete())).unwrap();
        ticketproof()
            .arg("render")
            .arg(&file)
            .args(["--dpi", "100", "--seed", seed, "--out"])
            .arg(out.path())
            .assert()
            .code(0);
        fs::read(out.path().join("000001.png")).unwrap()
    };
    assert_eq!(picture("5"), picture("5"));
    assert_ne!(picture("5"), picture("6"));
}

#[test]
fn wrong_usage_is_status_2() {
    let out = TempDir::new().unwrap();
    let render = |args: &[&str]| {
        ticketproof().arg("render").args(args).arg("--out").arg(out.path()).write_stdin("").assert().code(2)
    };
    render(&["--dpi", "99"]).stderr(contains("99 dpi: a ticket is drawn at 100 to 1200 dpi"));
    render(&["no/such/file"]).stderr(contains("no/such/file cannot be opened"));
    render(&["--design", "no/such/design"]).stderr(contains("no/such/design/design.toml: -: cannot be read"));
    ticketproof().arg("render").write_stdin("").assert().code(2).stderr(contains("--out"));
}

#[test]
fn the_reference_design_passes_its_check_and_is_drawn() {
    let out = TempDir::new().unwrap();
    let png = out.path().join("boxes.png");
    ticketproof()
        .args(["design", "check", "designs/reference", "--out"])
        .arg(&png)
        .assert()
        .code(0)
        .stdout(contains("fit to print"));
    assert_eq!(image::open(png).unwrap().to_rgb8().dimensions(), (1181, 1772));
    ticketproof()
        .args(["design", "check", "no/such"])
        .assert()
        .code(2)
        .stderr(contains("no/such/design.toml: -: cannot be read"));
}
