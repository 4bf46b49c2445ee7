//! Who judges the query on Explore: the benchmark, Fieldbook's facts, or the visitor.

use super::desk::{Judgeable, KeptDesk};
use super::near_queries::NearQueries;
use crate::ui::components::{progress_line, quiet_button, task_failed};
use crate::ui::facts::{Facts, has_facts, judge};
use crate::ui::state::Session;
use crate::ui::state::own_judged::OwnJudged;
use crate::ui::state::shown::Shown;
use crate::ui::state::view::Asked;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::benchmark::{Judgements, Relevance};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) struct Judges {
    session: Session,
    /// Fieldbook's facts judge typed words.
    facts: Task<Facts>,
    near: NearQueries,
    pub(super) kept: KeptDesk,
    pub(super) query: Memo<Option<Judgeable>>,
    /// The query of the desk: another one where the address judges for it what is found here.
    pub(super) for_desk: Memo<Option<Judgeable>>,
}

impl Judges {
    /// Follows the query in the address, and reports its judgements to the search.
    pub(super) fn new(session: Session) -> Self {
        let id = untrack(|| session.answerable()).map(|dataset| dataset.manifest.id.clone());
        let query = Memo::new(move |_| {
            let asked = session.address.state.with(|state| state.asked.clone())?;
            Judgeable::of(asked, &*session.answerable()?)
        });
        let kept = KeptDesk::stored(&id.unwrap_or_default());
        let for_desk = Memo::new(move |_| {
            match session.address.state.with(|state| state.judged_for.clone()) {
                Some(named) => Judgeable::named(named, &*session.answerable()?),
                None => query.get(),
            }
        });
        let facts = Task::new();
        let is_unjudged = Signal::derive(move || {
            let has_none = |shown: &Option<Arc<Shown>>| {
                shown.as_ref().is_some_and(|shown| shown.judged.is_none())
            };
            session.shown.with(has_none) && !facts.is_running()
        });
        let near = NearQueries::new(session, is_unjudged);
        let judges = Self { session, facts, near, kept, query, for_desk };
        Effect::new(move |_| judges.read_words());
        let judged = Memo::new(move |_| judges.own_judged());
        Effect::new(move |_| session.own_judged.set(judged.get().map(Arc::new)));
        judges
    }

    /// Judges typed words from the facts, if the benchmark has facts.
    fn read_words(&self) {
        let words = self.query.with(|query| match query {
            Some(Judgeable { asked: Asked::Words(words), .. }) => Some(words.clone()),
            _ => None,
        });
        let dataset = untrack(|| self.session.answerable()).filter(|dataset| has_facts(dataset));
        let (Some(words), Some(dataset)) = (words, dataset) else { return self.facts.reset() };
        self.facts.start(move |run| {
            let (words, dataset) = (words.clone(), dataset.clone());
            async move { judge(words, &dataset, &run).await }
        });
    }

    /// `None` until the facts of the typed words are known; tracked.
    fn facts(&self) -> Option<Facts> {
        let TaskState::Done(facts) = self.facts.get() else { return None };
        Some(facts).filter(|facts| {
            let asked = Asked::Words(facts.words.clone());
            self.query.with(|query| query.as_ref().is_some_and(|query| query.asked == asked))
        })
    }

    /// Judgements that the benchmark lacks: from the facts, unless the visitor asks for theirs or has
    /// the only ones.
    fn own_judged(&self) -> Option<OwnJudged> {
        let query = self.query.get()?;
        let dataset = self.session.answerable()?;
        let wants_mine = self.wants_mine();
        let mine = || self.kept.judged(&query, &dataset);
        let by_facts = || {
            let facts = self.facts()?;
            let judgements = Judgements::new(facts.grades?);
            let relevance = Relevance::of_queries(vec![judgements]);
            Some(OwnJudged {
                asked: query.asked.clone(),
                title: "Judged from Fieldbook’s facts".into(),
                counts_as: format!("your words were understood as: {}.", facts.understood),
                relevance: relevance.complete(),
            })
        };
        match query.asked {
            Asked::Words(_) if wants_mine => mine().or_else(by_facts),
            Asked::Words(_) => by_facts().or_else(mine),
            _ => mine().filter(|_| wants_mine || !self.benchmark_judges()),
        }
    }

