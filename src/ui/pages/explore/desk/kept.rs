//! The visitor's judgements as signals, stored in this browser.

use crate::ui::components::{failure_panel, notice};
use crate::ui::state::own_judged::OwnJudged;
use crate::ui::state::stored_desk::{desk_key, stored_desk};
use crate::ui::state::view::Asked;
use crate::ui::stored_text::Kept;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Desk, DeskTally, HandJudged, words};
use rankscope_core::benchmark::{Judgements, Query, Relevance};
use rankscope_messages::Failure;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui::pages::explore) struct Judgeable {
    /// As in the address.
    pub(in crate::ui::pages::explore) asked: Asked,
    /// For a query of the benchmark.
    pub(in crate::ui::pages::explore) id: Option<String>,
    pub(in crate::ui::pages::explore) text: String,
}

impl Judgeable {
    /// `None` for pictures.
    pub(in crate::ui::pages::explore) fn of(asked: Asked, dataset: &Dataset) -> Option<Self> {
        match &asked {
            Asked::Words(text) => Some(Self { text: text.clone(), id: None, asked }),
            Asked::Stored(id) => {
                let row = *dataset.query_row_from_id.get(id)?;
                let Query { id, text, .. } = dataset.queries.get(row as usize)?;
                Some(Self { id: Some(id.clone()), text: text.clone(), asked })
            }
            Asked::Image(_) | Asked::Picture(_) => None,
        }
    }

    /// A query of the benchmark by its id, or words.
    pub(in crate::ui::pages::explore) fn named(named: String, dataset: &Dataset) -> Option<Self> {
        let is_stored = dataset.query_row_from_id.contains_key(&named);
        Self::of(if is_stored { Asked::Stored(named) } else { Asked::Words(named) }, dataset)
    }

    /// As the address names it.
    pub(in crate::ui::pages::explore) fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.text.clone())
    }
}

#[derive(Clone, Copy)]
pub(in crate::ui::pages::explore) struct KeptDesk {
    pub(in crate::ui::pages::explore) all: RwSignal<Desk>,
    kept: Kept<Desk>,
    /// Why judgements of an earlier visit could not be read.
    unreadable: RwSignal<Option<String>>,
}

impl KeptDesk {
    pub(in crate::ui::pages::explore) fn stored(benchmark: &str) -> Self {
        let key = desk_key(benchmark);
        let (all, unreadable) = match stored_desk(&key) {
            Ok(all) => (all, None),
            Err(reason) => (Desk::default(), Some(reason.to_string())),
        };
        let kept = Kept::new(key, all);
        Self { all: kept.value, kept, unreadable: RwSignal::new(unreadable) }
    }

    /// Also stores the judgements.
    pub(in crate::ui::pages::explore) fn change(&self, change: impl FnOnce(&mut Desk)) {
        self.kept.change(change);
        self.unreadable.set(None);
    }

    pub(super) fn of(&self, query: &Judgeable) -> Option<HandJudged> {
        self.all.with(|all| all.of(query.id.as_deref(), &query.text).cloned())
    }

    /// The judgements of a query as a definition of relevance; `None` without any, or if the controls
    /// exclude them.
    pub(in crate::ui::pages::explore) fn judged(
        &self,
        query: &Judgeable,
        dataset: &Dataset,
    ) -> Option<OwnJudged> {
        let judged = self.of(query)?;
        if self.all.with(Desk::score).is_left_out() {
            return None;
        }
        let ids = dataset.image_ids();
        let grades = judged.judgements.iter().filter_map(|judgement| {
            let row = u32::try_from(ids.row_of(&judgement.image)?).ok()?;
            Some((row, judgement.answer.grade()?))
        });
        let relevance = Relevance::of_queries(vec![Judgements::new(grades)]);
        Some(OwnJudged {
            asked: query.asked.clone(),
            title: "Your judgements".into(),
            counts_as: format!("{}, on this device.", tally_words(DeskTally::of(Some(&judged)))),
            relevance,
        })
    }

    pub(super) fn note(self) -> Option<AnyView> {
        if let Some(detail) = self.unreadable.get() {
            let failure = Failure {
                title: "Your earlier judgements could not be read".into(),
                detail,
                advice: "The browser still has the text. Your next judgement replaces it.".into(),
            };
            let forget = move || self.unreadable.set(None);
            return Some(failure_panel(&failure, "Start over", forget));
        }
        (!self.kept.is_stored.get()).then(|| {
            notice(
                "This browser does not store data for this page: save your judgements as a file \
                 before you leave.",
            )
        })
    }
}

/// `12 pictures judged: 4 relevant, 7 not relevant, 1 unsure`.
pub(super) fn tally_words(tally: DeskTally) -> String {
    format!(
        "{} judged: {} relevant, {} not relevant, {} unsure",
        words::counted(tally.n(), "picture", "pictures"),
        tally.n_relevant,
        tally.n_not_relevant,
        tally.n_unsure,
    )
}
