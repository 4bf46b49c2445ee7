//! Weighted choices with integer weights.

use crate::splitmix::SplitMix64;

#[derive(Debug, Clone)]
pub(crate) struct Odds<T>(Vec<(T, u32)>);

pub(crate) enum Choice<'a> {
    /// At random, in proportion to the weights.
    Drawn(&'a mut SplitMix64),
    /// The value of greatest weight; the first if several share it.
    Likeliest,
}

impl<T: Copy + PartialEq> Odds<T> {
    pub(crate) fn new(pairs: &[(T, u32)]) -> Self {
        Self(pairs.to_vec())
    }

    pub(crate) fn certain(value: T) -> Self {
        Self(vec![(value, 1)])
    }

    pub(crate) fn add(&mut self, value: T, weight: u32) {
        self.0.push((value, weight));
    }

    pub(crate) fn only(mut self, keep: impl Fn(T) -> bool) -> Self {
        self.0.retain(|(value, _)| keep(*value));
        self
    }

    pub(crate) fn contains(&self, value: T) -> bool {
        self.0.iter().any(|(possible, _)| *possible == value)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().map(|(value, _)| *value)
    }

    /// Chooses one of the values; `fallback` if there are none.
    pub(crate) fn pick(&self, choice: &mut Choice<'_>, fallback: T) -> T {
        match choice {
            Choice::Drawn(stream) => self.draw(stream).unwrap_or(fallback),
            Choice::Likeliest => {
                let greatest = self.0.iter().map(|(_, weight)| *weight).max();
                self.0
                    .iter()
                    .find(|(_, weight)| Some(*weight) == greatest)
                    .map_or(fallback, |(value, _)| *value)
            }
        }
    }

    fn draw(&self, stream: &mut SplitMix64) -> Option<T> {
        let total = self.0.iter().map(|(_, weight)| weight).sum();
        let mut drawn = stream.below(total);
        for (value, weight) in &self.0 {
            if drawn < *weight {
                return Some(*value);
            }
            drawn -= weight;
        }
        None
    }
}