    fn benchmark_judges(&self) -> bool {
        self.session.answerable().is_some_and(|dataset| !dataset.own.relevance.is_empty())
    }

    /// Whether judgements wait for image lists that are not fully loaded.
    fn awaits_lists(&self) -> bool {
        self.session.answerable().is_some_and(|dataset| dataset.is_partly_listed())
    }

    fn wants_mine(&self) -> bool {
        self.session.address.state.with(|state| state.judged.as_deref() == Some("mine"))
    }

    /// Opens the desk, and chooses who judges.
    pub(super) fn bar(self) -> Option<AnyView> {
        let query = self.for_desk.get()?;
        let address = self.session.address;
        let is_open = address.state.with(|state| state.judge.is_some());
        let has_mine = self.kept.all.with(|all| all.of(query.id.as_deref(), &query.text).is_some());
        let has_other = query.id.is_some() && self.benchmark_judges()
            || self.facts().is_some_and(|facts| facts.grades.is_some());
        let wants_mine = self.wants_mine();
        let open = move || {
            address.change(|state| {
                state.judge = Some("five".into());
                state.judged = Some("mine".into());
            });
        };
        let opener = (!is_open).then(|| quiet_button("Judge these results yourself", open));
        let other = if query.id.is_some() { "the benchmark" } else { "Fieldbook’s facts" };
        let switch = (has_mine && has_other).then(|| {
            let button = |label: String, mine: bool| {
                let judged = mine.then(|| "mine".to_string());
                let choose = move |_| {
                    let judged = judged.clone();
                    address.change(|state| state.judged = judged);
                };
                view! {
                    <button
                        type="button"
                        class="quiet"
                        aria-pressed=if wants_mine == mine { "true" } else { "false" }
                        on:click=choose
                    >
                        {label}
                    </button>
                }
            };
            view! {
                <span class="judge-switch" role="group" aria-label="Judged by">
                    <span class="judge-label">"Judged by"</span>
                    {button(other.to_string(), false)}
                    {button("you".into(), true)}
                </span>
            }
        });
        Some(view! { <div class="buttons judges">{opener} {switch}</div> }.into_any())
    }

    /// Why nothing judges these results.
    pub(super) fn unjudged_words(self) -> AnyView {
        let body = match self.facts.get() {
            TaskState::Running { progress, .. } => {
                return match progress {
                    Some(progress) => progress_line("Reading your words".into(), &progress),
                    None => view! { <p class="progress-words">"Reading your words …"</p> }.into_any(),
                };
            }
            TaskState::Failed { failure, .. } => return task_failed(self.facts, &failure),
            TaskState::Done(facts) => not_understood(&facts),
            _ if self.awaits_lists() => {
                "Judgements name images by their ids, so they wait until all image lists are loaded (“Load all lists”).".to_string()
            }
            _ if !self.benchmark_judges() => {
                "This benchmark has no judgements, so there are no marks, curves or measures here yet.".to_string()
            }
            _ => {
                "Only the benchmark’s own queries have judgements, so there are no marks, curves or measures here yet.".to_string()
            }
        };
        let (heading, other_way) = match self.benchmark_judges() {
            true => {
                ("No judgements for your own words", " Or choose one of the benchmark’s queries.")
            }
            false => ("No judgements yet", ""),
        };
        view! {
            <div class="panel">
                <h2>{heading}</h2>
                <p class="prose">{body}</p>
                {move || self.near.view()}
                <p class="prose">
                    "Judge some of the results yourself, five pictures at a time: marks, curves and measures follow at once."
                    {other_way}
                </p>
            </div>
        }
        .into_any()
    }
}

/// Which words no fact covers.
fn not_understood(facts: &Facts) -> String {
    let unknown: Vec<String> = facts.unknown.iter().map(|word| format!("“{word}”")).collect();
    let understood = match facts.understood.as_str() {
        "" => String::new(),
        understood => format!(" Understood: {understood}."),
    };
    if unknown.is_empty() {
        return "These words say nothing about a picture that Fieldbook’s facts could decide."
            .into();
    }
    format!(
        "Fieldbook judges words that it understands from the facts of its scenes. It does not \
         understand {}, so it does not judge this query.{understood}",
        unknown.join(", "),
    )
}
