//! Keypoint matches -> a homography from the artwork to the picture, whatever the turn and the size.
//!
//! Pairs of matches that agree in size and direction propose a similarity; the one most matches support is widened
//! to a homography by re-weighted least squares. The draw of pairs is seeded, so equal input gives equal output.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::features::Keypoint;
use crate::geometry::{Homography, Mm, PhotoPx, Point};

/// A match counts below this Hamming distance of 256; unrelated descriptors differ in about 128 bits, with a
/// deviation of about 20 on real pictures.
const MAX_HAMMING: u32 = 72;
/// Pairs of matches tried.
const DRAWS: usize = 4000;
/// Distance within which a match supports a similarity, as a share of the ticket's diagonal: wide enough for the
/// perspective of a tilted ticket, which a similarity cannot follow.
const SUPPORT: f64 = 0.05;
/// Fewest matches that support a location.
pub const MIN_SUPPORT: usize = 10;

/// A match between artwork and picture.
type Match = (Point<Mm>, Point<PhotoPx>, f64, f64);

/// A coarse location of the artwork in a picture.
#[derive(Debug, Clone, Copy)]
pub struct Coarse {
    /// From the artwork to the picture.
    pub homography: Homography<Mm, PhotoPx>,
    /// Matches within tolerance of it.
    pub support: usize,
}

/// The best-supported place of the artwork in the picture, or `None` when fewer than [`MIN_SUPPORT`] matches agree.
/// `diagonal_mm` is the ticket's diagonal.
pub fn coarse(artwork: &[Keypoint<Mm>], photo: &[Keypoint<PhotoPx>], diagonal_mm: f64) -> Option<Coarse> {
    let matches = mutual_matches(artwork, photo);
    if matches.len() < MIN_SUPPORT {
        return None;
    }
    let (similarity, _) = best_similarity(&matches, diagonal_mm)?;
    widen(&matches, similarity, diagonal_mm)
}

/// Matches that are each other's nearest, with the size ratio and the turn from artwork to picture.
fn mutual_matches(artwork: &[Keypoint<Mm>], photo: &[Keypoint<PhotoPx>]) -> Vec<Match> {
    let mut nearest_of_artwork = vec![(u32::MAX, usize::MAX); artwork.len()];
    let mut nearest_of_photo = vec![(u32::MAX, usize::MAX); photo.len()];
    for (i, a) in artwork.iter().enumerate() {
        for (j, p) in photo.iter().enumerate() {
            let d = a.hamming(p);
            if d < nearest_of_artwork[i].0 {
                nearest_of_artwork[i] = (d, j);
            }
            if d < nearest_of_photo[j].0 {
                nearest_of_photo[j] = (d, i);
            }
        }
    }
    artwork
        .iter()
        .enumerate()
        .filter_map(|(i, a)| {
            let (d, j) = nearest_of_artwork[i];
            (d < MAX_HAMMING && nearest_of_photo[j].1 == i).then(|| {
                let p = &photo[j];
                (a.at, p.at, p.scale / a.scale, wrap(p.angle_rad - a.angle_rad))
            })
        })
        .collect()
}

