use super::kept::{Judgeable, KeptDesk};
use crate::ui::components::LargerView;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Answer, Control, Dataset, Desk, N_IN_A_TASK, control_task, next_task,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A task of controls follows every ten judgements.
const CONTROLS_EVERY: usize = 2 * N_IN_A_TASK;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lying {
    pub(super) image: String,
    pub(super) row: u32,
    pub(super) answer: Option<Answer>,
    /// Whether a control is relevant.
    known: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    /// The query text that the pictures are judged for.
    pub(super) text: String,
    /// For controls, the id of that query.
    control: Option<String>,
    pub(super) pictures: Vec<Lying>,
}

impl Round {
    pub(super) fn is_control(&self) -> bool {
        self.control.is_some()
    }

    fn is_done(&self) -> bool {
        self.pictures.iter().all(|p| p.answer.is_some())
    }

    fn is_begun(&self) -> bool {
        self.pictures.iter().any(|p| p.answer.is_some())
    }

    fn set(&mut self, place: usize, answer: Option<Answer>) {
        if let Some(picture) = self.pictures.get_mut(place) {
            picture.answer = answer;
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Rounds {
    pub(super) session: Session,
    pub(super) kept: KeptDesk,
    pub(super) larger: LargerView,
    pub(super) query: StoredValue<Judgeable>,
    /// Whether the list is judged in order.
    pub(super) in_order: bool,
    pub(super) current: RwSignal<Round>,
    /// The place of the picture that keys answer.
    pub(super) active: RwSignal<usize>,
    /// Announced to screen readers.
    pub(super) said: RwSignal<String>,
    dataset: StoredValue<Arc<Dataset>>,
    definition: usize,
}

impl Rounds {
    pub(super) fn new(
        session: Session,
        (kept, larger): (KeptDesk, LargerView),
        query: Judgeable,
        (dataset, definition): (Arc<Dataset>, usize),
        in_order: bool,
    ) -> Self {
        let rounds = Self {
            session,
            kept,
            larger,
            in_order,
            current: RwSignal::new(Round {
                text: query.text.clone(),
                control: None,
                pictures: Vec::new(),
            }),
            query: StoredValue::new(query),
            active: RwSignal::new(0),
            said: RwSignal::new(String::new()),
            dataset: StoredValue::new(dataset),
            definition,
        };
        // New hits fill a desk on which nothing is half done.
        Effect::new(move |_| {
            let pool = rounds.pool();
            let is_half_done = |round: &Round| round.is_begun() && !round.is_done();
            if !rounds.current.with_untracked(is_half_done) {
                rounds.lay_out(&pool);
            }
        });
        rounds
    }

    pub(super) fn dataset(&self) -> Arc<Dataset> {
        self.dataset.get_value()
    }

    /// Answers the picture at a place, and lays out the next five after the last of a task.
    pub(super) fn answer(&self, place: usize, answer: Answer) {
        let round = self.current.get_untracked();
        let Some(lying) = round.pictures.get(place).cloned() else { return };
        let query = self.query.get_value();
        self.kept.change(|all| match (&round.control, lying.known) {
            (Some(control), Some(is_relevant)) => {
                let (query, image) = (control.clone(), lying.image.clone());
                // Answered again: the last answer counts.
                if lying.answer.is_some() {
                    let is_it = |c: &Control| c.query == query && c.image == image;
                    if let Some(last) = all.controls.iter().rposition(is_it) {
                        all.controls.remove(last);
                    }
                }
                all.controls.push(Control { query, image, answer, is_relevant });
            }
            _ => {
                let (id, text) = (query.id.as_deref(), &query.text);
                all.judge(id, text, &lying.image, answer);
                if let Some(seed) = self.seed() {
                    all.add_seed(id, text, &seed);
                }
            }
        });
        self.current.update(|round| round.set(place, Some(answer)));
        let said = format!("Picture {}: {}.", place + 1, answer.words());
        if self.current.with_untracked(Round::is_done) {
            self.lay_out(&untrack(|| self.pool()));
            let next = self.current.with_untracked(|round| match round.pictures.len() {
                0 => "No more pictures.".to_string(),
                n => format!("The next {n}, for “{}”.", round.text),
            });
            self.said.set(format!("{said} {next}"));
        } else {
            let next = self.current.with_untracked(|round| {
                let n = round.pictures.len();
                (1..=n)
                    .map(|step| (place + step) % n)
                    .find(|next| round.pictures.get(*next).is_some_and(|p| p.answer.is_none()))
            });
            self.active.set(next.unwrap_or(place));
            self.said.set(said);
        }
    }

    pub(super) fn undo(&self) {
        let query = self.query.get_value();
        let round = self.current.get_untracked();
        let mut undone = None;
        self.kept.change(|all| {
            undone = if round.is_control() && round.is_begun() {
                all.controls.pop().map(|control| control.image)
            } else {
                all.undo(query.id.as_deref(), &query.text).map(|judgement| judgement.image)
            };
        });
        let Some(undone) = undone else { return };
        match round.pictures.iter().position(|p| p.image == undone) {
            Some(place) => {
                self.current.update(|round| round.set(place, None));
                self.active.set(place);
            }
            None => self.lay_out(&untrack(|| self.pool())),
        }
        self.said.set("The last answer was taken back.".into());
    }

    /// Tracked.
    pub(super) fn can_undo(&self) -> bool {
        let has_judged = self.query.with_value(|query| self.kept.of(query)).is_some();
        has_judged || self.current.with(|round| round.is_control() && round.is_begun())
    }

    /// Deletes the judgements of the query, or of all queries with the controls.
    pub(super) fn forget(&self, all: bool) {
        let query = self.query.get_value();
        self.kept.change(|desk| {
            if all {
                *desk = Desk::default();
            } else {
                desk.forget(query.id.as_deref(), &query.text);
            }
        });
        self.lay_out(&untrack(|| self.pool()));
        self.said.set("The judgements were deleted.".into());
    }

    /// The picture whose neighbours are on the desk.
    fn seed(&self) -> Option<String> {
        let state = self.session.address.state.get_untracked();
        match state.asked {
            _ if self.session.seed_rows.with_untracked(Option::is_some) => state.seed,
            Some(Asked::Image(id)) if state.judged_for.is_some() => Some(id),
            _ => None,
        }
    }

    /// The ids of the pictures to judge, by rank: the neighbours of the chosen seed, or the hits of all
    /// systems side by side in turn, without those judged by the benchmark's definition; tracked.
    fn pool(&self) -> Vec<String> {
        let dataset = self.dataset();
        let relevance = dataset.relevance.get(self.definition);
        let row = self.query.with_value(|query| query.id.clone());
        let row = row.and_then(|id| dataset.query_row_from_id.get(&id).copied());
        let known = row.and_then(|row| {
            // Where everything is judged, a visitor may judge for comparison.
            relevance.filter(|relevance| !relevance.is_complete())?.of_query(row)
        });
        let ids = dataset.image_ids();
        let is_open = |row: u32| known.is_none_or(|known| known.grade(row).is_none());
        let mut seen = BTreeSet::new();
        let rows = self.rows().into_iter().filter(|row| is_open(*row) && seen.insert(*row));
        rows.filter_map(|row| Some(ids.get(row as usize)?.into_owned())).collect()
    }

    /// Tracked.
    fn rows(&self) -> Vec<u32> {
        if let Some(nearest) = self.session.seed_rows.get() {
            return nearest.to_vec();
        }
        let Some(first) = self.session.shown.get() else { return Vec::new() };
        let mut lists = vec![first.found.hits.clone()];
        if !self.in_order {
            self.session.compared.lanes.with(|lanes| {
                let shown = lanes.iter().filter_map(|lane| lane.shown());
                lists.extend(shown.map(|shown| shown.found.hits.clone()));
            });
        }
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let hits = (0..longest).flat_map(|rank| lists.iter().filter_map(move |l| l.get(rank)));
        hits.map(|hit| hit.row_in_corpus).collect()
    }

    fn lay_out(&self, pool: &[String]) {
        let dataset = self.dataset();
        let round = self.control_round(&dataset).unwrap_or_else(|| {
            let query = self.query.get_value();
            let judged = untrack(|| self.kept.of(&query));
            let ids = dataset.image_ids();
            let lying = next_task(pool, judged.as_ref(), self.in_order).into_iter();
            let pictures = lying.filter_map(|image| {
                let row = u32::try_from(ids.row_of(&image)?).ok()?;
                Some(Lying { image, row, answer: None, known: None })
            });
            Round { text: query.text, control: None, pictures: pictures.collect() }
        });
        self.active.set(0);
        self.current.set(round);
    }

    /// `None` until controls are due.
    fn control_round(&self, dataset: &Dataset) -> Option<Round> {
        let (n_judged, n_controls) =
            self.kept.all.with_untracked(|all| (all.n_judged(), all.controls.len()));
        let nth = n_controls.div_ceil(N_IN_A_TASK);
        if self.in_order || n_judged / CONTROLS_EVERY <= nth {
            return None;
        }
        let (row, pictures) = control_task(dataset, self.definition, nth)?;
        let query = dataset.queries.get(row as usize)?;
        let ids = dataset.image_ids();
        let pictures = pictures.into_iter().filter_map(|(row, is_relevant)| {
            let image = ids.get(row as usize)?.into_owned();
            Some(Lying { image, row, answer: None, known: Some(is_relevant) })
        });
        let pictures = pictures.collect();
        Some(Round { text: query.text.clone(), control: Some(query.id.clone()), pictures })
    }
}
