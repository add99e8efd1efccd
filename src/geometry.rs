//! Points, rectangles, quads and homographies, each tied to the frame it is measured in.
//!
//! A frame is a type that is never built: `Point<Mm>` and `Point<PhotoPx>` do not mix, and
//! `Homography<Mm, PhotoPx>` says which way it maps. Pixel frames are continuous: pixel `(i, j)` covers
//! `[i, i + 1) x [j, j + 1)`, so its centre lies at `(i + 0.5, j + 0.5)`. `x` grows to the right, `y` down.

use std::fmt;
use std::marker::PhantomData;

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};
use serde::{Deserialize, Serialize};

/// Frame of the picture as decoded and turned upright, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoPx {}
/// Frame of the rectified ticket, in pixels of the working resolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TicketPx {}
/// Frame of the ticket's artwork, in millimetres from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mm {}
/// Frame of the variable print, in millimetres; equal to [`Mm`] on a ticket whose print is not shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintMm {}

/// A point in frame `F`.
#[derive(Serialize, Deserialize)]
#[serde(into = "[f64; 2]", from = "[f64; 2]")]
pub struct Point<F> {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    frame: PhantomData<F>,
}

impl<F> Point<F> {
    /// The point `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, frame: PhantomData }
    }

    /// Euclidean distance to `other`, in the frame's unit.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The same numbers read in another frame. For frames that coincide by definition only.
    pub const fn reframe<G>(self) -> Point<G> {
        Point::new(self.x, self.y)
    }
}

impl<F> Clone for Point<F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F> Copy for Point<F> {}
impl<F> PartialEq for Point<F> {
    fn eq(&self, other: &Self) -> bool {
        self.x == other.x && self.y == other.y
    }
}
impl<F> fmt::Debug for Point<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
impl<F> From<[f64; 2]> for Point<F> {
    fn from([x, y]: [f64; 2]) -> Self {
        Self::new(x, y)
    }
}
impl<F> From<Point<F>> for [f64; 2] {
    fn from(p: Point<F>) -> Self {
        [p.x, p.y]
    }
}

/// An axis-parallel rectangle in frame `F`; written in files as `[left, top, width, height]`.
#[derive(Serialize, Deserialize)]
#[serde(into = "[f64; 4]", from = "[f64; 4]")]
pub struct Rect<F> {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
    frame: PhantomData<F>,
}

impl<F> Rect<F> {
    /// The rectangle from its top left corner and size.
    pub const fn new(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self { left, top, width, height, frame: PhantomData }
    }

    /// The rectangle of the given size round `centre`.
    pub fn centred(centre: Point<F>, width: f64, height: f64) -> Self {
        Self::new(centre.x - width / 2.0, centre.y - height / 2.0, width, height)
    }

    /// Right edge.
    pub fn right(self) -> f64 {
        self.left + self.width
    }

    /// Bottom edge.
    pub fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// Centre.
    pub fn centre(self) -> Point<F> {
        Point::new(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The rectangle with every edge moved outwards by `margin` (inwards if negative).
    pub fn grown(self, margin: f64) -> Self {
        Self::new(self.left - margin, self.top - margin, self.width + 2.0 * margin, self.height + 2.0 * margin)
    }

    /// The smallest rectangle that holds both.
    pub fn union(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        Self::new(left, top, self.right().max(other.right()) - left, self.bottom().max(other.bottom()) - top)
    }

    /// Whether `p` lies inside or on the edge.
    pub fn contains(self, p: Point<F>) -> bool {
        p.x >= self.left && p.x <= self.right() && p.y >= self.top && p.y <= self.bottom()
    }

    /// The corners as a quad.
    pub fn quad(self) -> Quad<F> {
        Quad([
            Point::new(self.left, self.top),
            Point::new(self.right(), self.top),
            Point::new(self.right(), self.bottom()),
            Point::new(self.left, self.bottom()),
        ])
    }
}

impl<F> Clone for Rect<F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F> Copy for Rect<F> {}
impl<F> PartialEq for Rect<F> {
    fn eq(&self, other: &Self) -> bool {
        <[f64; 4]>::from(*self) == <[f64; 4]>::from(*other)
    }
}
impl<F> fmt::Debug for Rect<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}+{}+{}", self.width, self.height, self.left, self.top)
    }
}
impl<F> From<[f64; 4]> for Rect<F> {
    fn from([left, top, width, height]: [f64; 4]) -> Self {
        Self::new(left, top, width, height)
    }
}
impl<F> From<Rect<F>> for [f64; 4] {
    fn from(r: Rect<F>) -> Self {
        [r.left, r.top, r.width, r.height]
    }
}

