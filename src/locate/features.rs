//! Keypoints: FAST-9 corners on a scale pyramid, turned by their intensity centroid and described by a rotated
//! BRIEF (the recipe of ORB: Rublee et al., ICCV 2011; the sampling pairs are our own draw).

use std::sync::LazyLock;

use image::GrayImage;
use imageproc::corners::{Corner, corners_fast9};
use imageproc::filter::box_filter;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::geometry::Point;
use crate::rectify::resized_to;

/// Radius of the patch that gives a keypoint its direction and its descriptor, in pixels of its pyramid level.
const PATCH_RADIUS: i32 = 15;
/// Directions a descriptor is sampled at: steps of 10 degrees, so that quarter turns fall on steps.
const DIRECTIONS: usize = 36;
/// FAST threshold in grey levels: first try, and the fallback for a faint picture.
const FAST_THRESHOLDS: [u8; 2] = [20, 8];

/// One keypoint of a picture, in frame `F`.
#[derive(Debug, Clone, Copy)]
pub struct Keypoint<F> {
    /// Where.
    pub at: Point<F>,
    /// Size of one pixel of its pyramid level, in the frame's unit.
    pub scale: f64,
    /// Direction of the intensity centroid, radians from `x` towards `y`.
    pub angle_rad: f64,
    /// 256 brightness comparisons.
    pub descriptor: [u64; 4],
}

