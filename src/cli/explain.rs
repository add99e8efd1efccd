//! `ticketproof explain`: the rule, article by article, and the finding codes.

use std::io::{self, BufWriter, Write};

use anyhow::bail;
use ticketproof::language::Language;
use ticketproof::rules::{Article, article_text, articles_of, meaning};
use ticketproof::verdict::{FindingCode, Outcome};

use crate::status::Status;

/// Explain an article of the rule or a finding code: the French text, how it is read here, an example.
#[derive(clap::Args)]
pub struct Explain {
    /// An article such as `3.6` or `3.2`, or a code such as `compound_word`; nothing lists them all.
    #[arg(value_name = "ARTICLE|CODE")]
    subject: Option<String>,
}

/// Prints the explanation.
///
/// # Errors
/// When there is no such article or code, or standard output cannot be written.
pub fn run(command: &Explain, language: Language) -> anyhow::Result<Status> {
    let mut out = BufWriter::new(io::stdout().lock());
    match command.subject.as_deref() {
        None => list(&mut out, language)?,
        Some(subject) => {
            let articles = Article::under(subject);
            if let Some(code) = FindingCode::from_name(subject) {
                explain_code(&mut out, code, language)?;
            } else if articles.is_empty() {
                bail!("no article and no code `{subject}`; `ticketproof explain` lists them all");
            }
            for article in articles {
                explain_article(&mut out, article, language)?;
            }
        }
    }
    out.flush()?;
    Ok(Status::Decided)
}

fn list(out: &mut impl Write, language: Language) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        language.pick("Articles du règlement du 27 décembre 2007", "Articles of the rule of 27 December 2007")
    )?;
    for &article in Article::ALL {
        writeln!(out, "  {:<22}{}", article.number(), article_text(article).title.text(language))?;
    }
    for outcome in [Some(Outcome::PrintAnomaly), Some(Outcome::Review), None] {
        writeln!(out, "\n{}", decision(outcome, language))?;
        for &code in FindingCode::ALL.iter().filter(|code| code.decides() == outcome) {
            writeln!(out, "  {:<22}{}", code.name(), meaning(code).text(language))?;
        }
    }
    Ok(())
}

fn explain_code(out: &mut impl Write, code: FindingCode, language: Language) -> io::Result<()> {
    writeln!(out, "{code}: {}", meaning(code).text(language))?;
    writeln!(out, "{}\n", decision(code.decides(), language))?;
    for article in articles_of(code) {
        explain_article(out, article, language)?;
    }
    Ok(())
}

fn decision(outcome: Option<Outcome>, language: Language) -> &'static str {
    match outcome {
        Some(Outcome::PrintAnomaly) => language.pick("Décide : print_anomaly (3.6)", "Decides: print_anomaly (3.6)"),
        Some(_) => language.pick("Décide : review", "Decides: review"),
        None => language.pick("Ne décide rien : pour l'imprimeur", "Decides nothing: for the press operator"),
    }
}

fn explain_article(out: &mut impl Write, article: Article, language: Language) -> io::Result<()> {
    let text = article_text(article);
    writeln!(out, "Article {}  {}\n", article, text.title.text(language))?;
    write_wrapped(out, "  | ", text.text)?;
    writeln!(out, "\n{}", language.pick("Lecture", "Reading"))?;
    write_wrapped(out, "  ", text.reading.text(language))?;
    if !text.doubts.is_empty() {
        writeln!(out, "\n{}", language.pick("Doutes", "Doubts"))?;
    }
    for doubt in text.doubts {
        write_wrapped(out, "  ", doubt.text(language))?;
    }
    writeln!(out, "\n{}", language.pick("Exemple", "Example"))?;
    write_wrapped(out, "  ", text.example.text(language))?;
    writeln!(out)
}

/// Writes paragraphs broken between words, every line after the margin; lines of a table keep their shape.
fn write_wrapped(out: &mut impl Write, margin: &str, text: &str) -> io::Result<()> {
    const COLUMNS: usize = 100;
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in words(paragraph) {
            if !line.is_empty() && margin.len() + line.chars().count() + 1 + word.chars().count() > COLUMNS {
                writeln!(out, "{margin}{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        writeln!(out, "{}", format!("{margin}{line}").trim_end())?;
    }
    Ok(())
}

/// What must not be broken: words, with the euro sign and the spaced punctuation of French that belong to them.
fn words(paragraph: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let is_table_line = paragraph.starts_with("  ");
    for word in paragraph.split(' ') {
        match words.last_mut() {
            Some(last) if is_table_line || last == "«" || matches!(word, "€" | "»" | ":" | ";" | "?") => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}
