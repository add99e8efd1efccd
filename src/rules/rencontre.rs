//! Articles 3.2.1 and 3.2.2: two days of the week and a sum.

use super::game::{DAYS, RENCONTRE_SUMS, WEEKDAYS};
use super::{Article, ArticleText, SurfaceVerdict, print_anomaly, printed};
use crate::contents::{Element, Field, Reason, Rencontre, SumPlace, Surface};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode};

/// Judges the first surface.
pub(super) fn judge(surface: &Field<Rencontre>) -> SurfaceVerdict {
    let whole = Element::Surface(Surface::Rencontre);
    match surface {
        Field::Legible(rencontre) => {
            let (days, mut findings) = read_days(&rencontre.days);
            findings.extend(print_anomaly::sum_findings(SumPlace::Rencontre, &rencontre.sum));
            let prize_eur = match days {
                Some([first, second]) if first == second => print_anomaly::euros_of(&rencontre.sum, &RENCONTRE_SUMS),
                Some(_) => Some(0),
                None => None,
            };
            SurfaceVerdict { prize_eur, findings }
        }
        Field::Absent => SurfaceVerdict {
            prize_eur: None,
            findings: vec![
                Finding::new(FindingCode::DayAbsent, Element::Days, Evidence::Nothing),
                Finding::new(FindingCode::SumAbsent, Element::Sum(SumPlace::Rencontre), Evidence::Nothing),
            ],
        },
        Field::Incomplete(_) => SurfaceVerdict {
            prize_eur: None,
            findings: vec![Finding::new(FindingCode::FiguresIncomplete, whole, Evidence::Rest(None))],
        },
        Field::Unread(reason) => SurfaceVerdict { prize_eur: None, findings: vec![Finding::unread(whole, *reason)] },
    }
}

/// The two weekdays, if both are surely there, and what is wrong with the day words.
fn read_days(days: &Field<Vec<Field<String>>>) -> (Option<[&'static str; DAYS]>, Vec<Finding>) {
    let list = match days {
        Field::Legible(list) => list,
        Field::Absent => return (None, vec![Finding::new(FindingCode::DayAbsent, Element::Days, Evidence::Nothing)]),
        Field::Incomplete(_) => {
            let finding = Finding::new(FindingCode::NotAWeekday, Element::Days, Evidence::Rest(None));
            return (None, vec![finding]);
        }
        Field::Unread(reason) => return (None, vec![Finding::unread(Element::Days, *reason)]),
    };
    if list.len() > DAYS {
        return (None, vec![Finding::unread(Element::Days, Reason::Ambiguous)]);
    }
    let mut findings = Vec::new();
    let mut read = |index: usize| {
        let day = read_day(list.get(index).unwrap_or(&Field::Absent));
        day.map_err(|(code, evidence)| findings.push(Finding::new(code, Element::Day(index as u8), evidence))).ok()
    };
    let (first, second) = (read(0), read(1));
    (first.zip(second).map(|(first, second)| [first, second]), findings)
}

fn read_day(day: &Field<String>) -> Result<&'static str, (FindingCode, Evidence)> {
    match printed(day) {
        Field::Legible(text) => WEEKDAYS
            .into_iter()
            .find(|&weekday| weekday == text)
            .ok_or_else(|| (FindingCode::NotAWeekday, Evidence::Text { seen: text.to_owned(), wanted: None })),
        Field::Absent => Err((FindingCode::DayAbsent, Evidence::Nothing)),
        Field::Incomplete(rest) => Err((FindingCode::NotAWeekday, Evidence::Rest(rest.map(str::to_owned)))),
        Field::Unread(reason) => Err((FindingCode::Unread, Evidence::Reason(reason))),
    }
}

