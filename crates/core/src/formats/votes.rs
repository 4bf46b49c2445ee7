//! Votes on images, and the rules that turn them into judgements.
//!
//! A benchmark stores votes as JSON lines, in the order relevant, not relevant, unsure:
//!
//! ```json
//! {"query":"12","image":"2358704","votes":[3,1,1]}
//! {"query":"12","image":"2358705","votes":[1,1,0],"by":{"A":0,"C":1},"said":{"A":"partially: a tail"}}
//! {"query":"12","image":"2358706","votes":[2,0,0],"by":{"A":0,"C":0},"controls":{"A":[9,10],"C":[6,10]}}
//! ```
//!
//! `by` is optional: each annotator's vote, as its index in `votes`. So is `said`, what annotators answered
//! and noted in their own words or on a finer scale, and `controls`: how many controls an annotator answered
//! rightly in the whole round, of how many answered.

use super::{
    FormatError, Place,
    json::{Id, lines_from_jsonl},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt,
    str::FromStr,
};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "(u32, u32, u32)")]
pub struct Votes {
    pub relevant: u32,
    pub non_relevant: u32,
    pub unsure: u32,
}

impl Votes {
    pub fn n(self) -> u64 {
        self.counts().map(u64::from).iter().sum()
    }

    /// Of annotators, each vote as its index; `None` if one is none of the three.
    pub fn of(by: &BTreeMap<String, u8>) -> Option<Self> {
        let mut counts = [0u32; 3];
        for vote in by.values() {
            *counts.get_mut(usize::from(*vote))? += 1;
        }
        Some(Self { relevant: counts[0], non_relevant: counts[1], unsure: counts[2] })
    }

    /// Relevant, not relevant, unsure.
    pub fn counts(self) -> [u32; 3] {
        [self.relevant, self.non_relevant, self.unsure]
    }

    /// Whether nobody said more than unsure.
    pub fn are_all_unsure(self) -> bool {
        self.unsure > 0 && self.relevant == 0 && self.non_relevant == 0
    }

    /// `3 relevant, 1 not, 1 unsure`; zeros are left out.
    pub fn words(self) -> String {
        let all =
            [(self.relevant, "relevant"), (self.non_relevant, "not"), (self.unsure, "unsure")];
        let cast = all.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
        cast.collect::<Vec<_>>().join(", ")
    }
}

impl From<(u32, u32, u32)> for Votes {
    fn from((relevant, non_relevant, unsure): (u32, u32, u32)) -> Self {
        Self { relevant, non_relevant, unsure }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VotedImage {
    pub query: String,
    pub image: String,
    pub votes: Votes,
    /// Each annotator's vote as its index in [`Votes`]; empty where only the counts are known.
    pub by: BTreeMap<String, u8>,
    /// What annotators of [`VotedImage::by`] said besides.
    pub said: BTreeMap<String, String>,
    /// How many controls annotators of [`VotedImage::by`] answered rightly, and how many they answered.
    pub controls: BTreeMap<String, [u32; 2]>,
}

impl VotedImage {
    pub fn is_relevant(&self, rule: VoteRule) -> bool {
        match rule {
            VoteRule::Weighted => {
                let weight = |vote: u8| -> f64 {
                    let own = self.by.iter().filter(|(_, own)| **own == vote);
                    own.map(|(name, _)| self.weight(name)).sum()
                };
                weight(0) - weight(1) > ROUNDING
            }
            _ => rule.is_relevant(self.votes),
        }
    }

    /// The share of the controls that an annotator answered rightly, from 0 to 1; 0 for who answered none.
    fn weight(&self, name: &str) -> f64 {
        let right = |[n_right, n]: &[u32; 2]| f64::from(*n_right) / f64::from((*n).max(1));
        self.controls.get(name).map_or(0.0, right)
    }
}

/// Sums of weights that differ by less are equal: 1/10 and 2/10 outweigh 3/10 by a rounding.
const ROUNDING: f64 = 1e-12;

/// Which votes make an image relevant: the three rules of ConQA's `repro-kit`, two thresholds, and one that
/// weighs annotators.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum VoteRule {
    /// `full_relevant`: all votes are for relevant. The default of the original.
    #[default]
    FullRelevant,
    /// `sure`: more votes for relevant than for not relevant.
    Sure,
    /// `unsure`: at least as many votes for relevant as for not relevant.
    Unsure,
    /// `at_least_N`: N or more votes for relevant, from 1.
    AtLeast(u32),
    /// `share_P`: at least P percent of all votes are for relevant, 1 to 100.
    Share(u32),
    /// `weighted`: votes for relevant weigh more than votes for not relevant, each vote as the share of the
    /// controls that its annotator answered rightly.
    Weighted,
}

impl VoteRule {
    /// ConQA's three rules, the strictest first.
    pub const ALL: [Self; 3] = [Self::FullRelevant, Self::Sure, Self::Unsure];

