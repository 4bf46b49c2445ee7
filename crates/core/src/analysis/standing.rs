//! Where a system stands among others by the mean of one measure.

use super::words;

/// A system's place among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// 1 for the highest mean; equal means share a rank.
    pub rank: usize,
    /// With the system itself.
    pub n_systems: usize,
    /// The best of the others that are no better, or the last one if all are better: its place among them, and
    /// how much better than it the system is.
    pub next: Option<(usize, f64)>,
}

impl Standing {
    /// Of a mean among those of the other systems.
    pub fn of(mean: f64, others: &[f64]) -> Self {
        let by_mean = |a: &(usize, &f64), b: &(usize, &f64)| a.1.total_cmp(b.1);
        let placed = || others.iter().enumerate();
        let below = placed().filter(|(_, other)| **other <= mean).max_by(by_mean);
        let next = below.or_else(|| placed().min_by(by_mean));
        Self {
            rank: 1 + others.iter().filter(|other| **other > mean).count(),
            n_systems: 1 + others.len(),
            next: next.map(|(place, other)| (place, mean - other)),
        }
    }

    /// `rank 2 of 15, +0.003 AP@50 over Base`, with the title of the next system.
    pub fn words(&self, measure: &str, next: &str) -> String {
        let rank = format!("rank {} of {}", self.rank, self.n_systems);
        let Some((_, by)) = self.next else { return rank };
        let size = words::signed(by.abs());
        match size.strip_prefix('+') {
            None => format!("{rank}, level with {next} by {measure}"),
            Some(size) if by < 0.0 => format!("{rank}, {size} {measure} behind {next}"),
            Some(_) => format!("{rank}, {size} {measure} over {next}"),
        }
    }
}
