//! MIRFLICKR's three challenges, computed when a visitor asks for one, system by system.

use super::topic_lists::{TopicLists, topic_lists};
use super::view::ViewState;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState, pause};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::ranking::Hit;
use rankscope_core::topics::{
    JudgedTopics, LEAST_PICTURES, N_NEIGHBOURS, Propagation, Suggesting, SuggestionOutcome,
    SuggestionTest, Suggestions, TopicResult, TopicResults, TopicsError, recognised,
    topics_with_tags, training_rows,
};
use rankscope_messages::{Failure, Progress, ProgressUnit, Request, Response, RowSet};
use std::sync::Arc;

/// The number of content tags in the paper's Table 1.
pub(in crate::ui) const N_TAGS: usize = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum Challenge {
    Recognition,
    Propagation,
    Suggestion,
}

impl Challenge {
    /// All, with their names in the address and their titles.
    pub(in crate::ui) const ALL: [(Self, &str, &str); 3] = [
        (Self::Recognition, "recognition", "Topic recognition"),
        (Self::Propagation, "propagation", "Tag propagation"),
        (Self::Suggestion, "suggestion", "Tag suggestion"),
    ];

    /// The challenge that the address names; the first without one.
    pub(in crate::ui) fn of(state: &ViewState) -> Self {
        let named = state.challenge.as_deref();
        let known = Self::ALL.iter().find(|(_, name, _)| Some(*name) == named);
        known.map_or(Self::Recognition, |(challenge, ..)| *challenge)
    }
}

/// What is tried: equal attempts have equal findings, on every device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct Attempt {
    pub(in crate::ui) base_url: String,
    pub(in crate::ui) challenge: Challenge,
    pub(in crate::ui) system: String,
    /// How many neighbours vote; always the same for recognition, which has none.
    pub(in crate::ui) k: usize,
}

impl Attempt {
    pub(in crate::ui) fn of(state: &ViewState, base_url: &str, system: &str) -> Self {
        let challenge = Challenge::of(state);
        let k = match challenge {
            Challenge::Recognition => 0,
            _ => state.neighbours.unwrap_or(N_NEIGHBOURS),
        };
        Self { base_url: base_url.into(), challenge, system: system.into(), k }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) enum Finding {
    /// Rankings for topics, under each sense.
    Topics(Vec<TopicResults>),
    Tags {
        all: SuggestionOutcome,
        /// Only the most frequent ones, as in the paper.
        few: SuggestionOutcome,
    },
}

#[derive(Clone, Copy)]
pub(in crate::ui) struct Challenges {
    pub(in crate::ui) lists: Task<Arc<TopicLists>>,
    pub(in crate::ui) work: Task<()>,
    /// The neighbours of the picture that is opened, nearest first.
    pub(in crate::ui) opened: Task<Arc<Vec<Hit>>>,
    pub(in crate::ui) found: RwSignal<Vec<(Attempt, Arc<Finding>)>>,
    engine: Engine,
}

impl Challenges {
    pub(in crate::ui) fn new(engine: Engine) -> Self {
        let (lists, work, opened, found) = Default::default();
        Self { lists, work, opened, found, engine }
    }

    pub(in crate::ui) fn want_lists(&self, dataset: &Arc<Dataset>) {
        let is_there = self.lists.with_untracked(|state| match state {
            TaskState::Running { .. } => true,
            TaskState::Done(lists) => lists.base_url == dataset.base_url,
            _ => false,
        });
        if is_there {
            return;
        }
        self.lists.start_with(dataset.clone(), |_, dataset| async move {
            topic_lists(&dataset).await.map(Arc::new)
        });
    }

    /// Tracked.
    pub(in crate::ui) fn finding(&self, attempt: &Attempt) -> Option<Arc<Finding>> {
        self.found.with(|all| all.iter().find(|(own, _)| own == attempt).map(|(_, f)| f.clone()))
    }

    /// Replaces what is running. Attempts come with their systems' titles; finished ones are
    /// skipped.
    pub(in crate::ui) fn start(
        &self,
        dataset: &Arc<Dataset>,
        lists: &Arc<TopicLists>,
        attempts: Vec<(Attempt, String)>,
    ) {
        let challenges = *self;
        let input = (dataset.clone(), lists.clone(), attempts);
        self.work.start_with(input, move |run, (dataset, lists, attempts)| async move {
            for (place, (attempt, title)) in attempts.iter().enumerate() {
                let is_done = |all: &Vec<(Attempt, _)>| all.iter().any(|(own, _)| own == attempt);
                if challenges.found.with_untracked(is_done) {
                    continue;
                }
                let left = attempts.len() - place - 1;
                let what = if left > 0 { format!("{title} · {left} left") } else { title.clone() };
                let (engine, run, what, lists) = (challenges.engine, &run, &*what, &*lists);
                let attempting = Attempting { engine, run, what, lists };
                let finding = attempting.finding(&dataset, attempt).await?;
                challenges.found.update(|all| all.push((attempt.clone(), Arc::new(finding))));
            }
            Ok(())
        });
    }
}

struct Attempting<'a> {
    engine: Engine,
    run: &'a Run<()>,
    what: &'a str,
    lists: &'a TopicLists,
}