/// Four corners in the order TL, TR, BR, BL of the thing they bound (not of the picture they lie in).
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Quad<F>(pub [Point<F>; 4]);

impl<F> Quad<F> {
    /// Signed area by the shoelace formula, in the frame's unit squared; positive when TL, TR, BR, BL turn
    /// clockwise as seen (`y` down), negative for a mirrored quad.
    pub fn signed_area(self) -> f64 {
        let p = self.0;
        (0..4).map(|i| p[i].x * p[(i + 1) % 4].y - p[(i + 1) % 4].x * p[i].y).sum::<f64>() / 2.0
    }

    /// The smallest axis-parallel rectangle that holds the quad.
    pub fn bounds(self) -> Rect<F> {
        let xs = self.0.map(|p| p.x);
        let ys = self.0.map(|p| p.y);
        let min = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min);
        let max = |v: [f64; 4]| v.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Rect::new(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    }
}

impl<F> Clone for Quad<F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F> Copy for Quad<F> {}
impl<F> PartialEq for Quad<F> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<F> fmt::Debug for Quad<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A plane projective map from frame `A` to frame `B`.
pub struct Homography<A, B> {
    matrix: Matrix3<f64>,
    frames: PhantomData<(A, B)>,
}

impl<A, B> Clone for Homography<A, B> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, B> Copy for Homography<A, B> {}
impl<A, B> fmt::Debug for Homography<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.matrix.fmt(f)
    }
}

impl<A, B> Homography<A, B> {
    /// From a row-major 3 x 3 matrix acting on homogeneous columns `(x, y, 1)`.
    pub fn from_rows(rows: [[f64; 3]; 3]) -> Self {
        Self::from_matrix(Matrix3::from_fn(|r, c| rows[r][c]))
    }

    fn from_matrix(matrix: Matrix3<f64>) -> Self {
        Self { matrix, frames: PhantomData }
    }

    /// The map `p -> scale * R(angle) * p + (dx, dy)`; `angle_rad` turns `x` towards `y` (clockwise as seen).
    pub fn similarity(scale: f64, angle_rad: f64, dx: f64, dy: f64) -> Self {
        let (s, c) = (scale * angle_rad.sin(), scale * angle_rad.cos());
        Self::from_rows([[c, -s, dx], [s, c, dy], [0.0, 0.0, 1.0]])
    }

    /// The row-major matrix, scaled so that its last entry is 1 where that is possible.
    pub fn rows(&self) -> [[f64; 3]; 3] {
        let m = &self.matrix;
        let k = if m[(2, 2)].abs() > f64::EPSILON { m[(2, 2)] } else { 1.0 };
        [0, 1, 2].map(|r| [0, 1, 2].map(|c| m[(r, c)] / k))
    }

    /// The image of `p`.
    pub fn map(&self, p: Point<A>) -> Point<B> {
        let v = self.matrix * Vector3::new(p.x, p.y, 1.0);
        Point::new(v.x / v.z, v.y / v.z)
    }

    /// The image of each corner.
    pub fn map_quad(&self, quad: Quad<A>) -> Quad<B> {
        Quad(quad.0.map(|p| self.map(p)))
    }

    /// The inverse map; `None` when the matrix is singular.
    pub fn inverse(&self) -> Option<Homography<B, A>> {
        self.matrix.try_inverse().map(Homography::from_matrix)
    }

    /// First `self`, then `next`.
    pub fn then<C>(&self, next: &Homography<B, C>) -> Homography<A, C> {
        Homography::from_matrix(next.matrix * self.matrix)
    }

    /// Local magnification at `p`: the square root of the area one unit square of `A` takes in `B`.
    pub fn scale_at(&self, p: Point<A>) -> f64 {
        let d = 1e-3;
        let o = self.map(p);
        let u = self.map(Point::new(p.x + d, p.y));
        let v = self.map(Point::new(p.x, p.y + d));
        (((u.x - o.x) * (v.y - o.y) - (u.y - o.y) * (v.x - o.x)).abs()).sqrt() / d
    }

