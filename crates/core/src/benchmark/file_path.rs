//! Paths of a benchmark's files.

/// Whether a path stays inside the benchmark's folder, on disk and as the end of a URL.
///
/// URLs read `\\` as `/`, and `%2e` in a segment of dots as a dot.
pub(super) fn is_inside(path: &str) -> bool {
    let is_name = |part: &str| {
        let part = part.to_ascii_lowercase().replace("%2e", ".");
        !matches!(part.as_str(), "" | "." | "..")
    };
    !path.contains('\\') && path.split('/').all(is_name)
}
