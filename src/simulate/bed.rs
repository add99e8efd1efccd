//! The scanner's glass as the sensor sees it round the ticket: lid, shadow of the ticket's edge, stray light, lamp,
//! dust.
//!
//! Everything here is light, 1 being the sRGB white, over the glass in millimetres from the top left corner of the
//! scanned region.

use rand::{Rng, RngExt};
use serde::Serialize;

use super::dice::{pick_weighted, uniform};
use super::scanner::PaperMm;
use super::texture::Texture;
use crate::geometry::Point;

/// Frame of the scanned region of the glass, in millimetres from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BedMm {}

/// Colour of the lid's inner side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LidKind {
    /// White foam, the most common.
    White,
    /// Grey plastic.
    Grey,
    /// Black, or no lid in a dark room.
    Black,
}

/// The lid behind the ticket.
#[derive(Debug, Clone, Serialize)]
pub struct Lid {
    /// Its colour.
    pub kind: LidKind,
    /// Light it throws back, red, green, blue.
    pub reflectance: [f64; 3],
    /// Size of its mottling, as a share of its reflectance.
    pub mottling: f64,
    /// Width of a mottle.
    pub mottle_mm: f64,
}

/// The shadow that the ticket's edge throws on the lid, and the light that its cut edge catches.
#[derive(Debug, Clone, Serialize)]
pub struct Edge {
    /// Where the lamp's light goes, clockwise from the picture's right.
    pub direction_deg: f64,
    /// Share of the lid's light that the shadow takes at the edge.
    pub shadow: f64,
    /// Distance over which the shadow falls to 37 %.
    pub shadow_mm: f64,
    /// Share that is dark on every side, where paper and lid meet.
    pub contact: f64,
    /// Light added on the cut edge turned to the lamp, taken on the other.
    pub rim: f64,
}

/// Stray light from under one side of a lid that is not quite shut.
#[derive(Debug, Clone, Serialize)]
pub struct Leak {
    /// Side of the picture it comes from: 0 top, 1 right, 2 bottom, 3 left.
    pub side: u8,
    /// Light added at that side.
    pub light: f64,
    /// Distance over which it falls to 37 %.
    pub reach_mm: f64,
}

/// How unevenly the lamp lights the glass, as shares of its mean light.
#[derive(Debug, Clone, Serialize)]
pub struct Lamp {
    /// Change from the middle to the right and to the lower side.
    pub slope: [f64; 2],
    /// Loss from the middle to both ends of the lamp (left and right).
    pub falloff: f64,
}

/// Everything on the glass but the ticket.
#[derive(Debug, Clone, Serialize)]
pub struct Bed {
    /// Size of the scanned region.
    pub size_mm: [f64; 2],
    /// The lid.
    pub lid: Lid,
    /// The ticket's edge.
    pub edge: Edge,
    /// Stray light, if any.
    pub leak: Option<Leak>,
    /// The lamp.
    pub lamp: Lamp,
}

/// Width of the cut edge as it shows beside the printed face: the thickness of ticket board seen at a slant.
const RIM_MM: f64 = 0.12;

impl Bed {
    /// A bed of `size_mm`, all else drawn.
    pub fn draw(rng: &mut impl Rng, size_mm: [f64; 2]) -> Self {
        let lid = Lid::draw(rng);
        let forwards = if rng.random_bool(0.5) { 90.0 } else { -90.0 };
        let edge = Edge {
            direction_deg: forwards + uniform(rng, -25.0, 25.0),
            shadow: uniform(rng, 0.1, 0.7),
            shadow_mm: uniform(rng, 0.25, 1.6),
            contact: uniform(rng, 0.0, 0.35),
            rim: uniform(rng, 0.0, 0.12),
        };
        let leak = rng.random_bool(0.2).then(|| Leak {
            side: rng.random_range(0..4),
            light: uniform(rng, 0.03, 0.4),
            reach_mm: uniform(rng, 3.0, 20.0),
        });
        let lamp =
            Lamp { slope: [uniform(rng, -0.03, 0.03), uniform(rng, -0.02, 0.02)], falloff: uniform(rng, 0.0, 0.06) };
        Self { size_mm, lid, edge, leak, lamp }
    }

    /// Light of the lid at `bed`, red, green, blue, before the lamp's unevenness.
    pub fn lid_light(&self, texture: &Texture, bed: Point<BedMm>, outline: &Outline) -> [f64; 3] {
        let mottle = 1.0 + self.lid.mottling * texture.at(bed.x, bed.y);
        let shadow = self.edge.shadow_at(outline);
        let stray = self.leak.as_ref().map_or(0.0, |leak| leak.light_at(bed, self.size_mm));
        self.lid.reflectance.map(|r| (r * mottle * (1.0 - shadow) + stray * (1.0 - 0.5 * shadow)).max(0.0))
    }

    /// The lamp's light at `bed`, about 1.
    pub fn lamp_light(&self, bed: Point<BedMm>) -> f64 {
        let u = 2.0 * bed.x / self.size_mm[0] - 1.0;
        let v = 2.0 * bed.y / self.size_mm[1] - 1.0;
        1.0 + self.lamp.slope[0] * u + self.lamp.slope[1] * v - self.lamp.falloff * u * u
    }
}

