//! Pictures in a benchmark's folder: where the addresses of its image lists lead.

use percent_encoding::percent_decode_str;
use rankscope_core::benchmark::is_inside;

/// Where the address of a picture leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PicturePlace {
    /// To a file of the benchmark's folder, by its path with `/`.
    Inside(String),
    /// Relative, and out of the folder.
    Outside,
    /// To another site, or into the list itself (`data:`).
    Elsewhere,
}

/// Where an address leads, read as a browser reads it from the benchmark's folder.
pub(crate) fn picture_place(uri: &str) -> PicturePlace {
    if has_scheme(uri) || uri.starts_with("//") {
        return PicturePlace::Elsewhere;
    }
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix("./").unwrap_or(path);
    match percent_decode_str(path).decode_utf8() {
        Ok(decoded) if is_inside(path) && is_inside(&decoded) => {
            PicturePlace::Inside(decoded.into_owned())
        }
        _ => PicturePlace::Outside,
    }
}

/// Whether an address begins with `https:`, `data:` or the like.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_where_a_browser_follows_them() {
        let inside = |path: &str| PicturePlace::Inside(path.into());
        assert_eq!(picture_place("pictures/a.png"), inside("pictures/a.png"));
        assert_eq!(picture_place("./a%20b.png?size=3#x"), inside("a b.png"));
        for uri in ["https://x.org/a.png", "data:image/png;base64,AA", "//x.org/a.png"] {
            assert_eq!(picture_place(uri), PicturePlace::Elsewhere, "{uri}");
        }
        for uri in ["../a.png", "/a.png", "a/%2e%2e/%2e%2e/b.png", "a%2f..%2fb.png", ""] {
            assert_eq!(picture_place(uri), PicturePlace::Outside, "{uri}");
        }
    }
}
