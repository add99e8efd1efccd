//! Contents of tickets for the rules' tests: any contents at all for the properties, a sound losing ticket to start
//! named situations from, and the shared conformance file.
#![allow(dead_code)] // each test file uses its own part
#![allow(clippy::unwrap_used, clippy::panic)] // clippy takes only #[test] functions for tests

use std::io::Write;
use std::path::PathBuf;

use proptest::prelude::*;
use ticketproof::contents::*;
use ticketproof::rules::game::{COUP_DE_FOUDRE_SUMS, RENCONTRE_SUMS, SumLine, WEEKDAYS, figures};

/// A field whose value comes from `value`: legible mostly, else absent, incomplete with `rest` or unread.
fn field<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
    rest: impl Strategy<Value = Option<T>> + 'static,
) -> BoxedStrategy<Field<T>> {
    prop_oneof![
        12 => value.prop_map(Field::Legible),
        1 => Just(Field::Absent),
        1 => rest.prop_map(Field::Incomplete),
        1 => proptest::sample::select(Reason::ALL.to_vec()).prop_map(Field::Unread),
    ]
    .boxed()
}

/// A list of `most` fields, now and then fewer.
fn list<T: Clone + std::fmt::Debug + 'static>(
    item: BoxedStrategy<Field<T>>,
    most: usize,
) -> BoxedStrategy<Field<Vec<Field<T>>>> {
    let full = prop_oneof![
        9 => proptest::collection::vec(item.clone(), most),
        1 => proptest::collection::vec(item, 0..most),
    ];
    field(full, Just(None))
}

/// Text as printed: the rule's own, near misses, or anything with ink on it.
fn text(known: &'static [&'static str]) -> BoxedStrategy<Field<String>> {
    let text = prop_oneof![
        8 => proptest::sample::select(known).prop_map(str::to_owned),
        1 => "[ -~€œé’]{0,6}[!-~€œé][ -~€œé’]{0,6}",
    ];
    field(text.clone(), proptest::option::of(text))
}

const DAYS: &[&str] = &["LUNDI", "MARDI", "SAMEDI", "DIMANCHE", "lundi", "SAMED"];
const FIGURES: &[&str] = &[
    "0 €",
    "3 €",
    "5 €",
    "6 €",
    "9 €",
    "10 €",
    "12 €",
    "15 €",
    "18 €",
    "30 €",
    "30",
    "100 €",
    "500 €",
    "1 000 €",
    "5 000 €",
];
const LETTERS: &[&str] = &[
    "ZERO", "TROIS", "CINQ", "SIX", "NEUF", "DIX", "DOUZE", "QUINZ", "QUINZE", "DIX-HUIT", "TRENTE", "CENT", "5CENT",
    "MILLE", "5MILLE",
];
const SENTENCES: &[&str] = &[
    "Je t'aime de tout mon cœur",
    "Mille baisers, ma passion",
    "Quel instant magique",
    "Nos cœurs sont unis",
    "Un porte-passion",
    "Reste près de moi",
];

fn sum() -> BoxedStrategy<Field<Sum>> {
    let star = field(any::<bool>(), proptest::option::of(Just(true)));
    let side = prop_oneof![Just(LettersPosition::Above), Just(LettersPosition::Below)];
    let position = field(side.clone(), proptest::option::of(side));
    let sum = (text(FIGURES), text(LETTERS), star, position)
        .prop_map(|(figures, letters, star, letters_position)| Sum { figures, letters, star, letters_position });
    field(sum, Just(None))
}

fn symbol() -> BoxedStrategy<Field<Symbol>> {
    let symbol = prop_oneof![
        9 => proptest::sample::select(Symbol::KNOWN.to_vec()),
        1 => "[a-z]{2,8}".prop_map(|name| Symbol::from_name(&name)),
    ];
    field(symbol.clone(), proptest::option::of(symbol))
}

/// Any contents that the contract's JSON can hold.
pub fn contents() -> impl Strategy<Value = Contents> {
    let rencontre = (list(text(DAYS), 2), sum()).prop_map(|(days, sum)| Rencontre { days, sum });
    let arrow = prop_oneof![
        8 => (0..3usize).prop_map(|sum| vec![sum]),
        1 => proptest::collection::vec(0..3usize, 2..4),
    ];
    let arrow = field(arrow, proptest::option::of((0..3usize).prop_map(|sum| vec![sum])));
    let coup_de_foudre = (list(sum(), 3), arrow).prop_map(|(sums, arrow)| CoupDeFoudre { sums, arrow });
    let declaration = text(SENTENCES).prop_map(|sentence| Declaration { sentence });
    let vie_a_deux = list(symbol(), 4).prop_map(|symbols| VieADeux { symbols });
    (
        field(rencontre, Just(None)),
        field(coup_de_foudre, Just(None)),
        field(declaration, Just(None)),
        field(vie_a_deux, Just(None)),
    )
        .prop_map(|(rencontre, coup_de_foudre, declaration, vie_a_deux)| Contents {
            rencontre,
            coup_de_foudre,
            declaration,
            vie_a_deux,
        })
}

