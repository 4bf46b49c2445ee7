//! How far annotators agree: two by two, and all together, with names or from counts alone.

use crate::formats::VotedImage;
use crate::statistics::{cohen_kappa, entropy, fleiss_kappa, krippendorff_alpha};
use serde::Serialize;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// The group of all queries.
pub const ALL_QUERIES: &str = "all";

/// κ of every pair of annotators.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorAgreement {
    /// The annotators, by name.
    pub names: Vec<String>,
    /// `[annotator][annotator]`, symmetric; the diagonal is not computed.
    pub pairs: Vec<Vec<AnnotatorPair>>,
}

/// Two annotators.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct AnnotatorPair {
    /// Cohen's κ; `None` where nothing is left to explain.
    pub kappa: Option<f64>,
    /// The share of images on which both voted the same.
    pub same: f64,
    /// The number of images that both voted on.
    pub n: usize,
}

impl AnnotatorAgreement {
    /// Of these votes; `None` where fewer than two annotators are named.
    pub fn new(voted: &[impl Borrow<VotedImage>]) -> Option<Self> {
        let names = voted.iter().flat_map(|image| image.borrow().by.keys());
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        if names.len() < 2 {
            return None;
        }
        let pairs = annotator_pairs(voted);
        let pair = |one: &str, other: &str| {
            let found = pairs.get(&(one.min(other), one.max(other)));
            found.copied().unwrap_or_default()
        };
        let row = |one: &&str| names.iter().map(|other| pair(one, other)).collect();
        Some(Self {
            pairs: names.iter().map(row).collect(),
            names: names.iter().map(ToString::to_string).collect(),
        })
    }
}

/// The pairs of annotators who both voted on some image, in the order of their names.
fn annotator_pairs(voted: &[impl Borrow<VotedImage>]) -> BTreeMap<(&str, &str), AnnotatorPair> {
    let mut labels: BTreeMap<(&str, &str), Vec<(u8, u8)>> = BTreeMap::new();
    for image in voted {
        let by = &image.borrow().by;
        for (place, (one, vote)) in by.iter().enumerate() {
            for (other, other_vote) in by.iter().skip(place + 1) {
                labels.entry((one, other)).or_default().push((*vote, *other_vote));
            }
        }
    }
    let pair = |labels: Vec<(u8, u8)>| {
        let n = labels.len();
        let n_same = labels.iter().filter(|(one, other)| one == other).count();
        AnnotatorPair { kappa: cohen_kappa(labels), same: n_same as f64 / n.max(1) as f64, n }
    };
    labels.into_iter().map(|(names, labels)| (names, pair(labels))).collect()
}

/// How far all who voted on the images of some queries agree. An item is an image for a query.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct VoteAgreement {
    pub n_items: usize,
    pub n_votes: u64,
    /// [`fleiss_kappa`].
    pub fleiss: Option<f64>,
    /// [`krippendorff_alpha`].
    pub krippendorff: Option<f64>,
    /// The mean over the items, in bits; `None` without items.
    pub entropy: Option<f64>,
    /// For relevant, not relevant, unsure.
    pub votes: [u64; 3],
    /// Items whose votes are all the same.
    pub unanimous: usize,
    /// Items by their share of votes for relevant, in tenths rounded down: from none (0) to all (10).
    pub by_share: [usize; 11],
    /// Each annotator's votes for relevant, not relevant, unsure; empty where only counts are known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub persons: BTreeMap<String, [u64; 3]>,
    /// The pairs who both voted on some item, each once: first name, then second.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pairs: BTreeMap<String, BTreeMap<String, AnnotatorPair>>,
    /// By the query's id, where asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub per_query: BTreeMap<String, QueryVotes>,
}

/// The votes on the images of one query.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct QueryVotes {
    pub n_items: usize,
    /// The mean over its items, in bits.
    pub entropy: f64,
    /// For relevant, not relevant, unsure.
    pub votes: [u64; 3],
}

impl VoteAgreement {
    /// Of all votes under [`ALL_QUERIES`], and of those of each group of queries. `group_of` gives the group
    /// of a query's id.
    pub fn by_group(
        voted: &[VotedImage],
        with_queries: bool,
        group_of: impl Fn(&str) -> Option<String>,
    ) -> BTreeMap<String, Self> {
        let mut groups: BTreeMap<String, Vec<&VotedImage>> = BTreeMap::new();
        for image in voted {
            if let Some(group) = group_of(&image.query) {
                groups.entry(group).or_default().push(image);
            }
        }
        groups.insert(ALL_QUERIES.to_owned(), voted.iter().collect());
        groups.into_iter().map(|(group, own)| (group, Self::new(&own, with_queries))).collect()
    }

    fn new(voted: &[&VotedImage], with_queries: bool) -> Self {
        let voted: Vec<&VotedImage> =
            voted.iter().filter(|own| own.votes.n() > 0).copied().collect();
        let items: Vec<[u32; 3]> = voted.iter().map(|own| own.votes.counts()).collect();
        let all = QueryVotes::new(&items);
        let mut persons: BTreeMap<String, [u64; 3]> = BTreeMap::new();
        for (name, vote) in voted.iter().flat_map(|own| &own.by) {
            if let Some(n) = persons.entry(name.clone()).or_default().get_mut(usize::from(*vote)) {
                *n += 1;
            }
        }
        let mut pairs: BTreeMap<String, BTreeMap<String, AnnotatorPair>> = BTreeMap::new();
        for ((one, other), pair) in annotator_pairs(&voted) {
            pairs.entry(one.to_owned()).or_default().insert(other.to_owned(), pair);
        }
        let mut by_query: BTreeMap<String, Vec<[u32; 3]>> = BTreeMap::new();
        for (own, counts) in voted.iter().zip(&items).filter(|_| with_queries) {
            by_query.entry(own.query.clone()).or_default().push(*counts);
        }
        Self {
            n_items: items.len(),
            n_votes: all.votes.iter().sum(),
            fleiss: fleiss_kappa(&items),
            krippendorff: krippendorff_alpha(&items),
            entropy: (!items.is_empty()).then_some(all.entropy),
            votes: all.votes,
            unanimous: items.iter().filter(|counts| entropy(counts) == 0.0).count(),
            by_share: by_share(&items),
            persons,
            pairs,
            per_query: by_query.into_iter().map(|(id, own)| (id, QueryVotes::new(&own))).collect(),
        }
    }
}

/// Items by their share of votes for relevant, the first of each.
fn by_share(items: &[[u32; 3]]) -> [usize; 11] {
    let mut all = [0; 11];
    for counts in items {
        let n: u64 = counts.iter().map(|n| u64::from(*n)).sum();
        let [relevant, ..] = *counts;
        let tenth = u64::from(relevant) * 10 / n.max(1);
        if let Some(own) = usize::try_from(tenth).ok().and_then(|tenth| all.get_mut(tenth)) {
            *own += 1;
        }
    }
    all
}

impl QueryVotes {
    fn new(items: &[[u32; 3]]) -> Self {
        let mut votes = [0; 3];
        for counts in items {
            votes.iter_mut().zip(counts).for_each(|(sum, n)| *sum += u64::from(*n));
        }
        let bits: f64 = items.iter().map(entropy).sum();
        Self { n_items: items.len(), entropy: bits / items.len().max(1) as f64, votes }
    }
}
