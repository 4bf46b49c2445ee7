//! A folder's name as an id.

/// The name with `-` for each run of characters that an id cannot have, as the Python package makes
/// ids; empty if nothing is left.
pub(super) fn plain_id(name: &str) -> String {
    let mut plain = String::new();
    let mut is_in_run = false;
    for c in name.chars() {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if is_plain {
            plain.push(c);
        } else if !is_in_run {
            plain.push('-');
        }
        is_in_run = !is_plain;
    }
    plain.trim_matches('-').trim_start_matches(['.', '_', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain_id;

    #[test]
    fn ids_are_those_of_the_python_package() {
        assert_eq!(plain_id("CLIP ViT-B/32"), "CLIP-ViT-B-32");
        assert_eq!(plain_id("..a  \u{e4}b- c-"), "a-b--c");
        assert_eq!(plain_id("\u{6771}"), "");
    }
}
