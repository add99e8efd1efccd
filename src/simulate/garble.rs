//! Words and figures set wrong: glyphs substituted, dropped, doubled, swapped.

use rand::{Rng, RngExt};

use super::dice::{pick, pick_weighted};

/// What may be set in a glyph's place: mostly what looks like it, which is what a reader may miss.
const LOOK_ALIKES: [(char, &str); 22] = [
    ('A', "4Ä"),
    ('C', "GO("),
    ('D', "OB"),
    ('E', "FB"),
    ('F', "EP"),
    ('H', "NM"),
    ('I', "l1TJ"),
    ('J', "IU"),
    ('L', "IlE"),
    ('M', "NH"),
    ('N', "MH"),
    ('O', "0QC"),
    ('Q', "OG"),
    ('R', "PK"),
    ('S', "58"),
    ('T', "IF"),
    ('U', "VO"),
    ('V', "UY"),
    ('X', "KY"),
    ('Z', "27"),
    ('5', "S6"),
    ('-', "_="),
];

/// Spellings that a person, or a dictionary, would pass.
const RESPELT: [(&str, &[&str]); 13] = [
    ("ZERO", &["ZÉRO", "ZEROS"]),
    ("TROIS", &["TROI", "TROIX"]),
    ("CINQ", &["CINC", "SINQ"]),
    ("SIX", &["SIS", "SIXE"]),
    ("NEUF", &["NEUFS", "NOEUF"]),
    ("DIX", &["DIS", "DIXE"]),
    ("DOUZE", &["DOUZ", "DOUSE"]),
    ("QUINZ", &["QUINZE"]),
    ("DIX-HUIT", &["DIXHUIT", "DISHUIT"]),
    ("TRENTE", &["TRANTE", "TRENT"]),
    ("CENT", &["CENTS", "SANS"]),
    ("5CENT", &["5CENTS", "CINQCENT"]),
    ("MILLE", &["MILLES", "MILE"]),
];

/// `word` set wrong, and so that `is_legal` does not hold for it.
pub fn letters(rng: &mut impl Rng, word: &str, is_legal: impl Fn(&str) -> bool) -> String {
    loop {
        let garbled = garbled_once(rng, word);
        if garbled != word && !garbled.is_empty() && !is_legal(&garbled) {
            return garbled;
        }
    }
}

fn garbled_once(rng: &mut impl Rng, word: &str) -> String {
    let mut glyphs: Vec<char> = word.chars().collect();
    let at = rng.random_range(0..glyphs.len());
    match pick_weighted(rng, &[(45, 0), (18, 1), (14, 2), (9, 3), (14, 4)]) {
        0 => {
            if let Some((_, alike)) = LOOK_ALIKES.iter().find(|(glyph, _)| *glyph == glyphs[at]) {
                glyphs[at] = *pick(rng, &alike.chars().collect::<Vec<_>>());
            }
        }
        1 => {
            glyphs.remove(at);
        }
        2 => glyphs.insert(at, glyphs[at]),
        3 if at > 0 => glyphs.swap(at, at - 1),
        _ => {
            if let Some((_, respelt)) = RESPELT.iter().find(|(right, _)| *right == word) {
                return (*pick(rng, respelt)).to_owned();
            }
        }
    }
    glyphs.into_iter().collect()
}

/// Letters that pass for digits.
const DIGIT_ALIKES: [(char, &str); 7] =
    [('0', "OD"), ('1', "lI7"), ('2', "Z"), ('3', "8B"), ('5', "S6"), ('6', "G8"), ('8', "B3")];

/// `figures` with one digit set wrong or twice, its € left, and so that `is_legal` does not hold for them.
pub fn figures(rng: &mut impl Rng, figures: &str, is_legal: impl Fn(&str) -> bool) -> String {
    loop {
        let mut glyphs: Vec<char> = figures.chars().collect();
        let digits: Vec<usize> = (0..glyphs.len()).filter(|&i| glyphs[i].is_ascii_digit()).collect();
        let Some(&at) = digits.get(rng.random_range(0..digits.len().max(1))) else { return figures.to_owned() };
        let alike = DIGIT_ALIKES.iter().find(|(digit, _)| *digit == glyphs[at]);
        match alike {
            Some((_, alike)) if rng.random_bool(0.7) => {
                glyphs[at] = *pick(rng, &alike.chars().collect::<Vec<_>>());
            }
            _ => glyphs.insert(at, glyphs[at]),
        }
        let garbled: String = glyphs.into_iter().collect();
        // `00 €` still says nothing but zero.
        let is_zero = garbled.chars().all(|c| matches!(c, '0' | ' ' | '€'));
        if !is_zero && !is_legal(&garbled) {
            return garbled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::*;

    #[test]
    fn garbled_words_are_wrong_and_close() {
        let mut rng = dice(2, 1, Stream::Misprints);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..400 {
            let garbled = letters(&mut rng, "SIX", |word| word == "DIX" || word == "SIX");
            assert!(garbled != "SIX" && garbled != "DIX");
            assert!((2..=4).contains(&garbled.chars().count()), "{garbled}");
            seen.insert(garbled);
        }
        assert!(seen.len() > 10, "{seen:?}");
        assert!(seen.contains("SlX") && seen.contains("SX") && seen.contains("SIXX") && seen.contains("SIS"));
    }

    #[test]
    fn garbled_figures_keep_their_euro() {
        let mut rng = dice(2, 1, Stream::Misprints);
        for _ in 0..200 {
            let garbled = figures(&mut rng, "1 000 €", |text| text == "1 000 €");
            assert!(garbled.ends_with('€') && garbled != "1 000 €", "{garbled}");
        }
    }
}
