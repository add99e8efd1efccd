//! Every picture in `samples/` must be verified as its expected answer says: outcome, prize, codes and contents.
//! When one fails, the pictures of its steps are left in the target folder.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use ticketproof::capture::{CaptureLimits, decode};
use ticketproof::contents::Symbol;
use ticketproof::design::Design;
use ticketproof::report::steps;
use ticketproof::{Engines, Model, verify};

/// One for all tests: it takes longer to prepare than a sample to verify.
static MODEL: LazyLock<Model> = LazyLock::new(|| Model::new(Design::reference().unwrap()));

macro_rules! samples {
    ($($test:ident = $name:literal,)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        /// Names of all samples that a test visits.
        const VISITED: &[&str] = &[$($name,)*];
    };
}

samples! {
    winning_3 = "winning-3",
    winning_6 = "winning-6",
    winning_12 = "winning-12",
    winning_18 = "winning-18",
    winning_30 = "winning-30",
    winning_120 = "winning-120",
    winning_1000 = "winning-1000",
    winning_30000 = "winning-30000",
    losing_coeurs = "losing-coeurs",
    losing_passionne = "losing-passionne",
    anomaly_sum_letters_mismatch = "anomaly-sum-letters-mismatch",
    anomaly_figures_not_in_table = "anomaly-figures-not-in-table",
    anomaly_letters_not_in_table = "anomaly-letters-not-in-table",
    anomaly_figures_absent = "anomaly-figures-absent",
    anomaly_letters_absent = "anomaly-letters-absent",
    anomaly_sum_absent = "anomaly-sum-absent",
    anomaly_arrow_absent = "anomaly-arrow-absent",
    anomaly_several_arrows = "anomaly-several-arrows",
    anomaly_symbol_absent = "anomaly-symbol-absent",
    anomaly_symbol_unknown = "anomaly-symbol-unknown",
    anomaly_figures_incomplete = "anomaly-figures-incomplete",
    anomaly_letters_incomplete = "anomaly-letters-incomplete",
    anomaly_star_incomplete = "anomaly-star-incomplete",
    anomaly_arrow_incomplete = "anomaly-arrow-incomplete",
    anomaly_symbol_incomplete = "anomaly-symbol-incomplete",
    review_compound_word = "review-compound-word",
    review_four_identical = "review-four-identical",
    review_euro_sign_missing = "review-euro-sign-missing",
    review_not_a_weekday = "review-not-a-weekday",
    review_not_in_prize_table = "review-not-in-prize-table",
    review_covered = "review-covered",
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

#[test]
fn every_sample_is_visited() {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: BTreeSet<String> = names.filter_map(|n| n.strip_suffix(".expected.json").map(str::to_owned)).collect();
    assert_eq!(names, VISITED.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(VISITED.len(), 31);
    let bytes: u64 = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 15_000_000, "the samples take {bytes} bytes");
}

#[track_caller]
fn check(name: &str) {
    let expected = fs::read_to_string(folder().join(format!("{name}.expected.json"))).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let picture = decode(&fs::read(folder().join(format!("{name}.jpg"))).unwrap(), CaptureLimits::default()).unwrap();
    let mut engines = Engines::new().unwrap();
    let verified = verify(&picture, &MODEL, &mut engines).unwrap();

    let codes: BTreeSet<&str> = verified.verdict.findings.iter().map(|finding| finding.code.name()).collect();
    let wanted = expected["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap());
    let mut differences = Vec::new();
    let mut compare = |what: &str, found: &Value, wanted: &Value| {
        if found != wanted {
            differences.push(format!("{what}: {found}, expected {wanted}"));
        }
    };
    compare("outcome", &verified.verdict.outcome.name().into(), &expected["outcome"]);
    compare("prize_eur", &serde_json::to_value(verified.verdict.prize_eur).unwrap(), &expected["prize_eur"]);
    compare("codes", &codes.into_iter().collect(), &wanted.collect::<BTreeSet<_>>().into_iter().collect());
    compare_contents("contents", &verified.recognition.contents.to_value(), &expected["contents"], &mut compare);
    if differences.is_empty() {
        return;
    }
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sample-{name}"));
    fs::create_dir_all(&dir).unwrap();
    for (step, image) in steps::pictures(&picture, &verified, &MODEL.design, &mut engines.case) {
        image.save(dir.join(format!("{step}.png"))).unwrap();
    }
    panic!("{name}\n  {}\n  steps in {}", differences.join("\n  "), dir.display());
}

/// Compares contents as far as a picture can tell: what is left of an incomplete element is not compared, nor the name
/// of a symbol that the rule does not know, nor the side of letters that are not there.
fn compare_contents(path: &str, found: &Value, wanted: &Value, compare: &mut impl FnMut(&str, &Value, &Value)) {
    let incomplete = |value: &Value| value.get("incomplete").is_some();
    let foreign = |value: &Value| value.as_str().is_some_and(|s| matches!(Symbol::from_name(s), Symbol::Unknown(_)));
    match (found, wanted) {
        _ if incomplete(found) && incomplete(wanted) => {}
        _ if path.contains("symbols[") && foreign(found) && foreign(wanted) => {}
        (Value::Object(_), Value::Null) if found["figures"].is_null() && found["letters"].is_null() => {}
        (Value::Object(found), Value::Object(wanted)) => {
            let keys: BTreeSet<&String> = found.keys().chain(wanted.keys()).collect();
            let side_is_shown = wanted.get("letters").is_some_and(Value::is_string);
            for key in keys.into_iter().filter(|key| *key != "letters_position" || side_is_shown) {
                let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                compare_contents(&format!("{path}.{key}"), &value(found), &value(wanted), compare);
            }
        }
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => {
            for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                compare_contents(&format!("{path}[{i}]"), found, wanted, compare);
            }
        }
        _ => compare(path, found, wanted),
    }
}
