//! Article 3.6: sums, transcriptions and symbols that are absent, incomplete or not those of 3.2.1, 3.3.1 and 3.5.1.
//!
//! Sums are checked here, since two surfaces have them; the number of sums, the arrow and the symbols with their
//! surfaces.

use super::game::{SumLine, figures, sum_table};
use super::{Article, ArticleText, printed};
use crate::contents::{Element, Field, Sum, SumPlace};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode};

/// The sum that the figures give, in euros: legible and in the table, with or without the euro sign.
pub(super) fn euros_of(sum: &Field<Sum>, table: &'static [SumLine]) -> Option<u32> {
    let Field::Legible(text) = printed(&sum.legible()?.figures) else { return None };
    line_of_figures(text, table).map(|line| line.euros)
}

/// What is wrong with a sum.
pub(super) fn sum_findings(place: SumPlace, sum: &Field<Sum>) -> Vec<Finding> {
    let whole = Element::Sum(place);
    let sum = match sum {
        Field::Legible(sum) => sum,
        Field::Absent => return vec![Finding::new(FindingCode::SumAbsent, whole, Evidence::Nothing)],
        Field::Incomplete(_) => {
            return vec![Finding::new(FindingCode::FiguresIncomplete, whole, Evidence::Rest(None))];
        }
        Field::Unread(reason) => return vec![Finding::unread(whole, *reason)],
    };
    let (figures, letters) = (printed(&sum.figures), printed(&sum.letters));
    if figures == Field::Absent && letters == Field::Absent {
        return vec![Finding::new(FindingCode::SumAbsent, whole, Evidence::Nothing)];
    }
    let table = sum_table(place);
    let by_figures = figures.legible().and_then(|text| line_of_figures(text, table));
    let by_letters = letters.legible().and_then(|text| line_of_letters(text, table));
    let mut findings = Vec::new();
    findings.extend(figures_finding(place, &figures, by_figures, by_letters));
    findings.extend(letters_finding(place, &letters, by_figures, by_letters));
    if let (Field::Legible(figures), Field::Legible(letters), Some(wanted), Some(printed)) =
        (figures, letters, by_figures, by_letters)
        && wanted != printed
    {
        let (figures, letters) = (figures.to_owned(), letters.to_owned());
        let evidence = Evidence::Sum { figures, letters, wanted: wanted.letters };
        findings.push(Finding::new(FindingCode::SumLettersMismatch, whole, evidence));
    }
    findings.extend(trimming_findings(place, sum));
    findings
}

fn figures_finding(
    place: SumPlace,
    field: &Field<&str>,
    by_figures: Option<SumLine>,
    by_letters: Option<SumLine>,
) -> Option<Finding> {
    let (code, evidence) = match field {
        Field::Legible(text) => {
            let seen = (*text).to_owned();
            match by_figures {
                None => {
                    let wanted = by_letters.map(|line| figures(line.euros));
                    (FindingCode::FiguresNotInTable, Evidence::Text { seen, wanted })
                }
                Some(line) if !text.contains('€') => {
                    (FindingCode::EuroSignMissing, Evidence::Text { seen, wanted: Some(figures(line.euros)) })
                }
                Some(_) => return None,
            }
        }
        Field::Absent => (FindingCode::FiguresAbsent, Evidence::Nothing),
        Field::Incomplete(rest) => (FindingCode::FiguresIncomplete, Evidence::Rest(rest.map(str::to_owned))),
        Field::Unread(reason) => (FindingCode::Unread, Evidence::Reason(*reason)),
    };
    Some(Finding::new(code, Element::Figures(place), evidence))
}

fn letters_finding(
    place: SumPlace,
    field: &Field<&str>,
    by_figures: Option<SumLine>,
    by_letters: Option<SumLine>,
) -> Option<Finding> {
    let (code, evidence) = match field {
        Field::Legible(_) if by_letters.is_some() => return None,
        Field::Legible(text) => {
            let wanted = by_figures.map(|line| line.letters.to_owned());
            (FindingCode::LettersNotInTable, Evidence::Text { seen: (*text).to_owned(), wanted })
        }
        Field::Absent => (FindingCode::LettersAbsent, Evidence::Nothing),
        Field::Incomplete(rest) => (FindingCode::LettersIncomplete, Evidence::Rest(rest.map(str::to_owned))),
        Field::Unread(reason) => (FindingCode::Unread, Evidence::Reason(*reason)),
    };
    Some(Finding::new(code, Element::Letters(place), evidence))
}

/// The star and the side of the letters: neither may decide anything by what it is, only by not being whole or not
/// being read. Incomplete ink on the side where the letters stand is incomplete letters.
fn trimming_findings(place: SumPlace, sum: &Sum) -> Vec<Finding> {
    let mut findings = Vec::new();
    match &sum.star {
        Field::Legible(_) | Field::Absent => {}
        Field::Incomplete(_) => {
            findings.push(Finding::new(FindingCode::StarIncomplete, Element::Star(place), Evidence::Nothing));
        }
        Field::Unread(reason) => findings.push(Finding::unread(Element::Star(place), *reason)),
    }
    let side = Element::LettersPosition(place);
    match &sum.letters_position {
        Field::Legible(_) | Field::Absent => {}
        Field::Incomplete(_) => {
            findings.push(Finding::new(FindingCode::LettersIncomplete, side, Evidence::Rest(None)));
        }
        Field::Unread(reason) => findings.push(Finding::unread(side, *reason)),
    }
    findings
}

