//! The rules that turn votes into relevance, as options of a picker.

use rankscope_core::formats::VoteRule;

/// Shares of the votes, in percent.
const SHARES: [u32; 4] = [25, 50, 75, 100];
/// The highest threshold offered.
const MOST: u32 = 9;

/// By name; `n_voters` is how many people voted on most pictures, `has_controls` whether the votes say how they
/// answered controls.
pub fn vote_rules(n_voters: u32, has_controls: bool) -> Vec<(String, String)> {
    let counts = (1..=n_voters.min(MOST)).map(VoteRule::AtLeast);
    let weighted = has_controls.then_some(VoteRule::Weighted);
    let shares = SHARES.map(VoteRule::Share);
    VoteRule::ALL.into_iter().chain(counts).chain(shares).chain(weighted).map(vote_rule).collect()
}

pub fn vote_rule(rule: VoteRule) -> (String, String) {
    let title = match rule {
        VoteRule::FullRelevant => "all of them say relevant".into(),
        VoteRule::Sure => "more say relevant than not".into(),
        VoteRule::Unsure => "no fewer say relevant than not".into(),
        VoteRule::AtLeast(1) => "at least 1 says relevant".into(),
        VoteRule::AtLeast(n) => format!("at least {n} say relevant"),
        VoteRule::Share(percent) => format!("{percent} % or more say relevant"),
        VoteRule::Weighted => "more say relevant, weighted by controls".into(),
    };
    (rule.to_string(), title)
}
