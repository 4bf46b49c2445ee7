//! The systems compared with the first one, as the address names them.

use super::{ALL, names_all};

/// The ids in a list that commas separate. Those inside brackets are part of a fused system's id.
pub fn split_ids(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    list.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth <= 0
    })
}

/// The ids among `others` that the address names.
pub fn ids_in_address(named: &str, others: &[String]) -> Vec<String> {
    let ids: Vec<&str> = split_ids(named).collect();
    let is_all = names_all(named, others.iter().map(String::as_str));
    others.iter().filter(|id| is_all || ids.contains(&id.as_str())).cloned().collect()
}

/// The ids as text for the address; `None` for no system.
pub fn address_of_ids(ids: &[String], others: &[String]) -> Option<String> {
    match ids.len() {
        0 => None,
        n if n == others.len() => Some(ALL.to_string()),
        _ => Some(ids.join(",")),
    }
}
