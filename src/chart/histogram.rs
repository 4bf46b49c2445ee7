//! Whole numbers counted in bins of equal width.

/// A bin: values from `first` to `last`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bin {
    /// The least value that it counts.
    pub first: usize,
    /// The greatest.
    pub last: usize,
    /// How many there are.
    pub n: usize,
}

/// Counts values in at most `n_max` bins from 0 to the greatest, whose width is 1, 2 or 5 times a
/// power of ten. Empty where there are no values.
#[must_use]
pub fn histogram(values: &[usize], n_max: usize) -> Vec<Bin> {
    let Some(greatest) = values.iter().max() else { return Vec::new() };
    let mut widths = (0..).flat_map(|power| [1, 2, 5].map(|factor| factor * 10usize.pow(power)));
    let n_max = n_max.max(1);
    let width = widths.find(|width| greatest / width < n_max).unwrap_or(1);
    let mut bins: Vec<Bin> = (0..=greatest / width)
        .map(|nth| Bin { first: nth * width, last: (nth + 1) * width - 1, n: 0 })
        .collect();
    for value in values {
        if let Some(bin) = bins.get_mut(value / width) {
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
}
