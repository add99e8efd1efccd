//! Answers for people: the verdict first, then surface by surface what was read, what it pays and by which article,
//! then the findings.

use std::ffi::OsStr;
use std::io::{self, Write};

use super::{Answer, TicketAnswer, advice};
use crate::contents::{Contents, Field, Sum, Surface, Symbol};
use crate::language::Language;
use crate::rules::game::figures;
use crate::rules::{Article, combinations, reason_name, surface_name, symbol_name, winning_words};
use crate::verdict::{Finding, Outcome, Verdict};

/// How the report is written.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Language of everything but what is printed on the ticket.
    pub language: Language,
    /// Whether the verdict is coloured by ANSI escapes, as a terminal shows them.
    pub color: bool,
}

impl Style {
    /// Colour where the report goes to a terminal and `NO_COLOR` is unset or empty (<https://no-color.org>).
    pub fn for_output(language: Language, is_terminal: bool, no_color: Option<&OsStr>) -> Self {
        Self { language, color: is_terminal && no_color.is_none_or(OsStr::is_empty) }
    }
}

/// Writes one answer, ending with an empty line.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(out: &mut impl Write, answer: &Answer, style: Style) -> io::Result<()> {
    let place = place(answer);
    match &answer.result {
        Ok(ticket) => write_ticket(out, &place, ticket, style),
        Err(failure) => {
            let headline = coloured(style.language.pick("ERREUR", "ERROR"), RED, style);
            // The headline names the file already.
            let message = failure.message.strip_prefix(&format!("{}: ", answer.source)).unwrap_or(&failure.message);
            writeln!(out, "{headline}  {place}\n  {}\n", clean(message))
        }
    }
}

fn write_ticket(out: &mut impl Write, place: &str, ticket: &TicketAnswer, style: Style) -> io::Result<()> {
    let language = style.language;
    writeln!(out, "{}  {place}", headline(&ticket.verdict, style))?;
    if let Some(consequence) = consequence(ticket.verdict.outcome, language) {
        writeln!(out, "  {consequence}")?;
    }
    for surface in Surface::ALL {
        let prize = ticket.verdict.surfaces.of(surface);
        let pays = prize.map_or_else(|| "?".to_owned(), figures);
        let article = Article::win_of(surface);
        let why = reason(surface, ticket, language);
        writeln!(out, "  {:<18} {pays:>10}  ({article}) {why}", surface_name(surface))?;
        writeln!(out, "      {}", clean(&surface_text(surface, &ticket.contents, language)))?;
    }
    for finding in &ticket.verdict.findings {
        writeln!(out, "  {}", clean(&finding_text(finding, language)))?;
    }
    for advice in advice::on(&ticket.verdict, language) {
        writeln!(out, "  → {advice}")?;
    }
    writeln!(out)
}

fn place(answer: &Answer) -> String {
    let mut place = clean(&answer.source);
    for (name, number) in [("page", answer.page), ("ticket", answer.ticket)] {
        if let Some(number) = number {
            place += &format!(", {name} {number}");
        }
    }
    place
}

fn headline(verdict: &Verdict, style: Style) -> String {
    let color = match verdict.outcome {
        Outcome::Winning => GREEN,
        Outcome::Losing => BOLD,
        Outcome::PrintAnomaly => RED,
        Outcome::Review => YELLOW,
    };
    coloured(&verdict_text(verdict, style.language), color, style)
}

/// The verdict in capitals, with the prize where there is one.
pub(super) fn verdict_text(verdict: &Verdict, language: Language) -> String {
    let (fr, en) = match verdict.outcome {
        Outcome::Winning => ("GAGNANT", "WINNING"),
        Outcome::Losing => ("PERDANT", "LOSING"),
        Outcome::PrintAnomaly => ("ANOMALIE D'IMPRESSION", "PRINT ANOMALY"),
        Outcome::Review => ("À EXAMINER", "REVIEW"),
    };
    let mut text = language.pick(fr, en).to_owned();
    if let (Outcome::Winning, Some(euros)) = (verdict.outcome, verdict.prize_eur) {
        text += &format!(" {}", figures(euros));
    }
    text
}

fn consequence(outcome: Outcome, language: Language) -> Option<&'static str> {
    match outcome {
        Outcome::Winning | Outcome::Losing => None,
        Outcome::PrintAnomaly => Some(language.pick(
            "pas de gain, mais remboursement ou échange du ticket (3.6)",
            "no prize, but a refund or another ticket (3.6)",
        )),
        Outcome::Review => {
            Some(language.pick("une personne doit examiner le ticket", "a person has to look at the ticket"))
        }
    }
}

