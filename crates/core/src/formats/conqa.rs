//! ConQA's published files: `seed.json`, `mturk.json` and `vg_subset.txt` (which is a plain
//! list of ids: [`ids_from_lines`](super::ids_from_lines) reads it).

use super::{
    FormatError, Place, Qrel,
    json::{Entries, Ids, value_from_json},
};
use serde::Deserialize;
use std::{collections::HashSet, fmt, str::FromStr};

/// A query of ConQA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConqaQuery {
    /// The query's id.
    pub id: String,
    /// The text of the query.
    pub text: String,
    /// Whether it is conceptual; otherwise it is descriptive.
    pub is_conceptual: bool,
    /// The images that the query was written from.
    pub seeds: Vec<String>,
}

/// The votes of workers on an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "(u32, u32, u32)")]
pub struct Votes {
    /// Votes for relevant.
    pub relevant: u32,
    /// Votes for not relevant.
    pub non_relevant: u32,
    /// Votes for unsure.
    pub unsure: u32,
}

/// The votes on an image for a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VotedImage {
    /// The query's id.
    pub query: String,
    /// The image's id in Visual Genome.
    pub image: String,
    /// The votes.
    pub votes: Votes,
}

/// Which votes make an image relevant: the three rules of ConQA's `repro-kit`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum VoteRule {
    /// `full_relevant`: only votes for relevant. The default of the original.
    #[default]
    FullRelevant,
    /// `sure`: more votes for relevant than for not relevant.
    Sure,
    /// `unsure`: at least as many votes for relevant as for not relevant.
    Unsure,
}

impl VoteRule {
    /// The three rules, the strictest first.
    pub const ALL: [Self; 3] = [Self::FullRelevant, Self::Sure, Self::Unsure];

    /// Whether these votes make an image relevant.
    #[must_use]
    pub fn is_relevant(self, votes: Votes) -> bool {
        let Votes { relevant, non_relevant, unsure } = votes;
        match self {
            Self::FullRelevant => relevant > 0 && non_relevant == 0 && unsure == 0,
            Self::Sure => relevant > non_relevant,
            Self::Unsure => relevant >= non_relevant,
        }
    }

    /// Its name in the original.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FullRelevant => "full_relevant",
            Self::Sure => "sure",
            Self::Unsure => "unsure",
        }
    }
}

impl fmt::Display for VoteRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for VoteRule {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        Self::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            FormatError::new("vote rule", Place::File, format!("{text:?} is not one of {names}"))
        })
    }
}

impl From<(u32, u32, u32)> for Votes {
    fn from((relevant, non_relevant, unsure): (u32, u32, u32)) -> Self {
        Self { relevant, non_relevant, unsure }
    }
}

/// Reads `seed.json`, `{query: {Text, Conceptual, Seeds}}`, in the order of the file.
///
/// # Errors
/// Not such an object, a duplicate query, or a duplicate seed of a query; the error gives the line.
pub fn queries_from_conqa(file: &str, text: &str) -> Result<Vec<ConqaQuery>, FormatError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Seed {
        text: String,
        conceptual: bool,
        seeds: Ids,
    }
    let Entries(queries) = value_from_json::<Entries<Seed>>(file, text)?;
    let query = |(id, Seed { text, conceptual, seeds: Ids(seeds) })| ConqaQuery {
        id,
        text,
        is_conceptual: conceptual,
        seeds,
    };
    Ok(queries.into_iter().map(query).collect())
}

/// Reads `mturk.json`, `{query: {image: [relevant, non-relevant, unsure]}}`, in the order of
/// the file.
///
/// # Errors
/// Not such an object, votes that are not three counts, or a duplicate query or image; the error
/// gives the line.
pub fn votes_from_conqa(file: &str, text: &str) -> Result<Vec<VotedImage>, FormatError> {
    let Entries(queries) = value_from_json::<Entries<Entries<Votes>>>(file, text)?;
    let mut voted = Vec::new();
    for (query, Entries(images)) in queries {
        let of_query = |(image, votes)| VotedImage { query: query.clone(), image, votes };
        voted.extend(images.into_iter().map(of_query));
    }
    Ok(voted)
}

/// The judgements under a rule: grade 1 for relevant, 0 for the rest. The seed images of all
/// queries are left out, as in the original.
#[must_use]
pub fn qrels_from_votes(queries: &[ConqaQuery], voted: &[VotedImage], rule: VoteRule) -> Vec<Qrel> {
    let seeds = seeds_of(queries);
    let judged = voted.iter().filter(|voted| !seeds.contains(voted.image.as_str()));
    judged
        .map(|VotedImage { query, image, votes }| Qrel {
            query: query.clone(),
            document: image.clone(),
            grade: rule.is_relevant(*votes).into(),
        })
        .collect()
}

/// The corpus without the seed images of any query, in its order.
#[must_use]
pub fn corpus_without_seeds(queries: &[ConqaQuery], corpus: &[String]) -> Vec<String> {
    let seeds = seeds_of(queries);
    corpus.iter().filter(|image| !seeds.contains(image.as_str())).cloned().collect()
}

fn seeds_of(queries: &[ConqaQuery]) -> HashSet<&str> {
    queries.iter().flat_map(|query| &query.seeds).map(String::as_str).collect()
}
