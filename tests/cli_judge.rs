//! `ticketproof judge` and `ticketproof explain` as other programs call them.
#![allow(clippy::unwrap_used)] // clippy takes only #[test] functions for tests

mod rules_support;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use rules_support::{LOSING, changed};
use serde_json::{Value, json};

/// The program, its language set and the caller's environment kept out.
fn ticketproof(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ticketproof").unwrap();
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C").args(arguments);
    command
}

fn line(changes: &[(&str, &str)]) -> String {
    changed(changes).to_string() + "\n"
}

fn losing() -> String {
    line(&[])
}
fn winning() -> String {
    line(&[("coup_de_foudre.arrow", "2")])
}
fn anomaly() -> String {
    line(&[("rencontre.sum.letters", "\"DOUZ\"")])
}
fn review() -> String {
    line(&[("declaration.sentence", r#"{"unread": "glare"}"#)])
}

fn answers(output: &[u8]) -> Vec<Value> {
    str::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_exit_status_is_the_gravest_answer() {
    for (input, status) in [
        (String::new(), 0),
        (losing() + &winning(), 0),
        (losing() + &review(), 3),
        (review() + &anomaly() + &losing(), 1),
        (anomaly() + "no json\n" + &review(), 2),
        ("{}\n".to_owned(), 2),
    ] {
        ticketproof(&["judge"]).write_stdin(input.clone()).assert().code(status).stderr("");
        ticketproof(&["judge", "-"]).write_stdin(input).assert().code(status);
    }
}

#[test]
fn an_answer_has_the_contracts_shape() {
    let output = ticketproof(&["judge"]).write_stdin(winning() + &anomaly()).output().unwrap();
    let answers = answers(&output.stdout);
    assert_eq!(answers.len(), 2);
    let keys: Vec<&String> = answers[0].as_object().unwrap().keys().collect();
    let wanted = ["schema", "source", "page", "ticket", "outcome", "prize_eur", "surfaces", "findings", "contents"];
    assert_eq!(keys, wanted);
    let surfaces = json!({
        "rencontre": {"prize_eur": 0}, "coup_de_foudre": {"prize_eur": 3},
        "declaration": {"prize_eur": 0}, "vie_a_deux": {"prize_eur": 0},
    });
    assert_eq!(answers[0]["surfaces"], surfaces);
    assert_eq!(answers[0]["outcome"], "winning");
    assert_eq!(answers[0]["prize_eur"], 3);
    assert_eq!(answers[0]["findings"], json!([]));
    assert_eq!(answers[1]["outcome"], "print_anomaly");
    assert_eq!(answers[1]["prize_eur"], Value::Null);
    assert_eq!(answers[1]["ticket"], 2);
    let finding = json!({
        "code": "letters_not_in_table", "article": "3.6", "element": "rencontre.sum.letters",
        "message": "La rencontre, sum, letters: “DOUZ” is not in the table of 3.2.1; it should be “DOUZE”",
        "decides": "print_anomaly",
    });
    assert_eq!(answers[1]["findings"], json!([finding]));
}

#[test]
fn contents_come_back_in_full() {
    let output = ticketproof(&["judge"]).write_stdin(losing()).output().unwrap();
    let contents = &answers(&output.stdout)[0]["contents"];
    let mut wanted: Value = serde_json::from_str(LOSING).unwrap();
    for pointer in ["/rencontre/sum", "/coup_de_foudre/sums/0", "/coup_de_foudre/sums/1", "/coup_de_foudre/sums/2"] {
        wanted.pointer_mut(pointer).unwrap()["star"] = json!(false);
        wanted.pointer_mut(pointer).unwrap()["letters_position"] = json!("below");
    }
    assert_eq!(contents, &wanted);
}

#[test]
fn a_bad_line_is_answered_and_the_next_one_read() {
    let mut input = b"\xef\xbb\xbf".to_vec();
    input.extend(losing().into_bytes());
    input.extend(b"\r\n{\"rencontre\": 1}\n\xff\xfe\n{\n");
    input.extend(line(&[("vie_a_deux.symbol", "[]")]).into_bytes());
    input.extend(vec![b'x'; (1 << 20) + 1]);
    input.extend(b"\n");
    input.extend(winning().trim_end().as_bytes());
    let output = ticketproof(&["judge"]).write_stdin(input).output().unwrap();
    let answers = answers(&output.stdout);
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"]["message"].as_str()).collect();
    assert_eq!(answers.len(), 7);
    assert_eq!(answers[0]["outcome"], "losing", "a byte order mark is no error");
    assert_eq!(answers[6]["outcome"], "winning", "the last line needs no end");
    assert_eq!(answers[1]["outcome"], "error");
    assert_eq!(answers[1]["error"]["code"], "bad_contents");
    for (error, start) in errors.iter().zip([
        "line 3: ticket contents: `rencontre` is 1; give an object with the keys days, sum",
        "line 4: not UTF-8",
        "line 5: ticket contents: no valid JSON; write one JSON object a line: EOF while parsing",
        "line 6: ticket contents: `vie_a_deux.symbol` is no known key; the keys here are symbols",
        "line 7: longer than 1048576 bytes",
    ]) {
        assert!(error.starts_with(start), "{error}");
    }
    assert_eq!(errors.len(), 5);
}

#[test]
fn a_file_is_named_as_it_was_given() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tickets.jsonl"), losing()).unwrap();
    let mut command = ticketproof(&["judge", "tickets.jsonl"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert_eq!(answers(&output.stdout)[0]["source"], "tickets.jsonl");
    ticketproof(&["judge", "none.jsonl"])
        .current_dir(folder.path())
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("cannot open none.jsonl"));
    ticketproof(&["judge", "."]).current_dir(folder.path()).assert().code(2).stderr(contains("cannot read ."));
}

#[test]
fn the_language_comes_from_the_option_or_the_locale() {
    let french = contains("« DOUZ » n'est pas au tableau du 3.2.1 ; il y faut « DOUZE »");
    ticketproof(&["judge", "--lang", "fr"]).write_stdin(anomaly()).assert().stdout(french.clone());
    ticketproof(&["--lang", "fr", "judge"]).write_stdin(anomaly()).assert().stdout(french.clone());
    ticketproof(&["judge"]).env("LC_ALL", "fr_FR.UTF-8").write_stdin(anomaly()).assert().stdout(french.clone());
    ticketproof(&["judge", "--lang", "en"])
        .env("LC_ALL", "fr_FR.UTF-8")
        .write_stdin(anomaly())
        .assert()
        .stdout(french.not());
}

#[test]
fn wrong_usage_is_status_2() {
    ticketproof(&[]).assert().code(2);
    ticketproof(&["judge", "a", "b"]).assert().code(2);
    ticketproof(&["judge", "--lang", "de"]).assert().code(2).stderr(contains("no messages in `de`"));
    ticketproof(&["explain", "4.1"]).assert().code(2).stdout("").stderr(contains("no article and no code `4.1`"));
    ticketproof(&["--help"]).assert().code(0).stdout(contains("Exit status: 0 every ticket decided"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ticketproof"))
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    while input.write_all(losing().as_bytes()).is_ok() {}
    drop(input);
    let mut messages = String::new();
    child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
    assert_eq!((child.wait().unwrap().code(), messages.as_str()), (Some(141), ""));
}

#[test]
fn explain_prints_the_rule_with_our_reading() {
    ticketproof(&["explain", "3.6"])
        .assert()
        .code(0)
        .stdout(contains("anomalie d'impression et, dans ce cas").and(contains("Reading")).and(contains("Example")));
    ticketproof(&["explain", "3.2", "--lang", "fr"])
        .assert()
        .stdout(contains("Article 3.2.1").and(contains("Article 3.2.2")).and(contains("Lecture")));
    ticketproof(&["explain", "compound_word"])
        .assert()
        .stdout(contains("Decides: review").and(contains("Article 3.4.2")));
    let everything = ticketproof(&["explain"]).output().unwrap().stdout;
    let everything = String::from_utf8(everything).unwrap();
    for name in ["3.2.1", "3.6", "sum_absent", "not_in_prize_table", "faded_ink"] {
        assert!(everything.contains(name), "{name}");
    }
}
