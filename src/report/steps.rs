//! One picture per step of the pipeline, for who wants to see why a ticket was read as it was.

use image::imageops::{self, FilterType};
use image::{GrayImage, Rgb, RgbImage};

use super::paint::{self, outline, state_colour, text};
use super::picture::shown_readings;
use crate::contents::{Element, State, Surface, Symbol};
use crate::design::Design;
use crate::design::ink::{Mark, TextStyle};
use crate::design::layout;
use crate::geometry::{Mm, Point, PrintMm, Rect};
use crate::ink::Crop;
use crate::inspect::{Placed, expected};
use crate::recognize::Reading;
use crate::rectify::Mip;
use crate::text::field::placed_box;
use crate::text::template::{Shape, TemplateCase};
use crate::{Verified, capture::Picture};

/// Resolution of the flat pictures.
const FLAT_PX_PER_MM: f64 = 12.0;
/// Print round an element that its crop shows as well.
const CROP_MARGIN_MM: f64 = 0.8;
/// Pixels per dot of the ink.
const DOT_PX: u32 = 2;
/// Room between the panels of the sheet, and its text's height.
const GAP_PX: u32 = 12;
const TEXT_PX: f32 = 22.0;

/// The steps of a verified picture, in order: a name to save each by (without ending), and what it looked like.
///
/// `1-located`: the picture, with the ticket's outline and its play areas. `2-flat`: the whole ticket, flat.
/// `3-surface-…`: each play area, flat, with a box round every element. `4-ink-…`: its variable print alone, dark where
/// ink was found; what lies outside the picture is blue. `5-elements`: element by element the ink found, the ink that
/// the reading should have, and the difference: red is missing, blue too much.
pub fn pictures(
    picture: &Picture,
    verified: &Verified,
    design: &Design,
    case: &mut TemplateCase,
) -> Vec<(String, RgbImage)> {
    let areas = design.numbers.areas().map(|(_, area)| area);
    let mut pictures = vec![("1-located".to_owned(), located(picture, verified, &areas))];
    let channels = [0, 1, 2].map(|channel| plane_of(&picture.rgb, channel));
    let channels = [0, 1, 2].map(|channel| Mip::new(&channels[channel]));
    pictures.push(("2-flat".to_owned(), flat(&channels, verified, design.bounds())));
    for (surface, area) in Surface::ALL.into_iter().zip(areas) {
        let mut image = flat(&channels, verified, area);
        mark_elements(&mut image, verified, surface, area);
        pictures.push((format!("3-surface-{surface}"), image));
    }
    for (surface, map) in Surface::ALL.into_iter().zip(&verified.recognition.ticket.maps) {
        let ink = enlarged(map.density.width(), map.density.height(), |x, y| shade(map.density.get_pixel(x, y)[0]));
        pictures.push((format!("4-ink-{surface}"), ink));
    }
    pictures.push(("5-elements".to_owned(), elements(verified, design, case)));
    pictures
}

fn located(picture: &Picture, verified: &Verified, areas: &[Rect<Mm>]) -> RgbImage {
    let mut image = picture.rgb.clone();
    let px_per_mm = verified.located.to_photo.scale_at(areas[0].centre());
    outline(&mut image, verified.located.quad, 0.5 * px_per_mm, paint::BLUE);
    for area in areas {
        outline(&mut image, verified.located.to_photo.map_quad(area.quad()), 0.3 * px_per_mm, paint::GREEN);
    }
    image
}

fn plane_of(rgb: &RgbImage, channel: usize) -> GrayImage {
    let data = rgb.as_raw().iter().skip(channel).step_by(3).copied().collect();
    GrayImage::from_raw(rgb.width(), rgb.height(), data).unwrap_or_default()
}

fn flat(channels: &[Mip; 3], verified: &Verified, rect: Rect<Mm>) -> RgbImage {
    let planes = [0, 1, 2].map(|channel| channels[channel].warp(&verified.located.to_photo, rect, FLAT_PX_PER_MM));
    // Casting makes what lies outside the picture, NaN, black.
    RgbImage::from_fn(planes[0].width(), planes[0].height(), |x, y| {
        Rgb([0, 1, 2].map(|channel| planes[channel].get_pixel(x, y)[0].round() as u8))
    })
}

fn mark_elements(image: &mut RgbImage, verified: &Verified, surface: Surface, area: Rect<Mm>) {
    let recognition = &verified.recognition;
    for reading in shown_readings(verified).filter(|reading| reading.element.surface() == surface) {
        let state = recognition.contents.state(reading.element);
        if state == State::Absent && matches!(reading.element, Element::Star(_)) {
            continue;
        }
        let mut quad = recognition.ticket.frame.to_artwork.map_quad(reading.box_mm.quad());
        for corner in &mut quad.0 {
            *corner = Point::new((corner.x - area.left) * FLAT_PX_PER_MM, (corner.y - area.top) * FLAT_PX_PER_MM);
        }
        outline(image, quad, 2.0, state_colour(state));
    }
}

/// Ink as a shade: white paper, black ink, blue where nothing is known.
fn shade(ink: f32) -> Rgb<u8> {
    if ink.is_finite() { Rgb([(255.0 * (1.0 - ink.clamp(0.0, 1.0))).round() as u8; 3]) } else { paint::BLUE }
}

fn enlarged(width: u32, height: u32, pixel: impl Fn(u32, u32) -> Rgb<u8>) -> RgbImage {
    let image = RgbImage::from_fn(width, height, pixel);
    imageops::resize(&image, width * DOT_PX, height * DOT_PX, FilterType::Nearest)
}

