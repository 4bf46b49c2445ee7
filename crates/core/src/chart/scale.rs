//! Data ↔ pixels along one axis, and the ticks of an axis.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearScale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl LinearScale {
    /// Maps `domain` onto `range`; either may descend.
    pub fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain, range }
    }

    pub(super) fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// An empty domain maps to the middle of the range.
    pub fn at(&self, value: f64) -> f64 {
        let width = self.domain.1 - self.domain.0;
        let share = if width == 0.0 { 0.5 } else { (value - self.domain.0) / width };
        self.range.0 + share * (self.range.1 - self.range.0)
    }

    /// The inverse of [`LinearScale::at`].
    pub fn value_at(&self, place: f64) -> f64 {
        let width = self.range.1 - self.range.0;
        let share = if width == 0.0 { 0.5 } else { (place - self.range.0) / width };
        self.domain.0 + share * (self.domain.1 - self.domain.0)
    }
}

/// Ticks from 1 to `last` for an axis of ranks: 1, then at most `n_max` multiples of a step of 1, 2 or 5 times a
/// power of ten.
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

/// Ticks from `low` to `high`: multiples of a step of 1, 2 or 5 times a power of ten, with at most `n_max` steps.
/// Empty if the ends are not finite or do not ascend.
#[expect(clippy::cast_possible_truncation, reason = "ticks are few, so their numbers are small")]
pub fn even_ticks(low: f64, high: f64, n_max: u32) -> Vec<f64> {
    let width = high - low;
    if !width.is_finite() || width <= 0.0 {
        return Vec::new();
    }
    let least = width / f64::from(n_max.max(1));
    let power = 10f64.powi(libm::floor(libm::log10(least)) as i32);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    // With a tolerance, so that rounding does not skip a step that just fits.
    let step = steps.into_iter().find(|step| *step >= least * 0.999_999).unwrap_or(10.0 * power);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    // Divides if the step is below one: 3 · 0.1 is not 0.3, but 3 / 10 is.
    let inverse = (1.0 / step).round();
    let tick = |nth: i64| if step < 1.0 { nth as f64 / inverse } else { nth as f64 * step };
    (first..=last).map(tick).collect()
}

/// The least and the greatest value, widened by `margin` (a share of their difference) on both sides. Ignores
/// values that are not finite; (0, 1) if none is left.
pub fn span_of(values: impl IntoIterator<Item = f64>, margin: f64) -> (f64, f64) {
    let ends = values.into_iter().filter(|value| value.is_finite()).fold(None, |ends, value| {
        let (low, high): (f64, f64) = ends.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    });
    match ends {
        None => (0.0, 1.0),
        Some((low, high)) if low == high => (low - 0.5, high + 0.5),
        Some((low, high)) => (low - margin * (high - low), high + margin * (high - low)),
    }
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
    fn even_ticks_are_round_and_within() {
        assert_eq!(even_ticks(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(even_ticks(-1.0, 1.0, 4), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(even_ticks(0.31, 0.52, 5), [0.35, 0.4, 0.45, 0.5]);
        assert_eq!(even_ticks(6.0, 11.0, 5), [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
        assert_eq!(even_ticks(1.0, 1.0, 5), Vec::<f64>::new());
        assert_eq!(even_ticks(f64::NAN, 1.0, 5), Vec::<f64>::new());
    }

    #[test]
    fn a_span_holds_all_values() {
        assert_eq!(span_of([3.0, 1.0, f64::NAN, 2.0], 0.1), (0.8, 3.2));
        assert_eq!(span_of([2.0], 0.1), (1.5, 2.5));
        assert_eq!(span_of([], 0.1), (0.0, 1.0));
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