    /// Why no rule weighs people, where votes say nothing of controls.
    pub const NO_CONTROLS: &str = "the votes carry no answers to controls, so the rule weighted has \
                                   nothing to weigh people by";

    /// Where only the counts are known; then all annotators weigh the same. See [`VotedImage::is_relevant`].
    pub fn is_relevant(self, votes: Votes) -> bool {
        let Votes { relevant, non_relevant, unsure } = votes;
        match self {
            Self::FullRelevant => relevant > 0 && non_relevant == 0 && unsure == 0,
            Self::Sure | Self::Weighted => relevant > non_relevant,
            Self::Unsure => relevant >= non_relevant,
            Self::AtLeast(n) => relevant >= n,
            Self::Share(percent) => {
                relevant > 0 && u64::from(relevant) * 100 >= votes.n() * u64::from(percent)
            }
        }
    }

    /// Whether the rule can be used with these votes, and what to warn of: images that count as relevant because
    /// everybody was unsure, and annotators whose votes weigh nothing.
    ///
    /// # Errors
    /// The rule weighs annotators, and none of them answered a control.
    pub fn check(self, file: &str, voted: &[VotedImage]) -> Result<Option<String>, FormatError> {
        match self {
            Self::Weighted => Self::check_controls(file, voted),
            _ => Ok(self.check_unsure(voted)),
        }
    }

    fn check_unsure(self, voted: &[VotedImage]) -> Option<String> {
        let is_odd = |own: &&VotedImage| own.votes.are_all_unsure() && own.is_relevant(self);
        let n = voted.iter().filter(is_odd).count();
        let images = if n == 1 { "image counts" } else { "images count" };
        (n > 0).then(|| {
            format!(
                "by the rule {self}, {n} {images} as relevant although nobody said more than unsure"
            )
        })
    }

    fn check_controls(file: &str, voted: &[VotedImage]) -> Result<Option<String>, FormatError> {
        if voted.iter().all(|own| own.controls.is_empty()) {
            let reason = format!("{}: choose another rule", Self::NO_CONTROLS);
            return Err(FormatError::new(file, Place::File, reason));
        }
        let unweighed = voted.iter().flat_map(|own| {
            own.by.keys().filter(|name| !own.controls.contains_key(*name)).map(String::as_str)
        });
        let names: Vec<&str> = unweighed.collect::<BTreeSet<_>>().into_iter().collect();
        Ok((!names.is_empty()).then(|| {
            format!("{} answered no control: their votes weigh nothing", names.join(", "))
        }))
    }

    /// The rule in a sentence.
    pub fn counts_as(self) -> String {
        match self {
            Self::FullRelevant => "All votes say relevant, and there is at least one.".into(),
            Self::Sure => "More votes say relevant than not relevant.".into(),
            Self::Unsure => "At least as many votes say relevant as not relevant.".into(),
            Self::AtLeast(1) => "One vote or more says relevant.".into(),
            Self::AtLeast(n) => format!("{n} votes or more say relevant."),
            Self::Share(percent) => format!("{percent} % of the votes or more say relevant."),
            Self::Weighted => {
                "More says relevant than not relevant, each vote weighed by the share \
                               of controls that its person answered rightly."
                    .into()
            }
        }
    }
}

impl fmt::Display for VoteRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FullRelevant => out.write_str("full_relevant"),
            Self::Sure => out.write_str("sure"),
            Self::Unsure => out.write_str("unsure"),
            Self::AtLeast(n) => write!(out, "at_least_{n}"),
            Self::Share(percent) => write!(out, "share_{percent}"),
            Self::Weighted => out.write_str("weighted"),
        }
    }
}

