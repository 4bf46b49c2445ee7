//! nDCG's discount, 1 / log2(rank + 1), from a table.

use std::sync::LazyLock;

/// The usual depth of run files; beyond it, the logarithm is computed.
const N_TABLED: usize = 1024;

static DISCOUNTS: LazyLock<Vec<f64>> = LazyLock::new(|| (1..=N_TABLED).map(computed).collect());

fn computed(rank: usize) -> f64 {
    super::real(rank + 1).log2().recip()
}

/// `rank` counts from 1.
pub(super) fn discount(rank: usize) -> f64 {
    let tabled = rank.checked_sub(1).and_then(|index| DISCOUNTS.get(index));
    tabled.copied().unwrap_or_else(|| computed(rank))
}

/// Over the ranks from `first` to `last`, inclusive.
pub(super) fn mean_discount(first: usize, last: usize) -> f64 {
    if first == last {
        return discount(first);
    }
    let sum: f64 = (first..=last).map(discount).sum();
    sum / super::real(last - first + 1)
}
