//! Refines a coarse location by registration against the static artwork: small patches of it are looked for in the
//! picture by zero-mean normalised cross-correlation (ZNCC), and a homography is fitted to where they are found, with
//! less and less weight for the ones that disagree.

use image::GrayImage;

use crate::geometry::{Homography, Mm, PhotoPx, Point, Rect};
use crate::rectify::{Mip, Plane};

/// Side of a patch: wide enough to hold a corner of the artwork, small enough to be flat under light and curl.
const PATCH_MM: f64 = 3.4;
/// Patches are chosen one per cell of this size.
const CELL_MM: f64 = 9.0;
/// A patch is found where its ZNCC is at least this.
const FOUND: f32 = 0.6;

/// One pass of the refinement.
struct Pass {
    px_per_mm: f64,
    reach_mm: f64,
    /// Residual at which a patch's weight is halved (Cauchy's weight function).
    scale_mm: f64,
}

/// Coarse to fine. The first reach covers the error of a homography from keypoints (about 1 mm at the corners); the
/// last is down to the sub-pixel.
const PASSES: [Pass; 3] = [
    Pass { px_per_mm: 4.0, reach_mm: 2.5, scale_mm: 0.6 },
    Pass { px_per_mm: 6.0, reach_mm: 0.9, scale_mm: 0.15 },
    Pass { px_per_mm: 8.0, reach_mm: 0.4, scale_mm: 0.06 },
];

/// The patches of one design's artwork.
#[derive(Debug)]
pub struct Patches {
    centres: Vec<Point<Mm>>,
    /// For each pass, one zero-mean unit-norm patch per centre.
    templates: Vec<Vec<Plane>>,
}

/// Where the artwork lies in the picture, and how sure that is.
#[derive(Debug, Clone)]
pub struct Registration {
    /// From the artwork to the picture.
    pub homography: Homography<Mm, PhotoPx>,
    /// Patches that lie in the picture.
    pub visible: usize,
    /// Patches found where the homography says.
    pub found: usize,
    /// Root mean square distance of the found patches from where the homography puts them.
    pub rms_mm: f64,
}

impl Patches {
    /// Chooses the patches with the strongest corners of `artwork` (luma at `px_per_mm`), clear of the rectangles that
    /// the variable print may reach.
    pub fn choose(artwork: &GrayImage, px_per_mm: f64, variable: &[Rect<Mm>]) -> Self {
        let mip = Mip::new(artwork);
        let flat: Homography<Mm, PhotoPx> = Homography::similarity(px_per_mm, 0.0, 0.0, 0.0);
        let (width_mm, height_mm) = (f64::from(artwork.width()) / px_per_mm, f64::from(artwork.height()) / px_per_mm);
        let mut centres = Vec::new();
        let mut y = CELL_MM / 2.0;
        while y < height_mm {
            let mut x = CELL_MM / 2.0;
            while x < width_mm {
                centres.extend(strongest_corner(&mip, &flat, Point::new(x, y), variable, (width_mm, height_mm)));
                x += CELL_MM;
            }
            y += CELL_MM;
        }
        let templates = PASSES
            .iter()
            .map(|pass| {
                let cut = |c: &Point<Mm>| {
                    let rect = Rect::centred(*c, PATCH_MM, PATCH_MM);
                    normalised(mip.warp(&flat, rect, pass.px_per_mm))
                };
                centres.iter().map(cut).collect()
            })
            .collect();
        Self { centres, templates }
    }

    /// Number of patches.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Whether the artwork offered none.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// Refines `start`; `None` when too few patches are found to fit a homography.
    pub fn register(&self, photo: &Mip, start: Homography<Mm, PhotoPx>) -> Option<Registration> {
        let mut homography = start;
        let mut last = None;
        for (pass, templates) in PASSES.iter().zip(&self.templates) {
            let sightings: Vec<_> = self
                .centres
                .iter()
                .zip(templates)
                .filter_map(|(centre, template)| look(photo, &homography, *centre, template, pass))
                .collect();
            let visible = sightings.len();
            let found: Vec<_> = sightings.into_iter().filter(|s| s.score >= FOUND).collect();
            homography = fit(&found, homography, pass.scale_mm)?;
            last = Some(summary(homography, &found, visible, pass.scale_mm));
        }
        last
    }
}