impl Attempting<'_> {
    async fn finding(&self, dataset: &Dataset, attempt: &Attempt) -> Result<Finding, Ended> {
        match attempt.challenge {
            Challenge::Recognition => self.recognition(&attempt.system).await,
            Challenge::Propagation => self.propagation(dataset, attempt).await,
            Challenge::Suggestion => self.suggestion(dataset, attempt).await,
        }
    }

    async fn recognition(&self, system: &str) -> Result<Finding, Ended> {
        let judged = &self.lists.judged;
        let topics = judged.iter().flat_map(|judged| &judged.topics).map(training_rows);
        let topics = topics.collect::<Result<Vec<_>, _>>().map_err(cannot)?;
        let request = Request::ClassifyTopics { system: system.into(), topics };
        let mut results = Vec::new();
        let mut asked = judged.iter().flat_map(|judged| &judged.topics);
        self.rankings(request, |hits| {
            let rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
            results.extend(asked.next().map(|topic| recognised(topic, &rows)));
        })
        .await?;
        let mut results = results.into_iter();
        let under = |judged: &JudgedTopics| TopicResults {
            relevance: judged.relevance.clone(),
            topics: results.by_ref().take(judged.topics.len()).collect(),
        };
        Ok(Finding::Topics(judged.iter().map(under).collect()))
    }

    async fn propagation(&self, dataset: &Dataset, attempt: &Attempt) -> Result<Finding, Ended> {
        let topics = topics_with_tags(self.lists.topics.clone().unwrap_or_default());
        let topics = topics.map_err(cannot)?;
        let mut propagation = Propagation::new(&topics, &self.lists.tags).map_err(cannot)?;
        let rows: Vec<u32> = rows(dataset).collect();
        self.neighbours(attempt, rows, None, |row, hits| propagation.add(row, hits)).await?;
        pause().await;
        let rankings = propagation.rankings();
        let mut all = Vec::new();
        for definition in &self.lists.judged {
            let relevance = definition.relevance.clone();
            let index = dataset.definition_index(&relevance);
            let judgements = index.and_then(|index| dataset.relevance.get(index));
            let Some(judgements) = judgements else { continue };
            // The topics' places differ among those with tags.
            let judged = JudgedTopics::under(&relevance, judgements, &topics, &dataset.queries);
            let mut results = Vec::new();
            for topic in judged.map_err(cannot)?.topics {
                let Some(rows) = rankings.get(topic.place) else { continue };
                results.push(TopicResult::new(&topic, rows, &topic.judgements));
                pause().await;
            }
            all.push(TopicResults { relevance, topics: results });
        }
        Ok(Finding::Topics(all))
    }

    async fn suggestion(&self, dataset: &Dataset, attempt: &Attempt) -> Result<Finding, Ended> {
        let all = self.tested_suggestions(dataset, attempt, None).await?;
        let few = self.tested_suggestions(dataset, attempt, Some(N_TAGS)).await?;
        Ok(Finding::Tags { all, few })
    }

    /// Which pictures train and test depends on the tags that may be suggested.
    async fn tested_suggestions(
        &self,
        dataset: &Dataset,
        attempt: &Attempt,
        n_tags: Option<usize>,
    ) -> Result<SuggestionOutcome, Ended> {
        let index = &self.lists.entries;
        let mut test = SuggestionTest::new(index, suggestions(self.lists, n_tags)?);
        pause().await;
        let known = test.training();
        let among = RowSet::new(rows(dataset).map(|row| known.binary_search(&row).is_ok()));
        let tested = test.tested().to_vec();
        self.neighbours(attempt, tested, Some(among), |row, hits| test.add(row, hits, index))
            .await?;
        test.outcome().map_err(cannot)
    }

    async fn neighbours(
        &self,
        attempt: &Attempt,
        rows: Vec<u32>,
        among: Option<RowSet>,
        mut take: impl FnMut(u32, &[Hit]),
    ) -> Result<(), Ended> {
        let (system, k) = (attempt.system.clone(), attempt.k);
        let request = Request::Neighbours { system, rows: rows.clone(), k, among };
        let mut rows = rows.into_iter();
        self.rankings(request, |hits| {
            if let Some(row) = rows.next() {
                take(row, hits);
            }
        })
        .await
    }

    /// The rankings that answer a request, each given to `take`.
    async fn rankings(&self, request: Request, mut take: impl FnMut(&[Hit])) -> Result<(), Ended> {
        let show = |progress: Progress| {
            let is_rows = matches!(progress.unit, ProgressUnit::Rows);
            let what = if is_rows { self.what.into() } else { progress.what.clone() };
            self.run.progress(Progress { what, ..progress });
        };
        show(Progress { what: String::new(), done: 0, total: 0, unit: ProgressUnit::Rows });
        let mut replies = self.engine.stream(request);
        while let Some(response) = replies.next_reply(show).await? {
            let Response::Rankings { rankings, last, .. } = response else {
                return Err(unexpected(&response));
            };
            for hits in &rankings {
                take(hits);
            }
            if last {
                return Ok(());
            }
            pause().await;
        }
        Err(Ended::Cancelled)
    }
}

/// The suggestions of a benchmark's tags: all that are frequent enough, or only the first `n`.
pub(in crate::ui) fn suggestions(
    lists: &TopicLists,
    n_tags: Option<usize>,
) -> Result<Suggestions, Ended> {
    let content_tags = lists.topics.as_ref().map_or(&[][..], |topics| &topics.content_tags);
    let suggesting = Suggesting { content_tags, n_tags, least_pictures: LEAST_PICTURES };
    let tags = suggesting.tags(&lists.entries).map_err(cannot)?;
    Ok(Suggestions::new(tags))
}

fn rows(dataset: &Dataset) -> impl Iterator<Item = u32> + use<> {
    0..u32::try_from(dataset.n_images()).unwrap_or(u32::MAX)
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn cannot(error: TopicsError) -> Ended {
    Ended::Failed(Failure {
        title: "This challenge cannot be computed".into(),
        detail: error.to_string(),
        advice: "Choose another challenge, or build the benchmark with what it lacks.".into(),
    })
}
