//! The order of items in a column of a bump plot.

/// The position of each item from the top, from 0: the greatest value first, ties in the order
/// given, NaN last. Every position is taken once, so that labels do not overlap.
#[must_use]
pub fn places_from_top(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |index: &usize| values.get(*index).copied().filter(|value| !value.is_nan());
    order.sort_by(|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    let mut places = vec![0; values.len()];
    for (place, index) in order.into_iter().enumerate() {
        if let Some(slot) = places.get_mut(index) {
            *slot = place;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_is_on_top_and_every_place_is_taken_once() {
        assert_eq!(places_from_top(&[0.2, 0.9, 0.5]), [2, 0, 1]);
        assert_eq!(places_from_top(&[0.5, f64::NAN, 0.5, 0.7]), [1, 3, 2, 0]);
        assert_eq!(places_from_top(&[]), Vec::<usize>::new());
    }
}