/// One row of the sheet.
struct Row {
    caption: String,
    state: State,
    panels: [RgbImage; 3],
}

fn elements(verified: &Verified, design: &Design, case: &mut TemplateCase) -> RgbImage {
    let recognition = &verified.recognition;
    let rows: Vec<Row> = shown_readings(verified)
        .map(|reading| {
            let crop = recognition.ticket.crop(reading.element, reading.box_mm.grown(CROP_MARGIN_MM));
            let state = recognition.contents.state(reading.element);
            let wanted = expected(&crop, &placed(reading, verified, design, case));
            Row { caption: caption(reading, state), state, panels: panels(&crop, &wanted) }
        })
        .collect();
    sheet(&rows)
}

fn caption(reading: &Reading, state: State) -> String {
    let quoted = |text: &Option<String>| text.as_ref().map_or_else(|| "–".to_owned(), |text| format!("« {text} »"));
    let scores: Vec<String> = reading
        .scores
        .iter()
        .filter(|(_, score)| score.is_finite())
        .map(|(name, score)| format!("{name} {score:.2}"))
        .collect();
    let (text, raw) = (quoted(&reading.text), quoted(&reading.raw));
    format!("{}  {}  {text}  OCR {raw}  {}", reading.element, state.name(), scores.join("  "))
}

fn panels(crop: &Crop, wanted: &Crop) -> [RgbImage; 3] {
    let (width, height) = crop.ink.dimensions();
    let difference = |x, y| {
        let [found, wanted] = [crop, wanted].map(|c| c.ink.get_pixel(x, y)[0].clamp(0.0, 1.0));
        let off = (255.0 * (found - wanted)).round();
        let fade = 255 - off.abs() as u8;
        if off < 0.0 { Rgb([255, fade, fade]) } else { Rgb([fade, fade, 255]) }
    };
    [
        enlarged(width, height, |x, y| shade(crop.ink.get_pixel(x, y)[0])),
        enlarged(width, height, |x, y| shade(wanted.ink.get_pixel(x, y)[0])),
        enlarged(width, height, difference),
    ]
}

fn sheet(rows: &[Row]) -> RgbImage {
    let line = TEXT_PX.ceil() as u32;
    let height_of = |row: &Row| line + row.panels[0].height() + GAP_PX;
    let panels = rows.iter().map(|row| 3 * (row.panels[0].width() + GAP_PX));
    let captions = rows.iter().map(|row| paint::label_size(&row.caption, TEXT_PX).0.ceil() as u32);
    let width = panels.chain(captions).max().unwrap_or(0) + GAP_PX;
    let mut image = RgbImage::from_pixel(width, rows.iter().map(height_of).sum::<u32>() + GAP_PX, Rgb([232; 3]));
    let mut top = GAP_PX / 2;
    for row in rows {
        text(&mut image, (GAP_PX as i32, top as i32), TEXT_PX, state_colour(row.state), &row.caption);
        for (i, panel) in (0..).zip(&row.panels) {
            let left = GAP_PX + i * (panel.width() + GAP_PX);
            imageops::replace(&mut image, panel, left.into(), (top + line).into());
        }
        top += height_of(row);
    }
    image
}

/// The print that a reading stands for, set as the design sets it and moved to where the reading lies.
fn placed(reading: &Reading, verified: &Verified, design: &Design, case: &mut TemplateCase) -> Vec<Placed> {
    let pitch_mm = verified.recognition.ticket.frame.pitch_mm;
    let look = verified.recognition.look;
    let mut placed: Vec<Placed> = shapes(reading, design)
        .into_iter()
        .filter_map(|(shape, x_dots, y_dots)| {
            let (_, template) = case.shape(design, shape, look)?;
            Some(Placed { template, x_dots, y_dots })
        })
        .collect();
    let inked = placed.iter().filter(|p| p.template.energy > 0.0).map(|p| placed_box(p, pitch_mm));
    let Some(set) = inked.reduce(Rect::union) else { return Vec::new() };
    let dots = |mm: f64| (mm / pitch_mm).round() as i32;
    let (dx, dy) = (dots(reading.box_mm.left - set.left), dots(reading.box_mm.top - set.top));
    for p in &mut placed {
        (p.x_dots, p.y_dots) = (p.x_dots + dx, p.y_dots + dy);
    }
    placed
}

/// The shapes that a reading is made of, with their origins on the grid, as a line by itself.
fn shapes(reading: &Reading, design: &Design) -> Vec<(Shape, i32, i32)> {
    let text = reading.text.as_deref().unwrap_or_default();
    let style = match reading.element {
        Element::Day(_) => TextStyle::Days,
        Element::Figures(_) => TextStyle::Figures,
        Element::Letters(_) => TextStyle::Letters,
        Element::Sentence => TextStyle::Sentence,
        Element::Star(_) => return vec![(Shape::Mark(Mark::Star), 0, 0)],
        Element::Arrow => return vec![(Shape::Mark(Mark::Arrow), 0, 0)],
        Element::Symbol(_) => return vec![(Shape::Symbol(Symbol::from_name(text)), 0, 0)],
        _ => return Vec::new(),
    };
    let line = layout::line(design, style, text, Point::<PrintMm>::new(0.0, 0.0)).unwrap_or_default();
    let glyph = |g: layout::PlacedGlyph| Some((Shape::Glyph(style, g.character?), g.x_dots, g.y_dots));
    line.into_iter().filter_map(glyph).collect()
}
