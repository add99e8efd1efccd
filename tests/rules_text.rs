//! The articles' French text against the rule as published, and the explanations' completeness.

mod rules_support;

use ticketproof::language::Language;
use ticketproof::rules::{Article, article_text, meaning};
use ticketproof::verdict::FindingCode;

/// Letters, digits and signs in their order: layout, table rules and quotation marks left out.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '€' | '+' | '(' | ')' | '.' | ',')).collect()
}

#[test]
fn every_article_is_quoted_to_the_letter() {
    let Some(path) = rules_support::shared("rule-2007-12-27.txt") else { return };
    let rule = bare(&std::fs::read_to_string(path).unwrap());
    let mut visited = 0;
    for &article in Article::ALL {
        let text = bare(article_text(article).text);
        assert!(rule.contains(&text), "{article} is not quoted to the letter:\n{}", article_text(article).text);
        visited += 1;
    }
    assert_eq!(visited, 12);
}

#[test]
fn every_article_and_code_is_explained_in_both_languages() {
    for &article in Article::ALL {
        let text = article_text(article);
        assert_eq!(text.article, article);
        for part in [text.reading, text.example].iter().chain(text.doubts) {
            assert!(part.text(Language::Fr).ends_with(['.', ')', '?']), "{article}: {}", part.fr);
            assert!(part.text(Language::En).ends_with(['.', ')', '?']), "{article}: {}", part.en);
        }
    }
    for &code in FindingCode::ALL {
        assert_ne!(meaning(code).fr, meaning(code).en, "{code}");
    }
}
