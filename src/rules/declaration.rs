//! Articles 3.4.1 and 3.4.2: a sentence and the winning words in it.

use super::game::WINNING_WORDS;
use super::{Article, ArticleText, SurfaceVerdict, printed};
use crate::contents::{Declaration, Element, Field, Surface};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode};

/// Judges the third surface.
pub(super) fn judge(surface: &Field<Declaration>) -> SurfaceVerdict {
    let (element, sentence) = match surface {
        Field::Legible(declaration) => (Element::Sentence, printed(&declaration.sentence)),
        Field::Absent => (Element::Sentence, Field::Absent),
        Field::Incomplete(_) => (Element::Surface(Surface::Declaration), Field::Incomplete(None)),
        Field::Unread(reason) => (Element::Surface(Surface::Declaration), Field::Unread(*reason)),
    };
    let finding = |code, evidence| Finding::new(code, element, evidence);
    match sentence {
        Field::Legible(sentence) => {
            let compounds = compounds(sentence);
            let prize_eur = winning_words(sentence).iter().map(|(_, euros)| euros).sum();
            SurfaceVerdict {
                prize_eur: Some(prize_eur).filter(|_| compounds.is_empty()),
                findings: compounds
                    .into_iter()
                    .map(|seen| finding(FindingCode::CompoundWord, Evidence::Text { seen, wanted: None }))
                    .collect(),
            }
        }
        Field::Absent => open(finding(FindingCode::SentenceAbsent, Evidence::Nothing)),
        Field::Incomplete(rest) => {
            open(finding(FindingCode::SentenceIncomplete, Evidence::Rest(rest.map(str::to_owned))))
        }
        Field::Unread(reason) => open(finding(FindingCode::Unread, Evidence::Reason(reason))),
    }
}

fn open(finding: Finding) -> SurfaceVerdict {
    SurfaceVerdict { prize_eur: None, findings: vec![finding] }
}

/// The winning words of a sentence, each once, with what it pays in euros; compounds are passed over.
pub fn winning_words(sentence: &str) -> Vec<(&'static str, u32)> {
    let words: Vec<String> = runs(sentence)
        .into_iter()
        .filter(|run| !run.contains(is_hyphen))
        .flat_map(|run| run.split(is_apostrophe).map(folded).collect::<Vec<_>>())
        .collect();
    WINNING_WORDS.into_iter().filter(|(word, _)| words.contains(&folded(word))).collect()
}

/// The hyphenated runs that hold a winning word, as printed.
fn compounds(sentence: &str) -> Vec<String> {
    let wins = |part: &str| WINNING_WORDS.iter().any(|(word, _)| folded(word) == folded(part));
    runs(sentence)
        .into_iter()
        .filter(|run| run.contains(is_hyphen))
        .filter(|run| run.split(|c| is_hyphen(c) || is_apostrophe(c)).any(wins))
        .collect()
}

