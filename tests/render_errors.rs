//! What cannot be drawn, and wrong designs: each with its exact message.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests

mod render_support;

use std::fs;
use std::path::Path;

use render_support::{contents, sound, with};
use serde_json::{Value, json};
use ticketproof::contents::Contents;
use ticketproof::design::{Design, layout};
use ticketproof::render::{Press, Renderer};

#[test]
fn what_cannot_be_drawn_names_its_element() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 100.0).unwrap();
    let long = "incommensurablement".repeat(2);
    let cases: [(&str, Value, &str); 9] = [
        (
            "/rencontre/days/0",
            json!({"unread": "blur"}),
            "rencontre.days[0] cannot be printed: `{\"unread\": \"blur\"}` is the picture's and not the ticket's; only \
             `covered` can be drawn",
        ),
        (
            "/rencontre/sum/letters_position",
            json!({"incomplete": null}),
            "rencontre.sum.letters_position cannot be printed: a side has no ink that could be incomplete",
        ),
        (
            "/rencontre/sum/letters_position",
            json!({"unread": "covered"}),
            "rencontre.sum.letters_position cannot be printed: the side is covered only where the letters are \
             `{\"unread\": \"covered\"}` too",
        ),
        (
            "/coup_de_foudre/sums/1/letters",
            json!("QUINZ中"),
            "coup_de_foudre.sums[1].letters cannot be printed: the font fonts/IBMPlexSansCondensed-Medium.ttf has no \
             glyph for '中' (U+4E2D)",
        ),
        (
            "/declaration/sentence",
            json!(long),
            "declaration.sentence cannot be printed: \"incommensurablementincommensurablement\" is ",
        ),
        (
            "/declaration/sentence",
            json!("mon amour ".repeat(20)),
            "declaration.sentence cannot be printed: it takes 10 lines, the box has 5",
        ),
        (
            "/rencontre/sum/figures",
            json!("1 000 000 000 000 €"),
            "rencontre.sum.figures cannot be printed: its ink takes ",
        ),
        (
            "/declaration/sentence",
            json!({"incomplete": "."}),
            "declaration.sentence cannot be printed: it has too little ink for a defect that anyone would see",
        ),
        (
            "/coup_de_foudre/sums",
            json!({"incomplete": [null, null, null]}),
            "coup_de_foudre.sums cannot be printed: nothing of it is printed that could be incomplete",
        ),
    ];
    for (pointer, value, message) in cases {
        let ticket = contents(&with(sound(), pointer, value));
        let error = renderer.render(&ticket, &Press::nominal(), 0).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// A copy of the reference design in a folder of its own.
fn copy_of_reference() -> tempfile::TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let target = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(&entry.path(), &target);
            } else {
                fs::copy(entry.path(), target).unwrap();
            }
        }
    }
    let dir = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("designs/reference"), dir.path());
    dir
}

/// The message about the reference design with `from` in its design.toml replaced by `to`.
fn message_with(from: &str, to: &str) -> String {
    let dir = copy_of_reference();
    let path = dir.path().join("design.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "design.toml has no {from:?}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    let error = Design::load(dir.path()).err().map(|e| e.to_string()).unwrap_or_default();
    error.replace(&dir.path().display().to_string(), "DIR")
}

#[test]
fn a_wrong_design_names_file_key_and_reason() {
    let cases = [
        ("tracking_mm = 0.0", "traking_mm = 0.0", "DIR/design.toml: text.figures.traking_mm: line "),
        ("dpi = 240.0", "dpi = \"fine\"", "DIR/design.toml: ink.dpi: line "),
        ("dpi = 240.0", "dpi = 24.0", "DIR/design.toml: ink.dpi: 24 found, 60 to 2400 is needed"),
        ("\"#1b1a20\"", "\"black\"", "DIR/design.toml: ink.color: \"black\" found, #rrggbb is needed"),
        (
            "cap_height_mm = 4.0",
            "cap_height_mm = -4.0",
            "DIR/design.toml: text.figures.cap_height_mm: -4 found, a length above 0 and up to 1000 mm is needed",
        ),
        ("symbols/gift.svg", "symbols/gif.svg", "DIR/symbols/gif.svg: vie_a_deux.art.gift: cannot be read"),
        (
            "symbols/gift.svg",
            "../gift.svg",
            "DIR/../gift.svg: vie_a_deux.art.gift: not a path inside the design's folder",
        ),
        ("symbols/star.svg", "design.toml", "DIR/design.toml: marks.star.art: not a usable SVG"),
        (
            "fonts/IBMPlexSansCondensed-SemiBold.ttf",
            "artwork.svg",
            "DIR/artwork.svg: text.days.font: not a TrueType or OpenType font",
        ),
        ("[100.0, 150.0]", "[150.0, 100.0]", "DIR/artwork.svg: artwork: "),
        ("{ centre_mm = [22.5, 37.2] }, ", "", "DIR/design.toml: rencontre.days: 1 places found, the rule has 2"),
    ];
    for (from, to, message) in cases {
        let found = message_with(from, to);
        assert!(found.starts_with(message), "{from} -> {to}: {found}");
    }
    let missing = tempfile::tempdir().unwrap();
    let error = Design::load(missing.path()).err().unwrap();
    assert!(error.to_string().ends_with("/design.toml: -: cannot be read"), "{error}");
    assert!(std::error::Error::source(&error).is_some_and(|cause| cause.to_string().contains("No such file")));
}

#[test]
fn a_folder_with_the_reference_design_has_its_hash() {
    let dir = copy_of_reference();
    let (folder, embedded) = (Design::load(dir.path()).unwrap(), Design::reference().unwrap());
    assert_eq!(folder.hash(), embedded.hash());
    assert_eq!(folder.hash().len(), 64);
    fs::write(dir.path().join("symbols/star.svg"), fs::read(dir.path().join("symbols/moon.svg")).unwrap()).unwrap();
    assert_ne!(Design::load(dir.path()).unwrap().hash(), embedded.hash());
}

#[test]
fn every_contents_of_the_conformance_set_can_be_laid_out() {
    let shared =
        std::env::var("TICKETPROOF_SHARED").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").into());
    let path = Path::new(&shared).join("conformance/rules.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no {}", path.display());
        return;
    };
    let design = Design::reference().unwrap();
    let mut visited = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let contents = Contents::from_value(&case["contents"]).unwrap();
        layout::ticket(&contents, &design).unwrap_or_else(|e| panic!("{e}: {line}"));
        visited += 1;
    }
    assert_eq!(visited, 600);
}
