//! Named situations, article by article, both sides of each limit. Every ticket is the sound losing one of
//! `rules_support` with some values changed.

mod rules_support;

use rules_support::ticket;
use ticketproof::rules::judge;
use ticketproof::verdict::Outcome;

/// Asserts what a ticket comes to: `won 12`, `lost`, `anomaly CODES` or `review CODES`.
#[track_caller]
fn check(changes: &[(&str, &str)], expected: &str) {
    let verdict = judge(&ticket(changes));
    let mut codes: Vec<&str> = verdict.findings.iter().map(|finding| finding.code.name()).collect();
    codes.sort_unstable();
    let got = match (verdict.outcome, verdict.prize_eur) {
        (Outcome::Winning, Some(euros)) => format!("won {euros}"),
        (Outcome::Losing, Some(0)) => "lost".to_owned(),
        (Outcome::PrintAnomaly, None) => "anomaly".to_owned(),
        (Outcome::Review, None) => "review".to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!([vec![&got[..]], codes].concat().join(" "), expected, "{changes:?}");
}

const LIKE_DAYS: (&str, &str) = ("rencontre.days", r#"["JEUDI", "JEUDI"]"#);

#[test]
fn article_3_1_prizes_add_up_or_none_is_owed() {
    check(&[], "lost");
    let ten = ("rencontre.sum", r#"{"figures": "10 €", "letters": "DIX"}"#);
    let arrow = ("coup_de_foudre.sums[0]", r#"{"figures": "10 €", "letters": "DIX"}"#);
    let kisses = ("declaration.sentence", "\"Tes baisers\"");
    check(&[LIKE_DAYS, ten, arrow, kisses], "won 30");
    check(&[LIKE_DAYS, ten, arrow, kisses, ("vie_a_deux.symbols[0]", "null")], "anomaly symbol_absent");
    check(&[LIKE_DAYS, ten, arrow, kisses, ("vie_a_deux.symbols[0]", r#"{"unread": "blur"}"#)], "review unread");
}

#[test]
fn article_3_2_like_days_win_the_sum() {
    check(&[LIKE_DAYS], "won 12");
    check(&[("rencontre.days", r#"["JEUDI", "LUNDI"]"#)], "lost");
    for day in ["LUNDI", "MARDI", "MERCREDI", "JEUDI", "VENDREDI", "SAMEDI", "DIMANCHE"] {
        check(&[("rencontre.days", &format!("[\"{day}\", \"{day}\"]"))], "won 12");
    }
}

#[test]
fn article_3_2_days_that_are_none_are_for_review() {
    for day in ["lundi", "LUNDl", "LUND", "LUNDII", "FERIE", "MONDAY", "LUN DI"] {
        check(&[("rencontre.days[0]", &format!("\"{day}\""))], "review not_a_weekday");
    }
    check(&[("rencontre.days", r#"["lundi", "lundi"]"#)], "review not_a_weekday not_a_weekday");
    check(&[("rencontre.days[1]", r#"{"incomplete": "MARD"}"#)], "review not_a_weekday");
    check(&[("rencontre.days[1]", "null")], "review day_absent");
    check(&[("rencontre.days", r#"["LUNDI"]"#)], "review day_absent");
    check(&[("rencontre.days", "[]")], "review day_absent day_absent");
    check(&[("rencontre.days", "null")], "review day_absent");
    check(&[("rencontre.days[1]", r#"{"unread": "glare"}"#)], "review unread");
    check(&[("rencontre.days", r#"{"unread": "covered"}"#)], "review unread");
}

#[test]
fn article_3_2_each_sum_of_the_table_and_no_other() {
    for (figures, letters) in [
        ("3 €", "TROIS"),
        ("6 €", "SIX"),
        ("12 €", "DOUZE"),
        ("18 €", "DIX-HUIT"),
        ("30 €", "TRENTE"),
        ("1 000 €", "MILLE"),
    ] {
        let euros = figures.replace([' ', '€'], "");
        let sum = format!(r#"{{"figures": "{figures}", "letters": "{letters}"}}"#);
        check(&[LIKE_DAYS, ("rencontre.sum", &sum)], &format!("won {euros}"));
    }
    for (figures, letters) in
        [("5 €", "CINQ"), ("10 €", "DIX"), ("100 €", "CENT"), ("500 €", "5CENT"), ("5 000 €", "5MILLE")]
    {
        let sum = format!(r#"{{"figures": "{figures}", "letters": "{letters}"}}"#);
        check(&[("rencontre.sum", &sum)], "lost");
        check(&[LIKE_DAYS, ("rencontre.sum", &sum)], "review not_in_prize_table");
    }
    // In the other surface's table only.
    for (figures, letters) in [("0 €", "ZERO"), ("9 €", "NEUF"), ("15 €", "QUINZ")] {
        let sum = format!(r#"{{"figures": "{figures}", "letters": "{letters}"}}"#);
        check(&[("rencontre.sum", &sum)], "anomaly figures_not_in_table letters_not_in_table");
    }
}

#[test]
fn article_3_3_the_arrow_decides() {
    check(&[("coup_de_foudre.arrow", "0")], "lost");
    check(&[("coup_de_foudre.arrow", "2")], "won 3");
    check(&[("coup_de_foudre.arrow", "1")], "review not_in_prize_table");
    check(&[("coup_de_foudre.arrow", "[0, 2]")], "anomaly several_arrows");
    check(&[("coup_de_foudre.arrow", "[2, 2]")], "anomaly several_arrows");
    check(&[("coup_de_foudre.arrow", "null")], "anomaly arrow_absent");
    check(&[("coup_de_foudre.arrow", r#"{"incomplete": 2}"#)], "anomaly arrow_incomplete");
    check(&[("coup_de_foudre.arrow", r#"{"unread": "covered"}"#)], "review unread");
}

#[test]
fn article_3_3_three_sums_of_its_own_table() {
    check(&[("coup_de_foudre.sums[2]", r#"{"figures": "15 €", "letters": "QUINZ"}"#)], "lost");
    check(&[("coup_de_foudre.sums[2].letters", "\"QUINZE\"")], "anomaly letters_not_in_table");
    for (figures, letters) in [("18 €", "DIX-HUIT"), ("100 €", "CENT")] {
        let sum = format!(r#"{{"figures": "{figures}", "letters": "{letters}"}}"#);
        check(&[("coup_de_foudre.sums[2]", &sum)], "anomaly figures_not_in_table letters_not_in_table");
    }
    let sums = r#"[{"figures": "0 €", "letters": "ZERO"}, {"figures": "3 €", "letters": "TROIS"}]"#;
    check(&[("coup_de_foudre.sums", sums)], "anomaly sums_missing");
    check(&[("coup_de_foudre.sums", sums), ("coup_de_foudre.arrow", "2")], "anomaly sums_missing");
    check(&[("coup_de_foudre.sums", "[]")], "anomaly sums_missing");
    check(&[("coup_de_foudre.sums", "null")], "anomaly sums_missing");
    check(&[("coup_de_foudre.sums[1]", "null")], "anomaly sum_absent");
    check(&[("coup_de_foudre", "null")], "anomaly arrow_absent sums_missing");
}

#[test]
fn article_3_4_words_and_their_limits() {
    for (sentence, expected) in [
        ("Mon cœur", "won 3"),
        ("Mon COEUR, mon cœur", "won 3"),
        ("Nos cœurs", "lost"),
        ("Un instant magique", "won 120"),
        ("Des instants magiques", "lost"),
        ("Tes baisers et ton cœur, je t'aime", "won 18"),
        ("Un baiser", "lost"),
        ("Je t'aime", "review not_in_prize_table"),
        ("Ma passion", "review not_in_prize_table"),
        ("Passionnément", "lost"),
        ("Épouse-moi", "lost"),
        ("Aime-moi", "review compound_word"),
        ("Aime-moi comme je t'aime", "review compound_word"),
        ("Un porte-cœur et un casse-cœur", "review compound_word compound_word"),
    ] {
        check(&[("declaration.sentence", &format!("\"{sentence}\""))], expected);
    }
    check(&[("declaration.sentence", "null")], "review sentence_absent");
    check(&[("declaration", "null")], "review sentence_absent");
    check(&[("declaration.sentence", r#"{"incomplete": "Je t'ai"}"#)], "review sentence_incomplete");
    check(&[("declaration", r#"{"unread": "cut_off"}"#)], "review unread");
}

#[test]
fn article_3_5_pairs_and_their_limits() {
    for (symbols, expected) in [
        (["heart", "daisy", "gift", "diamond"], "lost"),
        (["heart", "heart", "gift", "diamond"], "won 3"),
        (["heart", "gift", "heart", "heart"], "won 3"),
        (["heart", "heart", "heart", "heart"], "review four_identical"),
        (["daisy", "gift", "diamond", "daisy"], "won 6"),
        (["gift", "gift", "diamond", "daisy"], "won 120"),
        (["heart", "daisy", "daisy", "heart"], "review not_in_prize_table"),
        (["champagne", "champagne", "daisy", "heart"], "review not_in_prize_table"),
        (["heart", "heart", "heart", "clover"], "anomaly symbol_unknown"),
        (
            ["clover", "clover", "clover", "clover"],
            "anomaly symbol_unknown symbol_unknown symbol_unknown symbol_unknown",
        ),
        (["Heart", "daisy", "gift", "diamond"], "anomaly symbol_unknown"),
    ] {
        check(&[("vie_a_deux.symbols", &serde_json::json!(symbols).to_string())], expected);
    }
    check(&[("vie_a_deux.symbols", r#"["heart", "gift", "daisy"]"#)], "anomaly symbol_absent");
    check(&[("vie_a_deux.symbols", r#"["heart", "gift", "daisy", null]"#)], "anomaly symbol_absent");
    check(&[("vie_a_deux.symbols", "null")], "anomaly symbol_absent");
    check(&[("vie_a_deux", "null")], "anomaly symbol_absent");
    check(&[("vie_a_deux.symbols[3]", r#"{"incomplete": "gift"}"#)], "anomaly symbol_incomplete");
    let two_pairs = ("vie_a_deux.symbols", r#"["heart", "daisy", "daisy", "heart"]"#);
    check(&[two_pairs, ("coup_de_foudre.arrow", "2")], "won 12");
}

#[test]
fn article_3_6_sums_and_transcriptions() {
    for (figures, letters, expected) in [
        ("\"12 €\"", "\"DOUZE\"", "lost"),
        ("\"12€\"", "\"DOUZE\"", "lost"),
        ("\"12\"", "\"DOUZE\"", "review euro_sign_missing"),
        ("\"30\"", "\"TRENTE\"", "review euro_sign_missing"),
        ("\"5 000\"", "\"5MILLE\"", "review euro_sign_missing"),
        ("\"12\"", "\"SIX\"", "anomaly euro_sign_missing sum_letters_mismatch"),
        ("\"7\"", "\"SIX\"", "anomaly figures_not_in_table"),
        ("\"12 €\"", "\"SIX\"", "anomaly sum_letters_mismatch"),
        ("\"12 €\"", "\"DOUZ\"", "anomaly letters_not_in_table"),
        ("\"12 €\"", "\"douze\"", "anomaly letters_not_in_table"),
        ("\"500 €\"", "\"CINQ CENTS\"", "anomaly letters_not_in_table"),
        ("\"500 €\"", "\"SCENT\"", "anomaly letters_not_in_table"),
        ("\"12 EUR\"", "\"DOUZE\"", "anomaly figures_not_in_table"),
        ("\"2 €\"", "\"DEUX\"", "anomaly figures_not_in_table letters_not_in_table"),
        ("null", "\"DOUZE\"", "anomaly figures_absent"),
        ("\"12 €\"", "\"\"", "anomaly letters_absent"),
        ("null", "null", "anomaly sum_absent"),
        ("null", "{\"unread\": \"blur\"}", "anomaly figures_absent unread"),
        ("{\"incomplete\": \"1 €\"}", "\"DOUZE\"", "anomaly figures_incomplete"),
        ("\"12 €\"", "{\"incomplete\": null}", "anomaly letters_incomplete"),
        ("{\"incomplete\": null}", "{\"incomplete\": null}", "anomaly figures_incomplete letters_incomplete"),
        ("{\"unread\": \"blur\"}", "\"DOUZE\"", "review unread"),
        ("{\"unread\": \"blur\"}", "\"DOUZ\"", "anomaly letters_not_in_table unread"),
    ] {
        check(&[("rencontre.sum.figures", figures), ("rencontre.sum.letters", letters)], expected);
    }
}

#[test]
fn article_3_6_the_star_is_decoration_while_it_is_whole() {
    check(&[("rencontre.sum.star", "true")], "lost");
    check(&[("rencontre.sum.star", "null")], "lost");
    check(&[LIKE_DAYS, ("rencontre.sum.star", "true")], "won 12");
    check(&[("rencontre.sum.star", r#"{"incomplete": null}"#)], "anomaly star_incomplete");
    check(&[("rencontre.sum.star", r#"{"unread": "blur"}"#)], "review unread");
    check(&[("rencontre.sum.letters_position", "\"above\"")], "lost");
    check(&[("rencontre.sum.letters_position", "null")], "lost");
    check(&[("rencontre.sum.letters_position", r#"{"unread": "blur"}"#)], "review unread");
    let nothing = r#"{"figures": null, "letters": null, "star": {"incomplete": null}}"#;
    check(&[("rencontre.sum", nothing)], "anomaly sum_absent");
}

#[test]
fn article_3_6_wholes() {
    check(&[("rencontre", "null")], "anomaly day_absent sum_absent");
    check(&[("rencontre.sum", "null")], "anomaly sum_absent");
    for (path, expected) in [
        ("rencontre", "anomaly figures_incomplete"),
        ("rencontre.sum", "anomaly figures_incomplete"),
        ("rencontre.days", "review not_a_weekday"),
        ("coup_de_foudre", "anomaly figures_incomplete"),
        ("coup_de_foudre.sums", "anomaly figures_incomplete"),
        ("declaration", "review sentence_incomplete"),
        ("vie_a_deux", "anomaly symbol_incomplete"),
        ("vie_a_deux.symbols", "anomaly symbol_incomplete"),
    ] {
        check(&[(path, r#"{"incomplete": null}"#)], expected);
        check(&[(path, r#"{"unread": "covered"}"#)], "review unread");
    }
}

#[test]
fn article_3_6_an_anomaly_decides_before_anything_else() {
    let anomaly = ("coup_de_foudre.sums[1].letters", "\"NEUFF\"");
    check(&[anomaly, ("declaration", r#"{"unread": "glare"}"#)], "anomaly letters_not_in_table unread");
    check(&[anomaly, ("rencontre.days[0]", "\"lundi\"")], "anomaly letters_not_in_table not_a_weekday");
    check(&[anomaly, LIKE_DAYS], "anomaly letters_not_in_table");
}

#[test]
fn article_2_is_looked_at_last() {
    let five = ("rencontre.sum", r#"{"figures": "5 €", "letters": "CINQ"}"#);
    check(&[LIKE_DAYS, five], "review not_in_prize_table");
    check(&[LIKE_DAYS, five, ("declaration.sentence", "null")], "review sentence_absent");
    check(&[LIKE_DAYS, five, ("declaration.sentence", "\"Aime-moi\"")], "review compound_word");
}

#[test]
fn a_surface_keeps_its_prize_beside_another_ones_defect() {
    let verdict = judge(&ticket(&[LIKE_DAYS, ("vie_a_deux.symbols[0]", r#"{"unread": "blur"}"#)]));
    let prizes = verdict.surfaces;
    assert_eq!(
        [prizes.rencontre, prizes.coup_de_foudre, prizes.declaration, prizes.vie_a_deux],
        [Some(12), Some(0), Some(0), None]
    );
    let mismatch = judge(&ticket(&[LIKE_DAYS, ("rencontre.sum.letters", "\"SIX\"")]));
    assert_eq!(mismatch.surfaces.rencontre, Some(12), "the figures give the sum");
    let unread = judge(&ticket(&[("rencontre.sum.letters", r#"{"unread": "blur"}"#)]));
    assert_eq!(unread.surfaces.rencontre, None, "null while any of it is unread");
}
