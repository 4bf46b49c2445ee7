//! Judgements from people's votes.

use crate::{terminal::reporter, writing::files::inflated_text};
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::formats::{
    ConqaQuery, Qrel, VoteRule, VotedImage, ids_from_text, qrels_from_votes,
};
use std::{collections::HashSet, path::Path};

/// [`qrels_from_votes`], with a warning of what the rule makes of the votes in `file`.
pub(crate) fn judged_by(
    rule: VoteRule,
    file: &str,
    queries: &[ConqaQuery],
    voted: &[VotedImage],
) -> Result<Vec<Qrel>> {
    if let Some(warning) = rule.check(file, voted)? {
        reporter::warn(format_args!("{file}: {warning}"));
    }
    Ok(qrels_from_votes(queries, voted, rule))
}

/// Leaves out the votes on the pictures that a list names, such as those that cannot be judged. A picture
/// without votes is named in a note; a list of which none has any is refused.
pub(crate) fn without_bad(voted: &mut Vec<VotedImage>, list: Option<&Path>) -> Result<()> {
    let Some(list) = list else { return Ok(()) };
    let (name, text) = inflated_text(list)?;
    let bad: HashSet<String> = ids_from_text(&name, &text)?.into_iter().collect();
    let known: HashSet<&str> = voted.iter().map(|own| own.image.as_str()).collect();
    let mut unknown: Vec<&String> = bad.iter().filter(|id| !known.contains(id.as_str())).collect();
    unknown.sort_unstable();
    if let Some(first) = unknown.first() {
        if unknown.len() == bad.len() {
            bail!("{name}: none of its pictures has votes, such as {first}");
        }
        let n = counted(unknown.len(), "picture", "pictures");
        reporter::note(format_args!("{name}: {n} without votes, such as {first}"));
    }
    voted.retain(|own| !bad.contains(&own.image));
    Ok(())
}
