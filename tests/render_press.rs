//! Does the press's normal variation do what its numbers say?
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests

use ticketproof::design::Design;
use ticketproof::design::ink::TextStyle;
use ticketproof::design::layout;
use ticketproof::geometry::{Mm, Point, PrintMm, Rect};
use ticketproof::render::{Press, ink_coverage};

/// Mean width of the stem of a caption's I, in mm: ink over height.
fn stroke_mm(design: &Design, gain_mm: f64, px_per_mm: f64) -> f64 {
    let glyphs = layout::line(design, TextStyle::Letters, "I", Point::new(10.0, 10.0)).unwrap();
    let ink = layout::ink_box(design, &glyphs).unwrap();
    // A slice between the serifs.
    let window: Rect<PrintMm> = Rect::new(ink.left - 1.0, 9.5, ink.width + 2.0, 1.0);
    let press = Press { ink_gain_mm: gain_mm, ..Press::nominal() };
    let coverage = ink_coverage(design, &glyphs, window, px_per_mm, &press);
    coverage.values.iter().map(|v| f64::from(*v)).sum::<f64>() / coverage.height as f64 / px_per_mm
}

#[test]
fn gain_is_the_change_of_a_strokes_width() {
    let design = Design::reference().unwrap();
    let nominal = stroke_mm(&design, 0.0, 20.0);
    for gain in [-0.08, -0.05, -0.02, 0.02, 0.05, 0.08] {
        let change = stroke_mm(&design, gain, 20.0) - nominal;
        // Dots are sampled every 13 µm.
        assert!(
            (change - gain).abs() < 0.0135,
            "gain {gain} mm changed the stroke by {change:.3} mm from {nominal:.3}"
        );
    }
}

#[test]
fn coverage_does_not_depend_on_resolution() {
    let design = Design::reference().unwrap();
    let widths = [8.0, 12.0, 23.6, 47.2].map(|px_per_mm| stroke_mm(&design, 0.0, px_per_mm));
    for width in widths {
        assert!((width - widths[0]).abs() < 0.01, "{widths:?}");
    }
}

#[test]
fn the_print_turns_clockwise_about_the_tickets_centre_and_shifts() {
    let press = Press { shift_mm: [0.3, -0.2], turn_deg: 0.3, ..Press::nominal() };
    let map = press.print_to_artwork(Rect::<Mm>::new(0.0, 0.0, 100.0, 150.0));
    assert!(map.map(Point::new(50.0, 75.0)).distance(Point::new(50.3, 74.8)) < 1e-9);
    let right = map.map(Point::new(100.0, 75.0));
    let drop = 50.0 * 0.3_f64.to_radians().sin();
    assert!((right.y - (74.8 + drop)).abs() < 1e-9, "{right:?}");
}
