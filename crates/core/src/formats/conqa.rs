//! ConQA's `seed.json` and `mturk.json`. `vg_subset.txt` is a plain list of ids.

use super::{
    FormatError, Qrel, VoteRule, VotedImage, Votes,
    json::{Entries, Ids, value_from_json},
};
use serde::Deserialize;
use std::collections::HashSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConqaQuery {
    pub id: String,
    pub text: String,
    /// Otherwise it is descriptive.
    pub is_conceptual: bool,
    /// The images that inspired the query.
    pub seeds: Vec<String>,
}

/// Reads `seed.json`, `{query: {Text, Conceptual, Seeds}}`, in the order of the file.
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

/// Reads `mturk.json`, `{query: {image: [relevant, non-relevant, unsure]}}`, in the order of the file.
pub fn votes_from_conqa(file: &str, text: &str) -> Result<Vec<VotedImage>, FormatError> {
    let Entries(queries) = value_from_json::<Entries<Entries<Votes>>>(file, text)?;
    let mut voted = Vec::new();
    for (query, Entries(images)) in queries {
        let of_query = |(image, votes)| VotedImage {
            query: query.clone(),
            image,
            votes,
            ..VotedImage::default()
        };
        voted.extend(images.into_iter().map(of_query));
    }
    Ok(voted)
}

/// Grade 1 for relevant, 0 for the rest. The seed images of all queries are left out, as in the
/// original.
pub fn qrels_from_votes(queries: &[ConqaQuery], voted: &[VotedImage], rule: VoteRule) -> Vec<Qrel> {
    let seeds = seeds_of(queries);
    let judged = voted.iter().filter(|voted| !seeds.contains(voted.image.as_str()));
    judged
        .map(|own| Qrel {
            query: own.query.clone(),
            document: own.image.clone(),
            grade: own.is_relevant(rule).into(),
        })
        .collect()
}

/// The corpus without the seed images of any query.
pub fn corpus_without_seeds(queries: &[ConqaQuery], corpus: &[String]) -> Vec<String> {
    let seeds = seeds_of(queries);
    corpus.iter().filter(|image| !seeds.contains(image.as_str())).cloned().collect()
}

fn seeds_of(queries: &[ConqaQuery]) -> HashSet<&str> {
    queries.iter().flat_map(|query| &query.seeds).map(String::as_str).collect()
}
