/// Values from `first` to `last`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bin {
    pub first: usize,
    pub last: usize,
    pub n: usize,
}

/// With wider bins of equal width, a long tail would hide the small values.
const MAX_EQUAL_WIDTH: usize = 20;

/// Counts values in bins from 0 to the greatest: at most `n_max` of equal width, which is 1, 2 or 5 times a power
/// of ten; if that exceeds 20, bins that double: 0, 1, 2–3, 4–7 … Empty without values.
pub fn histogram(values: &[usize], n_max: usize) -> Vec<Bin> {
    let Some(greatest) = values.iter().max() else { return Vec::new() };
    let mut widths = (0..).flat_map(|power| [1, 2, 5].map(|factor| factor * 10usize.pow(power)));
    let n_max = n_max.max(1);
    let width = widths.find(|width| greatest / width < n_max).unwrap_or(1);
    let mut bins: Vec<Bin> = if width <= MAX_EQUAL_WIDTH {
        let bin = |nth| Bin { first: nth * width, last: (nth + 1) * width - 1, n: 0 };
        (0..=greatest / width).map(bin).collect()
    } else {
        let doubling = (0..=greatest.ilog2()).map(|power| (1usize << power, (2usize << power) - 1));
        let bin = |(first, last)| Bin { first, last, n: 0 };
        std::iter::once((0, 0)).chain(doubling).map(bin).collect()
    };
    for value in values {
        let nth = bins.partition_point(|bin| bin.last < *value);
        if let Some(bin) = bins.get_mut(nth) {
            bin.n += 1;
        }
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_one_bin() {
        let counted = |values: &[usize], n| {
            histogram(values, n).iter().map(|b| (b.first, b.last, b.n)).collect::<Vec<_>>()
        };
        assert_eq!(counted(&[], 5), []);
        assert_eq!(counted(&[0, 2, 2], 5), [(0, 0, 1), (1, 1, 0), (2, 2, 2)]);
        assert_eq!(counted(&[3, 4, 9], 5), [(0, 1, 0), (2, 3, 1), (4, 5, 1), (6, 7, 0), (8, 9, 1)]);
        assert_eq!(counted(&[49, 50], 3), [(0, 19, 0), (20, 39, 0), (40, 59, 2)]);
    }

    #[test]
    fn bins_double_in_a_long_tail() {
        let bins = histogram(&[0, 1, 3, 4, 7, 8, 90], 3);
        let counted: Vec<_> = bins.iter().map(|b| (b.first, b.last, b.n)).collect();
        let all =
            [(0, 0, 1), (1, 1, 1), (2, 3, 1), (4, 7, 2), (8, 15, 1), (16, 31, 0), (32, 63, 0)];
        assert_eq!(counted, [&all[..], &[(64, 127, 1)]].concat());
    }
}