pub(super) const PRINT: ArticleText = ArticleText {
    article: Article::RencontrePrint,
    title: Bilingual { fr: "La rencontre : ce qui est imprimé", en: "La rencontre: what is printed" },
    text: "\
La zone à gratter de la 1re surface de jeu est représentée par 2 cartons d'invitation. Les éléments inscrits sous la \
couche grattable de la 1re surface de jeu sont deux mots correspondant chacun à un jour de la semaine et une somme en \
euros exprimée en chiffres, précédée ou non d'un symbole « étoile », avec sa transcription en lettres ou en lettres et \
chiffres placée au-dessus ou au-dessous. La somme correspond à l'un des lots mentionnés dans le tableau figurant au \
présent sous-article, à l'exclusion de toute autre somme.
Les correspondances entre les sommes et leurs transcriptions en lettres ou en lettres et chiffres sont les suivantes :

  AUX SOMMES | CORRESPONDENT LES LETTRES ou les lettres et chiffres
  3 €        | TROIS
  5 €        | CINQ
  6 €        | SIX
  10 €       | DIX
  12 €       | DOUZE
  18 €       | DIX-HUIT
  30         | TRENTE
  100 €      | CENT
  500 €      | 5CENT
  1 000 €    | MILLE
  5 000 €    | 5MILLE",
    reading: Bilingual {
        fr: "Deux jours de la semaine en capitales ; une somme dont les chiffres et les lettres figurent tous deux au \
             tableau, sur la même ligne. Les lettres valent au caractère près : 5CENT, et non CINQ CENTS. L'étoile est \
             un ornement : elle ne compte ni pour ni contre. Les blancs entre les chiffres ne comptent pas.",
        en: "Two weekdays in capitals; one sum whose figures and letters are both in the table, on the same line. The \
             letters count to the character: 5CENT, not CINQ CENTS. The star is decoration: it speaks neither for nor \
             against. Blanks between figures do not count.",
    },
    doubts: &[
        Bilingual {
            fr: "Le tableau imprime « 30 » sans €. Un ticket dont une somme du tableau n'a pas son signe € n'est donc pas \
                 une anomalie certaine : à examiner (euro_sign_missing).",
            en: "The table prints “30” without €. A ticket with a sum of the table short of its € sign is therefore no \
                 certain anomaly: review (euro_sign_missing).",
        },
        Bilingual {
            fr: "L'article 3.6 ne nomme pas les jours. Un jour absent, incomplet ou qui n'est pas un jour en capitales est \
                 donc à examiner (day_absent, not_a_weekday) et n'est pas une anomalie.",
            en: "Article 3.6 does not name the days. A day that is absent, incomplete or no weekday in capitals is \
                 therefore for review (day_absent, not_a_weekday) and no anomaly.",
        },
    ],
    example: Bilingual {
        fr: "« 15 € QUINZ » est une anomalie ici : 15 € n'est qu'au tableau du 3.3.1.",
        en: "“15 € QUINZ” is an anomaly here: 15 € is only in the table of 3.3.1.",
    },
};

pub(super) const WIN: ArticleText = ArticleText {
    article: Article::RencontreWin,
    title: Bilingual { fr: "La rencontre : ce qui gagne", en: "La rencontre: what wins" },
    text: "\
Le joueur gratte la zone grattable et découvre deux jours de la semaine et une somme en euros. La surface de jeu est \
gagnante si le joueur découvre deux jours de la semaine identiques. Si la surface de jeu est gagnante, le montant du \
lot gagné correspond à la somme découverte sous la couche grattable.
La 1re surface de jeu est perdante dans tous les autres cas.",
    reading: Bilingual {
        fr: "Deux jours identiques gagnent la somme, telle que ses chiffres la donnent.",
        en: "Two like days win the sum, as its figures give it.",
    },
    doubts: &[Bilingual {
        fr: "Deux mots identiques qui ne sont pas des jours ne gagnent pas et ne perdent pas non plus : à examiner.",
        en: "Two like words that are no weekdays neither win nor lose: review.",
    }],
    example: Bilingual {
        fr: "LUNDI, LUNDI, « 12 € DOUZE » : 12 €. LUNDI, MARDI, « 12 € DOUZE » : perdant.",
        en: "LUNDI, LUNDI, “12 € DOUZE”: 12 €. LUNDI, MARDI, “12 € DOUZE”: loses.",
    },
};