/// Runs of letters, digits, apostrophes and hyphens: what stands between blanks and punctuation. Marks that leave no
/// ink (soft hyphen, zero-width characters) are taken out; combining accents stay with their letter, so that `aimé` is
/// not taken for `aime` however it is encoded.
fn runs(sentence: &str) -> Vec<String> {
    let inked: String = sentence.chars().filter(|&c| !is_inkless(c)).collect();
    let in_run = |c: char| c.is_alphanumeric() || is_combining(c) || is_hyphen(c) || is_apostrophe(c);
    inked.split(|c| !in_run(c)).filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// Lower case, with `œ` written `oe`.
fn folded(word: &str) -> String {
    word.to_lowercase().replace('œ', "oe")
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{2032}' | '\u{b4}' | '`')
}

/// Hyphens, and dashes where no blank sets them off: print does not tell them surely apart.
fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

fn is_inkless(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

pub(super) const PRINT: ArticleText = ArticleText {
    article: Article::DeclarationPrint,
    title: Bilingual { fr: "La déclaration : ce qui est imprimé", en: "La déclaration: what is printed" },
    text: "\
La zone à gratter de la 3e surface de jeu est représentée par une lettre dans une enveloppe. L'élément inscrit sous la \
couche grattable est une phrase composée de plusieurs mots.",
    reading: Bilingual { fr: "Une phrase, quelle qu'elle soit.", en: "A sentence, whatever it says." },
    doubts: &[Bilingual {
        fr: "Le 3.6 ne renvoie pas au 3.4.1 : une phrase absente ou incomplète n'est pas une anomalie d'impression mais à \
             examiner (sentence_absent, sentence_incomplete). Une phrase d'un seul mot est jugée comme une autre.",
        en: "3.6 does not point to 3.4.1: an absent or incomplete sentence is no print anomaly but for review \
             (sentence_absent, sentence_incomplete). A sentence of a single word is judged like any other.",
    }],
    example: Bilingual {
        fr: "Enveloppe vide sur un ticket par ailleurs sans défaut : à examiner.",
        en: "An empty envelope on a ticket sound elsewhere: review.",
    },
};

pub(super) const WIN: ArticleText = ArticleText {
    article: Article::DeclarationWin,
    title: Bilingual { fr: "La déclaration : ce qui gagne", en: "La déclaration: what wins" },
    text: "\
Le joueur gratte la zone grattable et découvre une phrase. Si, dans la phrase découverte, figure l'un des mots gagnants \
suivants, le joueur remporte la somme associée. Les mots gagnants et les lots correspondants sont les suivants :
― si le joueur découvre le mot : « cœur », il gagne 3 € ;
― si le joueur découvre le mot : « aime », il gagne 5 € ;
― si le joueur découvre le mot : « baisers », il gagne 10 € ;
― si le joueur découvre le mot : « magique », il gagne 120 € ;
― si le joueur découvre le mot : « passion », il gagne 10 000 €.
Une même surface de jeu peut comporter plusieurs mots gagnants. Dans ce cas, le joueur gagne la somme des lots \
correspondant aux mots gagnants conformément au présent sous-article.
La 3e surface de jeu est perdante dans tous les autres cas.",
    reading: Bilingual {
        fr: "Un mot gagnant compte une fois, comme mot entier, en majuscules ou minuscules, avec œ ou oe. L'élision se \
             détache : « j'aime » contient « aime ». Les formes fléchies ne gagnent pas : cœurs, aimer, aimes, baiser, \
             magiques, passionnée.",
        en: "A winning word counts once, as a whole word, in any case, with œ or oe. Elision splits off: “j'aime” holds \
             “aime”. Inflected forms do not win: cœurs, aimer, aimes, baiser, magiques, passionnée.",
    },
    doubts: &[
        Bilingual {
            fr: "Un composé à trait d'union qui contient un mot gagnant (« porte-passion », « aime-moi ») est-il ce mot ? Le \
                 règlement ne le dit pas : à examiner (compound_word), même si le mot figure aussi seul.",
            en: "Is a hyphenated compound that holds a winning word (“porte-passion”, “aime-moi”) that word? The rule does not \
                 say: review (compound_word), even where the word also stands alone.",
        },
        Bilingual {
            fr: "Un mot répété (« baisers, baisers ») paie une fois : le joueur découvre « le mot ».",
            en: "A word said twice (“baisers, baisers”) pays once: the player uncovers “the word”.",
        },
    ],
    example: Bilingual {
        fr: "« Je t'aime de tout mon cœur » : 5 € + 3 € = 8 €. « Nos cœurs battent à l'unisson » : perdant.",
        en: "“Je t'aime de tout mon cœur”: 5 € + 3 € = 8 €. “Nos cœurs battent à l'unisson”: loses.",
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    fn euros(sentence: &str) -> u32 {
        winning_words(sentence).iter().map(|(_, euros)| euros).sum()
    }

    #[test]
    fn whole_words_win_in_any_case() {
        for (sentence, prize) in [
            ("Mon cœur", 3),
            ("MON CŒUR", 3),
            ("Mon coeur est là", 3),
            ("Mon COEUR", 3),
            ("Je t'aime", 5),
            ("Qui m\u{2019}aime me suive", 5),
            ("J\u{2bc}aime", 5),
            ("«Tes baisers!»", 10),
            ("baisers,baisers…", 10),
            ("Instant magique", 120),
            ("Ma Passion, ma vie", 10_000),
            ("Cœur, aime baisers magique passion", 10_138),
            ("cœ\u{ad}ur", 3),
        ] {
            assert_eq!(euros(sentence), prize, "{sentence}");
            assert!(compounds(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn other_forms_do_not() {
        for sentence in [
            "Nos cœurs",
            "Aimer",
            "Tu aimes",
            "aimé",
            "aime\u{301}",
            "Un baiser",
            "Des nuits magiques",
            "passionnée",
            "Passions",
            "cœur2",
            "co eur",
            "aîme",
            "",
            "...",
        ] {
            assert_eq!(euros(sentence), 0, "{sentence}");
            assert!(compounds(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn compounds_with_a_winning_word_are_set_aside() {
        for (sentence, compound) in [
            ("Aime-moi comme je t'aime", "Aime-moi"),
            ("Ton porte-passion préféré", "porte-passion"),
            ("M\u{2019}aime-t-elle ?", "M\u{2019}aime-t-elle"),
            ("un cœur\u{2011}volant", "cœur\u{2011}volant"),
            ("mon cœur—toi", "cœur—toi"),
            ("Tendres baisers- à toi", "baisers-"),
        ] {
            assert_eq!(compounds(sentence), [compound], "{sentence}");
        }
        assert!(compounds("Épouse-moi, viens-tu aujourd'hui - mon cœur — ?").is_empty());
        assert_eq!(euros("Aime-moi comme je t'aime"), 5, "the compound itself is passed over");
    }
}
