//! Articles 3.3.1 and 3.3.2: three sums and an arrow.

use super::game::{COUP_DE_FOUDRE_SUMS, SUMS};
use super::{Article, ArticleText, SurfaceVerdict, print_anomaly};
use crate::contents::{CoupDeFoudre, Element, Field, Reason, Sum, SumPlace, Surface};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode};

/// Judges the second surface.
pub(super) fn judge(surface: &Field<CoupDeFoudre>) -> SurfaceVerdict {
    let whole = Element::Surface(Surface::CoupDeFoudre);
    match surface {
        Field::Legible(coup_de_foudre) => {
            let mut findings = read_sums(&coup_de_foudre.sums);
            let arrow = read_arrow(&coup_de_foudre.arrow, &mut findings);
            let sum = arrow.and_then(|index| coup_de_foudre.sums.legible()?.get(index));
            let prize_eur = sum.and_then(|sum| print_anomaly::euros_of(sum, &COUP_DE_FOUDRE_SUMS));
            SurfaceVerdict { prize_eur, findings }
        }
        Field::Absent => SurfaceVerdict {
            prize_eur: None,
            findings: vec![
                Finding::new(FindingCode::SumsMissing, Element::Sums, Evidence::Count(0)),
                Finding::new(FindingCode::ArrowAbsent, Element::Arrow, Evidence::Nothing),
            ],
        },
        Field::Incomplete(_) => SurfaceVerdict {
            prize_eur: None,
            findings: vec![Finding::new(FindingCode::FiguresIncomplete, whole, Evidence::Rest(None))],
        },
        Field::Unread(reason) => SurfaceVerdict { prize_eur: None, findings: vec![Finding::unread(whole, *reason)] },
    }
}

/// What is wrong with the three sums.
fn read_sums(sums: &Field<Vec<Field<Sum>>>) -> Vec<Finding> {
    let list = match sums {
        Field::Legible(list) => list,
        Field::Absent => return vec![Finding::new(FindingCode::SumsMissing, Element::Sums, Evidence::Count(0))],
        Field::Incomplete(_) => {
            return vec![Finding::new(FindingCode::FiguresIncomplete, Element::Sums, Evidence::Rest(None))];
        }
        Field::Unread(reason) => return vec![Finding::unread(Element::Sums, *reason)],
    };
    let mut findings = Vec::new();
    if list.len() < SUMS {
        let there = list.iter().filter(|sum| **sum != Field::Absent).count();
        findings.push(Finding::new(FindingCode::SumsMissing, Element::Sums, Evidence::Count(there)));
    }
    if list.len() > SUMS {
        findings.push(Finding::unread(Element::Sums, Reason::Ambiguous));
    }
    for (index, sum) in (0..).zip(list.iter().take(SUMS)) {
        findings.extend(print_anomaly::sum_findings(SumPlace::CoupDeFoudre(index), sum));
    }
    findings
}

/// The index of the sum that the arrow stands at.
fn read_arrow(arrow: &Field<Vec<usize>>, findings: &mut Vec<Finding>) -> Option<usize> {
    let (code, evidence) = match arrow {
        Field::Legible(arrows) => match arrows[..] {
            [index] if index < SUMS => return Some(index),
            [_] => (FindingCode::Unread, Evidence::Reason(Reason::Ambiguous)),
            [] => (FindingCode::ArrowAbsent, Evidence::Nothing),
            _ => (FindingCode::SeveralArrows, Evidence::Count(arrows.len())),
        },
        Field::Absent => (FindingCode::ArrowAbsent, Evidence::Nothing),
        Field::Incomplete(_) => (FindingCode::ArrowIncomplete, Evidence::Nothing),
        Field::Unread(reason) => (FindingCode::Unread, Evidence::Reason(*reason)),
    };
    findings.push(Finding::new(code, Element::Arrow, evidence));
    None
}