/// Contents without a defect, each surface winning or losing as it comes.
pub fn sound_contents() -> impl Strategy<Value = Contents> {
    let sum = |table: &'static [SumLine]| {
        let line = proptest::sample::select(table);
        (line, any::<bool>(), any::<bool>()).prop_map(|(line, star, above)| Sum {
            figures: Field::Legible(figures(line.euros)),
            letters: Field::Legible(line.letters.to_owned()),
            star: Field::Legible(star),
            letters_position: Field::Legible(if above { LettersPosition::Above } else { LettersPosition::Below }),
        })
    };
    let day = proptest::sample::select(&WEEKDAYS[..]).prop_map(|day| Field::Legible(day.to_owned()));
    let rencontre = (proptest::collection::vec(day, 2), sum(&RENCONTRE_SUMS), any::<bool>());
    let rencontre = rencontre.prop_map(|(days, sum, same)| Rencontre {
        days: Field::Legible(if same { vec![days[0].clone(); 2] } else { days }),
        sum: Field::Legible(sum),
    });
    let sums = proptest::collection::vec(sum(&COUP_DE_FOUDRE_SUMS).prop_map(Field::Legible), 3);
    let coup_de_foudre = (sums, 0..3usize)
        .prop_map(|(sums, arrow)| CoupDeFoudre { sums: Field::Legible(sums), arrow: Field::Legible(vec![arrow]) });
    let sentence =
        proptest::sample::select(vec!["Je t'aime", "Mon cœur", "Un baiser", "Reste près de moi", "Tes baisers"]);
    let declaration = sentence.prop_map(|text| Declaration { sentence: Field::Legible(text.to_owned()) });
    let symbols = Just(Symbol::KNOWN.to_vec()).prop_shuffle();
    let vie_a_deux = (symbols, any::<bool>()).prop_map(|(mut symbols, pair)| {
        symbols[4] = symbols[usize::from(pair)].clone();
        VieADeux { symbols: Field::Legible(symbols.into_iter().skip(1).map(Field::Legible).collect()) }
    });
    (rencontre, coup_de_foudre, declaration, vie_a_deux).prop_map(
        |(rencontre, coup_de_foudre, declaration, vie_a_deux)| Contents {
            rencontre: Field::Legible(rencontre),
            coup_de_foudre: Field::Legible(coup_de_foudre),
            declaration: Field::Legible(declaration),
            vie_a_deux: Field::Legible(vie_a_deux),
        },
    )
}

/// A sound ticket that loses on all four surfaces.
pub const LOSING: &str = r#"{
  "rencontre": {"days": ["LUNDI", "MARDI"], "sum": {"figures": "12 €", "letters": "DOUZE"}},
  "coup_de_foudre": {
    "sums": [{"figures": "0 €", "letters": "ZERO"}, {"figures": "9 €", "letters": "NEUF"}, {"figures": "3 €", "letters": "TROIS"}],
    "arrow": 0
  },
  "declaration": {"sentence": "Reste près de moi ce soir"},
  "vie_a_deux": {"symbols": ["heart", "daisy", "champagne", "gift"]}
}"#;

/// [`LOSING`] with some values changed: pairs of the value's path and its JSON, empty to take the key away.
pub fn changed(changes: &[(&str, &str)]) -> serde_json::Value {
    let mut ticket: serde_json::Value = serde_json::from_str(LOSING).unwrap();
    for (path, json) in changes {
        let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match ticket.pointer_mut(parent).unwrap_or_else(|| panic!("no {path}")) {
            serde_json::Value::Object(parent) if json.is_empty() => drop(parent.remove(key)),
            serde_json::Value::Array(parent) => {
                parent[key.parse::<usize>().unwrap()] = serde_json::from_str(json).unwrap()
            }
            parent => parent[key] = serde_json::from_str(json).unwrap(),
        }
    }
    ticket
}

/// Contents of [`changed`].
pub fn ticket(changes: &[(&str, &str)]) -> Contents {
    Contents::from_value(&changed(changes)).unwrap()
}

/// A file that is shared beside the package and not shipped with it: `$TICKETPROOF_SHARED`, else `../shared`. Says so
/// aloud when it is not there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("TICKETPROOF_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")));
    let path = shared.join(name);
    if path.exists() {
        return Some(path);
    }
    // Straight to standard error: the test harness would swallow what the print macros say in a passing test.
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "\nSKIPPED: {} is not there; set TICKETPROOF_SHARED to its folder", path.display());
    None
}