fn wrap(angle_rad: f64) -> f64 {
    (angle_rad + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI
}

/// The similarity most matches support, and their number.
fn best_similarity(matches: &[Match], diagonal_mm: f64) -> Option<(Homography<Mm, PhotoPx>, usize)> {
    let mut rng = ChaCha8Rng::seed_from_u64(matches.len() as u64);
    let mut best: Option<(Homography<Mm, PhotoPx>, usize)> = None;
    for _ in 0..DRAWS {
        let a = &matches[rng.random_range(0..matches.len())];
        let b = &matches[rng.random_range(0..matches.len())];
        let Some((scale, similarity)) = similarity_of(a, b, diagonal_mm) else { continue };
        let tolerance = SUPPORT * diagonal_mm * scale;
        let support = matches.iter().filter(|m| similarity.map(m.0).distance(m.1) < tolerance).count();
        if best.is_none_or(|(_, most)| support > most) {
            best = Some((similarity, support));
        }
    }
    best
}

/// The similarity through two matches, when they lie far enough apart and it agrees with the size and direction
/// of both.
fn similarity_of(a: &Match, b: &Match, diagonal_mm: f64) -> Option<(f64, Homography<Mm, PhotoPx>)> {
    let apart_mm = a.0.distance(b.0);
    if apart_mm < 0.08 * diagonal_mm {
        return None;
    }
    let scale = a.1.distance(b.1) / apart_mm;
    let turn = wrap((b.1.y - a.1.y).atan2(b.1.x - a.1.x) - (b.0.y - a.0.y).atan2(b.0.x - a.0.x));
    let agrees = |m: &Match| {
        let ratio = scale / m.2;
        (0.6..1.67).contains(&ratio) && wrap(turn - m.3).abs() < 0.6
    };
    if !agrees(a) || !agrees(b) {
        return None;
    }
    let (s, c) = (scale * turn.sin(), scale * turn.cos());
    let (dx, dy) = (a.1.x - (c * a.0.x - s * a.0.y), a.1.y - (s * a.0.x + c * a.0.y));
    Some((scale, Homography::similarity(scale, turn, dx, dy)))
}

/// Fits a homography to the supporters with a tolerance that narrows to about one artwork pixel of the matches.
fn widen(matches: &[Match], start: Homography<Mm, PhotoPx>, diagonal_mm: f64) -> Option<Coarse> {
    let centre = Point::new(diagonal_mm * 0.28, diagonal_mm * 0.42);
    let mut homography = start;
    let mut support = 0;
    for tolerance_mm in [SUPPORT, 0.035, 0.025, 0.018, 0.012].map(|t| t * diagonal_mm) {
        let tolerance = tolerance_mm * homography.scale_at(centre);
        let near: Vec<_> =
            matches.iter().filter(|m| homography.map(m.0).distance(m.1) < tolerance).map(|m| (m.0, m.1)).collect();
        support = near.len();
        if support < MIN_SUPPORT {
            return None;
        }
        homography = Homography::fit(&near, None)?;
    }
    Some(Coarse { homography, support })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keypoints with random descriptors, and their images under `h` among as many strangers.
    fn scene(h: &Homography<Mm, PhotoPx>, turn: f64, scale: f64) -> (Vec<Keypoint<Mm>>, Vec<Keypoint<PhotoPx>>) {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let artwork: Vec<_> = (0..80)
            .map(|_| Keypoint {
                at: Point::new(rng.random_range(0.0..100.0), rng.random_range(0.0..150.0)),
                scale: 0.25,
                angle_rad: rng.random_range(-3.0..3.0),
                descriptor: rng.random(),
            })
            .collect();
        let mut photo: Vec<_> = artwork
            .iter()
            .map(|k: &Keypoint<Mm>| Keypoint {
                at: h.map(k.at),
                scale: k.scale * scale,
                angle_rad: k.angle_rad + turn,
                descriptor: k.descriptor,
            })
            .collect();
        photo.extend((0..80).map(|_| Keypoint {
            at: Point::new(rng.random_range(0.0..900.0), rng.random_range(0.0..900.0)),
            scale: 1.0,
            angle_rad: 0.0,
            descriptor: rng.random(),
        }));
        (artwork, photo)
    }

    #[test]
    fn a_turned_ticket_among_strangers_is_found() {
        let h = Homography::similarity(4.0, 2.0, 700.0, 300.0);
        let (artwork, photo) = scene(&h, 2.0, 4.0);
        let found = coarse(&artwork, &photo, 180.3).unwrap();
        assert!(found.support >= 75, "{}", found.support);
        let corner = Point::new(100.0, 150.0);
        assert!(found.homography.map(corner).distance(h.map(corner)) < 0.01);
    }

    #[test]
    fn strangers_alone_are_no_ticket() {
        let h = Homography::similarity(4.0, 2.0, 700.0, 300.0);
        let (artwork, photo) = scene(&h, 2.0, 4.0);
        assert!(coarse(&artwork, &photo[80..], 180.3).is_none());
    }
}
