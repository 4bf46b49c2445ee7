//! Keyboard navigation in a chart.

/// The step of Page Up and Page Down.
const PAGE: usize = 10;

/// The datum that a key selects, given the current one, `now`, and the number of data, `n`, from
/// left to right; `None` without data or for any other key. `key` is a `KeyboardEvent.key`.
#[must_use]
pub fn datum_by_key(key: &str, now: Option<usize>, n: usize) -> Option<usize> {
    let last = n.checked_sub(1)?;
    let forward = |by: usize| now.map_or(0, |index| (index + by).min(last));
    let back = |by: usize| now.unwrap_or(0).saturating_sub(by);
    match key {
        "ArrowRight" | "ArrowUp" => Some(forward(1)),
        "ArrowLeft" | "ArrowDown" => Some(back(1)),
        "PageUp" => Some(forward(PAGE)),
        "PageDown" => Some(back(PAGE)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_inside() {
        assert_eq!(datum_by_key("ArrowRight", None, 3), Some(0));
        assert_eq!(datum_by_key("ArrowRight", Some(2), 3), Some(2));
        assert_eq!(datum_by_key("ArrowLeft", None, 3), Some(0));
        assert_eq!(datum_by_key("ArrowDown", Some(2), 3), Some(1));
        assert_eq!(datum_by_key("PageUp", Some(1), 30), Some(11));
        assert_eq!(datum_by_key("PageDown", Some(1), 30), Some(0));
    }

    #[test]
    fn home_and_end_are_the_ends_and_other_keys_nothing() {
        assert_eq!(datum_by_key("Home", Some(2), 3), Some(0));
        assert_eq!(datum_by_key("End", None, 3), Some(2));
        assert_eq!(datum_by_key("a", Some(1), 3), None);
        assert_eq!(datum_by_key("End", None, 0), None);
    }
}
