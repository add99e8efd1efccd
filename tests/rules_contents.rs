//! The contract's JSON for contents: what it reads, what it refuses, and that writing loses nothing.

#![allow(clippy::panic)] // clippy takes only #[test] functions for tests

mod rules_support;

use proptest::prelude::*;
use rules_support::{LOSING, changed, contents, ticket};
use ticketproof::contents::*;
use ticketproof::error::Error;

/// The contract's own example, character for character.
const EXAMPLE: &str = r#"{
  "rencontre": {
    "days": ["LUNDI", "MARDI"],
    "sum": {"figures": "1 000 €", "letters": "MILLE", "star": false, "letters_position": "below"}
  },
  "coup_de_foudre": {
    "sums": [
      {"figures": "0 €",  "letters": "ZERO",  "star": false, "letters_position": "above"},
      {"figures": "15 €", "letters": "QUINZ", "star": true,  "letters_position": "below"},
      {"figures": "3 €",  "letters": "TROIS", "star": false, "letters_position": "below"}
    ],
    "arrow": 1
  },
  "declaration": {"sentence": "Je t'aime de tout mon cœur"},
  "vie_a_deux": {"symbols": ["heart", "gift", "heart", "diamond"]}
}"#;

fn rencontre(contents: Contents) -> Rencontre {
    let Field::Legible(rencontre) = contents.rencontre else { panic!("{contents:?}") };
    rencontre
}

fn sum(contents: Contents) -> Sum {
    let Field::Legible(sum) = rencontre(contents).sum else { panic!() };
    sum
}

#[test]
fn the_contracts_example_is_written_as_it_was_read() {
    let contents = Contents::from_json(EXAMPLE).unwrap();
    let written = serde_json::to_string(&contents).unwrap();
    let compact: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
    assert_eq!(written, compact.to_string(), "values and key order");
}

#[test]
fn null_and_empty_text_are_absent() {
    for absent in ["null", "\"\"", "\"  \""] {
        let sum = sum(ticket(&[("rencontre.sum.figures", absent)]));
        assert_eq!(sum.figures, Field::Absent, "{absent}");
    }
    assert_eq!(ticket(&[("declaration", "null")]).declaration, Field::Absent);
    let Field::Legible(days) = rencontre(ticket(&[("rencontre.days[1]", "null")])).days else { panic!() };
    assert_eq!(days, [Field::Legible("LUNDI".to_owned()), Field::Absent]);
}