pub(super) const PRINT: ArticleText = ArticleText {
    article: Article::CoupDeFoudrePrint,
    title: Bilingual { fr: "Le coup de foudre : ce qui est imprimé", en: "Le coup de foudre: what is printed" },
    text: "\
La zone à gratter de la 2e surface de jeu est représentée par une cible. Les éléments inscrits sous la couche \
grattable sont un symbole représentant une flèche et trois sommes en euros exprimées en chiffres, précédées ou non \
d'un symbole « étoile », avec leur transcription en lettres ou en lettres et chiffres placée au-dessus ou au-dessous. \
La flèche est associée à une des trois sommes découvertes et se situe entre la somme exprimée en chiffres et sa \
transcription en lettres ou en lettres et chiffres.
Chaque somme découverte correspond à l'un des montants mentionnés dans le tableau figurant au présent sous-article, à \
l'exclusion de toute autre somme.
Les correspondances entre les sommes et leurs transcriptions en lettres ou en lettres et chiffres sont les suivantes :

  AUX SOMMES | CORRESPONDENT LES LETTRES ou les lettres et chiffres
  0 €        | ZERO
  3 €        | TROIS
  5 €        | CINQ
  6 €        | SIX
  9 €        | NEUF
  10 €       | DIX
  12 €       | DOUZE
  15 €       | QUINZ
  30 €       | TRENTE
  500 €      | 5CENT
  1 000 €    | MILLE
  5 000      | 5MILLE",
    reading: Bilingual {
        fr: "Trois sommes, dont les chiffres et les lettres figurent tous deux à ce tableau-ci, sur la même ligne, et une \
             seule flèche. QUINZ est juste et QUINZE est une anomalie : le tableau fait foi au caractère près. L'étoile \
             est un ornement. Une même somme peut figurer plusieurs fois.",
        en: "Three sums whose figures and letters are both in this very table, on the same line, and a single arrow. \
             QUINZ is right and QUINZE is an anomaly: the table holds to the character. The star is decoration. The same \
             sum may stand there more than once.",
    },
    doubts: &[
        Bilingual {
            fr: "QUINZ a l'air d'une coquille du règlement. Le 3.6 renvoie pourtant aux transcriptions « mentionnées » : \
                 c'est QUINZ qui l'est.",
            en: "QUINZ looks like a slip of the rule. Yet 3.6 points to the transcriptions “mentioned”, and QUINZ is the \
                 one that is.",
        },
        Bilingual {
            fr: "Le tableau imprime « 5 000 » sans € : sans son signe €, une somme du tableau est à examiner \
                 (euro_sign_missing).",
            en: "The table prints “5 000” without €: a sum of the table without its € sign is for review \
                 (euro_sign_missing).",
        },
        Bilingual {
            fr: "Le 3.6 ne nomme que symboles, sommes et transcriptions ; le 3.3.1 appelle la flèche « un symbole » : \
                 absente, incomplète ou multiple, elle est une anomalie.",
            en: "3.6 names only symbols, sums and transcriptions; 3.3.1 calls the arrow “a symbol”: absent, incomplete or \
                 more than one, it is an anomaly.",
        },
    ],
    example: Bilingual {
        fr: "« 100 € CENT » est une anomalie ici : 100 € n'est qu'au tableau du 3.2.1.",
        en: "“100 € CENT” is an anomaly here: 100 € is only in the table of 3.2.1.",
    },
};

pub(super) const WIN: ArticleText = ArticleText {
    article: Article::CoupDeFoudreWin,
    title: Bilingual { fr: "Le coup de foudre : ce qui gagne", en: "Le coup de foudre: what wins" },
    text: "\
Le joueur gratte la zone grattable et découvre trois sommes et une flèche. La 2e surface de jeu est gagnante si la \
flèche découverte est associée à l'une des sommes du tableau figurant au sous-article 3.3.1, à l'exclusion de la somme \
« 0 € » et de toute autre somme. Le montant du lot gagné est celui indiqué par la somme associée à la flèche découverte.
La 2e surface de jeu est perdante dans tous les autres cas (notamment si la somme associée à la flèche découverte est \
« 0 € »).",
    reading: Bilingual {
        fr: "La surface paie la somme que la flèche désigne, telle que ses chiffres la donnent ; 0 € perd.",
        en: "The surface pays the sum that the arrow stands at, as its figures give it; 0 € loses.",
    },
    doubts: &[Bilingual {
        fr: "Sans flèche, le 3.3.2 dirait la surface perdante et le 3.6 le ticket mal imprimé. Le 3.6 l'emporte : le joueur \
             est remboursé.",
        en: "Without an arrow, 3.3.2 would have the surface lose and 3.6 the ticket misprinted. 3.6 prevails: the player \
             gets a refund.",
    }],
    example: Bilingual {
        fr: "0 €, 15 €, 3 €, la flèche sur 15 € : 15 €. La flèche sur 0 € : perdant.",
        en: "0 €, 15 €, 3 €, the arrow at 15 €: 15 €. The arrow at 0 €: loses.",
    },
};