    /// The map that takes each corner of `from` to the same corner of `to`; `None` when three corners of
    /// either are collinear.
    pub fn from_quads(from: Quad<A>, to: Quad<B>) -> Option<Self> {
        let pairs: Vec<_> = from.0.into_iter().zip(to.0).collect();
        Self::fit(&pairs, None)
    }

    /// Least-squares fit to four or more pairs, optionally weighted (same length, not negative), by the
    /// normalised direct linear transform with `h33 = 1` (Hartley and Zisserman, Multiple View Geometry, 4.4).
    /// `None` when the pairs do not determine the map.
    pub fn fit(pairs: &[(Point<A>, Point<B>)], weights: Option<&[f64]>) -> Option<Self> {
        if pairs.len() < 4 {
            return None;
        }
        let from = normalising(pairs.iter().map(|p| (p.0.x, p.0.y)))?;
        let to = normalising(pairs.iter().map(|p| (p.1.x, p.1.y)))?;
        let mut ata = SMatrix::<f64, 8, 8>::zeros();
        let mut atb = SVector::<f64, 8>::zeros();
        for (i, (a, b)) in pairs.iter().enumerate() {
            let w = weights.map_or(1.0, |w| w[i]);
            let p = from * Vector3::new(a.x, a.y, 1.0);
            let q = to * Vector3::new(b.x, b.y, 1.0);
            let (x, y, u, v) = (p.x, p.y, q.x, q.y);
            let row_u = SVector::<f64, 8>::from([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y]);
            let row_v = SVector::<f64, 8>::from([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y]);
            ata += w * (row_u * row_u.transpose() + row_v * row_v.transpose());
            atb += w * (row_u * u + row_v * v);
        }
        let h = ata.lu().solve(&atb)?;
        let m = Matrix3::new(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0);
        let full = to.try_inverse()? * m * from;
        full.iter().all(|v| v.is_finite()).then(|| Self::from_matrix(full))
    }
}

/// The similarity that moves the points' mean to 0 and their mean distance from it to sqrt(2).
fn normalising(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Matrix3<f64>> {
    let n = points.clone().count() as f64;
    let (sx, sy) = points.clone().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    let (mx, my) = (sx / n, sy / n);
    let spread = points.map(|p| (p.0 - mx).hypot(p.1 - my)).sum::<f64>() / n;
    if !(spread.is_finite() && spread > 0.0) {
        return None;
    }
    let k = std::f64::consts::SQRT_2 / spread;
    Some(Matrix3::new(k, 0.0, -k * mx, 0.0, k, -k * my, 0.0, 0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homography_takes_corners_to_corners_and_back() {
        let from: Quad<Mm> = Rect::new(0.0, 0.0, 100.0, 150.0).quad();
        let to: Quad<PhotoPx> = Quad([
            Point::new(310.0, 220.0),
            Point::new(1490.0, 250.0),
            Point::new(1440.0, 1990.0),
            Point::new(290.0, 1930.0),
        ]);
        let h = Homography::from_quads(from, to).unwrap();
        for (a, b) in from.0.into_iter().zip(to.0) {
            assert!(h.map(a).distance(b) < 1e-6);
            assert!(h.inverse().unwrap().map(b).distance(a) < 1e-6);
        }
    }

    #[test]
    fn collinear_corners_have_no_homography() {
        let line: Quad<Mm> =
            Quad([Point::new(0.0, 0.0), Point::new(1.0, 1.0), Point::new(2.0, 2.0), Point::new(3.0, 3.0)]);
        let h: Option<Homography<Mm, PhotoPx>> = Homography::from_quads(line, Rect::new(0.0, 0.0, 1.0, 1.0).quad());
        assert!(h.is_none());
    }

    #[test]
    fn mirrored_quads_have_negative_area() {
        let q: Quad<Mm> = Rect::new(0.0, 0.0, 2.0, 3.0).quad();
        assert_eq!(q.signed_area(), 6.0);
        let [a, b, c, d] = q.0;
        assert_eq!(Quad([b, a, d, c]).signed_area(), -6.0);
    }
}