#[test]
fn unread_and_incomplete_stand_in_place_of_any_value() {
    let mut places = 0;
    for element in Element::all() {
        let path = element.to_string();
        for (json, same) in [
            (r#"{"unread": "low_resolution"}"#, r#"{"unread":"low_resolution"}"#),
            (r#"{"incomplete": null}"#, r#"{"incomplete":null}"#),
            (r#"{"incomplete": ""}"#, r#"{"incomplete":null}"#),
        ] {
            let written = serde_json::to_string(&ticket(&[(&path, json)])).unwrap();
            assert!(written.contains(same), "{path}: {written}");
            places += 1;
        }
    }
    assert_eq!(places, 35 * 3);
}

#[test]
fn incomplete_text_is_kept_where_it_can_be_the_value() {
    for (path, json) in [
        ("rencontre.days[0]", r#"{"incomplete":"LUN"}"#),
        ("rencontre.sum", r#"{"incomplete":"1 000 € MILLE"}"#),
        ("rencontre.sum.letters", r#"{"incomplete":"TROI"}"#),
        ("coup_de_foudre.arrow", r#"{"incomplete":2}"#),
        ("declaration", r#"{"incomplete":"Je t'aime"}"#),
        ("vie_a_deux.symbols[2]", r#"{"incomplete":"heart"}"#),
    ] {
        let written = serde_json::to_string(&ticket(&[(path, json)])).unwrap();
        assert!(written.contains(json), "{path}: {written}");
    }
    let Field::Legible(surface) = ticket(&[("coup_de_foudre.arrow", r#"{"incomplete":"2"}"#)]).coup_de_foudre else {
        panic!()
    };
    assert_eq!(surface.arrow, Field::Incomplete(Some(vec![2])));
    ticket(&[("rencontre", r#"{"incomplete":"any text"}"#), ("vie_a_deux.symbols", r#"{"incomplete":"any text"}"#)]);
}

#[test]
fn spaces_in_figures_become_plain() {
    for figures in ["1 000 €", "1\u{a0}000\u{a0}€", "1\u{202f}000 €"] {
        let read = sum(ticket(&[("rencontre.sum.figures", &format!("\"{figures}\""))])).figures;
        assert_eq!(read, Field::Legible("1 000 €".to_owned()));
    }
}

#[test]
fn an_arrow_is_an_index_a_list_or_null() {
    for (json, arrow, written) in [
        ("1", Field::Legible(vec![1]), "1"),
        ("[0, 2]", Field::Legible(vec![0, 2]), "[0,2]"),
        ("[2]", Field::Legible(vec![2]), "2"),
        ("[]", Field::Absent, "null"),
        ("null", Field::Absent, "null"),
    ] {
        let contents = ticket(&[("coup_de_foudre.arrow", json)]);
        assert!(contents.to_value().to_string().contains(&format!("\"arrow\":{written}}}")));
        let Field::Legible(surface) = contents.coup_de_foudre else { panic!() };
        assert_eq!(surface.arrow, arrow, "{json}");
    }
}

#[test]
fn star_and_side_may_be_left_out() {
    let sum = sum(Contents::from_json(LOSING).unwrap());
    assert_eq!(sum.star, Field::Legible(false));
    assert_eq!(sum.letters_position, Field::Legible(LettersPosition::Below));
}

#[test]
fn a_foreign_symbol_keeps_its_name() {
    let contents = ticket(&[("vie_a_deux.symbols", r#"["HEART", "heart", null]"#)]);
    let Field::Legible(surface) = contents.vie_a_deux else { panic!() };
    let symbols =
        vec![Field::Legible(Symbol::Unknown("HEART".to_owned())), Field::Legible(Symbol::Heart), Field::Absent];
    assert_eq!(surface.symbols, Field::Legible(symbols));
}

#[test]
fn parts_of_a_value_may_stay_beside_its_mark() {
    let contents = ticket(&[("coup_de_foudre.sums[1]", r#"{"unread": "covered", "star": {"unread": "blur"}}"#)]);
    let Field::Legible(surface) = contents.coup_de_foudre else { panic!() };
    let Field::Legible(sums) = surface.sums else { panic!() };
    assert_eq!(sums[1], Field::Unread(Reason::Covered));
}

#[test]
fn what_is_refused_is_named_with_its_path() {
    for (changes, message) in [
        (
            ("rencontre.sum.figurs", "1"),
            "`rencontre.sum.figurs` is no known key; the keys here are figures, letters, star",
        ),
        (("verdict", "1"), "`verdict` is no known key"),
        (("coup_de_foudre.sums[1]", r#"{"figures": "3 €"}"#), "`coup_de_foudre.sums[1].letters` is missing; give null"),
        (("declaration", ""), "`declaration` is missing"),
        (("declaration.sentence", "7"), "`declaration.sentence` is 7; give the printed text, or null"),
        (("declaration.sentence", r#"{"unraed": "blur"}"#), "`declaration.sentence` is {\"unraed\":\"blur\"}"),
        (
            ("declaration.sentence", r#"{"unread": "fog"}"#),
            "`declaration.sentence.unread` is \"fog\"; the reasons are blur,",
        ),
        (("rencontre.days[0]", r#"{"unread": "blur", "day": 1}"#), "`rencontre.days[0].day` is no known key"),
        (
            ("rencontre.days[0]", r#"{"unread": "blur", "incomplete": null}"#),
            "`rencontre.days[0]` is both unread and incomplete",
        ),
        (("rencontre.days", r#"["LUNDI", "MARDI", "JEUDI"]"#), "`rencontre.days` holds 3 values; a ticket has 2"),
        (("coup_de_foudre.arrow", "3"), "`coup_de_foudre.arrow` is 3; give the sum's index: 0, 1 or 2"),
        (("coup_de_foudre.arrow", "[0, -1]"), "`coup_de_foudre.arrow[1]` is -1"),
        (("rencontre.sum.star", "\"yes\""), "`rencontre.sum.star` is \"yes\"; give true or false"),
        (("rencontre.sum.letters_position", "\"left\""), "give \"above\" or \"below\""),
        (("vie_a_deux", "[]"), "`vie_a_deux` is []; give an object with the keys symbols"),
    ] {
        let error = Contents::from_value(&changed(&[changes])).unwrap_err().to_string();
        assert!(error.contains(message), "{changes:?}\n got {error}\nwant {message}");
    }
    assert!(matches!(Contents::from_json("{"), Err(Error::ContentsJson { .. })));
    assert!(Contents::from_json("[]").unwrap_err().to_string().contains("`contents` is []"));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(contents in contents()) {
        let json = serde_json::to_string(&contents).unwrap();
        prop_assert_eq!(Contents::from_json(&json).unwrap(), contents.clone());
        prop_assert_eq!(serde_json::from_str::<Contents>(&json).unwrap(), contents);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,80}") {
        let _ = Contents::from_json(&text);
    }
}
