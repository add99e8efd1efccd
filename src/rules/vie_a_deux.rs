//! Articles 3.5.1 and 3.5.2: four symbols.

use super::game::{COMBINATIONS, SYMBOLS};
use super::{Article, ArticleText, SurfaceVerdict};
use crate::contents::{Element, Field, Reason, Surface, Symbol, VieADeux};
use crate::language::Bilingual;
use crate::verdict::{Evidence, Finding, FindingCode};

/// Judges the fourth surface.
pub(super) fn judge(surface: &Field<VieADeux>) -> SurfaceVerdict {
    let open = |finding| SurfaceVerdict { prize_eur: None, findings: vec![finding] };
    let whole = Element::Surface(Surface::VieADeux);
    match surface {
        Field::Legible(vie_a_deux) => match &vie_a_deux.symbols {
            Field::Legible(list) => read_symbols(list),
            Field::Absent => open(Finding::new(FindingCode::SymbolAbsent, Element::Symbols, Evidence::Count(0))),
            Field::Incomplete(_) => {
                open(Finding::new(FindingCode::SymbolIncomplete, Element::Symbols, Evidence::Nothing))
            }
            Field::Unread(reason) => open(Finding::unread(Element::Symbols, *reason)),
        },
        Field::Absent => open(Finding::new(FindingCode::SymbolAbsent, Element::Symbols, Evidence::Count(0))),
        Field::Incomplete(_) => open(Finding::new(FindingCode::SymbolIncomplete, whole, Evidence::Nothing)),
        Field::Unread(reason) => open(Finding::unread(whole, *reason)),
    }
}

fn read_symbols(list: &[Field<Symbol>]) -> SurfaceVerdict {
    let mut findings = Vec::new();
    if list.len() < SYMBOLS {
        let there = list.iter().filter(|symbol| **symbol != Field::Absent).count();
        findings.push(Finding::new(FindingCode::SymbolAbsent, Element::Symbols, Evidence::Count(there)));
    }
    if list.len() > SYMBOLS {
        findings.push(Finding::unread(Element::Symbols, Reason::Ambiguous));
    }
    let mut symbols = Vec::new();
    for (index, field) in (0..).zip(list.iter().take(SYMBOLS)) {
        match read_symbol(field) {
            Ok(symbol) => symbols.push(symbol.clone()),
            Err((code, evidence)) => findings.push(Finding::new(code, Element::Symbol(index), evidence)),
        }
    }
    if let [first, rest @ ..] = &symbols[..]
        && symbols.len() == SYMBOLS
        && rest.iter().all(|symbol| symbol == first)
    {
        let evidence = Evidence::Text { seen: first.name().to_owned(), wanted: None };
        findings.push(Finding::new(FindingCode::FourIdentical, Element::Symbols, evidence));
    }
    let prize_eur = combinations(&symbols).iter().map(|(_, euros)| euros).sum();
    SurfaceVerdict { prize_eur: Some(prize_eur).filter(|_| findings.is_empty()), findings }
}

fn read_symbol(field: &Field<Symbol>) -> Result<&Symbol, (FindingCode, Evidence)> {
    match field {
        Field::Legible(Symbol::Unknown(name)) if name.trim().is_empty() => {
            Err((FindingCode::SymbolAbsent, Evidence::Nothing))
        }
        Field::Legible(Symbol::Unknown(name)) => {
            Err((FindingCode::SymbolUnknown, Evidence::Text { seen: name.clone(), wanted: None }))
        }
        Field::Legible(symbol) => Ok(symbol),
        Field::Absent => Err((FindingCode::SymbolAbsent, Evidence::Nothing)),
        Field::Incomplete(_) => Err((FindingCode::SymbolIncomplete, Evidence::Nothing)),
        Field::Unread(reason) => Err((FindingCode::Unread, Evidence::Reason(*reason))),
    }
}

/// The winning combinations among symbols, each once, with what it pays in euros.
pub fn combinations(symbols: &[Symbol]) -> Vec<(Symbol, u32)> {
    let at_least_two = |symbol: &Symbol| symbols.iter().filter(|&other| other == symbol).count() >= 2;
    COMBINATIONS.into_iter().filter(|(symbol, _)| at_least_two(symbol)).collect()
}

pub(super) const PRINT: ArticleText = ArticleText {
    article: Article::VieADeuxPrint,
    title: Bilingual { fr: "La vie à deux : ce qui est imprimé", en: "La vie à deux: what is printed" },
    text: "\
La zone à gratter de la 4e surface de jeu est représentée par un couple de cœurs. Les éléments inscrits sous la couche \
grattable sont quatre symboles parmi les symboles suivants : un cœur, une marguerite, une coupe de champagne, un cadeau \
et un diamant.",
    reading: Bilingual {
        fr: "Quatre symboles, chacun l'un des cinq. Moins de quatre, un symbole incomplet ou étranger : anomalie.",
        en: "Four symbols, each one of the five. Fewer than four, an incomplete one or a foreign one: anomaly.",
    },
    doubts: &[],
    example: Bilingual {
        fr: "Cœur, marguerite, cadeau, trèfle : anomalie (symbol_unknown).",
        en: "Heart, daisy, gift, clover: anomaly (symbol_unknown).",
    },
};

pub(super) const WIN: ArticleText = ArticleText {
    article: Article::VieADeuxWin,
    title: Bilingual { fr: "La vie à deux : ce qui gagne", en: "La vie à deux: what wins" },
    text: "\
Le joueur gratte la zone grattable et découvre quatre symboles. La surface de jeu est gagnante si le joueur découvre au \
moins l'une des combinaisons gagnantes. Les combinaisons gagnantes et les lots correspondants sont les suivants :
― si le joueur découvre deux symboles « cœur », il gagne 3 € ;
― si le joueur découvre deux symboles « marguerite », il gagne 6 € ;
― si le joueur découvre deux symboles « coupe de champagne », il gagne 20 € ;
― si le joueur découvre deux symboles « cadeau », il gagne 120 € ;
― si le joueur découvre deux symboles « diamant », il gagne 10 000 €.
Une même surface de jeu peut comporter plusieurs combinaisons gagnantes. Dans ce cas, le joueur gagne la somme des lots \
correspondant aux combinaisons découvertes conformément au présent sous-article.
La 4e surface de jeu est perdante dans tous les autres cas.",
    reading: Bilingual {
        fr: "Deux ou trois symboles pareils font une combinaison ; deux paires différentes en font deux, qui s'additionnent.",
        en: "Two or three like symbols make one combination; two different pairs make two, which add up.",
    },
    doubts: &[Bilingual {
        fr: "Quatre cœurs : une combinaison (3 €) ou deux (6 €) ? Le règlement ne le dit pas : à examiner (four_identical).",
        en: "Four hearts: one combination (3 €) or two (6 €)? The rule does not say: review (four_identical).",
    }],
    example: Bilingual {
        fr: "Cœur, cœur, marguerite, marguerite : 3 € + 6 € = 9 €. Trois cœurs et un cadeau : 3 €.",
        en: "Heart, heart, daisy, daisy: 3 € + 6 € = 9 €. Three hearts and a gift: 3 €.",
    },
};
