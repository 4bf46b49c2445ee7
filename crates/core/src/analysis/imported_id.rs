//! Ids of imported systems and definitions of relevance.

/// The prefix of all of them.
const PREFIX: &str = "imported-";

/// The name of the file in an imported id; `None` for other ids.
pub fn was_imported(id: &str) -> Option<&str> {
    Some(id.strip_prefix(PREFIX)?.rsplit_once('-')?.0)
}

/// The id of what is called `name` and has content that `check` tells apart.
pub(super) fn imported_id(name: &str, check: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!("{PREFIX}{name}-{check}")
}
