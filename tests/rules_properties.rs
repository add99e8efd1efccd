//! What holds of every verdict, whatever the contents.

mod rules_support;

use proptest::prelude::*;
use rules_support::{contents, sound_contents};
use serde_json::{Value, json};
use ticketproof::contents::{Contents, CoupDeFoudre, Element, Field, Surface, Symbol, VieADeux};
use ticketproof::language::Language;
use ticketproof::rules::{is_decomposition, judge};
use ticketproof::verdict::{FindingCode, Outcome};

/// The contents with one element unread; `None` if they have no such element, a whole being unread or absent.
fn masked(contents: &Contents, element: Element) -> Option<Contents> {
    let mut value = contents.to_value();
    let pointer = format!("/{}", element.to_string().replace(['.', '['], "/").replace(']', ""));
    let place: &mut Value = value.pointer_mut(&pointer)?;
    *place = json!({ "unread": "blur" });
    Contents::from_value(&value).ok()
}

/// Any contents, sound ones as often as not.
fn tickets() -> impl Strategy<Value = Contents> {
    prop_oneof![contents(), sound_contents()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_verdict_holds_together(contents in tickets()) {
        let verdict = judge(&contents);
        prop_assert_eq!(&verdict, &judge(&contents), "the same contents, the same verdict");
        let decided = |outcome| verdict.findings.iter().any(|finding| finding.code.decides() == Some(outcome));
        match verdict.outcome {
            Outcome::Winning => {
                let prizes = verdict.surfaces.all().unwrap();
                prop_assert_eq!(verdict.prize_eur, Some(prizes.iter().sum()));
                prop_assert!(verdict.prize_eur > Some(0) && is_decomposition(prizes));
                prop_assert!(verdict.findings.is_empty());
            }
            Outcome::Losing => {
                prop_assert_eq!(verdict.prize_eur, Some(0));
                prop_assert_eq!(verdict.surfaces.all(), Some([0; 4]));
                prop_assert!(verdict.findings.is_empty());
            }
            Outcome::PrintAnomaly => {
                prop_assert_eq!(verdict.prize_eur, None);
                prop_assert!(decided(Outcome::PrintAnomaly));
            }
            Outcome::Review => {
                prop_assert_eq!(verdict.prize_eur, None);
                prop_assert!(decided(Outcome::Review) && !decided(Outcome::PrintAnomaly));
            }
        }
    }

    #[test]
    fn sound_contents_are_decided_by_their_prizes(contents in sound_contents()) {
        let verdict = judge(&contents);
        let prizes = verdict.surfaces.all().unwrap();
        let known = prizes == [0; 4] || is_decomposition(prizes);
        let codes: Vec<_> = verdict.findings.iter().map(|finding| finding.code).collect();
        prop_assert_eq!(codes, if known { vec![] } else { vec![FindingCode::NotInPrizeTable] });
        prop_assert_eq!(verdict.prize_eur, Some(prizes.iter().sum()).filter(|_| known));
    }

    #[test]
    fn every_finding_says_where_and_why(contents in tickets()) {
        for finding in judge(&contents).findings {
            prop_assert!(finding.article().is_some(), "{:?}", finding);
            let path = finding.element.map(|element| element.to_string());
            prop_assert_eq!(path.map(|path| path.parse::<Element>().unwrap()), finding.element);
            for language in [Language::Fr, Language::En] {
                let message = finding.message(language);
                prop_assert!(message.contains(language.pick(" : ", ": ")), "{}", message);
            }
        }
    }

    #[test]
    fn a_surface_with_anything_unread_has_no_prize(contents in tickets()) {
        let verdict = judge(&contents);
        for finding in verdict.findings.iter().filter(|finding| finding.code == FindingCode::Unread) {
            let surface = finding.element.unwrap().surface();
            prop_assert_eq!(verdict.surfaces.of(surface), None, "{:?}", finding);
        }
    }

    #[test]
    fn reading_less_never_decides_more(contents in tickets(), index in 0..35usize) {
        let Some(less) = masked(&contents, Element::all()[index]) else { return Ok(()) };
        let (full, less) = (judge(&contents), judge(&less));
        prop_assert_ne!(less.outcome, Outcome::Winning);
        prop_assert_ne!(less.outcome, Outcome::Losing);
        if less.outcome == Outcome::PrintAnomaly {
            prop_assert_eq!(full.outcome, Outcome::PrintAnomaly, "an anomaly that the unread element made up");
        }
    }

    #[test]
    fn lists_that_no_ticket_has_room_for_are_judged_too(contents in tickets(), arrow in any::<usize>(), more in 0..6usize) {
        let mut contents = contents;
        if let Field::Legible(CoupDeFoudre { sums, arrow: field }) = &mut contents.coup_de_foudre {
            *field = Field::Legible(vec![arrow]);
            if let Field::Legible(sums) = sums {
                sums.extend(vec![Field::Absent; more]);
            }
        }
        contents.vie_a_deux =
            Field::Legible(VieADeux { symbols: Field::Legible(vec![Field::Legible(Symbol::Heart); more]) });
        let verdict = judge(&contents);
        prop_assert!(verdict.outcome != Outcome::Winning || more <= 3);
        prop_assert!(more <= 4 || verdict.surfaces.of(Surface::VieADeux).is_none());
    }
}
