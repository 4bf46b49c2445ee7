//! Which split of a data set is taken.

use anyhow::{Context, Result};

/// The split to take of these, or nothing where there is only one: the one that is wanted, or `test`.
pub(super) fn chosen_split(splits: &[String], wanted: Option<&str>) -> Result<Option<String>> {
    let listed = splits.join(", ");
    if let Some(wanted) = wanted {
        let found = splits.iter().find(|split| *split == wanted).cloned();
        let listed = if listed.is_empty() { "none".to_owned() } else { listed };
        return found
            .map(Some)
            .with_context(|| format!("there is no split {wanted:?}; splits: {listed}"));
    }
    if splits.len() < 2 {
        return Ok(None);
    }
    let test = splits.iter().find(|split| *split == "test").cloned();
    test.map(Some).with_context(|| format!("choose a split with --split: {listed}"))
}
