//! The shared rule cases: contents with the outcome, the prize and the codes expected of them.

mod rules_support;

use serde_json::Value;
use ticketproof::contents::Contents;
use ticketproof::rules::judge;

#[test]
fn every_shared_case_agrees() {
    let Some(path) = rules_support::shared("conformance/rules.jsonl") else { return };
    let cases = std::fs::read_to_string(&path).unwrap();
    let mut visited = 0;
    let mut wrong = Vec::new();
    for (line, case) in (1..).zip(cases.lines()) {
        let case: Value = serde_json::from_str(case).unwrap();
        let verdict = judge(&Contents::from_value(&case["contents"]).unwrap());
        let mut codes: Vec<&str> = verdict.findings.iter().map(|finding| finding.code.name()).collect();
        codes.sort_unstable();
        codes.dedup();
        let got = serde_json::json!({
            "outcome": verdict.outcome, "prize_eur": verdict.prize_eur, "codes": codes,
        });
        if got != case["expect"] {
            wrong.push(format!("line {line}: got {got}, want {}", case["expect"]));
        }
        visited += 1;
    }
    assert_eq!(visited, 600);
    assert!(wrong.is_empty(), "{} of {visited} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}
