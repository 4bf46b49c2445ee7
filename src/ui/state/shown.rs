//! What the Explore page shows: hits, how they are judged, curves and measures.

use super::address::Address;
use super::choice::Choice;
use super::search::{Found, Search};
use super::what_if::WhatIf;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::MIN_DEPTH;
use rankscope_core::benchmark::Manifest;
use rankscope_core::metrics::{
    Edits, Explanation, JudgedList, JudgedRanking, Measure, PrPoint, default_measures, explain,
    interpolated_precision, pr_points, precision_at_ranks,
};
use rankscope_core::ranking::Hit;
use std::sync::Arc;

/// An answer, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// What was asked of what.
    pub choice: Choice,
    /// The engine's answer.
    pub found: Arc<Found>,
    /// The hits that the definition of relevance ranks, nearly always all; as the visitor
    /// changed them.
    pub hits: Vec<Hit>,
    /// How many results are shown.
    pub k: usize,
    /// How the hits are judged; `None` for own words.
    pub judged: Option<Judged>,
    /// What there was before the visitor's changes; `None` outside the what-if mode.
    pub original: Option<Original>,
}

/// A ranking as the engine gave it, beside one that the visitor changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Original {
    /// Its hits.
    pub hits: Vec<Hit>,
    /// How they are judged.
    pub judged: Judged,
}

/// An answer to a query that has judgements.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The hits as the engine ordered them.
    pub list: JudgedList,
    /// P@1, P@2, … to the end of the list.
    pub precision: Vec<f64>,
    /// A point at every relevant hit.
    pub recall_precision: Vec<PrPoint>,
    /// At recall 0, 0.1, … 1.
    pub interpolated: [f64; 11],
    /// Every measure, taken apart.
    pub measures: Vec<Explained>,
}

/// A measure and how its value comes about; `None` where it has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// The measure.
    pub measure: Measure,
    /// Its terms, denominator and value.
    pub explained: Option<Explanation>,
}

impl Shown {
    /// The answer to what the address asks; the one before until it arrives.
    #[must_use]
    pub fn memo(search: Search, address: Address, what_if: WhatIf) -> Memo<Option<Arc<Self>>> {
        let may_answer = Memo::new(move |_| {
            search
                .task
                .with(|state| matches!(state, TaskState::Running { .. } | TaskState::Done(_)))
        });
        Memo::new(move |last: Option<&Option<Arc<Self>>>| {
            let k = address.state.with(|state| state.k);
            let may_answer = may_answer.get();
            let (choice, key) = (search.choice.get()?, search.key.get());
            match search.found.get() {
                Some(found) if key.as_ref() == Some(&found.key) => {
                    Some(Arc::new(Self::new(choice, found, k, what_if.edits.get().as_ref())))
                }
                // Also in the moment before the engine is asked, or the cards would flicker.
                _ if key.is_some() && may_answer => last.cloned().flatten(),
                _ => None,
            }
        })
    }

    pub(super) fn new(choice: Choice, found: Arc<Found>, k: usize, edits: Option<&Edits>) -> Self {
        let Some((query_row, relevance)) = choice.judged_by() else {
            let hits = found.hits.clone();
            return Self { choice, found, hits, k, judged: None, original: None };
        };
        let dataset = &choice.dataset;
        let n_among = choice.among.as_ref().map(|filter| filter.n);
        let measures = || measures_of(&dataset.manifest, n_among.is_some());
        let in_folds = |ranking: JudgedRanking<'_>| match &dataset.folds {
            Some(folds) => Judged::new(&ranking.in_folds(folds, query_row), measures()),
            None => Judged::new(&ranking, measures()),
        };
        let ids = dataset.image_ids();
        let judgements = choice.judgements(query_row, relevance);
        let ranking = JudgedRanking::as_read(relevance, &found.hits, &judgements, ids);
        let ranking = among(ranking, n_among);
        let hits = ranking.hits().to_vec();
        let judged = in_folds(ranking);
        let Some(edits) = edits else {
            return Self { hits, judged: Some(judged), original: None, choice, found, k };
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
        }
    }
}

impl Shown {
    /// How many images are relevant to the query, and not among those that are searched; `None`
    /// where all are searched, or nothing is judged.
    #[must_use]
    pub fn n_relevant_outside(&self) -> Option<usize> {
        let (query_row, relevance) = self.choice.judged_by()?;
        self.choice.among.as_ref()?;
        let inside = self.choice.judgements(query_row, relevance).n_relevant();
        Some(relevance.n_relevant(query_row) - inside)
    }

    /// The definitions of relevance other than the chosen one by which an image is relevant to
    /// the query, by their titles.
    #[must_use]
    pub fn relevant_elsewhere(&self, row_in_corpus: u32) -> Vec<&str> {
        let Some((query_row, _)) = self.choice.judged_by() else { return Vec::new() };
        let dataset = &self.choice.dataset;
        let all = dataset.manifest.relevance.iter().zip(&dataset.relevance).enumerate();
        all.filter(|(index, _)| *index != self.choice.definition)
            .filter(|(_, (_, relevance))| {
                let grade = relevance.of_query(query_row).and_then(|own| own.grade(row_in_corpus));
                grade.is_some_and(|grade| grade >= 1)
            })
            .map(|(_, (definition, _))| definition.title.as_str())
            .collect()
    }
}

impl Judged {
    fn new(ranking: &JudgedRanking<'_>, measures: Vec<Measure>) -> Self {
        let list = ranking.as_given().clone();
        let explained = |measure: Measure| Explained {
            measure,
            explained: explain(measure, ranking.list(measure.protocol())),
        };
        // A curve to the end of a long list would be all tail.
        let mut precision = precision_at_ranks(&list);
        precision.truncate(MIN_DEPTH.max(2 * list.n_relevant()));
        Self {
            precision,
            recall_precision: pr_points(&list),
            interpolated: interpolated_precision(&list),
            measures: measures.into_iter().map(explained).collect(),
            list,
        }
    }
}

/// A ranking of so many pictures, or of all.
fn among(ranking: JudgedRanking<'_>, n: Option<usize>) -> JudgedRanking<'_> {
    match n {
        Some(n) => ranking.among(n),
        None => ranking,
    }
}

/// The measures of the benchmark's headlines, then the usual ones. In a part of the gallery those
/// that a protocol takes in parts of its own have no meaning.
fn measures_of(manifest: &Manifest, is_part: bool) -> Vec<Measure> {
    let headlines =
        manifest.headlines.iter().filter_map(|headline| headline.measure.parse::<Measure>().ok());
    let mut measures: Vec<Measure> = Vec::new();
    for measure in headlines.chain(default_measures()) {
        let has_meaning = !is_part || !measure.is_within_fold();
        if has_meaning && !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}
