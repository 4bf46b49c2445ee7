//! How many images are relevant to the queries of each group, as INQUIRE tells it of its
//! categories (Table A1).

use crate::benchmark::Judgements;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::RangeInclusive,
    str::FromStr,
};

/// The numbers of relevant images that a query may have, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelevantRange(RangeInclusive<usize>);

impl RelevantRange {
    /// Any number but none.
    pub const ANY: Self = Self(1..=usize::MAX);
    /// 1 to 50, as the queries of INQUIRE-Rerank have among their candidates.
    pub const RERANK: Self = Self(1..=50);

    /// Whether a query with `n` relevant images is among them.
    pub fn has(&self, n: usize) -> bool {
        self.0.contains(&n)
    }
}

impl FromStr for RelevantRange {
    type Err = String;

    /// Reads `1-50`.
    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once('-').and_then(|(first, last)| {
            Some((first.trim().parse::<usize>().ok()?, last.trim().parse::<usize>().ok()?))
        });
        match ends {
            Some((first, last)) if first <= last => Ok(Self(first..=last)),
            _ => Err(format!("{text:?} is not two numbers such as 1-50, the smaller first")),
        }
    }
}

impl fmt::Display for RelevantRange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.0.end() == usize::MAX {
            return write!(out, "{} or more", self.0.start());
        }
        write!(out, "{}-{}", self.0.start(), self.0.end())
    }
}

/// A group of queries and their relevant images.
#[derive(Debug, Clone, PartialEq)]
pub struct RelevantCounts {
    /// The value of the facet that the queries share.
    pub value: String,
    /// The number of queries.
    pub n_queries: usize,
    /// Judgements of all its queries, relevant or not.
    pub n_judged: usize,
    /// Those that are relevant.
    pub n_relevant: usize,
    /// Different images that are relevant to at least one of the queries.
    pub n_images: usize,
    /// Relevant images of the query with the fewest.
    pub min: usize,
    /// Their median over the queries; between the two in the middle of an even number.
    pub median: f64,
    /// Relevant images of the query with the most.
    pub max: usize,
    /// Relevant images of each query, ascending.
    pub counts: Vec<usize>,
}

impl RelevantCounts {
    /// Relevant images per query.
    pub fn mean(&self) -> f64 {
        self.n_relevant as f64 / self.n_queries.max(1) as f64
    }
}

/// Groups queries by a value, in the order of the values' names. Queries outside the range are left
/// out, and so are groups without queries.
pub fn relevant_counts<'a>(
    queries: impl IntoIterator<Item = (&'a str, Option<&'a Judgements>)>,
    range: &RelevantRange,
) -> Vec<RelevantCounts> {
    let mut groups: BTreeMap<&str, Vec<&Judgements>> = BTreeMap::new();
    static UNJUDGED: Judgements = Judgements::none();
    for (value, judgements) in queries {
        let judgements = judgements.unwrap_or(&UNJUDGED);
        if range.has(judgements.n_relevant()) {
            groups.entry(value).or_default().push(judgements);
        }
    }
    groups.into_iter().map(|(value, queries)| group(value, &queries)).collect()
}

fn group(value: &str, queries: &[&Judgements]) -> RelevantCounts {
    let mut counts: Vec<usize> = queries.iter().map(|own| own.n_relevant()).collect();
    counts.sort_unstable();
    let all = || queries.iter().flat_map(|own| own.as_slice());
    let relevant = || all().filter(|(_, grade)| *grade >= 1).map(|(row, _)| *row);
    RelevantCounts {
        value: value.to_owned(),
        n_queries: queries.len(),
        n_judged: all().count(),
        n_relevant: relevant().count(),
        n_images: relevant().collect::<BTreeSet<u32>>().len(),
        min: counts.first().copied().unwrap_or(0),
        median: median(&counts),
        max: counts.last().copied().unwrap_or(0),
        counts,
    }
}

fn median(ascending: &[usize]) -> f64 {
    let at = |place: usize| ascending.get(place).map_or(0.0, |count| *count as f64);
    let n = ascending.len();
    if n == 0 { 0.0 } else { (at((n - 1) / 2) + at(n / 2)) / 2.0 }
}
