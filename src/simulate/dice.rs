//! Seeded draws: every random number of a simulated ticket comes from here.
//!
//! A ticket's draws depend on the run's seed and the ticket's index alone, so a run gives the same tickets
//! whatever its length and however many threads make it. Each part of a ticket has a stream of its own: another
//! misprint rate changes the misprints and leaves placement and noise as they were.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What a stream of draws is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Tier, prizes and contents of the sound ticket.
    Ticket = 1,
    /// Whether and how it is misprinted.
    Misprints = 2,
    /// Whether and where ink is missing.
    InkDefects = 3,
    /// The press's normal variation.
    Press = 4,
    /// The seed handed to the renderer.
    Render = 5,
    /// The scan's parameters.
    Scan = 6,
    /// The scan's pixels: dust, texture, noise.
    Pixels = 7,
}

/// The draws of `stream` for ticket `index` of the run seeded with `seed`.
pub fn dice(seed: u64, index: u64, stream: Stream) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&index.to_le_bytes());
    key[16..24].copy_from_slice(&(stream as u64).to_le_bytes());
    key[24..].copy_from_slice(b"simulate");
    ChaCha8Rng::from_seed(key)
}

/// One of `items`, each as likely as the others. `items` must not be empty.
pub fn pick<'a, T>(rng: &mut impl Rng, items: &'a [T]) -> &'a T {
    &items[rng.random_range(0..items.len())]
}

/// One of `items`, drawn in proportion to its weight. `items` must hold a positive weight.
pub fn pick_weighted<T: Copy>(rng: &mut impl Rng, items: &[(u32, T)]) -> T {
    let mut left = rng.random_range(0..items.iter().map(|i| i.0).sum());
    for &(weight, item) in items {
        if left < weight {
            return item;
        }
        left -= weight;
    }
    unreachable!("the draw is below the sum of the weights")
}

/// `items` in random order.
pub fn shuffled<T: Clone>(rng: &mut impl Rng, items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last));
    }
    items
}

/// A number from `low` to `high`, all equally likely.
pub fn uniform(rng: &mut impl Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.random::<f64>()
}

/// A number of mean 0 and standard deviation 1, within ±3.47: the sum of four uniform numbers (Irwin-Hall),
/// close enough to normal for placement and sensor noise, and cheap enough for one per sample.
pub fn bell(rng: &mut impl Rng) -> f64 {
    let bits = rng.next_u64();
    let sum: u64 = (0..4).map(|i| (bits >> (16 * i)) & 0xffff).sum();
    (sum as f64 - 2.0 * 65535.0) / (65535.0 / 3f64.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_and_indices_differ_and_repeat() {
        let first = |seed, index, stream| dice(seed, index, stream).next_u64();
        assert_eq!(first(7, 1, Stream::Scan), first(7, 1, Stream::Scan));
        assert_ne!(first(7, 1, Stream::Scan), first(7, 2, Stream::Scan));
        assert_ne!(first(7, 1, Stream::Scan), first(7, 1, Stream::Pixels));
        assert_ne!(first(7, 1, Stream::Scan), first(8, 1, Stream::Scan));
    }

    #[test]
    fn bell_has_mean_0_and_deviation_1() {
        let mut rng = dice(1, 1, Stream::Pixels);
        let draws: Vec<f64> = (0..20_000).map(|_| bell(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.03, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.03, "variance {variance}");
    }

    #[test]
    fn weights_hold() {
        let mut rng = dice(1, 1, Stream::Ticket);
        let heads = (0..10_000).filter(|_| pick_weighted(&mut rng, &[(3, true), (1, false)])).count();
        assert!((7300..7700).contains(&heads), "{heads}");
    }
}