impl<F> Keypoint<F> {
    /// Number of comparisons that differ, 0 to 256.
    pub fn hamming<G>(&self, other: &Keypoint<G>) -> u32 {
        self.descriptor.iter().zip(&other.descriptor).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

/// What [`detect`] looks at.
#[derive(Debug, Clone, Copy)]
pub struct Pyramid {
    /// Number of levels, the first being the picture itself.
    pub levels: u32,
    /// Each level is smaller than the one before by this factor.
    pub factor: f64,
    /// Keypoints kept on the first level; further levels keep fewer, by area.
    pub keypoints: usize,
}

/// Keypoints of `luma`, strongest per cell of a grid, in the order of levels, rows, columns.
///
/// `unit` is the size of one pixel of `luma` in the frame's unit.
pub fn detect<F>(luma: &GrayImage, pyramid: Pyramid, unit: f64) -> Vec<Keypoint<F>> {
    let mut keypoints = Vec::new();
    for level in 0..pyramid.levels {
        let shrink = pyramid.factor.powi(level as i32);
        let (width, height) = ((f64::from(luma.width()) / shrink) as u32, (f64::from(luma.height()) / shrink) as u32);
        if width.min(height) < 4 * PATCH_RADIUS as u32 {
            break;
        }
        let resized;
        let image = if level == 0 {
            luma
        } else {
            resized = resized_to(luma, width, height);
            &resized
        };
        let budget = (pyramid.keypoints as f64 / (shrink * shrink)).max(60.0) as usize;
        let smooth = box_filter(image, 2, 2);
        for corner in spread_corners(image, budget) {
            let angle_rad = centroid_angle(&smooth, corner);
            keypoints.push(Keypoint {
                at: Point::new(
                    (f64::from(corner.x) + 0.5) * unit * f64::from(luma.width()) / f64::from(width),
                    (f64::from(corner.y) + 0.5) * unit * f64::from(luma.height()) / f64::from(height),
                ),
                scale: unit * shrink,
                angle_rad,
                descriptor: describe(&smooth, corner, angle_rad),
            });
        }
    }
    keypoints
}

/// At most about `budget` corners, the strongest of every cell of a square grid.
fn spread_corners(image: &GrayImage, budget: usize) -> Vec<Corner> {
    let margin = PATCH_RADIUS as u32 + 5;
    let (width, height) = image.dimensions();
    let mut corners = Vec::new();
    for threshold in FAST_THRESHOLDS {
        corners = corners_fast9(image, threshold);
        corners.retain(|c| c.x >= margin && c.y >= margin && c.x + margin < width && c.y + margin < height);
        if corners.len() >= budget {
            break;
        }
    }
    let cell = ((f64::from(width) * f64::from(height) / budget as f64).sqrt()).max(4.0);
    let columns = (f64::from(width) / cell) as usize + 1;
    let rows = (f64::from(height) / cell) as usize + 1;
    let mut best: Vec<Option<Corner>> = vec![None; columns * rows];
    for corner in corners {
        let slot = &mut best[(f64::from(corner.y) / cell) as usize * columns + (f64::from(corner.x) / cell) as usize];
        if slot.is_none_or(|kept| corner.score > kept.score) {
            *slot = Some(corner);
        }
    }
    best.into_iter().flatten().collect()
}

/// Direction from the corner to the centre of mass of the brightness round it.
fn centroid_angle(image: &GrayImage, corner: Corner) -> f64 {
    let (mut mx, mut my) = (0i64, 0i64);
    for dy in -PATCH_RADIUS..=PATCH_RADIUS {
        let reach = f64::from(PATCH_RADIUS * PATCH_RADIUS - dy * dy).sqrt() as i32;
        for dx in -reach..=reach {
            let v = i64::from(at(image, corner, dx, dy));
            mx += i64::from(dx) * v;
            my += i64::from(dy) * v;
        }
    }
    (my as f64).atan2(mx as f64)
}

fn at(image: &GrayImage, corner: Corner, dx: i32, dy: i32) -> u8 {
    let x = corner.x.wrapping_add_signed(dx) as usize;
    let y = corner.y.wrapping_add_signed(dy) as usize;
    image.as_raw()[y * image.width() as usize + x]
}

fn describe(smooth: &GrayImage, corner: Corner, angle_rad: f64) -> [u64; 4] {
    let turns = angle_rad.rem_euclid(std::f64::consts::TAU) / std::f64::consts::TAU;
    let direction = (turns * DIRECTIONS as f64).round() as usize % DIRECTIONS;
    let mut descriptor = [0u64; 4];
    for (bit, [ax, ay, bx, by]) in PAIRS[direction].iter().enumerate() {
        if at(smooth, corner, *ax, *ay) < at(smooth, corner, *bx, *by) {
            descriptor[bit / 64] |= 1 << (bit % 64);
        }
    }
    descriptor
}

/// The 256 sampling pairs for each direction: isotropic Gaussian round the keypoint with a fifth of the patch's
/// width as its deviation (BRIEF's layout G II: Calonder et al., ECCV 2010), from a fixed seed.
static PAIRS: LazyLock<Vec<[[i32; 4]; 256]>> = LazyLock::new(|| {
    let mut rng = ChaCha8Rng::seed_from_u64(0x0b12_1ef5);
    let reach = f64::from(PATCH_RADIUS) - 1.5;
    let mut point = || loop {
        // Box-Muller, so that the draw does not depend on a distribution crate's version.
        let (u, v): (f64, f64) = (rng.random_range(1e-12..1.0), rng.random_range(0.0..1.0));
        let radius = (-2.0 * u.ln()).sqrt() * f64::from(2 * PATCH_RADIUS + 1) / 5.0;
        if radius <= reach {
            return (radius, v * std::f64::consts::TAU);
        }
    };
    let base: Vec<_> = (0..256).map(|_| (point(), point())).collect();
    (0..DIRECTIONS)
        .map(|d| {
            let turn = d as f64 / DIRECTIONS as f64 * std::f64::consts::TAU;
            let grid =
                |(r, a): (f64, f64)| ((r * (a + turn).cos()).round() as i32, (r * (a + turn).sin()).round() as i32);
            let mut pairs = [[0; 4]; 256];
            for (pair, (a, b)) in pairs.iter_mut().zip(&base) {
                let ((ax, ay), (bx, by)) = (grid(*a), grid(*b));
                *pair = [ax, ay, bx, by];
            }
            pairs
        })
        .collect()
});

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;
    use crate::geometry::PhotoPx;

    /// Random blocks: many corners, no two alike.
    fn blocks() -> GrayImage {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut image = GrayImage::from_pixel(240, 240, Luma([200]));
        for _ in 0..120 {
            let (x, y) = (rng.random_range(0..225), rng.random_range(0..225));
            let (w, h): (u32, u32) = (rng.random_range(4..15), rng.random_range(4..15));
            let v = rng.random_range(0..255);
            for j in y..y + h {
                for i in x..x + w {
                    image.put_pixel(i, j, Luma([v]));
                }
            }
        }
        image
    }

    #[test]
    fn a_quarter_turn_turns_keypoints_and_keeps_descriptors() {
        let image = blocks();
        let turned = image::imageops::rotate90(&image);
        let pyramid = Pyramid { levels: 1, factor: 1.25, keypoints: 5000 };
        let before: Vec<Keypoint<PhotoPx>> = detect(&image, pyramid, 1.0);
        let after: Vec<Keypoint<PhotoPx>> = detect(&turned, pyramid, 1.0);
        assert!(before.len() > 60, "{} keypoints", before.len());
        let found = before
            .iter()
            .filter(|k| {
                let expected = Point::new(240.0 - k.at.y, k.at.x);
                after.iter().any(|q| q.at.distance(expected) < 3.0 && q.hamming(k) < 64)
            })
            .count();
        assert!(found * 10 > before.len() * 7, "{found} of {}", before.len());
    }
}