/// Where a patch was seen.
struct Sighting {
    artwork: Point<Mm>,
    photo: Point<PhotoPx>,
    score: f32,
}

/// The point of the cell round `centre` whose patch has the largest smaller eigenvalue of the structure tensor
/// (Shi and Tomasi, CVPR 1994), or `None` where the variable print reaches or nothing stands out.
fn strongest_corner(
    mip: &Mip,
    flat: &Homography<Mm, PhotoPx>,
    centre: Point<Mm>,
    variable: &[Rect<Mm>],
    size_mm: (f64, f64),
) -> Option<Point<Mm>> {
    const STEPS: i32 = 4;
    const WEAKEST: f64 = 40.0;
    let mut best: Option<(f64, Point<Mm>)> = None;
    for dy in -STEPS..=STEPS {
        for dx in -STEPS..=STEPS {
            let step = CELL_MM / f64::from(2 * STEPS + 1);
            let at = Point::new(centre.x + f64::from(dx) * step, centre.y + f64::from(dy) * step);
            let patch = Rect::centred(at, PATCH_MM, PATCH_MM);
            let inside =
                patch.left >= 0.0 && patch.top >= 0.0 && patch.right() <= size_mm.0 && patch.bottom() <= size_mm.1;
            if !inside || variable.iter().any(|v| overlaps(*v, patch)) {
                continue;
            }
            let strength = smaller_eigenvalue(&mip.warp(flat, patch, 6.0));
            if strength > WEAKEST && best.is_none_or(|(most, _)| strength > most) {
                best = Some((strength, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

fn overlaps(a: Rect<Mm>, b: Rect<Mm>) -> bool {
    a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom()
}

/// Smaller eigenvalue of the mean structure tensor, in grey levels squared.
fn smaller_eigenvalue(patch: &Plane) -> f64 {
    let (w, h) = (patch.width() as usize, patch.height() as usize);
    let raw = patch.as_raw();
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            let gx = f64::from(raw[y * w + x + 1] - raw[y * w + x - 1]) / 2.0;
            let gy = f64::from(raw[(y + 1) * w + x] - raw[(y - 1) * w + x]) / 2.0;
            xx += gx * gx;
            xy += gx * gy;
            yy += gy * gy;
        }
    }
    let n = ((w - 2) * (h - 2)) as f64;
    (xx + yy - ((xx - yy).powi(2) + 4.0 * xy * xy).sqrt()) / (2.0 * n)
}

/// The patch with mean 0 and norm 1.
fn normalised(mut patch: Plane) -> Plane {
    let n = patch.as_raw().len() as f32;
    let mean = patch.iter().sum::<f32>() / n;
    patch.iter_mut().for_each(|v| *v -= mean);
    let norm = patch.iter().map(|v| v * v).sum::<f32>().sqrt().max(f32::EPSILON);
    patch.iter_mut().for_each(|v| *v /= norm);
    patch
}

/// Looks for a patch round where `homography` puts it; `None` when it reaches out of the picture there.
fn look(
    photo: &Mip,
    homography: &Homography<Mm, PhotoPx>,
    centre: Point<Mm>,
    template: &Plane,
    pass: &Pass,
) -> Option<Sighting> {
    let side = template.width() as usize;
    let reach = (pass.reach_mm * pass.px_per_mm).ceil() as usize;
    let window_px = side + 2 * reach;
    let window_mm = window_px as f64 / pass.px_per_mm;
    let window = photo.warp(homography, Rect::centred(centre, window_mm, window_mm), pass.px_per_mm);
    if window.iter().any(|v| v.is_nan()) {
        return None;
    }
    let scores = zncc(window.as_raw(), window_px, template.as_raw(), side);
    let across = 2 * reach + 1;
    let (best, score) = scores.iter().enumerate().fold((0, f32::MIN), |b, (i, s)| if *s > b.1 { (i, *s) } else { b });
    let (x, y) = (best % across, best / across);
    // A maximum on the rim of the window is no maximum.
    let on_rim = x == 0 || y == 0 || x + 1 == across || y + 1 == across;
    let (dx, dy) = if on_rim { (0.0, 0.0) } else { peak_offset(&scores, across, x, y) };
    let shift = |p: usize, d: f64| (p as f64 + d - reach as f64) / pass.px_per_mm;
    let seen = Point::new(centre.x + shift(x, dx), centre.y + shift(y, dy));
    Some(Sighting { artwork: centre, photo: homography.map(seen), score: if on_rim { 0.0 } else { score } })
}

/// ZNCC of a zero-mean unit-norm template at every place of a square window, row by row.
fn zncc(window: &[f32], window_px: usize, template: &[f32], side: usize) -> Vec<f32> {
    let across = window_px - side + 1;
    let n = (side * side) as f32;
    let mut scores = Vec::with_capacity(across * across);
    for y in 0..across {
        for x in 0..across {
            let (mut dot, mut sum, mut squares) = (0.0f32, 0.0f32, 0.0f32);
            for (row, t) in template.chunks_exact(side).enumerate() {
                let w = &window[(y + row) * window_px + x..][..side];
                for (w, t) in w.iter().zip(t) {
                    dot += w * t;
                    sum += w;
                    squares += w * w;
                }
            }
            // Grey levels squared times pixels: below this a patch is flat, and its correlation is noise.
            let variance = squares - sum * sum / n;
            scores.push(if variance > n { dot / variance.sqrt() } else { 0.0 });
        }
    }
    scores
}

/// Offset of the maximum of the parabolas through the neighbours of a peak, each within half a pixel.
fn peak_offset(scores: &[f32], across: usize, x: usize, y: usize) -> (f64, f64) {
    let at = |x: usize, y: usize| f64::from(scores[y * across + x]);
    let vertex = |before: f64, peak: f64, after: f64| {
        let curvature = before - 2.0 * peak + after;
        if curvature < 0.0 { ((before - after) / (2.0 * curvature)).clamp(-0.5, 0.5) } else { 0.0 }
    };
    (vertex(at(x - 1, y), at(x, y), at(x + 1, y)), vertex(at(x, y - 1), at(x, y), at(x, y + 1)))
}

/// Iteratively re-weighted least squares from `start`.
fn fit(sightings: &[Sighting], start: Homography<Mm, PhotoPx>, scale_mm: f64) -> Option<Homography<Mm, PhotoPx>> {
    const ROUNDS: usize = 8;
    const FEWEST: usize = 8;
    if sightings.len() < FEWEST {
        return None;
    }
    let pairs: Vec<_> = sightings.iter().map(|s| (s.artwork, s.photo)).collect();
    // The start counts for the first weights only, and loosely: all patches may be off together.
    let mut homography = Homography::fit(&pairs, None).unwrap_or(start);
    for round in 0..ROUNDS {
        let scale = if round < 3 { 4.0 * scale_mm } else { scale_mm };
        let weights: Vec<_> = sightings
            .iter()
            .map(|s| f64::from(s.score) / (1.0 + (error_mm(&homography, s) / scale).powi(2)).powi(2))
            .collect();
        homography = Homography::fit(&pairs, Some(&weights))?;
    }
    Some(homography)
}

fn error_mm(homography: &Homography<Mm, PhotoPx>, s: &Sighting) -> f64 {
    homography.map(s.artwork).distance(s.photo) / homography.scale_at(s.artwork)
}

fn summary(homography: Homography<Mm, PhotoPx>, sightings: &[Sighting], visible: usize, scale_mm: f64) -> Registration {
    let errors: Vec<_> = sightings.iter().map(|s| error_mm(&homography, s)).filter(|e| *e < 5.0 * scale_mm).collect();
    let squares: f64 = errors.iter().map(|e| e * e).sum();
    Registration { homography, visible, found: errors.len(), rms_mm: (squares / errors.len().max(1) as f64).sqrt() }
}
