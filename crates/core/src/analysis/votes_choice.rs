//! What a page's address says of people's votes.

use super::subset::{Property, SPLIT, Subset, properties};
use super::{ALL_QUERIES, Dataset};
use crate::benchmark::RelevanceDefinition;
use crate::formats::VoteRule;
use crate::metrics::{Measure, default_measures};

/// The measures by which ConQA ranks.
const MEASURES: [&str; 5] =
    ["conqa:nDCG", "conqa:R-Precision", "conqa:HR@1", "conqa:HR@5", "conqa:HR@10"];
/// A facet of more values is no grouping.
const MOST_GROUPS: usize = 20;
/// Of no facet.
const TOGETHER: &str = "-";

/// What is shown of votes. Text form: `of=ID;by=kind;measure=conqa:nDCG;rule=sure;orders=yes`, where what is
/// absent takes its default.
#[derive(Debug, Clone, PartialEq)]
pub struct VotesChoice {
    /// The definition of relevance that has the votes.
    pub base: RelevanceDefinition,
    /// The facet by whose values queries are grouped.
    pub by: Option<String>,
    pub measure: Measure,
    /// The rule that the others are compared with.
    pub rule: VoteRule,
    /// Whether the systems are measured under every rule.
    pub has_orders: bool,
}

impl VotesChoice {
    /// Resolves the address; `chosen` are the measures that it names for the page. `None` without votes.
    pub fn new(dataset: &Dataset, chosen: &[Measure], address: &str) -> Option<Self> {
        let given = Subset::parse(address);
        let all = definitions_with_votes(dataset);
        let named = given.value("of").and_then(|id| dataset.manifest.definition(id));
        let named = named.filter(|own| own.votes.is_some());
        let base = named.or_else(|| all.first().copied())?.clone();
        let facets = vote_facets(dataset);
        let by = match given.value("by") {
            Some(TOGETHER) => None,
            Some(name) if facets.iter().any(|own| own == name) => Some(name.to_owned()),
            _ => facets.into_iter().next(),
        };
        let measures = measures_by_votes(dataset, &base.id, chosen);
        let measure = given.value("measure").and_then(|name| name.parse().ok());
        let measure = measure.filter(|own| measures.contains(own));
        Some(Self {
            by,
            measure: measure.or_else(|| measures.first().copied())?,
            rule: given.value("rule").and_then(|rule| rule.parse().ok()).unwrap_or_default(),
            has_orders: given.value("orders") == Some("yes"),
            base,
        })
    }

    /// The value of `by` for all queries together.
    pub fn together() -> String {
        TOGETHER.to_owned()
    }
}

/// The definitions of relevance with votes, one for each file of them.
pub fn definitions_with_votes(dataset: &Dataset) -> Vec<&RelevanceDefinition> {
    let mut found: Vec<&RelevanceDefinition> = Vec::new();
    for own in dataset.manifest.relevance.iter().filter(|own| own.votes.is_some()) {
        let is_own = |of: &RelevanceDefinition| dataset.own.definition(&of.id).is_some();
        let is_known = |known: &&RelevanceDefinition| known.votes == own.votes && is_own(known);
        if !(is_own(own) && found.iter().any(is_known)) {
            found.push(own);
        }
    }
    found
}

/// The facets by which votes can be grouped.
pub fn vote_facets(dataset: &Dataset) -> Vec<String> {
    let is_grouping = |own: &Property| {
        let has_other_names = own.values.iter().all(|(value, _)| value != ALL_QUERIES);
        own.name != SPLIT && own.values.len() <= MOST_GROUPS && has_other_names
    };
    properties(dataset).into_iter().filter(is_grouping).map(|own| own.name).collect()
}

/// The measures by which rules over votes can be compared: the `chosen` ones; else the headlines under the
/// definition, ConQA's, and the usual ones.
pub fn measures_by_votes(dataset: &Dataset, base: &str, chosen: &[Measure]) -> Vec<Measure> {
    if !chosen.is_empty() {
        return chosen.to_vec();
    }
    let headlines = dataset.manifest.headlines.iter().filter(|own| own.relevance == base);
    let headlines = headlines.filter_map(|own| own.measure.parse().ok());
    let of_conqa = MEASURES.iter().filter_map(|name| name.parse().ok());
    let mut measures: Vec<Measure> = Vec::new();
    for measure in headlines.chain(of_conqa).chain(default_measures()) {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}
