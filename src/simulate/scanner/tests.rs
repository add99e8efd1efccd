use image::Rgb;

use super::super::dice::{Stream, dice};
use super::super::sensor::Colour;
use super::*;
use crate::geometry::Rect;

/// A white ticket with a disc of 3 mm radius round the point 10 mm from each corner's sides: red TL, green TR,
/// blue BR, black BL.
fn marked_ticket(dpi: f64) -> RgbImage {
    let px_per_mm = dpi / 25.4;
    RgbImage::from_fn((100.0 * px_per_mm) as u32, (150.0 * px_per_mm) as u32, |x, y| {
        let (x, y) = ((f64::from(x) + 0.5) / px_per_mm, (f64::from(y) + 0.5) / px_per_mm);
        for (cx, cy, colour) in MARKS {
            if (x - cx).hypot(y - cy) < 3.0 {
                return Rgb(colour);
            }
        }
        Rgb([235; 3])
    })
}

const MARKS: [(f64, f64, [u8; 3]); 4] = [
    (10.0, 10.0, [230, 20, 20]),
    (90.0, 10.0, [20, 200, 20]),
    (90.0, 140.0, [20, 20, 230]),
    (10.0, 140.0, [10, 10, 10]),
];

/// Deviation of `a` from the nearest like colour, 0 to 255, brightness left out of account.
fn looks_like(pixel: [u8; 3], mark: [u8; 3]) -> bool {
    let channel = |c: [u8; 3], i: usize| f64::from(c[i]) - (f64::from(c[0]) + f64::from(c[1]) + f64::from(c[2])) / 3.0;
    let dark = |c: [u8; 3]| c.iter().all(|&v| v < 110);
    if dark(mark) { dark(pixel) } else { (0..3).all(|i| channel(pixel, i) * channel(mark, i).signum() > 25.0) }
}

#[test]
fn marks_lie_where_the_map_says() {
    let flat = marked_ticket(300.0);
    let mut turns = [false; 4];
    for index in 0..14 {
        let mut rng = dice(11, index, Stream::Scan);
        let mut flatbed = Flatbed::draw(&mut rng, [100.0, 150.0]);
        // Colours are how the test tells the marks apart.
        flatbed.tone.colour = Colour::Rgb;
        flatbed.dpi = flatbed.dpi.min(200);
        flatbed.dust = Dust { specks: 0, fibres: 0 };
        let scan = flatbed.scan(&mut dice(11, index, Stream::Pixels), &flat, 300.0).into_rgb8();
        assert_eq!([scan.width(), scan.height()], flatbed.size_px());
        let map = flatbed.ticket_to_picture();
        let px_per_mm = f64::from(flatbed.dpi) / 25.4;
        for (x, y, colour) in MARKS {
            let expected = map.map(Point::new(x, y));
            let (mut sum, mut count) = ([0.0; 2], 0.0);
            let reach = (4.0 * px_per_mm) as i64;
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (px, py) = (expected.x as i64 + dx, expected.y as i64 + dy);
                    if looks_like(scan.get_pixel(px as u32, py as u32).0, colour) {
                        sum = [sum[0] + px as f64 + 0.5, sum[1] + py as f64 + 0.5];
                        count += 1.0;
                    }
                }
            }
            let area = std::f64::consts::PI * (3.0 * px_per_mm).powi(2);
            assert!(count > 0.8 * area, "ticket {index}: mark {colour:?} covers {count} px of {area:.0}");
            let centre = Point::new(sum[0] / count, sum[1] / count);
            let off_mm = centre.distance(expected) / px_per_mm;
            assert!(off_mm < 0.06, "ticket {index}: mark {colour:?} is {off_mm:.3} mm off");
        }
        turns[usize::from(flatbed.placement.quarter_turns)] = true;
    }
    assert!(turns.iter().filter(|&&t| t).count() >= 3, "turns seen: {turns:?}");
}

#[test]
fn every_ticket_lies_inside_its_picture() {
    let mut sizes = std::collections::BTreeSet::new();
    for index in 0..2000 {
        let flatbed = Flatbed::draw(&mut dice(5, index, Stream::Scan), [100.0, 150.0]);
        let [width, height] = flatbed.size_px();
        let quad = flatbed.ticket_to_picture().map_quad(Rect::new(0.0, 0.0, 100.0, 150.0).quad());
        let picture = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        assert!(quad.0.iter().all(|&corner| picture.contains(corner)), "{index}: {quad:?} in {picture:?}");
        assert!(quad.signed_area() > 0.0);
        assert!(flatbed.placement.skew_deg.abs() <= 8.0);
        assert!(u64::from(width) * u64::from(height) < 20_000_000, "{width} x {height}");
        sizes.insert(flatbed.dpi);
    }
    assert_eq!(sizes.into_iter().collect::<Vec<_>>(), [150, 200, 240, 300, 400, 600]);
}

#[test]
fn normal_function_is_close() {
    for (z, expected) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (2.0, 0.977_250), (3.0, 0.998_650)] {
        assert!((normal_below(z) - expected).abs() < 2e-4);
    }
}

#[test]
fn scans_are_mixed_as_people_scan() {
    let count = 4000;
    let scans: Vec<Flatbed> =
        (0..count).map(|i| Flatbed::draw(&mut dice(6, i, Stream::Scan), [100.0, 150.0])).collect();
    let share = |is: fn(&Flatbed) -> bool| scans.iter().filter(|s| is(s)).count() as f64 / count as f64;
    let shares = [
        ("grey", share(|s| s.tone.colour != Colour::Rgb), 0.15),
        ("PNG", share(|s| s.file == FileFormat::Png), 0.20),
        ("right resolution claimed", share(|s| s.claimed_dpi == Some(s.dpi)), 0.70),
        ("no resolution claimed", share(|s| s.claimed_dpi.is_none()), 0.18),
        ("200 to 300 dpi", share(|s| (200..=300).contains(&s.dpi)), 0.74),
        ("turned", share(|s| s.placement.quarter_turns > 0), 0.48),
    ];
    for (what, drawn, asked) in shares {
        assert!((drawn - asked).abs() < 0.03, "{what}: {drawn:.3}, not {asked}");
    }
    assert!(scans.iter().all(|s| (0.02..=0.09).contains(&s.optics.blur_sigma_mm)));
    assert!(scans.iter().all(|s| !matches!(s.file, FileFormat::Jpeg { quality } if !(60..=95).contains(&quality))));
}