/// The line of a table whose sum these figures are: blanks do not count, the euro sign may stand at the end.
fn line_of_figures(text: &str, table: &'static [SumLine]) -> Option<SumLine> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digits = compact.strip_suffix('€').unwrap_or(&compact);
    table.iter().copied().find(|line| line.euros.to_string() == digits)
}

/// The line of a table with these very letters; a hyphen is a hyphen, whichever of Unicode's three it is.
fn line_of_letters(text: &str, table: &'static [SumLine]) -> Option<SumLine> {
    let plain = text.replace(['\u{2010}', '\u{2011}'], "-");
    table.iter().copied().find(|line| line.letters == plain)
}

pub(super) const ANOMALY: ArticleText = ArticleText {
    article: Article::PrintAnomaly,
    title: Bilingual { fr: "Anomalies d'impression", en: "Print anomalies" },
    text: "\
Si, sur un ticket, les symboles, les sommes ou leur transcription en lettres ou en lettres et chiffres sont absents, \
incomplets ou ne correspondent pas à ceux mentionnés aux sous-articles 3.2.1, 3.3.1 et 3.5.1, le ticket a subi une \
anomalie d'impression et, dans ce cas, le joueur ne peut pas prétendre au paiement d'un gain mais seulement au \
remboursement ou à l'échange du ticket contre restitution.",
    reading: Bilingual {
        fr: "Une seule anomalie, où que ce soit sur le ticket, même sur une surface perdante et même si d'autres éléments ne \
             sont pas lus, décide du ticket entier. Chiffres et lettres se cherchent chacun dans le tableau de leur surface ; \
             s'ils y sont tous deux mais sur deux lignes différentes, ils ne correspondent pas (sum_letters_mismatch). \
             L'étoile et la flèche sont des symboles. Une étoile absente n'est pas une anomalie (« précédée ou non »), une \
             étoile incomplète en est une. Une variation d'encre ou de position qui laisse tout entier n'en est pas une.",
        en: "A single anomaly anywhere on the ticket, even on a losing surface and even where other elements are unread, \
             decides the whole ticket. Figures and letters are each looked up in their own surface's table; if both are \
             there but on different lines, they do not correspond (sum_letters_mismatch). Star and arrow are symbols. An \
             absent star is no anomaly (“précédée ou non”), an incomplete one is. A variation of ink or place that leaves \
             everything whole is none either.",
    },
    doubts: &[
        Bilingual {
            fr: "Le 3.6 ne nomme ni les jours ni la phrase, et ne renvoie pas au 3.4.1 : leurs défauts sont à examiner.",
            en: "3.6 names neither the days nor the sentence, and does not point to 3.4.1: their defects are for review.",
        },
        Bilingual {
            fr: "À partir de quand un caractère est-il « incomplet » ? Le règlement ne le dit pas. Ici : quand une personne, le \
                 ticket en main, verrait qu'il manque de l'encre.",
            en: "From where on is a character “incomplete”? The rule does not say. Here: when a person with the ticket in hand \
                 would see that ink is missing.",
        },
    ],
    example: Bilingual {
        fr: "Ticket par ailleurs gagnant de 30 € : la rencontre porte « 3 € TROI ». Pas de gain ; remboursement ou échange.",
        en: "A ticket that would else win 30 €: la rencontre shows “3 € TROI”. No prize; a refund or another ticket.",
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::{COUP_DE_FOUDRE_SUMS, RENCONTRE_SUMS};

    #[test]
    fn figures_are_found_whatever_their_blanks() {
        for text in ["1 000 €", "1000€", "1\u{202f}000\u{a0}€", "1 000"] {
            assert_eq!(line_of_figures(text, &RENCONTRE_SUMS).map(|line| line.euros), Some(1_000), "{text}");
        }
        for text in ["1 00O €", "01 000 €", "1.000 €", "1 000 €€", "€ 1 000", "1 000 EUR", "", "€"] {
            assert_eq!(line_of_figures(text, &RENCONTRE_SUMS), None, "{text}");
        }
    }

    #[test]
    fn letters_are_found_to_the_character() {
        for text in ["DIX-HUIT", "DIX\u{2010}HUIT", "DIX\u{2011}HUIT"] {
            assert_eq!(line_of_letters(text, &RENCONTRE_SUMS).map(|line| line.euros), Some(18));
        }
        for text in ["DIX HUIT", "dix-huit", "DIX–HUIT", "QUINZE", "5 CENT", "CINQ CENTS", "SCENT"] {
            assert_eq!(line_of_letters(text, &RENCONTRE_SUMS), None, "{text}");
            assert_eq!(line_of_letters(text, &COUP_DE_FOUDRE_SUMS), None, "{text}");
        }
    }
}
