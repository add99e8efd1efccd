//! The rule and the finding codes explained, as `ticketproof explain` prints them.

use super::article::{Article, ArticleText};
use super::{SURFACES, coup_de_foudre, declaration, print_anomaly, prize_table, rencontre, vie_a_deux};
use crate::language::Bilingual;
use crate::verdict::FindingCode;

/// An article's text, our reading of it, its doubts and an example.
pub fn article_text(article: Article) -> &'static ArticleText {
    match article {
        Article::Issues => &prize_table::ISSUES,
        Article::Prizes => &prize_table::PRIZES,
        Article::Surfaces => &SURFACES,
        Article::RencontrePrint => &rencontre::PRINT,
        Article::RencontreWin => &rencontre::WIN,
        Article::CoupDeFoudrePrint => &coup_de_foudre::PRINT,
        Article::CoupDeFoudreWin => &coup_de_foudre::WIN,
        Article::DeclarationPrint => &declaration::PRINT,
        Article::DeclarationWin => &declaration::WIN,
        Article::VieADeuxPrint => &vie_a_deux::PRINT,
        Article::VieADeuxWin => &vie_a_deux::WIN,
        Article::PrintAnomaly => &print_anomaly::ANOMALY,
    }
}

/// The articles that findings of this kind rest on: several where it depends on the surface, none where any may do.
pub fn articles_of(code: FindingCode) -> Vec<Article> {
    match code {
        FindingCode::EuroSignMissing => vec![Article::RencontrePrint, Article::CoupDeFoudrePrint],
        code => code.article(None).into_iter().collect(),
    }
}

/// What a code stands for.
pub fn meaning(code: FindingCode) -> Bilingual {
    let (fr, en) = match code {
        FindingCode::SumAbsent => ("ni chiffres ni lettres imprimés", "neither figures nor letters printed"),
        FindingCode::FiguresAbsent => ("lettres sans chiffres", "letters without figures"),
        FindingCode::FiguresIncomplete => {
            ("chiffres dont l'encre n'est pas entière", "figures whose ink is not all there")
        }
        FindingCode::FiguresNotInTable => {
            ("chiffres qui ne sont pas au tableau de leur surface", "figures that are not in their surface's table")
        }
        FindingCode::LettersAbsent => ("chiffres sans lettres", "figures without letters"),
        FindingCode::LettersIncomplete => {
            ("lettres dont l'encre n'est pas entière", "letters whose ink is not all there")
        }
        FindingCode::LettersNotInTable => {
            ("lettres qui ne sont pas au tableau de leur surface", "letters that are not in their surface's table")
        }
        FindingCode::SumLettersMismatch => (
            "chiffres et lettres au tableau, mais sur deux lignes",
            "figures and letters in the table, but on different lines",
        ),
        FindingCode::SumsMissing => ("moins de trois sommes", "fewer than three sums"),
        FindingCode::StarIncomplete => ("étoile dont l'encre n'est pas entière", "a star whose ink is not all there"),
        FindingCode::ArrowAbsent => ("aucune flèche", "no arrow"),
        FindingCode::ArrowIncomplete => {
            ("flèche dont l'encre n'est pas entière", "an arrow whose ink is not all there")
        }
        FindingCode::SeveralArrows => ("plusieurs flèches", "more than one arrow"),
        FindingCode::SymbolAbsent => ("moins de quatre symboles", "fewer than four symbols"),
        FindingCode::SymbolIncomplete => {
            ("symbole dont l'encre n'est pas entière", "a symbol whose ink is not all there")
        }
        FindingCode::SymbolUnknown => ("symbole qui n'est aucun des cinq", "a symbol that is none of the five"),
        FindingCode::Unread => {
            ("l'image ne le montre pas assez pour en juger", "the picture does not show it well enough")
        }
        FindingCode::NotAWeekday => {
            ("mot qui n'est pas un jour entier en capitales", "a word that is no whole day of the week in capitals")
        }
        FindingCode::DayAbsent => ("moins de deux jours", "fewer than two days"),
        FindingCode::SentenceAbsent => ("aucune phrase", "no sentence"),
        FindingCode::SentenceIncomplete => {
            ("phrase dont l'encre n'est pas entière", "a sentence whose ink is not all there")
        }
        FindingCode::CompoundWord => {
            ("composé à trait d'union qui contient un mot gagnant", "a hyphenated compound that holds a winning word")
        }
        FindingCode::FourIdentical => ("quatre symboles pareils", "four like symbols"),
        FindingCode::EuroSignMissing => ("somme du tableau sans signe €", "a sum of the table without its € sign"),
        FindingCode::NotInPrizeTable => (
            "lots des surfaces que le tableau de l'article 2 ne connaît pas",
            "surfaces' prizes that article 2's table does not know",
        ),
        FindingCode::PrintShifted => ("impression décalée", "print off its place"),
        FindingCode::MissingInkLine => ("ligne sans encre", "a line without ink"),
        FindingCode::FadedInk => ("encre pâle mais entière", "ink pale but whole"),
    };
    Bilingual { fr, en }
}
