//! The articles of the rule by number, and what is said of each.

use std::fmt;

use crate::contents::Surface;
use crate::language::Bilingual;

macro_rules! articles {
    ($($(#[$doc:meta])* $article:ident = $number:literal,)*) => {
        /// An article or sub-article of the rule.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Article { $($(#[$doc])* $article,)* }

        impl Article {
            /// Every article, in order.
            pub const ALL: &[Article] = &[$(Article::$article,)*];

            /// Its number, such as `3.2.1`.
            pub fn number(self) -> &'static str {
                match self { $(Article::$article => $number,)* }
            }
        }
    };
}

articles! {
    /// Issues, blocks, price.
    Issues = "1",
    /// The prize table.
    Prizes = "2",
    /// Four independent surfaces whose prizes add up.
    Surfaces = "3.1",
    /// La rencontre: what is printed.
    RencontrePrint = "3.2.1",
    /// La rencontre: what wins.
    RencontreWin = "3.2.2",
    /// Le coup de foudre: what is printed.
    CoupDeFoudrePrint = "3.3.1",
    /// Le coup de foudre: what wins.
    CoupDeFoudreWin = "3.3.2",
    /// La déclaration: what is printed.
    DeclarationPrint = "3.4.1",
    /// La déclaration: what wins.
    DeclarationWin = "3.4.2",
    /// La vie à deux: what is printed.
    VieADeuxPrint = "3.5.1",
    /// La vie à deux: what wins.
    VieADeuxWin = "3.5.2",
    /// Print anomalies.
    PrintAnomaly = "3.6",
}

impl Article {
    /// The sub-article that says what is printed on a surface.
    pub fn print_of(surface: Surface) -> Self {
        match surface {
            Surface::Rencontre => Article::RencontrePrint,
            Surface::CoupDeFoudre => Article::CoupDeFoudrePrint,
            Surface::Declaration => Article::DeclarationPrint,
            Surface::VieADeux => Article::VieADeuxPrint,
        }
    }

    /// The sub-article that says what wins on a surface.
    pub fn win_of(surface: Surface) -> Self {
        match surface {
            Surface::Rencontre => Article::RencontreWin,
            Surface::CoupDeFoudre => Article::CoupDeFoudreWin,
            Surface::Declaration => Article::DeclarationWin,
            Surface::VieADeux => Article::VieADeuxWin,
        }
    }

    /// The articles of a number: one, all that stand under it (`3.2` holds `3.2.1` and `3.2.2`), or none. The rule
    /// itself writes `1er`.
    pub fn under(number: &str) -> Vec<Article> {
        let number = number.strip_suffix("er").unwrap_or(number);
        let stands_under = |article: &&Article| {
            let rest = article.number().strip_prefix(number);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        Self::ALL.iter().filter(stands_under).copied().collect()
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

/// An article with what the program makes of it.
#[derive(Debug, Clone, Copy)]
pub struct ArticleText {
    /// Which article.
    pub article: Article,
    /// What it is about, in a few words.
    pub title: Bilingual,
    /// The French text as published; only the opening quotation marks that its web edition lost are put back.
    pub text: &'static str,
    /// How this program reads it.
    pub reading: Bilingual,
    /// Where the text leaves room for another reading.
    pub doubts: &'static [Bilingual],
    /// A ticket, or part of one, and what comes of it.
    pub example: Bilingual,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_holds_what_stands_under_it() {
        assert_eq!(Article::under("3.2"), [Article::RencontrePrint, Article::RencontreWin]);
        assert_eq!(Article::under("3.6"), [Article::PrintAnomaly]);
        assert_eq!(Article::under("3").len(), 10);
        assert_eq!(Article::under("1er"), [Article::Issues]);
        assert!(Article::under("3.").is_empty());
        assert!(Article::under("4").is_empty());
        assert!(Article::under("").is_empty());
    }
}
