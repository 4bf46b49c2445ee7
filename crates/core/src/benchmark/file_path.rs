//! Paths of a benchmark's files, and ids that become parts of paths.

/// Whether a path stays inside the benchmark's folder, on disk and as the end of a URL.
///
/// URLs read `\\` as `/`, and `%2e` in a segment of dots as a dot.
#[must_use]
pub fn is_inside(path: &str) -> bool {
    let is_name = |part: &str| {
        let part = part.to_ascii_lowercase().replace("%2e", ".");
        !matches!(part.as_str(), "" | "." | "..")
    };
    !path.contains('\\') && path.split('/').all(is_name)
}

/// Whether an id can be the name of a file or folder and a part of a link: letters, digits, `-`, `_`
/// and `.`, a letter or digit first.
#[must_use]
pub fn is_plain_id(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(plain)
}
