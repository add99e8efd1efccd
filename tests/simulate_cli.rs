//! `ticketproof simulate` as a command: files written, repeated, refused.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

fn simulate(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ticketproof").unwrap();
    command.args(["simulate", "--seed", "17", "--out"]).arg(out).args(more);
    command
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())).collect()
}

#[test]
fn a_ticket_depends_on_seed_and_number_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    let rates = ["--misprints", "0.6", "--defects", "0.6"];
    simulate(&one, &[&rates[..], &["--count", "4", "-j", "1"]].concat()).assert().success();
    simulate(&two, &[&rates[..], &["--count", "3", "-j", "3"]].concat()).assert().success();
    let (one, two) = (files(&one), files(&two));
    assert_eq!(one.len(), 4 * 3 + 1);
    assert_eq!(two.len(), 3 * 3 + 1);
    for (name, bytes) in two.iter().filter(|(name, _)| *name != "manifest.jsonl") {
        assert!(one[name] == *bytes, "{name} differs");
    }
    assert!(one["manifest.jsonl"].starts_with(&two["manifest.jsonl"]));
}

#[test]
fn every_picture_has_contents_and_truth() {
    let dir = tempfile::tempdir().unwrap();
    simulate(dir.path(), &["--count", "2", "--tiers", "block"]).assert().success().stdout("");
    let manifest = fs::read_to_string(dir.path().join("manifest.jsonl")).unwrap();
    let mut visited = 0;
    for line in manifest.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let picture = line["picture"].as_str().unwrap();
        let stem = &picture[..6];
        let decoded = image::open(dir.path().join(picture)).unwrap();
        let text = fs::read_to_string(dir.path().join(format!("{stem}.json"))).unwrap();
        let contents = ticketproof::contents::Contents::from_json(&text).unwrap();
        let verdict = ticketproof::rules::judge(&contents);
        let truth = fs::read_to_string(dir.path().join(format!("{stem}.truth.json"))).unwrap();
        let truth: Value = serde_json::from_str(&truth).unwrap();
        assert_eq!(truth["expected"]["outcome"], verdict.outcome.name());
        assert_eq!(truth["expected"]["prize_eur"], serde_json::to_value(verdict.prize_eur).unwrap());
        assert_eq!(line["outcome"], truth["expected"]["outcome"]);
        assert_eq!(truth["size_px"], serde_json::json!([decoded.width(), decoded.height()]));
        assert_eq!(truth["quad_px"].as_array().unwrap().len(), 4);
        visited += 1;
    }
    assert_eq!(visited, 2);
}

#[test]
fn a_folder_in_use_is_refused_without_force() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    fs::write(dir.path().join("000009.tif"), "an earlier run's").unwrap();
    simulate(dir.path(), &["--count", "1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("not empty").and(predicate::str::contains("--force")));
    assert_eq!(files(dir.path()).len(), 2);
    simulate(dir.path(), &["--count", "1", "--force"]).assert().success();
    let files = files(dir.path());
    assert!(files.contains_key("notes.txt") && !files.contains_key("000009.tif"));
    assert!(files.contains_key("000001.truth.json"));
}

#[test]
fn what_is_not_built_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for capture in ["phone", "hard"] {
        simulate(dir.path(), &["--count", "1", "--capture", capture])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("not built yet"));
    }
    for wrong in [["--misprints", "1.5"], ["--defects", "-1"], ["--tiers", "even"], ["--count", "0"]] {
        simulate(dir.path(), &["--count", "1"]).args(wrong).assert().code(2);
    }
    assert_eq!(files(dir.path()).len(), 0);
}
