//! Votes of the open benchmark, and definitions of relevance by rules over them.

use super::page_names::{BY_VOTES, definition_named};
use super::{Board, Column, Dataset, Imported, ImportedKind, words};
use crate::benchmark::{ImageIds, Judgements, Manifest, Query, Relevance, RelevanceDefinition};
use crate::formats::{FormatError, Place, VoteRule, VotedImage, Votes, numbered_votes};
use crate::metrics::Measure;
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::Arc,
};

/// The votes on images, by row of the query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageVotes {
    /// Each query's votes, ordered by row in the corpus.
    by_query: Vec<Vec<(u32, Votes)>>,
}

/// The id of a definition by a rule over votes, as in links: `_votes-by-sure-of-full_relevant`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VotedId {
    /// The rule.
    pub rule: VoteRule,
    /// The id of a definition of the benchmark that has these votes.
    pub base: String,
}

impl fmt::Display for VotedId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{BY_VOTES}{}-of-{}", self.rule, self.base)
    }
}

impl VotedId {
    /// The rule that an address names, of a definition that has votes; `None` if it names no rule.
    pub fn named(own: &Manifest, named: &str) -> Option<Self> {
        let id = definition_named(own, named);
        let (rule, base) = id.strip_prefix(BY_VOTES)?.split_once("-of-")?;
        own.definition(base)?.votes.as_ref()?;
        Some(Self { rule: rule.parse().ok()?, base: base.to_string() })
    }
}

impl ImageVotes {
    /// Reads a benchmark's file of votes. Votes for queries that it does not have are left out, as
    /// judgements are.
    ///
    /// # Errors
    /// As [`numbered_votes`]; or an image that is not in the corpus.
    pub fn read(
        file: &str,
        text: &str,
        queries: &[Query],
        image_ids: ImageIds<'_>,
    ) -> Result<Self, FormatError> {
        let query_rows: HashMap<&str, usize> =
            queries.iter().enumerate().map(|(row, query)| (query.id.as_str(), row)).collect();
        let row_of = image_ids.rows_by_id();
        let mut by_query = vec![Vec::new(); queries.len()];
        for (line, VotedImage { query, image, votes, .. }) in numbered_votes(file, text)? {
            let query_row = query_rows.get(query.as_str());
            let Some(own) = query_row.and_then(|row| by_query.get_mut(*row)) else { continue };
            let Some(row) = row_of(&image) else {
                let reason = format!(
                    "query {query} has votes on image {image}, and the corpus has no such image: \
                     rebuild the benchmark"
                );
                return Err(FormatError::new(file, Place::Line(line), reason));
            };
            own.push((row, votes));
        }
        by_query.iter_mut().for_each(|own: &mut Vec<_>| own.sort_unstable_by_key(|(row, _)| *row));
        Ok(Self { by_query })
    }

    /// The votes on an image for a query.
    pub fn of(&self, query_row: u32, row_in_corpus: u32) -> Option<Votes> {
        let own = self.by_query.get(query_row as usize)?;
        let place = own.binary_search_by_key(&row_in_corpus, |(row, _)| *row).ok()?;
        own.get(place).map(|(_, votes)| *votes)
    }

    /// Whether a query has votes, by its row.
    pub fn has(&self, query_row: usize) -> bool {
        self.by_query.get(query_row).is_some_and(|own| !own.is_empty())
    }

    /// How many people voted on most images.
    pub fn n_voters(&self) -> u32 {
        let mut n_images: BTreeMap<u64, usize> = BTreeMap::new();
        for (_, votes) in self.by_query.iter().flatten() {
            *n_images.entry(votes.n()).or_default() += 1;
        }
        let most = n_images.into_iter().max_by_key(|(_, n)| *n);
        most.and_then(|(n, _)| u32::try_from(n).ok()).unwrap_or(0)
    }

    /// A warning about what a rule makes of them.
    pub fn warning(&self, rule: VoteRule) -> Option<String> {
        rule.warning(self.by_query.iter().flatten().map(|(_, votes)| *votes))
    }

    /// Each of `measures` under each of `rules`, rule by rule: a dataset to measure systems on. `base` is
    /// the definition with these votes.
    pub fn board(
        &self,
        dataset: &Dataset,
        base: &RelevanceDefinition,
        rules: &[VoteRule],
        measures: &[Measure],
    ) -> Board {
        let definitions: Vec<Arc<Imported>> =
            rules.iter().map(|rule| Arc::new(self.definition(base, *rule))).collect();
        let ids: Vec<String> = definitions.iter().map(|own| own.id.clone()).collect();
        let dataset = Arc::new(dataset.with_imports(definitions, dataset.ids()));
        let of_rule = |id: &String| {
            let column = |measure: &Measure| Column::new(&dataset, *measure, id);
            measures.iter().filter_map(column).collect::<Vec<_>>()
        };
        let columns = ids.iter().flat_map(of_rule).collect();
        Board::new(dataset, columns)
    }

    /// The judgements by a rule: grade 1 for relevant, 0 for the rest.
    pub fn relevance(&self, rule: VoteRule) -> Relevance {
        let judged = |own: &Vec<(u32, Votes)>| {
            Judgements::new(own.iter().map(|(row, votes)| (*row, rule.is_relevant(*votes).into())))
        };
        Relevance::of_queries(self.by_query.iter().map(judged).collect())
    }

    /// A definition of relevance by a rule, to add to the lists. `base` is the definition with these
    /// votes.
    pub fn definition(&self, base: &RelevanceDefinition, rule: VoteRule) -> Imported {
        let relevance = self.relevance(rule);
        let n_judged: usize = self.by_query.iter().map(Vec::len).sum();
        Imported {
            id: VotedId { rule, base: base.id.clone() }.to_string(),
            file: base.votes.clone().unwrap_or_default(),
            kind: ImportedKind::Judgements(relevance),
            summary: format!(
                "{} by the votes, computed here.",
                words::counted(n_judged, "judgement", "judgements")
            ),
            notes: self.warning(rule).into_iter().collect(),
            computed: Some((title_of(rule), rule.counts_as())),
        }
    }
}

/// The rule as a title.
fn title_of(rule: VoteRule) -> String {
    match rule {
        VoteRule::FullRelevant => "Votes: unanimous".into(),
        VoteRule::Sure => "Votes: majority".into(),
        VoteRule::Unsure => "Votes: half or more".into(),
        VoteRule::AtLeast(n) => format!("Votes: at least {n}"),
        VoteRule::Share(percent) => format!("Votes: {percent} % or more"),
    }
}
