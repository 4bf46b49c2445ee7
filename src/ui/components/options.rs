//! Options of a picker that are known in advance.

/// The options as a picker takes them, from `(value, title)`.
pub fn options<const N: usize>(all: [(&str, &str); N]) -> Vec<(String, String)> {
    all.map(|(value, title)| (value.to_string(), title.to_string())).into()
}

/// Options whose titles are their values.
pub fn plain_options<V: ToString>(values: impl IntoIterator<Item = V>) -> Vec<(String, String)> {
    values.into_iter().map(|value| (value.to_string(), value.to_string())).collect()
}
