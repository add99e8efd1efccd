//! Simulated tickets against the renderer and the pictures made of them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use image::{GrayImage, imageops};
use ticketproof::design::Design;
use ticketproof::geometry::{Homography, Mm, PhotoPx, Point, Quad};
use ticketproof::render::{Press, Renderer};
use ticketproof::simulate::tickets::Tiers;
use ticketproof::simulate::{Printer, Run, Simulated};

fn run(seed: u64, misprint_rate: f64, ink_defect_rate: f64) -> Run {
    Run { seed, tiers: Tiers::Mixed, misprint_rate, ink_defect_rate }
}

#[test]
fn everything_drawn_can_be_printed() {
    let design = Design::reference().unwrap();
    let renderer = Renderer::new(&design, 100.0).unwrap();
    let foreign: Vec<String> = design.foreign_symbols().map(|(name, _)| name.to_owned()).collect();
    let (mut misprints, mut defects) = (0, 0);
    for index in 1..=400 {
        let ticket = run(51, 0.8, 0.5).print(index, &foreign);
        let flat = renderer.render(&ticket.contents, &Press::nominal(), index);
        let flat = flat.unwrap_or_else(|e| panic!("ticket {index}: {e}: {:?}", ticket.contents));
        assert_eq!(flat.truth.defects.len(), ticket.ink_defects.len());
        misprints += ticket.misprints.len();
        defects += ticket.ink_defects.len();
    }
    assert!(misprints > 300 && defects > 180, "{misprints} misprints, {defects} ink defects");
}

/// Luminance of the picture along the ticket's own axes, at `PX_PER_MM`, by the truth's quad.
fn rectified(ticket: &Simulated, design: &Design) -> GrayImage {
    let picture = image::load_from_memory(&ticket.picture).unwrap().into_luma8();
    let map: Homography<Mm, PhotoPx> = Homography::from_quads(design.bounds().quad(), ticket.truth.quad_px).unwrap();
    let bounds = design.bounds();
    let size = [bounds.width, bounds.height].map(|mm| (mm * PX_PER_MM) as u32);
    // Averaged over 3 x 3 points a pixel, as the picture is finer.
    GrayImage::from_fn(size[0], size[1], |x, y| {
        let mut sum = 0.0;
        for i in 0..9 {
            let at = |v: u32, i: u32| (f64::from(v) + (f64::from(i) + 0.5) / 3.0) / PX_PER_MM;
            let p = map.map(Point::new(at(x, i % 3), at(y, i / 3)));
            let clamp = |v: f64, count: u32| (v as u32).min(count - 1);
            sum += f64::from(picture.get_pixel(clamp(p.x, picture.width()), clamp(p.y, picture.height())).0[0]);
        }
        image::Luma([(sum / 9.0) as u8])
    })
}

const PX_PER_MM: f64 = 5.0;

/// Normalised cross-correlation of `a` with `b` moved by `(dx, dy)`, 25 px of margin left out.
fn correlation(a: &GrayImage, b: &GrayImage, dx: i32, dy: i32) -> f64 {
    let (mut n, mut sa, mut sb, mut saa, mut sbb, mut sab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for y in 25..a.height() - 25 {
        for x in 25..a.width() - 25 {
            let u = f64::from(a.get_pixel(x, y).0[0]);
            let v = f64::from(b.get_pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32).0[0]);
            n += 1.0;
            sa += u;
            sb += v;
            saa += u * u;
            sbb += v * v;
            sab += u * v;
        }
    }
    (n * sab - sa * sb) / ((n * saa - sa * sa) * (n * sbb - sb * sb)).sqrt()
}

/// The shift, in millimetres, at which `b` agrees best with `a` along one axis: the peak of the parabola through three
/// correlations, plus the correlation in the middle.
fn best_shift_mm(a: &GrayImage, b: &GrayImage, axis: [i32; 2]) -> (f64, f64) {
    let [before, here, after] = [-1, 0, 1].map(|s| correlation(a, b, s * axis[0], s * axis[1]));
    (0.5 * (before - after) / (before - 2.0 * here + after) / PX_PER_MM, here)
}

