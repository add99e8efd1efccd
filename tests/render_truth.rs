//! Is the picture what the truth says: its size, where ink may be, and the same every time?

mod render_support;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use render_support::{ELEMENTS, all_incomplete, blank, contents, sound, with};
use serde_json::json;
use ticketproof::design::Design;
use ticketproof::geometry::{Mm, Point, Rect};
use ticketproof::render::{Press, Rendered, Renderer};

#[test]
fn a_picture_is_as_large_as_its_resolution_says() {
    let design = Design::reference().unwrap();
    for (dpi, size) in [(100.0, (394, 591)), (150.0, (591, 886)), (300.0, (1181, 1772)), (437.5, (1722, 2584))] {
        let rendered = Renderer::new(&design, dpi).unwrap().render(&contents(&sound()), &Press::nominal(), 0).unwrap();
        assert_eq!(rendered.image.dimensions(), size, "at {dpi} dpi");
        assert_eq!(rendered.truth.dpi, dpi);
    }
}

#[test]
fn resolutions_out_of_range_are_refused() {
    let design = Design::reference().unwrap();
    for dpi in [0.0, 99.9, 1200.1, f64::NAN] {
        let error = Renderer::new(&design, dpi).err().unwrap();
        assert_eq!(error.to_string(), format!("{dpi} dpi: a ticket is drawn at 100 to 1200 dpi"));
    }
}

#[test]
fn paper_stretch_makes_the_picture_larger() {
    let design = Design::reference().unwrap();
    let press = Press { stretch: [0.003, -0.002], ..Press::nominal() };
    let rendered = Renderer::new(&design, 300.0).unwrap().render(&contents(&sound()), &press, 0).unwrap();
    assert_eq!(rendered.image.dimensions(), (1185, 1768));
    assert!((rendered.truth.px_per_mm[0] / (300.0 / 25.4) - 1.003).abs() < 5e-4);
}

/// Every pixel that differs from the ticket without variable print lies in a box of the truth.
fn assert_boxes_hold_all_ink(rendered: &Rendered, blank: &Rendered) {
    let truth = &rendered.truth;
    let elements = truth.elements.iter().map(|e| e.box_mm);
    let defects = truth.defects.iter().map(|d| d.box_mm);
    let covers = truth.covers.iter().flat_map(|c| c.boxes_mm.iter().copied());
    // Half a pixel of antialiasing, and the reach of scattered, widened dots beyond their cells.
    let margin = 0.5 / truth.px_per_mm[0] + 0.12;
    let boxes: Vec<Rect<Mm>> = elements.chain(defects).chain(covers).map(|b| b.grown(margin)).collect();
    let mut changed = 0;
    for (x, y, pixel) in rendered.image.enumerate_pixels() {
        if pixel != blank.image.get_pixel(x, y) {
            changed += 1;
            let at = Point::new((f64::from(x) + 0.5) / truth.px_per_mm[0], (f64::from(y) + 0.5) / truth.px_per_mm[1]);
            assert!(boxes.iter().any(|b| b.contains(at)), "pixel ({x}, {y}), {at:?} mm, is in no box of the truth");
        }
    }
    assert!(changed > 1000, "only {changed} pixels differ from the blank ticket");
}

#[test]
fn the_boxes_of_the_truth_hold_all_ink_and_latex() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 200.0).unwrap();
    let covered = ["/rencontre/days/1", "/coup_de_foudre/sums/2", "/declaration", "/vie_a_deux/symbols/1"]
        .iter()
        .fold(sound(), |contents, pointer| with(contents, pointer, json!({"unread": "covered"})));
    let mut visited = 0;
    for seed in 0..6 {
        let drawn = Press::drawn(&mut ChaCha8Rng::seed_from_u64(seed));
        for press in [Press::nominal(), drawn] {
            let blank = renderer.render(&contents(&blank()), &press, seed).unwrap();
            for ticket in [sound(), all_incomplete(), covered.clone()] {
                let rendered = renderer.render(&contents(&ticket), &press, seed).unwrap();
                assert_boxes_hold_all_ink(&rendered, &blank);
                visited += 1;
            }
        }
    }
    assert_eq!(visited, 36);
}

#[test]
fn every_element_has_its_box_and_text() {
    let design = Design::reference().unwrap();
    let rendered = Renderer::new(&design, 100.0).unwrap().render(&contents(&sound()), &Press::nominal(), 0).unwrap();
    let elements = &rendered.truth.elements;
    assert_eq!(elements.len(), ELEMENTS.len());
    let text = |path: &str| elements.iter().find(|e| e.element == path).and_then(|e| e.text.as_deref());
    assert_eq!(text("rencontre.sum.figures"), Some("1 000 €"));
    assert_eq!(text("coup_de_foudre.sums[1].letters"), Some("QUINZ"));
    assert_eq!(text("declaration.sentence"), Some("Je t'aime mon cœur, tendres baisers"));
    let star = elements.iter().find(|e| e.element == "coup_de_foudre.sums[0].star").unwrap();
    assert_eq!(star.mark.as_deref(), Some("star"));
    let written = serde_json::to_value(&rendered.truth).unwrap();
    assert!(written.pointer("/elements/0/box_mm/3").is_some_and(serde_json::Value::is_f64), "{written}");
}

#[test]
fn latex_hides_what_it_covers() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 300.0).unwrap();
    let covered = with(sound(), "/rencontre/sum/figures", json!({"unread": "covered"}));
    let rendered = renderer.render(&contents(&covered), &Press::nominal(), 3).unwrap();
    let box_mm = rendered.truth.covers[0].boxes_mm[0].grown(-1.4);
    assert_eq!(rendered.truth.covers[0].element, "rencontre.sum.figures");
    assert!(rendered.truth.elements.iter().all(|e| e.element != "rencontre.sum.figures"));
    for i in render_support::pixels_in(box_mm, rendered.truth.px_per_mm, rendered.image.width()) {
        let [r, g, b] = rendered.image.as_raw()[3 * i..3 * i + 3] else { unreachable!() };
        let grey = r.abs_diff(g).max(g.abs_diff(b)) < 16 && (140..=205).contains(&g);
        assert!(grey, "({r}, {g}, {b}) shows through the latex");
    }
}

#[test]
fn the_same_seed_gives_the_same_picture_and_another_seed_another() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 150.0).unwrap();
    let ticket = contents(&all_incomplete());
    let press = Press::drawn(&mut ChaCha8Rng::seed_from_u64(7));
    let [a, b, c] = [1, 1, 2].map(|seed| renderer.render(&ticket, &press, seed).unwrap());
    assert_eq!((a.image.as_raw(), &a.truth), (b.image.as_raw(), &b.truth));
    assert_ne!(a.image.as_raw(), c.image.as_raw());
}

#[test]
fn an_element_keeps_its_defect_when_others_change() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 100.0).unwrap();
    let one = with(sound(), "/rencontre/days/0", json!({"incomplete": "LUNDI"}));
    let two = with(one.clone(), "/declaration/sentence", json!({"incomplete": null}));
    for seed in 0..20 {
        let [one, two] = [&one, &two].map(|t| renderer.render(&contents(t), &Press::nominal(), seed).unwrap().truth);
        assert_eq!(one.defects[0], two.defects[0]);
        assert_eq!((one.defects.len(), two.defects.len()), (1, 2));
    }
}
