//! What groups of proposers saw, and a system's means under it.

use super::{Group, HumanError};
use crate::benchmark::{ImageIds, Judgements, Relevance};
use crate::metrics::{Folds, JudgedRanking, Mean, Measure};
use crate::ranking::Hit;
use std::collections::{BTreeMap, HashMap};

/// What is measured, by which truth.
#[derive(Debug, Clone)]
pub struct LabSetting<'a> {
    /// The truth: a definition of relevance.
    pub truth: Relevance,
    /// The measure by which the systems are ranked.
    pub measure: Measure,
    /// In corpus order.
    pub image_ids: ImageIds<'a>,
    /// COCO 1K's, if the benchmark has them.
    pub folds: Option<&'a Folds>,
    /// The queries in the means, by row.
    pub query_rows: Vec<u32>,
    /// How those who verify err; `None` if they do not.
    pub error: Option<HumanError>,
}

/// Judges rankings under the truth, and under what each of some groups saw of it.
#[derive(Debug, Clone)]
pub struct AnnotatorLab<'a> {
    setting: LabSetting<'a>,
    n_groups: usize,
    /// By row of the query.
    queries: Vec<(u32, Seen)>,
}

/// A system's mean under the truth, and under what each group saw.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemMeans {
    /// `None` if no query has a value.
    pub truth: Option<Mean>,
    /// By group. Queries of which a group saw no relevant picture are left out.
    pub seen: Vec<Option<Mean>>,
}

/// One query's proposals.
#[derive(Debug, Clone)]
struct Seen {
    /// The pictures that are judged once they are seen, ordered by row.
    pictures: Vec<Picture>,
    /// A group for each different set of judgements: most groups see the same as another.
    distinct: Vec<Group>,
    /// The index in `distinct`, by group.
    of_group: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Picture {
    row_in_corpus: u32,
    grade: i32,
    proposers: Group,
}

/// The rows of the first `n` hits of every query's ranking. Where the truth ranks only judged
/// images, these are the first `n` judged ones.
#[must_use]
pub fn first_hits(truth: &Relevance, rankings: &[Vec<Hit>], n: usize) -> Vec<Vec<u32>> {
    let first = |(query_row, hits): (u32, &Vec<Hit>)| {
        // Nothing is judged here, so no ids are read.
        let ranking = JudgedRanking::of_query(query_row, hits, truth, &[]);
        ranking.hits().iter().take(n).map(|hit| hit.row_in_corpus).collect()
    };
    (0u32..).zip(rankings).map(first).collect()
}

impl<'a> AnnotatorLab<'a> {
    /// `first_hits` has the [`first_hits`] of every proposer, under its place among the systems.
    #[must_use]
    pub fn new(
        setting: LabSetting<'a>,
        first_hits: &BTreeMap<usize, Vec<Vec<u32>>>,
        groups: &[Group],
    ) -> Self {
        let seen = |query_row: &u32| {
            (*query_row, Seen::new(pictures(&setting, *query_row, first_hits), groups))
        };
        let queries = setting.query_rows.iter().map(seen).collect();
        Self { setting, n_groups: groups.len(), queries }
    }

    /// The means of a system, from its rankings of all queries by score. They must be as deep as
    /// the measure needs under the truth.
    #[must_use]
    pub fn means(&self, rankings: &[Vec<Hit>]) -> SystemMeans {
        let mut under_truth = vec![None; rankings.len()];
        let mut under_seen = vec![vec![None; rankings.len()]; self.n_groups];
        for (query_row, seen) in &self.queries {
            let Some(hits) = rankings.get(*query_row as usize) else { continue };
            let (truth, distinct) = self.values(*query_row, hits, seen);
            set(&mut under_truth, *query_row, truth);
            for (values, index) in under_seen.iter_mut().zip(&seen.of_group) {
                set(values, *query_row, distinct.get(*index).copied().flatten());
            }
        }
        let mean =
            |values: &Vec<Option<f64>>| self.setting.measure.mean(values, self.setting.folds);
        SystemMeans { truth: mean(&under_truth), seen: under_seen.iter().map(mean).collect() }
    }