#[test]
fn the_ticket_lies_where_the_truth_says() {
    let design = Design::reference().unwrap();
    let printer = Printer::new(&design);
    let artwork = imageops::grayscale(&design.artwork(4.0 * PX_PER_MM));
    let bounds = design.bounds();
    let size = [bounds.width, bounds.height].map(|mm| (mm * PX_PER_MM) as u32);
    let artwork = imageops::resize(&artwork, size[0], size[1], imageops::FilterType::Triangle);
    let mut turns = std::collections::BTreeSet::new();
    for index in 1..=6 {
        let ticket = run(61, 0.0, 0.0).simulate(index, &printer).unwrap();
        let flat = rectified(&ticket, &design);
        for axis in [[1, 0], [0, 1]] {
            let (shift_mm, agreement) = best_shift_mm(&artwork, &flat, axis);
            assert!(agreement > 0.9, "ticket {index}: correlation {agreement:.3} with the artwork");
            assert!(shift_mm.abs() < 0.03, "ticket {index}: {shift_mm:.3} mm off along {axis:?}");
        }
        turns.insert(ticket.truth.scan.placement.quarter_turns);
    }
    assert!(turns.len() >= 2, "turns seen: {turns:?}");
}

/// Mean of the picture inside `quad`, sampled on a 60 x 60 grid, and share of samples much darker than its lightest.
fn dark_share(picture: &GrayImage, quad: Quad<PhotoPx>) -> f64 {
    let unit = ticketproof::geometry::Rect::<Mm>::new(0.0, 0.0, 1.0, 1.0);
    let map: Homography<Mm, PhotoPx> = Homography::from_quads(unit.quad(), quad).unwrap();
    let values: Vec<u8> = (0..3600)
        .map(|i| map.map(Point::new(f64::from(i % 60) / 59.0, f64::from(i / 60) / 59.0)))
        .map(|p| picture.get_pixel(p.x as u32, p.y as u32).0[0])
        .collect();
    let lightest = values.iter().copied().max().unwrap_or(0);
    values.iter().filter(|&&v| f64::from(v) < 0.62 * f64::from(lightest)).count() as f64 / 3600.0
}

#[test]
fn elements_hold_ink_and_lie_inside_the_ticket() {
    let design = Design::reference().unwrap();
    let printer = Printer::new(&design);
    let mut visited = 0;
    for index in 1..=4 {
        let ticket = run(71, 0.0, 0.0).simulate(index, &printer).unwrap();
        let picture = image::load_from_memory(&ticket.picture).unwrap().into_luma8();
        assert_eq!([picture.width(), picture.height()], ticket.truth.size_px);
        let area = ticket.truth.quad_px.bounds();
        for place in &ticket.truth.elements {
            assert!(place.quad_px.0.iter().all(|&p| area.contains(p)), "{}", place.element);
            let share = dark_share(&picture, place.quad_px);
            assert!((0.08..0.85).contains(&share), "ticket {index}: {} is {share:.2} dark", place.element);
            visited += 1;
        }
        // Two days, four sums of two texts, an arrow, a sentence, four symbols: 16, and a star here and there.
        assert!(ticket.truth.elements.len() >= 16);
    }
    assert!(visited >= 64, "{visited} elements visited");
}

#[test]
fn rates_are_as_asked_for() {
    let foreign = ["clover".to_owned()];
    let run = run(81, 0.25, 0.10);
    let count = 4000;
    let tickets: Vec<_> = (1..=count).map(|index| run.print(index, &foreign)).collect();
    let share = |has: &dyn Fn(usize) -> bool| (0..tickets.len()).filter(|&i| has(i)).count() as f64 / count as f64;
    let misprinted = share(&|i| !tickets[i].misprints.is_empty());
    let defective = share(&|i| !tickets[i].ink_defects.is_empty());
    assert!((misprinted - 0.25).abs() < 0.03, "{misprinted}");
    assert!((defective - 0.10).abs() < 0.02, "{defective}");
    assert!(tickets.iter().all(|t| t.misprints.len() <= 2 && t.ink_defects.len() <= 2));
}
