//! What groups of proposers saw, and a system's means under it.

use super::super::mean_of_both;
use super::{Group, HumanError};
use crate::benchmark::{ImageIds, Judgements, Relevance};
use crate::metrics::{Folds, JudgedRanking, Mean, Measure};
use crate::ranking::Hit;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    /// Definitions whose relevant images are seen in any case, as ECCV Caption keeps the pair that COCO
    /// has; nobody errs about them. Only what the truth says of them counts.
    pub kept: Vec<Relevance>,
    /// How those who verify err; `None` if they do not.
    pub error: Option<HumanError>,
}

/// Judges rankings under the truth, and under what each of some groups saw of it.
#[derive(Debug, Clone)]
pub struct AnnotatorLab<'a> {
    setting: LabSetting<'a>,
    groups: Vec<Group>,
    /// By row of the query, as far as proposals were added.
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

impl SystemMeans {
    /// The means of both directions, each with weight one half.
    pub fn of_both(to_images: &Self, to_texts: &Self) -> Self {
        let seen = to_images.seen.iter().zip(&to_texts.seen);
        Self {
            truth: mean_of_both(to_images.truth, to_texts.truth),
            seen: seen.map(|(one, other)| mean_of_both(*one, *other)).collect(),
        }
    }
}

/// One query's proposals.
#[derive(Debug, Clone)]
struct Seen {
    /// The pictures that are judged once they are seen, ordered by row.
    pictures: Vec<Picture>,
    /// A group for each different set of judgements: most groups see the same as another.
    distinct: Vec<Group>,
    /// The index in `distinct`, by group.
    of_group: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Picture {
    row_in_corpus: u32,
    grade: i32,
    proposers: Group,
}

/// The rows of the first `n` hits of every query's ranking. Where the truth ranks only judged
/// images, these are the first `n` judged ones.
pub fn first_hits(truth: &Relevance, rankings: &[Vec<Hit>], n: usize) -> Vec<Vec<u32>> {
    let first = |(query_row, hits): (u32, &Vec<Hit>)| {
        // Nothing is judged here, so no ids are read.
        let ranking = JudgedRanking::of_query(query_row, hits, truth, &[]);
        ranking.hits().iter().take(n).map(|hit| hit.row_in_corpus).collect()
    };
    (0u32..).zip(rankings).map(first).collect()
}

impl<'a> AnnotatorLab<'a> {
    /// Where nobody has proposed anything yet: [`AnnotatorLab::propose`] adds the queries.
    pub fn begun(setting: LabSetting<'a>, groups: &[Group]) -> Self {
        Self { setting, groups: groups.to_vec(), queries: Vec::new() }
    }

    /// `first_hits` has the [`first_hits`] of every proposer, under its place among the systems.
    pub fn new(
        setting: LabSetting<'a>,
        first_hits: &BTreeMap<usize, Vec<Vec<u32>>>,
        groups: &[Group],
    ) -> Self {
        let mut lab = Self::begun(setting, groups);
        let proposals = |query_row: u32| {
            let of_system = move |of_query: &Vec<Vec<u32>>| {
                of_query.get(query_row as usize).cloned().unwrap_or_default()
            };
            first_hits.iter().map(move |(place, of_query)| (*place, of_system(of_query)))
        };
        while let Some(query_row) = lab.next_query() {
            lab.propose(proposals(query_row));
        }
        lab
    }

    /// The row of the query whose proposals come next; `None` once all queries have theirs.
    pub fn next_query(&self) -> Option<u32> {
        self.setting.query_rows.get(self.queries.len()).copied()
    }

    /// Adds what each system proposes for the next query: the system's place and its first hits.
    pub fn propose<H: IntoIterator<Item = u32>>(
        &mut self,
        first_hits: impl IntoIterator<Item = (usize, H)>,
    ) {
        if let Some(query_row) = self.next_query() {
            let pictures = pictures(&self.setting, query_row, first_hits);
            self.queries.push((query_row, Seen::new(pictures, &self.groups)));
        }
    }

    /// How many hits of each query the measure reads under what any group saw, by place among the
    /// queries of the setting; `usize::MAX` for the whole ranking.
    pub fn depths(&self) -> Vec<usize> {
        let most_relevant = |seen: &Seen| {
            seen.distinct.iter().map(|group| seen.by(*group).n_relevant()).max().unwrap_or(0)
        };
        self.queries
            .iter()
            .map(|(_, seen)| self.setting.measure.depth(most_relevant(seen)))
            .collect()
    }

