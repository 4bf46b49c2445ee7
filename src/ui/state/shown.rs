//! The results on Explore: hits with their judgements, curves and measures.

use super::choice::{Choice, Question};
use super::search::Found;
use rankscope_core::analysis::MIN_DEPTH;
use rankscope_core::metrics::{
    Edits, Explanation, JudgedList, JudgedRanking, Measure, PrPoint, explain,
    interpolated_precision, pr_points, precision_at_ranks,
};
use rankscope_core::ranking::{Hit, hits_in_order};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    pub choice: Choice,
    pub found: Arc<Found>,
    /// The hits that the definition of relevance ranks, usually all, with the visitor's changes.
    pub hits: Vec<Hit>,
    pub k: usize,
    /// The hits as judged; `None` for a query without judgements.
    pub judged: Option<Judged>,
    /// The ranking without the visitor's changes; `None` outside the what-if mode.
    pub original: Option<Original>,
    /// How many files of very long image lists had arrived: what is shown of images grows with them.
    pub n_lists: u32,
}

/// The engine's ranking, kept next to one that the visitor changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Original {
    pub hits: Vec<Hit>,
    pub judged: Judged,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub list: JudgedList,
    /// P@1, P@2, …
    pub precision: Vec<f64>,
    /// A point at every relevant hit.
    pub recall_precision: Vec<PrPoint>,
    /// At recall 0, 0.1, … 1.
    pub interpolated: [f64; 11],
    pub measures: Vec<Explained>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    pub measure: Measure,
    /// Its terms, denominator and value; `None` if it has no value.
    pub explained: Option<Explanation>,
}

impl Shown {
    /// `edits` are the visitor's changes.
    pub fn new(choice: Choice, found: Arc<Found>, k: usize, edits: Option<&Edits>) -> Self {
        // Equal scores of a second stage keep the first stage's order under every measure.
        let mut found_hits = if choice.is_reranked() {
            let rows: Vec<u32> = found.hits.iter().map(|hit| hit.row_in_corpus).collect();
            hits_in_order(&rows)
        } else {
            found.hits.clone()
        };
        // That a picture is most like itself says nothing.
        if let (Question::Image(own, _), false) = (&choice.question, choice.dataset.is_reversed()) {
            found_hits.retain(|hit| hit.row_in_corpus != *own);
        }
        let Some((query_row, relevance)) = choice.judged_by() else {
            return Self {
                choice,
                found,
                hits: found_hits,
                k,
                judged: None,
                original: None,
                n_lists: 0,
            };
        };
        let dataset = &choice.dataset;
        let n_among = choice.among.as_ref().map(|filter| filter.n);
        let measures = &choice.list_measures;
        // Own words are in no fold.
        let in_folds = |ranking: JudgedRanking<'_>| match (&dataset.folds, choice.stored_row()) {
            (Some(folds), Some(row)) => Judged::new(&ranking.in_folds(folds, row), measures),
            _ => Judged::new(&ranking, measures),
        };
        let ids = dataset.image_ids();
        let judgements = choice.judgements(query_row, relevance);
        let system = choice.system.as_ref().filter(|_| !choice.is_reranked());
        let finer = system.and_then(|system| dataset.finer_scores(&system.id)).map(AsRef::as_ref);
        let ranking = JudgedRanking::as_read(relevance, &found_hits, &judgements, ids);
        // Own words are in no run.
        let ranking = match choice.stored_row() {
            Some(row) => among(ranking, n_among).with_finer(finer, row),
            None => among(ranking, n_among),
        };
        let hits = ranking.hits().to_vec();
        let judged = in_folds(ranking);
        let Some(edits) = edits else {
            return Self {
                hits,
                judged: Some(judged),
                original: None,
                choice,
                found,
                k,
                n_lists: 0,
            };
        };
        let changed_hits = edits.apply_to_hits(&hits);
        let judgements = edits.apply_to_judgements(&judgements);
        let changed = JudgedRanking::new(&changed_hits, &judgements, ids);
        let changed = in_folds(among(changed, n_among).complete(relevance.is_complete()));
        Self {
            hits: changed_hits,
            judged: Some(changed),
            original: Some(Original { hits, judged }),
            choice,
            found,
            k,
            n_lists: 0,
        }
    }
}

impl Shown {
    /// `None` without a filter or without judgements.
    pub fn n_relevant_outside(&self) -> Option<usize> {
        let (query_row, relevance) = self.choice.judged_by()?;
        self.choice.among.as_ref()?;
        let inside = self.choice.judgements(query_row, relevance).n_relevant();
        Some(relevance.n_relevant(query_row) - inside)
    }

    /// The score that a hit is shown with, of the second stage if there is one; `None` if it has none.
    pub fn score(&self, hit: &Hit) -> Option<f32> {
        if !self.choice.is_reranked() {
            return Some(hit.score);
        }
        let own = self.found.hits.iter().find(|own| own.row_in_corpus == hit.row_in_corpus);
        own.map(|own| own.score).filter(|score| !score.is_nan())
    }

    pub fn n_unscored(&self) -> usize {
        self.found.hits.iter().filter(|hit| hit.score.is_nan()).count()
    }

    /// The titles of the other definitions of relevance by which an image is relevant to the query.
    pub fn relevant_elsewhere(&self, row_in_corpus: u32) -> Vec<&str> {
        let Some(query_row) = self.choice.stored_row() else { return Vec::new() };
        let is_by_definition = self.choice.own_judged.is_none();
        let dataset = &self.choice.dataset;
        let all = dataset.manifest.relevance.iter().zip(dataset.relevance.iter()).enumerate();
        all.filter(|(index, _)| !(is_by_definition && *index == self.choice.definition))
            .filter(|(_, (_, relevance))| {
                let grade = relevance.of_query(query_row).and_then(|own| own.grade(row_in_corpus));
                grade.is_some_and(|grade| grade >= 1)
            })
            .map(|(_, (definition, _))| definition.title.as_str())
            .collect()
    }
}

impl Judged {
    fn new(ranking: &JudgedRanking<'_>, measures: &[Measure]) -> Self {
        let list = ranking.as_given().clone();
        let explained = |measure: Measure| Explained {
            measure,
            explained: explain(measure, ranking.list(measure.protocol())),
        };
        // On a long list the rest of the curve is a flat tail.
        let mut precision = precision_at_ranks(&list);
        precision.truncate(MIN_DEPTH.max(2 * list.n_relevant()));
        Self {
            precision,
            recall_precision: pr_points(&list),
            interpolated: interpolated_precision(&list),
            measures: measures.iter().copied().map(explained).collect(),
            list,
        }
    }
}

fn among(ranking: JudgedRanking<'_>, n: Option<usize>) -> JudgedRanking<'_> {
    match n {
        Some(n) => ranking.among(n),
        None => ranking,
    }
}
