//! Step 7, [`Contents`] to [`Verdict`]: the rule of the game, one file per article.
//!
//! [`judge`] is pure and total: it takes any contents, never fails, knows no pixels and no floats. Each surface's file
//! gives what the surface pays by its own article and what is wrong with it; here the surfaces come together (3.1), are
//! checked against the prize table (2), and the findings decide.

use crate::contents::{Contents, Field};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode, Outcome, SurfacePrizes, Verdict};

mod article;
mod coup_de_foudre;
mod declaration;
mod explain;
pub mod game;
mod message;
mod names;
mod print_anomaly;
mod prize_table;
mod rencontre;
mod vie_a_deux;

pub use article::{Article, ArticleText};
pub use declaration::winning_words;
pub use explain::{article_text, articles_of, meaning};
pub use names::{element_name, reason_name, surface_name, symbol_name};
pub use prize_table::is_decomposition;
pub use vie_a_deux::combinations;

/// What one surface comes to by itself.
struct SurfaceVerdict {
    /// What it pays, in euros; `None` where what is printed leaves it open.
    prize_eur: Option<u32>,
    findings: Vec<Finding>,
}

/// Judges a ticket by its contents.
///
/// Any finding that decides `print_anomaly` decides the ticket, whatever else is unread; else any that decides `review`;
/// else the sum of the surfaces' prizes.
pub fn judge(contents: &Contents) -> Verdict {
    let mut findings = Vec::new();
    let mut prize_of = |surface: SurfaceVerdict| {
        let unread = surface.findings.iter().any(|finding| finding.code == FindingCode::Unread);
        findings.extend(surface.findings);
        surface.prize_eur.filter(|_| !unread)
    };
    let surfaces = SurfacePrizes {
        rencontre: prize_of(rencontre::judge(&contents.rencontre)),
        coup_de_foudre: prize_of(coup_de_foudre::judge(&contents.coup_de_foudre)),
        declaration: prize_of(declaration::judge(&contents.declaration)),
        vie_a_deux: prize_of(vie_a_deux::judge(&contents.vie_a_deux)),
    };
    let (outcome, prize_eur) = decide(&surfaces, &mut findings);
    Verdict { outcome, prize_eur, surfaces, findings }
}

fn decide(surfaces: &SurfacePrizes, findings: &mut Vec<Finding>) -> (Outcome, Option<u32>) {
    let any = |outcome| findings.iter().any(|finding: &Finding| finding.code.decides() == Some(outcome));
    if any(Outcome::PrintAnomaly) {
        return (Outcome::PrintAnomaly, None);
    }
    // Without a finding every surface's prize is known; if that ever fails, a person looks at the ticket.
    let Some(prizes) = surfaces.all().filter(|_| !any(Outcome::Review)) else {
        return (Outcome::Review, None);
    };
    match prizes.iter().sum() {
        0 => (Outcome::Losing, Some(0)),
        _ if !is_decomposition(prizes) => {
            let evidence = Evidence::Prizes(prizes);
            findings.push(Finding { code: FindingCode::NotInPrizeTable, element: None, evidence });
            (Outcome::Review, None)
        }
        total => (Outcome::Winning, Some(total)),
    }
}

/// A text with ink on it: blanks alone are nothing printed.
fn printed(text: &Field<String>) -> Field<&str> {
    match text {
        Field::Legible(text) if text.trim().is_empty() => Field::Absent,
        Field::Legible(text) => Field::Legible(text.trim()),
        Field::Absent => Field::Absent,
        Field::Incomplete(rest) => Field::Incomplete(rest.as_deref()),
        Field::Unread(reason) => Field::Unread(*reason),
    }
}

/// Article 3.1.
const SURFACES: ArticleText = ArticleText {
    article: Article::Surfaces,
    title: Bilingual { fr: "Quatre surfaces dont les lots s'additionnent", en: "Four surfaces whose prizes add up" },
    text: "\
Chaque ticket comporte 4 surfaces de jeux indépendantes. Un même ticket peut comporter plusieurs surfaces de jeux \
gagnantes. Si plusieurs surfaces de jeux sont gagnantes, les lots s'additionnent pour former un lot unique \
indivisible.",
    reading: Bilingual {
        fr: "Le lot du ticket est la somme des lots des quatre surfaces. Il est dû en entier ou pas du tout : une seule \
             anomalie d'impression, ou un seul élément non lu, suspend le lot entier.",
        en: "The ticket's prize is the sum of the four surfaces' prizes. It is owed whole or not at all: a single print \
             anomaly, or a single unread element, holds back all of it.",
    },
    doubts: &[],
    example: Bilingual {
        fr: "La rencontre 10 € + le coup de foudre 10 € + la déclaration 10 € (« baisers ») : le ticket gagne 30 €.",
        en: "La rencontre 10 € + le coup de foudre 10 € + la déclaration 10 € (“baisers”): the ticket wins 30 €.",
    },
};