    /// The means of a system, from its rankings of all queries by score. They must be as deep as
    /// the measure needs under the truth.
    pub fn means(&self, rankings: &[Vec<Hit>]) -> SystemMeans {
        let mut under_truth = vec![None; rankings.len()];
        let mut under_seen = SeenMeans::new(self, rankings.len());
        while let Some(query_row) = under_seen.next_query() {
            let hits = rankings.get(query_row as usize).map_or(&[][..], Vec::as_slice);
            under_seen.add(hits);
            let LabSetting { truth, image_ids, .. } = &self.setting;
            let ranking = JudgedRanking::of_query(query_row, hits, truth, *image_ids);
            set(&mut under_truth, query_row, self.value(ranking, query_row));
        }
        let truth = self.setting.measure.mean(&under_truth, self.setting.folds);
        SystemMeans { truth, seen: under_seen.finished() }
    }

    /// A query's value under each of its different sets of judgements.
    fn values(&self, query_row: u32, hits: &[Hit], seen: &Seen) -> Vec<Option<f64>> {
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
        seen.distinct.iter().map(under).collect()
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

/// A system's means under what each group saw, added up query by query.
#[derive(Debug, Clone)]
pub struct SeenMeans<'a> {
    lab: &'a AnnotatorLab<'a>,
    n_added: usize,
    /// `[groups][queries]`
    values: Vec<Vec<Option<f64>>>,
}

impl<'a> SeenMeans<'a> {
    /// No query yet, of `n_queries` in the benchmark.
    pub fn new(lab: &'a AnnotatorLab<'a>, n_queries: usize) -> Self {
        Self { lab, n_added: 0, values: vec![vec![None; n_queries]; lab.groups.len()] }
    }

    /// The row of the query whose hits come next; `None` once all are added.
    pub fn next_query(&self) -> Option<u32> {
        self.lab.queries.get(self.n_added).map(|(query_row, _)| *query_row)
    }

    /// Adds the hits of the next query, by score, as deep as [`AnnotatorLab::depths`] says and with
    /// those tied to the last.
    pub fn add(&mut self, hits: &[Hit]) {
        let Some((query_row, seen)) = self.lab.queries.get(self.n_added) else { return };
        self.n_added += 1;
        let distinct = self.lab.values(*query_row, hits, seen);
        for (values, index) in self.values.iter_mut().zip(&seen.of_group) {
            let value = distinct.get(*index as usize).copied().flatten();
            set(values, *query_row, value);
        }
    }

    /// The means, by group.
    pub fn finished(self) -> Vec<Option<Mean>> {
        let LabSetting { measure, folds, .. } = &self.lab.setting;
        self.values.iter().map(|values| measure.mean(values, *folds)).collect()
    }
}

impl Seen {
    fn new(pictures: Vec<Picture>, groups: &[Group]) -> Self {
        let mut seen = Self { pictures, distinct: Vec::new(), of_group: Vec::new() };
        let mut index_of: HashMap<Judgements, u32> = HashMap::new();
        for group in groups {
            let next = u32::try_from(seen.distinct.len()).unwrap_or(u32::MAX);
            let index = *index_of.entry(seen.by(*group)).or_insert_with(|| {
                seen.distinct.push(*group);
                next
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

/// The pictures that anyone proposed for a query, or that are kept, and that are judged, ordered by row.
fn pictures<H: IntoIterator<Item = u32>>(
    setting: &LabSetting<'_>,
    query_row: u32,
    first_hits: impl IntoIterator<Item = (usize, H)>,
) -> Vec<Picture> {
    let mut proposers_of: BTreeMap<u32, Group> = BTreeMap::new();
    for (place, rows) in first_hits {
        for row in rows {
            let proposers = proposers_of.entry(row).or_default();
            *proposers = proposers.with(place);
        }
    }
    let kept = setting.kept.iter().filter_map(|own| own.of_query(query_row));
    let kept = kept.flat_map(Judgements::as_slice).filter(|(_, grade)| *grade >= 1);
    let kept: BTreeSet<u32> = kept.map(|(row, _)| *row).collect();
    proposers_of.extend(kept.iter().map(|row| (*row, Group::EVERYONE)));
    let judged = |(row_in_corpus, proposers): (u32, Group)| {
        let truth = setting.truth.of_query(query_row).and_then(|j| j.grade(row_in_corpus));
        let is_wrong = |error: HumanError| {
            !kept.contains(&row_in_corpus) && error.is_wrong(query_row, row_in_corpus)
        };
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
