//! Answers as JSON: the contract's object, and beside it what the README documents.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{Answer, ElementReading, Failure, SCHEMA, TicketAnswer};
use crate::contents::Surface;
use crate::geometry::Quad;
use crate::language::Language;
use crate::verdict::{Finding, Verdict};

/// The answer as a JSON object, keys in the contract's order; `language` is that of the messages in it.
pub fn value(answer: &Answer, language: Language) -> Value {
    let mut object = Map::new();
    object.insert("schema".to_owned(), SCHEMA.into());
    object.insert("source".to_owned(), answer.source.clone().into());
    for (key, number) in [("page", answer.page), ("ticket", answer.ticket)] {
        if let Some(number) = number {
            object.insert(key.to_owned(), number.into());
        }
    }
    match &answer.result {
        Ok(ticket) => write_ticket(&mut object, ticket, language),
        Err(failure) => write_failure(&mut object, failure),
    }
    object.extend(answer.extra.clone());
    Value::Object(object)
}

/// Writes the answer as one line.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_line(out: &mut impl Write, answer: &Answer, language: Language) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &value(answer, language))?;
    out.write_all(b"\n")
}

/// Writes answers as an indented array.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_array(out: &mut impl Write, answers: &[Answer], language: Language) -> io::Result<()> {
    let array: Vec<Value> = answers.iter().map(|answer| value(answer, language)).collect();
    serde_json::to_writer_pretty(&mut *out, &array)?;
    out.write_all(b"\n")
}

fn write_ticket(object: &mut Map<String, Value>, ticket: &TicketAnswer, language: Language) {
    let Verdict { outcome, prize_eur, surfaces, findings } = &ticket.verdict;
    object.insert("outcome".to_owned(), json!(outcome));
    object.insert("prize_eur".to_owned(), json!(prize_eur));
    let prize = |surface| (Surface::key(surface).to_owned(), json!({ "prize_eur": surfaces.of(surface) }));
    object.insert("surfaces".to_owned(), Value::Object(Surface::ALL.map(prize).into_iter().collect()));
    let findings = findings.iter().map(|finding| finding_value(finding, language)).collect();
    object.insert("findings".to_owned(), findings);
    object.insert("contents".to_owned(), ticket.contents.to_value());
    if let Some(quad) = ticket.quad {
        object.insert("quad_px".to_owned(), quad_value(quad));
    }
    if !ticket.readings.is_empty() {
        object.insert("readings".to_owned(), ticket.readings.iter().map(reading_value).collect());
    }
}

fn write_failure(object: &mut Map<String, Value>, failure: &Failure) {
    object.insert("outcome".to_owned(), "error".into());
    object.insert("error".to_owned(), json!({ "code": failure.code, "message": failure.message }));
}

fn finding_value(finding: &Finding, language: Language) -> Value {
    json!({
        "code": finding.code,
        "article": finding.article().map(|article| article.number()),
        "element": finding.element,
        "message": finding.message(language),
        "decides": finding.code.decides(),
    })
}

fn reading_value(reading: &ElementReading) -> Value {
    json!({
        "element": reading.element,
        "text": reading.text,
        "raw": reading.raw,
        "quad_px": reading.quad.map(quad_value),
        "scores": reading.scores.iter().map(|(name, &score)| (name.clone(), rounded(score, 1e4))).collect::<Map<_, _>>(),
    })
}

/// Corners TL, TR, BR, BL as `[x, y]`, to a hundredth of a pixel.
fn quad_value<F>(quad: Quad<F>) -> Value {
    quad.0.iter().map(|corner| json!([rounded(corner.x, 1e2), rounded(corner.y, 1e2)])).collect()
}

/// A number with no more digits than mean something; null where it is none.
fn rounded(value: f64, steps_per_unit: f64) -> Value {
    json!((value * steps_per_unit).round() / steps_per_unit)
}
