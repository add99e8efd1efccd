//! The whole loop: contents -> render -> scan -> verify -> the same contents, on simulated flatbed scans.

#![allow(clippy::unwrap_used)] // A test that cannot go on says so.

use ticketproof::capture::{CaptureLimits, decode};
use ticketproof::design::Design;
use ticketproof::simulate::tickets::Tiers;
use ticketproof::simulate::{Printer, Run, Simulated};
use ticketproof::verdict::Outcome;
use ticketproof::{Engines, Model, verify};

/// Scans of one run, judged.
struct Tally {
    visited: usize,
    wrong: Vec<String>,
    sound: usize,
    sound_in_review: Vec<String>,
    anomalies: usize,
    anomalies_found: usize,
}

fn run(run: &Run, tickets: u64) -> Tally {
    let design = Design::reference().unwrap();
    let model = Model::new(Design::reference().unwrap());
    let printer = Printer::new(&design);
    let mut engines = Engines::new().unwrap();
    let mut tally =
        Tally { visited: 0, wrong: vec![], sound: 0, sound_in_review: vec![], anomalies: 0, anomalies_found: 0 };
    for index in 1..=tickets {
        let simulated = run.simulate(index, &printer).unwrap();
        judge_one(&simulated, index, &model, &mut engines, &mut tally);
    }
    tally
}

fn judge_one(simulated: &Simulated, index: u64, model: &Model, engines: &mut Engines, tally: &mut Tally) {
    let picture = decode(&simulated.picture, CaptureLimits::default()).unwrap();
    let verified = verify(&picture, model, engines).unwrap();
    let (expected, verdict) = (&simulated.truth.expected, &verified.verdict);
    tally.visited += 1;
    let said = (verdict.outcome, verdict.prize_eur);
    let wanted = (expected.outcome, expected.prize_eur);
    if verdict.outcome != Outcome::Review && said != wanted {
        tally.wrong.push(format!("ticket {index}: {said:?}, wanted {wanted:?}"));
    }
    match expected.outcome {
        Outcome::PrintAnomaly => {
            tally.anomalies += 1;
            tally.anomalies_found += usize::from(verdict.outcome == Outcome::PrintAnomaly);
        }
        Outcome::Winning | Outcome::Losing => {
            tally.sound += 1;
            if verdict.outcome == Outcome::Review {
                tally.sound_in_review.push(format!("ticket {index}"));
            } else {
                let read = verified.recognition.contents.to_value();
                assert_eq!(read, simulated.contents.to_value(), "contents of ticket {index}");
            }
        }
        _ => {}
    }
}

#[test]
fn scans_come_back_as_they_were_printed() {
    let tally = run(&Run { seed: 7001, tiers: Tiers::Mixed, misprint_rate: 0.25, ink_defect_rate: 0.10 }, 40);
    assert_eq!(tally.visited, 40);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(tally.sound >= 20, "only {} sound tickets", tally.sound);
    // At most 2 % of sound tickets: of so few, none.
    assert!(tally.sound_in_review.is_empty(), "{:?}", tally.sound_in_review);
}

#[test]
fn damaged_tickets_are_anomalies_and_never_paid() {
    let tally = run(&Run { seed: 7002, tiers: Tiers::Mixed, misprint_rate: 0.0, ink_defect_rate: 1.0 }, 40);
    assert_eq!(tally.visited, 40);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(tally.anomalies >= 25, "only {} anomalies", tally.anomalies);
    let missed = tally.anomalies - tally.anomalies_found;
    assert!(missed * 10 <= tally.anomalies, "{missed} of {} anomalies left in review", tally.anomalies);
}
