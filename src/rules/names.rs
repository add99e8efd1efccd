//! Elements, symbols and reasons in words.

use crate::contents::{Element, Reason, SumPlace, Surface, Symbol};
use crate::language::Language;

/// A symbol in words.
pub fn symbol_name(symbol: &Symbol, language: Language) -> String {
    let (fr, en) = match symbol {
        Symbol::Heart => ("cœur", "heart"),
        Symbol::Daisy => ("marguerite", "daisy"),
        Symbol::Champagne => ("coupe de champagne", "champagne"),
        Symbol::Gift => ("cadeau", "gift"),
        Symbol::Diamond => ("diamant", "diamond"),
        Symbol::Unknown(name) => (name.as_str(), name.as_str()),
    };
    language.pick(fr, en).to_owned()
}

/// Why something is unread, in words.
pub fn reason_name(reason: Reason, language: Language) -> &'static str {
    match reason {
        Reason::Blur => language.pick("flou", "blurred"),
        Reason::Glare => language.pick("reflet", "glare"),
        Reason::Shadow => language.pick("ombre", "in shadow"),
        Reason::Covered => language.pick("couvert", "covered"),
        Reason::CutOff => language.pick("hors de l'image", "outside the picture"),
        Reason::LowResolution => language.pick("résolution insuffisante", "resolution too low"),
        Reason::Ambiguous => language.pick("plusieurs lectures possibles", "more than one reading"),
    }
}

/// The rule's name of a surface, the same in both languages.
pub fn surface_name(surface: Surface) -> &'static str {
    match surface {
        Surface::Rencontre => "La rencontre",
        Surface::CoupDeFoudre => "Le coup de foudre",
        Surface::Declaration => "La déclaration",
        Surface::VieADeux => "La vie à deux",
    }
}

/// An element in words, such as `Le coup de foudre, somme 2, lettres`.
pub fn element_name(element: Element, language: Language) -> String {
    let surface = surface_name(element.surface());
    let sum = |place: SumPlace| match place {
        SumPlace::Rencontre => language.pick("somme", "sum").to_owned(),
        SumPlace::CoupDeFoudre(index) => format!("{} {}", language.pick("somme", "sum"), u32::from(index) + 1),
    };
    let part = |place, fr: &str, en: &str| format!("{}, {}", sum(place), language.pick(fr, en));
    let nth = |index: u8, fr: &str, en: &str| format!("{} {}", language.pick(fr, en), u32::from(index) + 1);
    let part = match element {
        Element::Surface(_) => return surface.to_owned(),
        Element::Days => language.pick("jours", "days").to_owned(),
        Element::Day(index) => nth(index, "jour", "day"),
        Element::Sums => language.pick("sommes", "sums").to_owned(),
        Element::Sum(place) => sum(place),
        Element::Figures(place) => part(place, "chiffres", "figures"),
        Element::Letters(place) => part(place, "lettres", "letters"),
        Element::Star(place) => part(place, "étoile", "star"),
        Element::LettersPosition(place) => part(place, "place des lettres", "side of the letters"),
        Element::Arrow => language.pick("flèche", "arrow").to_owned(),
        Element::Sentence => language.pick("phrase", "sentence").to_owned(),
        Element::Symbols => language.pick("symboles", "symbols").to_owned(),
        Element::Symbol(index) => nth(index, "symbole", "symbol"),
    };
    format!("{surface}, {part}")
}