impl Lid {
    fn draw(rng: &mut impl Rng) -> Self {
        let kind = pick_weighted(rng, &[(55, LidKind::White), (20, LidKind::Grey), (25, LidKind::Black)]);
        let (light, mottling) = match kind {
            LidKind::White => (uniform(rng, 0.72, 0.98), uniform(rng, 0.003, 0.02)),
            LidKind::Grey => (uniform(rng, 0.15, 0.5), uniform(rng, 0.01, 0.05)),
            LidKind::Black => (uniform(rng, 0.002, 0.03), uniform(rng, 0.05, 0.25)),
        };
        let reflectance = [0; 3].map(|_| light * uniform(rng, 0.96, 1.03));
        Self { kind, reflectance, mottling, mottle_mm: uniform(rng, 0.6, 4.0) }
    }
}

impl Edge {
    /// Share of the lid's light taken by the ticket's shadow beside the point that `outline` describes.
    fn shadow_at(&self, outline: &Outline) -> f64 {
        let outside = outline.outside_mm.max(0.0);
        if outside > 8.0 * self.shadow_mm {
            return 0.0;
        }
        let away = self.facing(outline).max(0.0);
        let cast = self.shadow * away * (-outside / self.shadow_mm).exp();
        let contact = self.contact * (-outside / 0.25).exp();
        1.0 - (1.0 - cast) * (1.0 - contact)
    }

    /// What the cut edge adds to the ticket's light (or takes) at a point on the ticket.
    pub fn rim_at(&self, outline: &Outline) -> f64 {
        let inside = (-outline.outside_mm).max(0.0);
        if inside > 6.0 * RIM_MM { 0.0 } else { -self.rim * self.facing(outline) * (-inside / RIM_MM).exp() }
    }

    /// Cosine between the lamp's light and the outward normal: 1 on the edge that throws the shadow.
    fn facing(&self, outline: &Outline) -> f64 {
        let (sin, cos) = self.direction_deg.to_radians().sin_cos();
        outline.normal[0] * cos + outline.normal[1] * sin
    }
}

impl Leak {
    fn light_at(&self, bed: Point<BedMm>, size_mm: [f64; 2]) -> f64 {
        let distance = match self.side {
            0 => bed.y,
            1 => size_mm[0] - bed.x,
            2 => size_mm[1] - bed.y,
            _ => bed.x,
        };
        self.light * (-distance / self.reach_mm).exp()
    }
}

/// Where a point lies with regard to the ticket's outline.
#[derive(Debug, Clone, Copy)]
pub struct Outline {
    /// Distance to the outline; negative on the ticket.
    pub outside_mm: f64,
    /// Outward unit normal of the nearest part of the outline, in the bed's axes.
    pub normal: [f64; 2],
}

impl Outline {
    /// Of the point `p` of a ticket of `size_mm` turned clockwise by `angle_rad` on the glass.
    pub fn at(p: Point<PaperMm>, size_mm: [f64; 2], angle_rad: f64) -> Self {
        // Distances beyond the nearer side on each axis, and which side that is.
        let beyond = |v: f64, size: f64| if v < size / 2.0 { (-v, -1.0) } else { (v - size, 1.0) };
        let (dx, sx) = beyond(p.x, size_mm[0]);
        let (dy, sy) = beyond(p.y, size_mm[1]);
        let (outside_mm, nx, ny) = if dx > 0.0 && dy > 0.0 {
            let corner = dx.hypot(dy);
            (corner, sx * dx / corner, sy * dy / corner)
        } else if dx > dy {
            (dx, sx, 0.0)
        } else {
            (dy, 0.0, sy)
        };
        let (sin, cos) = angle_rad.sin_cos();
        Self { outside_mm, normal: [nx * cos - ny * sin, nx * sin + ny * cos] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outline_knows_sides_corners_and_turns() {
        let size = [100.0, 150.0];
        let right = Outline::at(Point::new(103.0, 40.0), size, 0.0);
        assert_eq!((right.outside_mm, right.normal), (3.0, [1.0, 0.0]));
        let corner = Outline::at(Point::new(-3.0, -4.0), size, 0.0);
        assert!((corner.outside_mm - 5.0).abs() < 1e-9);
        assert!((corner.normal[1] + 0.8).abs() < 1e-9);
        // A quarter turn clockwise takes the ticket's top side to the right.
        let turned = Outline::at(Point::new(50.0, 2.0), size, std::f64::consts::FRAC_PI_2);
        assert_eq!(turned.outside_mm, -2.0);
        assert!((turned.normal[0] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn shadow_falls_away_from_the_lamp_only() {
        let edge = Edge { direction_deg: 90.0, shadow: 0.5, shadow_mm: 1.0, contact: 0.0, rim: 0.1 };
        let side = |normal: [f64; 2], outside_mm| Outline { outside_mm, normal };
        assert!((edge.shadow_at(&side([0.0, 1.0], 0.0)) - 0.5).abs() < 1e-9);
        assert!(edge.shadow_at(&side([0.0, -1.0], 0.0)) < 1e-9);
        assert!(edge.shadow_at(&side([0.0, 1.0], 3.0)) < 0.03);
        assert!(edge.rim_at(&side([0.0, -1.0], 0.0)) > 0.0);
    }
}
