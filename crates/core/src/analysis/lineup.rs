//! The systems beside the first one, as the address names them.

/// In the address, in place of ids: every other system.
pub const ALL: &str = "all";

/// The ids that the address names, out of all others.
#[must_use]
pub fn ids_in_address(named: &str, others: &[String]) -> Vec<String> {
    let ids: Vec<&str> = named.split(',').collect();
    others.iter().filter(|id| named == ALL || ids.contains(&id.as_str())).cloned().collect()
}

/// The text of the address for some of the others; `None` for no system.
#[must_use]
pub fn address_of_ids(ids: &[String], others: &[String]) -> Option<String> {
    match ids.len() {
        0 => None,
        n if n == others.len() => Some(ALL.to_string()),
        _ => Some(ids.join(",")),
    }
}
