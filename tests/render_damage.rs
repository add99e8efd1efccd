//! Would a person with the ticket in hand call every incomplete element defective? Measured on the picture itself.

mod render_support;

use std::collections::BTreeSet;

use render_support::{all_incomplete, blank, contents, ink_share, pixels_in, sound, with};
use serde_json::json;
use ticketproof::design::Design;
use ticketproof::render::{DefectKind, Press, Renderer};

const SEEDS: u64 = 40;

#[test]
fn every_defect_is_plain_to_see() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 300.0).unwrap();
    let still = Press { dot_jitter_mm: 0.0, ..Press::nominal() };
    let blank = renderer.render(&contents(&blank()), &still, 0).unwrap();
    let whole = ink_share(&renderer.render(&contents(&sound()), &still, 0).unwrap().image, &blank.image);
    let (mut seen, mut kinds) = (0, BTreeSet::new());
    for seed in 0..SEEDS {
        let rendered = renderer.render(&contents(&all_incomplete()), &still, seed).unwrap();
        let shown = ink_share(&rendered.image, &blank.image);
        let pixel_mm2 = 1.0 / (rendered.truth.px_per_mm[0] * rendered.truth.px_per_mm[1]);
        for defect in &rendered.truth.defects {
            let pixels = pixels_in(defect.box_mm.grown(0.1), rendered.truth.px_per_mm, rendered.image.width());
            let area = |test: &dyn Fn(f32, f32) -> bool| {
                pixels.iter().filter(|&&i| test(whole[i], shown[i])).count() as f64 * pixel_mm2
            };
            let missing_mm2 = area(&|whole, shown| whole > 0.5 && shown < 0.25);
            let added_mm2 = area(&|whole, shown| whole < 0.1 && shown > 0.25);
            let sum = |ink: &[f32]| pixels.iter().map(|&i| f64::from(ink[i])).sum::<f64>();
            let left = sum(&shown) / sum(&whole);
            let case = format!("{defect:?} at seed {seed}: {missing_mm2:.2} and {added_mm2:.2} mm², {left:.2} left");
            let is_figures = defect.element.ends_with("figures");
            match defect.kind {
                DefectKind::Smudge => assert!(added_mm2 >= 0.7, "{case}"),
                DefectKind::Faded => assert!((0.2..=0.48).contains(&left), "{case}"),
                _ if is_figures => assert!(missing_mm2 >= 0.55, "{case}"),
                _ => assert!(missing_mm2 >= 0.28, "{case}"),
            }
            kinds.insert((defect.kind, defect.element.contains("symbols")));
            seen += 1;
        }
    }
    assert_eq!(seen, 19 * SEEDS);
    assert_eq!(kinds.len(), 9, "five kinds on text and marks, four on symbols: {kinds:?}");
}

#[test]
fn sound_elements_keep_all_their_ink_beside_damaged_ones() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 300.0).unwrap();
    let press = Press::nominal();
    let mut visited = 0;
    for pointer in ["/coup_de_foudre/sums/1/figures", "/coup_de_foudre/sums/1/star", "/coup_de_foudre/arrow"] {
        let damaged = with(sound(), pointer, json!({"incomplete": null}));
        for seed in 0..25 {
            let rendered = renderer.render(&contents(&damaged), &press, seed).unwrap();
            // The same seed scatters the same dots.
            let whole = renderer.render(&contents(&sound()), &press, seed).unwrap();
            let named = &rendered.truth.defects[0].element;
            let rest = whole.truth.elements.iter().filter(|e| e.element != *named);
            // A drawn text in place of the sum's own moves its star.
            let rest = rest.filter(|e| !(named.ends_with("figures") && e.element.ends_with("sums[1].star")));
            for element in rest.filter(|e| !(named == "coup_de_foudre.arrow" && e.element.contains("arrow"))) {
                for i in pixels_in(element.box_mm, whole.truth.px_per_mm, whole.image.width()) {
                    let bytes = 3 * i..3 * i + 3;
                    let same = rendered.image.as_raw()[bytes.clone()] == whole.image.as_raw()[bytes];
                    assert!(same, "{} changed with {named} at seed {seed}", element.element);
                }
            }
            visited += 1;
        }
    }
    assert_eq!(visited, 75);
}

#[test]
fn an_incomplete_whole_shows_it_on_one_of_its_parts() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 100.0).unwrap();
    let cases = [
        ("/rencontre/sum", "rencontre.sum", "rencontre.sum."),
        ("/rencontre/days", "rencontre.days", "rencontre.days["),
        ("/coup_de_foudre/sums/1", "coup_de_foudre.sums[1]", "coup_de_foudre.sums[1]."),
        ("/coup_de_foudre/sums", "coup_de_foudre.sums", "coup_de_foudre.sums["),
        ("/vie_a_deux/symbols", "vie_a_deux.symbols", "vie_a_deux.symbols["),
        ("/declaration", "declaration", "declaration.sentence"),
        ("/vie_a_deux", "vie_a_deux", "vie_a_deux.symbols["),
    ];
    for (pointer, named, shown_by) in cases {
        let ticket = contents(&with(sound(), pointer, json!({"incomplete": null})));
        for seed in 0..5 {
            let truth = renderer.render(&ticket, &Press::nominal(), seed).unwrap().truth;
            let [defect] = truth.defects.as_slice() else { panic!("{named}: {:?}", truth.defects) };
            assert_eq!(defect.element, named);
            assert!(defect.shown_by.starts_with(shown_by), "{defect:?}");
        }
    }
}

#[test]
fn a_text_left_open_is_a_legal_one() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 100.0).unwrap();
    let ticket = contents(&with(sound(), "/rencontre/sum/letters", json!({"incomplete": null})));
    for seed in 0..5 {
        let truth = renderer.render(&ticket, &Press::nominal(), seed).unwrap().truth;
        let letters = truth.elements.iter().find(|e| e.element == "rencontre.sum.letters").unwrap();
        assert_eq!(letters.text.as_deref(), Some("MILLE"), "letters follow their legal figures");
    }
}
