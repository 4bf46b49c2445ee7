//! The votes of a benchmark or a visitor's file, by rows.

use crate::benchmark::{ImageIds, Judgements, Query, Relevance};
use crate::formats::{FormatError, Place, VoteRule, VotedImage, Votes, numbered_votes};
use crate::imported::MatchedVotes;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most votes for relevant that [`ImageVotes::rules`] asks for.
const MOST_ASKED: u32 = 9;

/// The votes on images of a benchmark.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageVotes {
    /// As they were read, with who cast them where that is known.
    cast: Vec<VotedImage>,
    /// Each query's images with votes, ordered by row in the corpus, each with its place in `cast`.
    by_query: Vec<Vec<(u32, usize)>>,
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
        let (mut cast, mut pairs) = (Vec::new(), Vec::new());
        for (line, voted) in numbered_votes(file, text)? {
            let Some(query_row) = query_rows.get(voted.query.as_str()) else { continue };
            let Some(row) = row_of(&voted.image) else {
                let VotedImage { query, image, .. } = voted;
                let reason = format!(
                    "query {query} has votes on image {image}, and the corpus has no such image: \
                     rebuild the benchmark"
                );
                return Err(FormatError::new(file, Place::Line(line), reason));
            };
            pairs.push((*query_row, row));
            cast.push(voted);
        }
        Ok(Self::new(queries.len(), cast, pairs))
    }

    /// Votes of the visitor's, matched to a benchmark of this many queries.
    pub fn matched(n_queries: usize, MatchedVotes { voted, rows, .. }: MatchedVotes) -> Self {
        let rows = rows.into_iter().map(|(query, image)| (query as usize, image));
        Self::new(n_queries, voted, rows)
    }

    /// `rows` are those of query and image, by place in `cast`.
    fn new(
        n_queries: usize,
        cast: Vec<VotedImage>,
        rows: impl IntoIterator<Item = (usize, u32)>,
    ) -> Self {
        let mut by_query = vec![Vec::new(); n_queries];
        for (place, (query_row, row)) in rows.into_iter().enumerate().take(cast.len()) {
            if let Some(own) = by_query.get_mut(query_row) {
                own.push((row, place));
            }
        }
        by_query.iter_mut().for_each(|own: &mut Vec<_>| own.sort_unstable_by_key(|(row, _)| *row));
        Self { cast, by_query }
    }

    /// The votes on images for these queries, given by row; `None` for all of them.
    pub fn cast(&self, queries: &[Query], rows: Option<&[usize]>) -> Vec<VotedImage> {
        let Some(rows) = rows else { return self.cast.clone() };
        let ids = rows.iter().filter_map(|row| Some(queries.get(*row)?.id.as_str()));
        let is_asked: HashSet<&str> = ids.collect();
        self.cast.iter().filter(|own| is_asked.contains(own.query.as_str())).cloned().collect()
    }

    /// ConQA's three rules, each number of votes that most images have, and, if people answered controls, the
    /// rule that weighs them.
    pub fn rules(&self) -> Vec<VoteRule> {
        let counts = (1..=self.n_voters().min(MOST_ASKED)).map(VoteRule::AtLeast);
        let weighted = self.has_controls().then_some(VoteRule::Weighted);
        VoteRule::ALL.into_iter().chain(counts).chain(weighted).collect()
    }

    /// Whether votes carry answers to controls.
    pub fn has_controls(&self) -> bool {
        self.cast.iter().any(|own| !own.controls.is_empty())
    }

    /// The votes on an image for a query.
    pub fn of(&self, query_row: u32, row_in_corpus: u32) -> Option<Votes> {
        self.cast_on(query_row, row_in_corpus).map(|own| own.votes)
    }

    /// The votes on an image for a query, with who said what.
    pub fn cast_on(&self, query_row: u32, row_in_corpus: u32) -> Option<&VotedImage> {
        let own = self.by_query.get(query_row as usize)?;
        let place = own.binary_search_by_key(&row_in_corpus, |(row, _)| *row).ok()?;
        own.get(place).and_then(|(_, cast)| self.cast.get(*cast))
    }

    /// Whether a query has votes, by its row.
    pub fn has(&self, query_row: usize) -> bool {
        self.by_query.get(query_row).is_some_and(|own| !own.is_empty())
    }

    /// How many queries there are, with votes or without.
    pub(super) fn n_queries(&self) -> usize {
        self.by_query.len()
    }

    /// How many people voted on most images.
    pub fn n_voters(&self) -> u32 {
        let mut n_images: BTreeMap<u64, usize> = BTreeMap::new();
        for own in self.judged() {
            *n_images.entry(own.votes.n()).or_default() += 1;
        }
        let most = n_images.into_iter().max_by_key(|(_, n)| *n);
        most.and_then(|(n, _)| u32::try_from(n).ok()).unwrap_or(0)
    }

    /// # Errors
    /// The rule weighs people, and the votes carry no answers to controls.
    pub fn check(&self, file: &str, rule: VoteRule) -> Result<(), FormatError> {
        rule.check(file, &self.cast).map(|_| ())
    }

    /// A warning about what a rule makes of them.
    pub fn warning(&self, rule: VoteRule) -> Option<String> {
        rule.check("the votes", &self.cast).unwrap_or_else(|e| Some(e.to_string()))
    }

    /// The judgements by a rule: grade 1 for relevant, 0 for the rest.
    pub fn relevance(&self, rule: VoteRule) -> Relevance {
        let grade = |(row, place): &(u32, usize)| {
            let voted = self.cast.get(*place)?;
            Some((*row, voted.is_relevant(rule).into()))
        };
        let judged = |own: &Vec<(u32, usize)>| Judgements::new(own.iter().filter_map(grade));
        Relevance::of_queries(self.by_query.iter().map(judged).collect())
    }

    /// The images with votes, by query and row.
    fn judged(&self) -> impl Iterator<Item = &VotedImage> {
        self.by_query.iter().flatten().filter_map(|(_, place)| self.cast.get(*place))
    }

    /// Pairs of a query and an image with votes.
    pub fn n_judged(&self) -> usize {
        self.by_query.iter().map(Vec::len).sum()
    }
}
