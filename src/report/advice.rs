//! What to do about a picture that does not show everything.

use std::collections::BTreeSet;

use crate::contents::Reason;
use crate::language::{Bilingual, Language};
use crate::verdict::{Evidence, Verdict};

/// One piece of advice for each reason for which something is unread.
pub(super) fn on(verdict: &Verdict, language: Language) -> Vec<&'static str> {
    let reasons: BTreeSet<Reason> = verdict
        .findings
        .iter()
        .filter_map(|finding| match finding.evidence {
            Evidence::Reason(reason) => Some(reason),
            _ => None,
        })
        .collect();
    reasons.into_iter().map(|reason| advice(reason).text(language)).collect()
}

fn advice(reason: Reason) -> Bilingual {
    match reason {
        Reason::Blur => Bilingual {
            fr: "flou : posez le ticket bien à plat et refaites l'image, nette et sans bouger",
            en: "blurred: lay the ticket flat and take the picture again, in focus and without moving",
        },
        Reason::Glare => Bilingual {
            fr: "reflet : éclairez de côté, sans flash, et refaites l'image",
            en: "glare: light the ticket from the side, without flash, and take the picture again",
        },
        Reason::Shadow => Bilingual {
            fr: "ombre : éclairez le ticket également et refaites l'image",
            en: "in shadow: light the ticket evenly and take the picture again",
        },
        Reason::Covered => Bilingual {
            fr: "couvert : grattez toute la couche, dégagez le ticket et refaites l'image",
            en: "covered: scratch off the whole layer, clear the ticket and take the picture again",
        },
        Reason::CutOff => Bilingual {
            fr: "hors de l'image : refaites l'image avec le ticket entier",
            en: "outside the picture: take the picture again with the whole ticket on it",
        },
        Reason::LowResolution => Bilingual {
            fr: "résolution insuffisante : numérisez à 300 ppp",
            en: "resolution too low: scan at 300 dpi",
        },
        Reason::Ambiguous => Bilingual {
            fr: "plusieurs lectures possibles : numérisez à 300 ppp sur une vitre propre ; si cela persiste, jugez sur le \
                 ticket",
            en: "more than one reading: scan at 300 dpi on a clean glass; if that does not help, judge by the ticket itself",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::{Contents, Element};
    use crate::rules::judge;
    use crate::verdict::Finding;

    #[test]
    fn each_reason_is_advised_on_once() {
        let mut verdict = judge(
            &Contents::from_json(
                r#"{"rencontre": {"unread": "glare"}, "coup_de_foudre": {"unread": "glare"},
                    "declaration": {"unread": "blur"}, "vie_a_deux": {"symbols": ["heart", "daisy", "gift", "diamond"]}}"#,
            )
            .unwrap(),
        );
        let advice = on(&verdict, Language::En);
        assert_eq!(advice.len(), 2, "{advice:?}");
        assert!(advice[0].starts_with("blurred") && advice[1].starts_with("glare"), "{advice:?}");
        verdict.findings = Reason::ALL.map(|reason| Finding::unread(Element::Arrow, reason)).to_vec();
        for language in [Language::Fr, Language::En] {
            let all: BTreeSet<_> = on(&verdict, language).into_iter().collect();
            assert_eq!(all.len(), Reason::ALL.len());
        }
    }
}