impl FromStr for VoteRule {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut all = Self::ALL.into_iter().chain([Self::Weighted]);
        let known = all.find(|rule| rule.to_string() == text);
        let n = |prefix: &str| text.strip_prefix(prefix).and_then(|n| n.parse::<u32>().ok());
        let at_least = || n("at_least_").filter(|n| *n > 0).map(Self::AtLeast);
        let share = || n("share_").filter(|percent| (1..=100).contains(percent)).map(Self::Share);
        known.or_else(at_least).or_else(share).ok_or_else(|| {
            let reason = format!(
                "{text:?} is not one of full_relevant, sure, unsure, at_least_N (N from 1), \
                 share_P (P from 1 to 100), weighted"
            );
            FormatError::new("vote rule", Place::File, reason)
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    query: Id,
    image: Id,
    votes: Votes,
    #[serde(default)]
    by: BTreeMap<String, u8>,
    #[serde(default)]
    said: BTreeMap<String, String>,
    #[serde(default)]
    controls: BTreeMap<String, [u32; 2]>,
}

#[derive(Serialize)]
struct WrittenLine<'a> {
    query: &'a str,
    image: &'a str,
    votes: [u32; 3],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by: &'a BTreeMap<String, u8>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    said: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    controls: &'a BTreeMap<String, [u32; 2]>,
}

/// Refuses a line without votes, and an image that a query has twice.
pub fn votes_from_jsonl(file: &str, text: &str) -> Result<Vec<VotedImage>, FormatError> {
    Ok(numbered_votes(file, text)?.into_iter().map(|(_, voted)| voted).collect())
}

/// With line numbers.
pub fn numbered_votes(file: &str, text: &str) -> Result<Vec<(usize, VotedImage)>, FormatError> {
    let mut seen = HashSet::new();
    let mut voted = Vec::new();
    let mut scores: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (number, line) in lines_from_jsonl::<Line>(file, text)? {
        let Line { query: Id(query), image: Id(image), votes, by, said, controls } = line;
        let refused = |reason: String| FormatError::new(file, Place::Line(number), reason);
        if votes.n() == 0 {
            return Err(refused(format!(
                "nobody voted on image {image} for query {query}: leave the line out"
            )));
        }
        if !seen.insert((query.clone(), image.clone())) {
            return Err(refused(format!(
                "image {image} has votes for query {query} already: give each pair one line"
            )));
        }
        if !by.is_empty() && Votes::of(&by) != Some(votes) {
            return Err(refused(format!(
                "the annotators' votes on image {image} for query {query} differ from the counts: \
                 by gives each annotator 0, 1 or 2, as often as votes counts them"
            )));
        }
        if let Some(name) = said.keys().find(|name| !by.contains_key(*name)) {
            return Err(refused(format!(
                "{name} said something of image {image} for query {query} and has no vote in by"
            )));
        }
        for (name, score) in &controls {
            let [n_right, n] = *score;
            let known = scores.entry(name.clone()).or_insert(*score);
            let fault = match () {
                () if !by.contains_key(name) => "has no vote in by".into(),
                () if n == 0 || n_right > n => {
                    format!("answered {n_right} of {n} controls rightly")
                }
                () if known != score => {
                    format!("had [{}, {}] on an earlier line", known[0], known[1])
                }
                () => continue,
            };
            return Err(refused(format!(
                "controls of {name}: [{n_right}, {n}], and {name} {fault}; controls gives who voted \
                 the right answers and all answers to the round's controls, the same on every line"
            )));
        }
        voted.push((number, VotedImage { query, image, votes, by, said, controls }));
    }
    Ok(voted)
}

/// [`votes_from_jsonl`] reads it back.
pub fn jsonl_from_votes(voted: &[VotedImage]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for VotedImage { query, image, votes, by, said, controls } in voted {
        let votes = votes.counts();
        let line = WrittenLine { query, image, votes, by, said, controls };
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(text)
}
