//! From data to pixels and back along one axis, and where to put the ticks.

/// A linear map of one interval onto another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearScale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl LinearScale {
    /// Maps `domain` onto `range`; either may run downwards.
    #[must_use]
    pub fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain, range }
    }

    /// Where a value lies. An empty domain puts everything in the middle of the range.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let width = self.domain.1 - self.domain.0;
        let share = if width == 0.0 { 0.5 } else { (value - self.domain.0) / width };
        self.range.0 + share * (self.range.1 - self.range.0)
    }

    /// The value at a place: the inverse of [`LinearScale::at`].
    #[must_use]
    pub fn value_at(&self, place: f64) -> f64 {
        let width = self.range.1 - self.range.0;
        let share = if width == 0.0 { 0.5 } else { (place - self.range.0) / width };
        self.domain.0 + share * (self.domain.1 - self.domain.0)
    }
}

/// Whole numbers from 1 to `last` for an axis of ranks: 1, then multiples of a step of 1, 2
/// or 5 times a power of ten, so that there are at most `n_max` beside the first.
#[must_use]
pub fn whole_ticks(last: usize, n_max: usize) -> Vec<usize> {
    if last == 0 {
        return Vec::new();
    }
    let n_max = n_max.max(1);
    let mut step = 1;
    let mut factors = [2, 5, 10].iter().cycle();
    let mut power = 1;
    while last / step > n_max {
        let factor = factors.next().copied().unwrap_or(10);
        step = factor * power;
        if factor == 10 {
            power *= 10;
        }
    }
    let mut ticks = vec![1];
    ticks.extend((1..=last / step).map(|nth| nth * step).filter(|tick| *tick > 1));
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_the_ends_onto_the_ends() {
        let scale = LinearScale::new((1.0, 5.0), (40.0, 440.0));
        assert_eq!((scale.at(1.0), scale.at(3.0), scale.at(5.0)), (40.0, 240.0, 440.0));
    }

    #[test]
    fn runs_downwards_and_back() {
        let scale = LinearScale::new((0.0, 1.0), (200.0, 0.0));
        assert_eq!(scale.at(0.25), 150.0);
        assert_eq!(scale.value_at(150.0), 0.25);
    }

    #[test]
    fn an_empty_domain_is_in_the_middle() {
        assert_eq!(LinearScale::new((3.0, 3.0), (0.0, 10.0)).at(3.0), 5.0);
        assert_eq!(LinearScale::new((0.0, 2.0), (4.0, 4.0)).value_at(4.0), 1.0);
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(whole_ticks(0, 5), Vec::<usize>::new());
        assert_eq!(whole_ticks(1, 5), [1]);
        assert_eq!(whole_ticks(4, 5), [1, 2, 3, 4]);
        assert_eq!(whole_ticks(10, 5), [1, 2, 4, 6, 8, 10]);
        assert_eq!(whole_ticks(100, 5), [1, 20, 40, 60, 80, 100]);
        assert_eq!(whole_ticks(1_000, 5), [1, 200, 400, 600, 800, 1_000]);
    }
}
