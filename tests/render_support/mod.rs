//! What the render tests share: contents and how much ink a picture shows.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)] // each test file uses its part

use image::RgbImage;
use serde_json::{Value, json};
use ticketproof::contents::Contents;
use ticketproof::geometry::{Mm, Rect};

/// A sound ticket with every kind of element on it.
pub fn sound() -> Value {
    json!({
        "rencontre": {
            "days": ["LUNDI", "MERCREDI"],
            "sum": {"figures": "1 000 €", "letters": "MILLE", "star": true, "letters_position": "below"}
        },
        "coup_de_foudre": {
            "sums": [
                {"figures": "10 €", "letters": "DIX", "star": true, "letters_position": "above"},
                {"figures": "15 €", "letters": "QUINZ", "star": true, "letters_position": "below"},
                {"figures": "3 €", "letters": "TROIS", "star": false, "letters_position": "below"}
            ],
            "arrow": 1
        },
        "declaration": {"sentence": "Je t'aime mon cœur, tendres baisers"},
        "vie_a_deux": {"symbols": ["heart", "champagne", "gift", "diamond"]}
    })
}

/// The paths of the sound ticket's elements, as JSON pointers.
pub const ELEMENTS: [&str; 19] = [
    "/rencontre/days/0",
    "/rencontre/days/1",
    "/rencontre/sum/figures",
    "/rencontre/sum/letters",
    "/rencontre/sum/star",
    "/coup_de_foudre/sums/0/figures",
    "/coup_de_foudre/sums/0/letters",
    "/coup_de_foudre/sums/0/star",
    "/coup_de_foudre/sums/1/figures",
    "/coup_de_foudre/sums/1/letters",
    "/coup_de_foudre/sums/1/star",
    "/coup_de_foudre/sums/2/figures",
    "/coup_de_foudre/sums/2/letters",
    "/coup_de_foudre/arrow",
    "/declaration/sentence",
    "/vie_a_deux/symbols/0",
    "/vie_a_deux/symbols/1",
    "/vie_a_deux/symbols/2",
    "/vie_a_deux/symbols/3",
];

/// `contents` with the value at `pointer` replaced.
pub fn with(mut contents: Value, pointer: &str, value: Value) -> Value {
    *contents.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    contents
}

/// The sound ticket with every element incomplete, its own text given.
pub fn all_incomplete() -> Value {
    ELEMENTS.iter().fold(sound(), |contents, pointer| {
        let value = contents.pointer(pointer).cloned();
        with(contents, pointer, json!({"incomplete": value}))
    })
}

/// A ticket without any variable print.
pub fn blank() -> Value {
    json!({"rencontre": null, "coup_de_foudre": null, "declaration": null, "vie_a_deux": null})
}

pub fn contents(value: &Value) -> Contents {
    Contents::from_value(value).unwrap()
}

/// Share of each pixel's light that ink takes, by the green channel of the ticket with and without ink; the ink's own
/// green is 26.
pub fn ink_share(inked: &RgbImage, blank: &RgbImage) -> Vec<f32> {
    assert_eq!(inked.dimensions(), blank.dimensions());
    inked
        .pixels()
        .zip(blank.pixels())
        .map(|(i, b)| (f32::from(b.0[1]) - f32::from(i.0[1])) / (f32::from(b.0[1]) - 26.0))
        .collect()
}

/// Indices of the pixels whose centres lie in `rect`, `px_per_mm` in x and y, rows of `width` pixels.
pub fn pixels_in(rect: Rect<Mm>, px_per_mm: [f64; 2], width: u32) -> Vec<usize> {
    let range = |from: f64, to: f64, k: f64| (from * k + 0.5).floor() as usize..(to * k + 0.5).floor() as usize;
    let columns = range(rect.left, rect.right(), px_per_mm[0]);
    let rows = range(rect.top, rect.bottom(), px_per_mm[1]);
    rows.flat_map(|y| columns.clone().map(move |x| y * width as usize + x)).collect()
}
