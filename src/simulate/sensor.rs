//! From light on the sensor to pixel values: streaks, noise, tone curve, sharpening, greyscale.

use image::{DynamicImage, GrayImage, Rgb, RgbImage};
use rand::{Rng, RngExt};
use serde::Serialize;

use super::dice::{bell, pick_weighted, uniform};
use super::dust::LightMap;

/// The sensor line and its electronics.
#[derive(Debug, Clone, Serialize)]
pub struct Sensor {
    /// Deviation of the columns' gains, as a share: the fine vertical streaks of a badly calibrated line.
    pub column_gain: f64,
    /// Broader vertical streaks, from dust on the calibration strip.
    pub streaks: Vec<Streak>,
    /// Deviation of the noise in the dark, 1 being white light.
    pub read_noise: f64,
    /// Deviation of the noise that grows with the root of the light, at white.
    pub shot_noise: f64,
}

/// One vertical streak.
#[derive(Debug, Clone, Serialize)]
pub struct Streak {
    /// Its column, as a share of the width.
    pub at: f64,
    /// Columns it covers.
    pub width_px: u32,
    /// Light it lets through.
    pub gain: f64,
}

/// How the scanner's driver turns light into values.
#[derive(Debug, Clone, Serialize)]
pub struct Tone {
    /// Gain of each channel: exposure and white balance.
    pub gain: [f64; 3],
    /// Values go with light to the power of 1 over this.
    pub gamma: f64,
    /// Steepness about the middle grey; 1 changes nothing.
    pub contrast: f64,
    /// Value of black, 0 to 1.
    pub black: f64,
    /// Share of the unsharp mask added, 0 for none.
    pub sharpening: f64,
    /// What becomes of colour.
    pub colour: Colour,
}

/// What becomes of colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Kept.
    Rgb,
    /// Grey by Rec. 709 luma.
    Luma,
    /// Grey from the green channel alone, as scanners with one lamp do.
    Green,
}

impl Sensor {
    /// Any sensor from good to mediocre.
    pub fn draw(rng: &mut impl Rng) -> Self {
        let count = pick_weighted(rng, &[(60, 0), (25, 1), (15, 3)]);
        let streaks = (0..count)
            .map(|_| Streak {
                at: rng.random(),
                width_px: rng.random_range(1..=2),
                gain: 1.0 + if rng.random_bool(0.6) { -1.0 } else { 1.0 } * uniform(rng, 0.02, 0.07),
            })
            .collect();
        Self {
            column_gain: uniform(rng, 0.0, 0.006),
            streaks,
            read_noise: uniform(rng, 0.0003, 0.003),
            shot_noise: uniform(rng, 0.002, 0.022),
        }
    }
}

impl Tone {
    /// Any setting that people leave a scanner at.
    pub fn draw(rng: &mut impl Rng) -> Self {
        let exposure = uniform(rng, 0.86, 1.1);
        Self {
            gain: [0; 3].map(|_| exposure * uniform(rng, 0.96, 1.04)),
            gamma: uniform(rng, 1.9, 2.5),
            contrast: uniform(rng, 0.86, 1.18),
            black: uniform(rng, 0.0, 0.07),
            sharpening: if rng.random_bool(0.4) { uniform(rng, 0.15, 0.7) } else { 0.0 },
            colour: pick_weighted(rng, &[(85, Colour::Rgb), (11, Colour::Luma), (4, Colour::Green)]),
        }
    }

    /// The value, 0 to 255, of `light` on `channel`.
    fn value(&self, channel: usize, light: f32) -> f32 {
        let light = (f64::from(light) * self.gain[channel]).clamp(0.0, 1.0);
        let value = light.powf(1.0 / self.gamma);
        let contrasted = 0.5 + self.contrast * (value - 0.5);
        ((self.black + (1.0 - self.black) * contrasted).clamp(0.0, 1.0) * 255.0) as f32
    }
}

/// Values of a tone curve at evenly spaced lights, for looking up.
struct Curve(Vec<f32>);

impl Curve {
    const STEPS: usize = 8192;

    fn new(tone: &Tone, channel: usize) -> Self {
        Self((0..=Self::STEPS).map(|i| tone.value(channel, i as f32 / Self::STEPS as f32)).collect())
    }

    fn value(&self, light: f32) -> u8 {
        let at = (light * Self::STEPS as f32).clamp(0.0, Self::STEPS as f32);
        (self.0[at as usize] + 0.5) as u8
    }
}