/// Why a surface pays what it pays.
fn reason(surface: Surface, ticket: &TicketAnswer, language: Language) -> String {
    let Some(prize) = ticket.verdict.surfaces.of(surface) else {
        return language.pick("non tranché", "undecided").to_owned();
    };
    let contents = &ticket.contents;
    match surface {
        Surface::Rencontre if prize == 0 => language.pick("jours différents", "different days").to_owned(),
        Surface::Rencontre => language.pick("deux jours identiques", "two like days").to_owned(),
        Surface::CoupDeFoudre => {
            format!("{} {}", language.pick("la flèche désigne", "the arrow stands at"), figures(prize))
        }
        Surface::Declaration if prize == 0 => language.pick("aucun mot gagnant", "no winning word").to_owned(),
        Surface::Declaration => {
            let sentence = contents.declaration.legible().and_then(|declaration| declaration.sentence.legible());
            let words = sentence.map(|sentence| winning_words(sentence)).unwrap_or_default();
            added(words.into_iter().map(|(word, euros)| format!("{word} {}", figures(euros))))
        }
        Surface::VieADeux if prize == 0 => language.pick("aucune combinaison", "no combination").to_owned(),
        Surface::VieADeux => {
            let symbols = contents.vie_a_deux.legible().and_then(|vie_a_deux| vie_a_deux.symbols.legible());
            let symbols: Vec<Symbol> = symbols.into_iter().flatten().filter_map(Field::legible).cloned().collect();
            let pair = |(symbol, euros)| format!("2 × {} {}", symbol_name(&symbol, language), figures(euros));
            added(combinations(&symbols).into_iter().map(pair))
        }
    }
}

/// What was read on a surface, on one line.
fn surface_text(surface: Surface, contents: &Contents, language: Language) -> String {
    let text = |field: &Field<String>| shown(field, language, |text| text.clone());
    let sum = |field: &Field<Sum>| shown(field, language, |sum| sum_text(sum, language));
    match surface {
        Surface::Rencontre => shown(&contents.rencontre, language, |rencontre| {
            let days = shown(&rencontre.days, language, |days| joined(days.iter().map(text)));
            format!("{days} · {}", sum(&rencontre.sum))
        }),
        Surface::CoupDeFoudre => shown(&contents.coup_de_foudre, language, |coup_de_foudre| {
            let arrows = coup_de_foudre.arrow.legible();
            let at = |index| if arrows.is_some_and(|arrows| arrows.contains(&index)) { "→ " } else { "" };
            let sums = shown(&coup_de_foudre.sums, language, |sums| {
                joined(sums.iter().enumerate().map(|(index, field)| format!("{}{}", at(index), sum(field))))
            });
            let arrow = language.pick("flèche", "arrow");
            match arrows {
                Some(_) => sums,
                None => format!("{sums} · {arrow} {}", shown(&coup_de_foudre.arrow, language, |_| String::new())),
            }
        }),
        Surface::Declaration => shown(&contents.declaration, language, |declaration| text(&declaration.sentence)),
        Surface::VieADeux => shown(&contents.vie_a_deux, language, |vie_a_deux| {
            let symbol = |field: &Field<Symbol>| shown(field, language, |symbol| symbol_name(symbol, language));
            shown(&vie_a_deux.symbols, language, |symbols| joined(symbols.iter().map(symbol)))
        }),
    }
}

fn sum_text(sum: &Sum, language: Language) -> String {
    let star = if sum.star == Field::Legible(true) { "★ " } else { "" };
    let text = |field: &Field<String>| shown(field, language, |text| text.clone());
    format!("{star}{} {}", text(&sum.figures), text(&sum.letters))
}

/// A field in words: its value, or in brackets why there is none.
fn shown<T>(field: &Field<T>, language: Language, value: impl Fn(&T) -> String) -> String {
    match field {
        Field::Legible(legible) => value(legible),
        Field::Absent => language.pick("[non imprimé]", "[not printed]").to_owned(),
        // Of an arrow or a star nothing is left to quote.
        Field::Incomplete(rest) => match rest.as_ref().map(value).filter(|rest| !rest.is_empty()) {
            None => language.pick("[incomplet]", "[incomplete]").to_owned(),
            Some(rest) => format!("[{} {rest}]", language.pick("incomplet :", "incomplete:")),
        },
        Field::Unread(reason) => {
            format!("[{} {}]", language.pick("non lu :", "unread:"), reason_name(*reason, language))
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" · ")
}

fn added(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" + ")
}

fn finding_text(finding: &Finding, language: Language) -> String {
    let article = finding.article().map(|article| format!(", {article}")).unwrap_or_default();
    format!("- {} [{}{article}]", finding.message(language), finding.code)
}

const GREEN: &str = "1;32";
const RED: &str = "1;31";
const YELLOW: &str = "1;33";
const BOLD: &str = "1";

fn coloured(text: &str, color: &str, style: Style) -> String {
    if style.color { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// What was printed or named by others, made safe for a terminal.
fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
