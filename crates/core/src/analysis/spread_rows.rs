//! Pictures to start from, spread over a gallery.

/// At most `n` rows of `n_images`, each the middle of a part of the same length: always the same ones.
pub fn spread_rows(n_images: usize, n: usize) -> impl Iterator<Item = u32> {
    let n = n.min(n_images);
    let middle = move |part: usize| (2 * part + 1) * n_images / (2 * n);
    (0..n).map(middle).filter_map(|row| u32::try_from(row).ok())
}

#[cfg(test)]
mod tests {
    use super::spread_rows;

    #[test]
    fn the_rows_are_apart_and_within_the_gallery() {
        let rows = |n_images, n| spread_rows(n_images, n).collect::<Vec<_>>();
        assert_eq!(rows(100, 4), [12, 37, 62, 87]);
        assert_eq!(rows(3, 12), [0, 1, 2]);
        assert!(rows(0, 12).is_empty());
        assert_eq!(rows(20_000, 2), [5_000, 15_000]);
    }
}