/// Reads `light` out.
pub fn expose(rng: &mut impl Rng, light: &LightMap, sensor: &Sensor, tone: &Tone) -> DynamicImage {
    let gains = column_gains(rng, light.width, sensor);
    let curves = [0, 1, 2].map(|channel| Curve::new(tone, channel));
    let (read, shot) = (sensor.read_noise as f32, sensor.shot_noise as f32);
    let mut values = Vec::with_capacity(light.rgb.len());
    for row in light.rgb.chunks_exact(3 * light.width) {
        for (pixel, gain) in row.chunks_exact(3).zip(&gains) {
            for (channel, &light) in pixel.iter().enumerate() {
                let light = light * gain;
                let deviation = (read * read + shot * shot * light.max(0.0)).sqrt();
                values.push(curves[channel].value(light + deviation * bell(rng) as f32));
            }
        }
    }
    let (width, height) = (light.width as u32, light.height as u32);
    #[expect(clippy::expect_used, reason = "three values were pushed for every pixel of the light map")]
    let picture = RgbImage::from_raw(width, height, values).expect("as many values as the light map holds");
    let picture = if tone.sharpening > 0.0 { sharpened(&picture, tone.sharpening as f32) } else { picture };
    match tone.colour {
        Colour::Rgb => picture.into(),
        Colour::Luma => grey(&picture, [0.2126, 0.7152, 0.0722]).into(),
        Colour::Green => grey(&picture, [0.0, 1.0, 0.0]).into(),
    }
}

fn column_gains(rng: &mut impl Rng, width: usize, sensor: &Sensor) -> Vec<f32> {
    let mut gains: Vec<f64> = (0..width).map(|_| 1.0 + sensor.column_gain * bell(rng)).collect();
    for streak in &sensor.streaks {
        let first = (streak.at * width as f64) as usize;
        for gain in gains.iter_mut().skip(first).take(streak.width_px as usize) {
            *gain *= streak.gain;
        }
    }
    gains.into_iter().map(|g| g as f32).collect()
}

/// Unsharp mask with the 3 x 3 binomial kernel, as drivers apply it.
fn sharpened(picture: &RgbImage, amount: f32) -> RgbImage {
    let (width, height) = picture.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let columns = [x.saturating_sub(1), x, (x + 1).min(width - 1)];
        let rows = [y.saturating_sub(1), y, (y + 1).min(height - 1)];
        let mut sum = [0u32; 3];
        for (j, &row) in rows.iter().enumerate() {
            for (i, &column) in columns.iter().enumerate() {
                let weight = [1, 2, 1][i] * [1, 2, 1][j];
                for (sum, &v) in sum.iter_mut().zip(&picture.get_pixel(column, row).0) {
                    *sum += weight * u32::from(v);
                }
            }
        }
        let here = picture.get_pixel(x, y).0;
        Rgb([0, 1, 2].map(|c| {
            let (v, blurred) = (f32::from(here[c]), sum[c] as f32 / 16.0);
            (v + amount * (v - blurred)).round().clamp(0.0, 255.0) as u8
        }))
    })
}

fn grey(picture: &RgbImage, weights: [f32; 3]) -> GrayImage {
    let values = picture
        .pixels()
        .map(|p| p.0.iter().zip(weights).map(|(&v, w)| f32::from(v) * w).sum::<f32>().round() as u8)
        .collect();
    #[expect(clippy::expect_used, reason = "one value was made for every pixel of the picture")]
    GrayImage::from_raw(picture.width(), picture.height(), values).expect("as many values as pixels")
}

#[cfg(test)]
mod tests {
    use super::super::dice::{Stream, dice};
    use super::*;

    fn quiet() -> (Sensor, Tone) {
        let sensor = Sensor { column_gain: 0.0, streaks: vec![], read_noise: 0.0, shot_noise: 0.0 };
        let tone = Tone { gain: [1.0; 3], gamma: 2.0, contrast: 1.0, black: 0.0, sharpening: 0.0, colour: Colour::Rgb };
        (sensor, tone)
    }

    fn even(light: f32) -> LightMap {
        LightMap { width: 64, height: 64, rgb: vec![light; 3 * 64 * 64] }
    }

    #[test]
    fn quiet_sensor_gives_the_tone_curve() {
        let (sensor, tone) = quiet();
        let picture = expose(&mut dice(1, 1, Stream::Pixels), &even(0.25), &sensor, &tone).into_rgb8();
        assert!(picture.as_raw().iter().all(|&v| v.abs_diff(128) <= 1));
    }

    #[test]
    fn noise_has_the_deviation_asked_for() {
        let (mut sensor, tone) = quiet();
        sensor.shot_noise = 0.02;
        let picture = expose(&mut dice(1, 1, Stream::Pixels), &even(0.25), &sensor, &tone).into_rgb8();
        let n = picture.as_raw().len() as f64;
        let mean = picture.as_raw().iter().map(|&v| f64::from(v)).sum::<f64>() / n;
        let variance = picture.as_raw().iter().map(|&v| (f64::from(v) - mean).powi(2)).sum::<f64>() / n;
        // 0.02 x sqrt(0.25) of light is 0.01; the root curve is 1 steep there: 2.55 values.
        assert!((variance.sqrt() - 2.55).abs() < 0.15, "deviation {}", variance.sqrt());
    }

    #[test]
    fn streaks_are_vertical() {
        let (mut sensor, tone) = quiet();
        sensor.streaks = vec![Streak { at: 0.5, width_px: 1, gain: 0.8 }];
        let picture = expose(&mut dice(1, 1, Stream::Pixels), &even(0.5), &sensor, &tone).into_rgb8();
        assert!((0..64).all(|y| picture.get_pixel(32, y).0[0] < picture.get_pixel(31, y).0[0] - 10));
    }
}