    /// A query's value under the truth, and under each of its different sets of judgements.
    fn values(&self, query_row: u32, hits: &[Hit], seen: &Seen) -> (Option<f64>, Vec<Option<f64>>) {
        let LabSetting { truth, measure, image_ids, .. } = &self.setting;
        let ranking = JudgedRanking::of_query(query_row, hits, truth, *image_ids);
        let under = |group: &Group| {
            let judgements = seen.by(*group);
            let n_relevant = judgements.n_relevant();
            if n_relevant == 0 {
                return None;
            }
            let head = head(ranking.hits(), measure.depth(n_relevant));
            // The conventions of the truth, but for the hits that it ranks, which stay.
            let again = JudgedRanking::new(head, &judgements, *image_ids);
            self.value(again.complete(truth.is_complete()), query_row)
        };
        let distinct = seen.distinct.iter().map(under).collect();
        (self.value(ranking, query_row), distinct)
    }

    fn value(&self, ranking: JudgedRanking<'_>, query_row: u32) -> Option<f64> {
        let LabSetting { measure, folds, .. } = &self.setting;
        let ranking = match folds {
            Some(folds) => ranking.in_folds(folds, query_row),
            None => ranking,
        };
        measure.value(ranking.list(measure.protocol()))
    }
}

impl Seen {
    fn new(pictures: Vec<Picture>, groups: &[Group]) -> Self {
        let mut seen = Self { pictures, distinct: Vec::new(), of_group: Vec::new() };
        let mut index_of: HashMap<Judgements, usize> = HashMap::new();
        for group in groups {
            let index = *index_of.entry(seen.by(*group)).or_insert_with(|| {
                seen.distinct.push(*group);
                seen.distinct.len() - 1
            });
            seen.of_group.push(index);
        }
        seen
    }

    /// The judgements of what a group proposed.
    fn by(&self, group: Group) -> Judgements {
        let seen = self.pictures.iter().filter(|picture| picture.proposers.meets(group));
        Judgements::new(seen.map(|picture| (picture.row_in_corpus, picture.grade)))
    }
}

/// The pictures that anyone proposed for a query and that are judged, ordered by row.
fn pictures(
    setting: &LabSetting<'_>,
    query_row: u32,
    first_hits: &BTreeMap<usize, Vec<Vec<u32>>>,
) -> Vec<Picture> {
    let mut proposers_of: BTreeMap<u32, Group> = BTreeMap::new();
    for (place, of_query) in first_hits {
        for row in of_query.get(query_row as usize).into_iter().flatten() {
            let proposers = proposers_of.entry(*row).or_default();
            *proposers = proposers.with(*place);
        }
    }
    let judged = |(row_in_corpus, proposers): (u32, Group)| {
        let truth = setting.truth.of_query(query_row).and_then(|j| j.grade(row_in_corpus));
        let is_wrong = |error: HumanError| error.is_wrong(query_row, row_in_corpus);
        let grade = match (truth, setting.error.is_some_and(is_wrong)) {
            (grade, false) => grade?,
            (Some(1..), true) => 0,
            (_, true) => 1,
        };
        Some(Picture { row_in_corpus, grade, proposers })
    };
    proposers_of.into_iter().filter_map(judged).collect()
}

/// The hits that a measure of this depth reads. Those tied to the last are among them, since a
/// protocol may put any of them there.
fn head(hits: &[Hit], depth: usize) -> &[Hit] {
    let last = depth.checked_sub(1).and_then(|last| hits.get(last));
    let is_tied = |hit: &&Hit| last.is_some_and(|last| last.score == hit.score);
    let n_tied = hits.iter().skip(depth).take_while(is_tied).count();
    hits.get(..depth.saturating_add(n_tied)).unwrap_or(hits)
}

fn set(values: &mut [Option<f64>], query_row: u32, value: Option<f64>) {
    if let Some(place) = values.get_mut(query_row as usize) {
        *place = value;
    }
}
