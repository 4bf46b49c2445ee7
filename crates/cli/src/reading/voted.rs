//! Judgements from people's votes.

use crate::terminal::reporter;
use anyhow::Result;
use rankscope_core::formats::{ConqaQuery, Qrel, VoteRule, VotedImage, qrels_from_votes};

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
