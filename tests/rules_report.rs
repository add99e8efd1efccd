//! What the report looks like: format only, as snapshots, and that nothing printed on a ticket escapes into a terminal.

#![allow(clippy::unwrap_used)] // clippy takes only #[test] functions for tests

mod rules_support;

use std::collections::BTreeMap;
use std::ffi::OsStr;

use rules_support::ticket;
use serde_json::json;
use ticketproof::contents::{Contents, Element, SumPlace};
use ticketproof::geometry::{Point, Quad};
use ticketproof::language::Language;
use ticketproof::report::{Answer, ElementReading, Failure, TicketAnswer, json, text};
use ticketproof::rules::judge;
use ticketproof::verdict::{Evidence, Finding, FindingCode};

fn answer(contents: Contents) -> Answer {
    Answer::ticket("scans/0001.jpg", 1, 1, TicketAnswer::of_contents(contents))
}

#[track_caller]
fn text(answer: &Answer, language: Language, color: bool) -> String {
    let mut out = Vec::new();
    text::write(&mut out, answer, text::Style { language, color }).unwrap();
    String::from_utf8(out).unwrap()
}

fn winning() -> Contents {
    ticket(&[
        ("rencontre.days", r#"["JEUDI", "JEUDI"]"#),
        ("rencontre.sum", r#"{"figures": "3 €", "letters": "TROIS", "star": true}"#),
        ("coup_de_foudre.arrow", "2"),
        ("declaration.sentence", "\"Mon cœur\""),
        ("vie_a_deux.symbols", r#"["heart", "gift", "heart", "diamond"]"#),
    ])
}

fn defective() -> Contents {
    ticket(&[
        ("rencontre.sum.letters", r#"{"incomplete": "DOU"}"#),
        ("coup_de_foudre.sums[1]", "null"),
        ("coup_de_foudre.arrow", r#"{"unread": "glare"}"#),
        ("declaration.sentence", r#"{"incomplete": null}"#),
        ("vie_a_deux.symbols", r#"["heart", "clover", null]"#),
    ])
}

#[test]
fn a_winning_ticket() {
    insta::assert_snapshot!("winning_en", text(&answer(winning()), Language::En, false));
    insta::assert_snapshot!("winning_fr", text(&answer(winning()), Language::Fr, false));
}

#[test]
fn a_defective_ticket() {
    insta::assert_snapshot!("defective_en", text(&answer(defective()), Language::En, false));
    insta::assert_snapshot!("defective_fr", text(&answer(defective()), Language::Fr, false));
}

#[test]
fn a_file_without_a_ticket() {
    let failure = Failure { code: "no_ticket".to_owned(), message: "no ticket in the picture".to_owned() };
    let answer = Answer::failure("cat.jpg", failure);
    insta::assert_snapshot!("failure_fr", text(&answer, Language::Fr, false));
    let object = json!({
        "schema": 1, "source": "cat.jpg", "outcome": "error",
        "error": {"code": "no_ticket", "message": "no ticket in the picture"},
    });
    assert_eq!(json::value(&answer, Language::En), object);
}

#[test]
fn colours_only_where_asked() {
    let answer = answer(winning());
    assert!(text(&answer, Language::En, true).starts_with("\u{1b}[1;32mWINNING 12 €\u{1b}[0m  scans/0001.jpg"));
    assert!(!text(&answer, Language::En, false).contains('\u{1b}'));
    for (terminal, no_color, color) in
        [(true, None, true), (true, Some(""), true), (true, Some("1"), false), (false, None, false)]
    {
        let style = text::Style::for_output(Language::En, terminal, no_color.map(OsStr::new));
        assert_eq!(style.color, color, "terminal {terminal}, NO_COLOR {no_color:?}");
    }
}

#[test]
fn what_is_printed_cannot_steer_the_terminal() {
    let contents = ticket(&[("declaration.sentence", r#""\u001b[2JMon\nc\u0007œur-x""#)]);
    let mut answer = answer(contents);
    answer.source = "a\u{1b}[31m.jpg".to_owned();
    let text = text(&answer, Language::Fr, false);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(text.contains("\u{fffd}[2JMon\u{fffd}c"), "{text:?}");
}

#[test]
fn readings_and_further_keys_follow_the_contracts() {
    let corner = |x, y| Point::new(x, y);
    let quad = Quad([corner(1.0, 2.0), corner(30.123_456, 2.0), corner(30.0, 9.0), corner(1.0, 9.0)]);
    let reading = ElementReading {
        element: Element::Letters(SumPlace::Rencontre),
        text: Some("DOUZE".to_owned()),
        raw: Some("D0UZE".to_owned()),
        quad: Some(quad),
        scores: BTreeMap::from([("confidence".to_owned(), 0.912_34), ("ink".to_owned(), f64::NAN)]),
    };
    let mut answer = answer(winning());
    answer.extra.insert("timings_ms".to_owned(), json!({"locate": 12.5}));
    answer.result.as_mut().unwrap().quad = Some(quad);
    answer.result.as_mut().unwrap().readings = vec![reading];
    let value = json::value(&answer, Language::En);
    let keys: Vec<&String> = value.as_object().unwrap().keys().skip(8).collect();
    assert_eq!(keys, ["contents", "quad_px", "readings", "timings_ms"]);
    let reading = json!({
        "element": "rencontre.sum.letters", "text": "DOUZE", "raw": "D0UZE",
        "quad_px": [[1.0, 2.0], [30.12, 2.0], [30.0, 9.0], [1.0, 9.0]],
        "scores": {"confidence": 0.9123, "ink": null},
    });
    assert_eq!(value["readings"], json!([reading]));
}

#[test]
fn an_array_is_one_json_value_and_a_line_one_line() {
    let answers = [answer(winning()), answer(defective())];
    let mut array = Vec::new();
    json::write_array(&mut array, &answers, Language::En).unwrap();
    let array: Vec<serde_json::Value> = serde_json::from_slice(&array).unwrap();
    let mut lines = Vec::new();
    for answer in &answers {
        json::write_line(&mut lines, answer, Language::En).unwrap();
    }
    let lines = String::from_utf8(lines).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(array, lines);
}

/// One ticket for every code that the rules themselves find.
const EVERY_CODE: &[(&str, &str)] = &[
    ("rencontre.sum", "null"),
    ("rencontre.sum.figures", "null"),
    ("rencontre.sum.figures", r#"{"incomplete": "2 €"}"#),
    ("coup_de_foudre.sums[2].figures", "\"18 €\""),
    ("rencontre.sum", r#"{"figures": "7 €", "letters": "SEPT"}"#),
    ("rencontre.sum.letters", "null"),
    ("rencontre.sum.letters", r#"{"incomplete": "DOU"}"#),
    ("coup_de_foudre.sums[1].letters", "\"NEUFF\""),
    ("rencontre.sum.letters", "\"SIX\""),
    ("coup_de_foudre.sums", r#"[{"figures": "0 €", "letters": "ZERO"}]"#),
    ("coup_de_foudre.sums[0].star", r#"{"incomplete": null}"#),
    ("coup_de_foudre.arrow", "null"),
    ("coup_de_foudre.arrow", r#"{"incomplete": null}"#),
    ("coup_de_foudre.arrow", "[0, 1]"),
    ("vie_a_deux.symbols", r#"["heart", "daisy"]"#),
    ("vie_a_deux.symbols[0]", r#"{"incomplete": null}"#),
    ("vie_a_deux.symbols[0]", "\"clover\""),
    ("vie_a_deux.symbols[0]", r#"{"unread": "low_resolution"}"#),
    ("rencontre.days[0]", "\"lundi\""),
    ("rencontre.days[1]", r#"{"incomplete": "MARD"}"#),
    ("rencontre.days[1]", "null"),
    ("declaration.sentence", "null"),
    ("declaration.sentence", r#"{"incomplete": "Reste"}"#),
    ("declaration.sentence", "\"Un porte-passion\""),
    ("vie_a_deux.symbols", r#"["gift", "gift", "gift", "gift"]"#),
    ("rencontre.sum.figures", "\"12\""),
    ("declaration.sentence", "\"Je t'aime\""),
];

#[test]
fn every_code_has_its_message() {
    let mut findings: Vec<Finding> = EVERY_CODE.iter().flat_map(|&change| judge(&ticket(&[change])).findings).collect();
    let shifted = Evidence::Length { um: 1_054 };
    findings.push(Finding { code: FindingCode::PrintShifted, element: None, evidence: shifted });
    let line = Evidence::Length { um: 90 };
    findings.push(Finding::new(FindingCode::MissingInkLine, Element::Sum(SumPlace::Rencontre), line));
    let faded = Evidence::Share { per_mille: 605 };
    findings.push(Finding { code: FindingCode::FadedInk, element: None, evidence: faded });
    for code in FindingCode::ALL {
        assert!(findings.iter().any(|finding| finding.code == *code), "{code} is not shown");
    }
    for (name, language) in [("messages_en", Language::En), ("messages_fr", Language::Fr)] {
        let messages: Vec<String> =
            findings.iter().map(|finding| format!("{}\n  {}", finding.code, finding.message(language))).collect();
        insta::assert_snapshot!(name, messages.join("\n"));
    }
}
