//! Why a picture counts: a mark is a button, which opens a card with the reason in one sentence, the
//! picture's facts, its grade under every definition, and who voted how.

use super::card_place::{CardSize, place_card};
use super::experts_say::experts_say;
use super::mark::{Mark, mark, small_mark};
use super::picture::caption_of;
use crate::ui::facts::{Decided, Fact, facts_of, has_facts};
use crate::ui::state::choice::Choice;
use crate::ui::state::own_judged::OwnJudged;
use crate::ui::task::Task;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Explanations, ImageVotes, why_words, words};
use rankscope_core::benchmark::Image;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// *About* has all of them.
const MOST_TAGS: usize = 30;
const CARD: &str = "why";
const SENTENCE: &str = "why-sentence";
const SIZE: CardSize = CardSize { rem: 22.0, px: 400.0 };

/// The query that pictures are judged for.
#[derive(Debug, Clone)]
pub struct JudgedQuery {
    pub dataset: Arc<Dataset>,
    /// `None` for a query without words.
    pub text: Option<String>,
    pub query_row: Option<u32>,
    /// The place of the chosen definition.
    pub definition: usize,
    pub own: Option<Arc<OwnJudged>>,
}

impl JudgedQuery {
    pub fn of(choice: &Choice) -> Arc<Self> {
        Arc::new(Self {
            dataset: choice.dataset.clone(),
            text: choice.words().map(str::to_string),
            query_row: choice.stored_row(),
            definition: choice.definition,
            own: choice.own_judged.clone(),
        })
    }

    /// The title of what judges, and what it counts as relevant.
    fn judged_by(&self) -> (String, String) {
        if let Some(own) = &self.own {
            return (own.title.clone(), own.counts_as.clone());
        }
        let definition = self.dataset.manifest.relevance.get(self.definition);
        let read = definition.map(|own| (own.title.clone(), words::sentence(&own.counts_as)));
        read.unwrap_or_default()
    }
}

/// A result, as its mark shows it.
#[derive(Debug, Clone)]
pub struct Marked {
    pub query: Arc<JudgedQuery>,
    pub row_in_corpus: u32,
    /// "Result 3".
    pub name: String,
    pub grade: Option<i32>,
}

#[derive(Clone, PartialEq)]
enum Facts {
    /// The benchmark has none.
    None,
    Waiting,
    /// `None` if the words are not understood.
    There(Option<Decided>),
    Failed,
}

/// The card of all marks of a page.
#[derive(Clone, Copy)]
pub struct WhyCard {
    card: NodeRef<html::Div>,
    asked: RwSignal<Option<Marked>>,
    facts: RwSignal<Facts>,
    votes: Signal<Option<Arc<ImageVotes>>>,
    explanations: Task<Arc<Explanations>>,
    /// Other definitions' judgements may arrive later.
    is_all_judged: Signal<bool>,
}

impl WhyCard {
    pub fn new(
        votes: Signal<Option<Arc<ImageVotes>>>,
        explanations: Task<Arc<Explanations>>,
        is_all_judged: Signal<bool>,
    ) -> Self {
        let (asked, facts) = (RwSignal::new(None), RwSignal::new(Facts::None));
        Self { card: NodeRef::new(), asked, facts, votes, explanations, is_all_judged }
    }

    /// The mark with its words.
    pub fn mark(self, shown_as: Signal<Mark>, marked: Marked) -> AnyView {
        self.button((move || mark(shown_as.get())).into_any(), marked)
    }

    /// The mark alone, for narrow layouts.
    pub fn small_mark(self, shown_as: Mark, marked: Marked) -> AnyView {
        self.button(small_mark(shown_as), marked)
    }

    fn button(self, shown: AnyView, marked: Marked) -> AnyView {
        let name = format!(". Why? {}", marked.name);
        let ask = move |ev: web_sys::MouseEvent| {
            let button =
                ev.current_target().and_then(|own| own.dyn_into::<web_sys::Element>().ok());
            if let (Some(card), Some(button)) = (self.card.get_untracked(), button) {
                place_card(&card, &button, SIZE);
            }
            self.ask(marked.clone());
        };
        // The browser opens the card, closes it at a second press, and returns the focus.
        view! {
            <button
                type="button"
                class="why-mark"
                popovertarget=CARD
                aria-haspopup="dialog"
                on:click=ask
            >
                {shown}
                <span class="visually-hidden">{name}</span>
            </button>
        }
        .into_any()
    }

    fn ask(self, marked: Marked) {
        let query = &marked.query;
        let image = query.dataset.image(marked.row_in_corpus);
        let scene = image.and_then(|image| image.scene.clone());
        let scene = scene.filter(|_| has_facts(&query.dataset));
        let about = query.text.clone().zip(scene);
        self.facts.set(if about.is_some() { Facts::Waiting } else { Facts::None });
        let row = marked.row_in_corpus;
        self.asked.set(Some(marked));
        let Some((words, scene)) = about else { return };
        leptos::task::spawn_local(async move {
            let read = facts_of(words, scene).await;
            // The signals are gone if the visitor has navigated away; another mark may be asked by now.
            let is_current = self
                .asked
                .try_with_untracked(|own| own.as_ref().is_some_and(|own| own.row_in_corpus == row));
            if is_current == Some(true) {
                let _ = self.facts.try_set(read.map_or(Facts::Failed, Facts::There));
            }
        });
    }

    pub fn view(self) -> AnyView {
        let close = move |_| {
            if let Some(card) = self.card.get_untracked() {
                // It fails only where it is closed already.
                let _ = card.hide_popover();
            }
        };
        let content = move || {
            let marked = self.asked.get()?;
            let image = marked.query.dataset.image(marked.row_in_corpus)?.into_owned();
            Some(view! {
                <p class="why-head">
                    <span>{marked.name.clone()}</span>
                    <button type="button" class="quiet" on:click=close>
                        "Close"
                    </button>
                </p>
                {self.sentence(marked.clone())}
                {self.facts_view()}
                {self.by_experts(marked.clone())}
                {self.by_people(marked)}
                <p class="why-caption" dir="auto">{caption_of(&image)}</p>
                {tags(&image)}
            })
        };
        view! {
            <div
                id=CARD
                class="why"
                popover="auto"
                role="dialog"
                aria-labelledby=SENTENCE
                node_ref=self.card
            >
                {content}
            </div>
        }
        .into_any()
    }

    fn sentence(self, marked: Marked) -> AnyView {
        let (title, _) = marked.query.judged_by();
        let sentence = move || {
            let told = self.facts.with(|facts| match facts {
                Facts::There(Some(decided)) => Some((decided.holds, decided.told.clone())),
                _ => None,
            });
            let facts = told.as_ref().map(|(holds, told)| (*holds, told.as_str()));
            match self.facts.with(|facts| *facts == Facts::Waiting) {
                true => format!("{} …", capital(Mark::of(marked.grade).words())),
                false => why_words(marked.grade, &title, facts),
            }
        };
        view! {
            <p id=SENTENCE class="why-sentence" tabindex="-1" autofocus role="status">
                {sentence}
            </p>
        }
        .into_any()
    }

    fn facts_view(self) -> AnyView {
        let view = move || {
            match self.facts.get() {
            Facts::None => None,
            Facts::Waiting => Some(view! { <p>"Reading the picture’s facts …"</p> }.into_any()),
            Facts::Failed => Some(
                view! {
                    <p>"The picture’s facts could not be read: a file of the page did not arrive. Close this and open it again."</p>
                }
                .into_any(),
            ),
            Facts::There(None) => {
                Some(view! { <p>"The facts say nothing about these words."</p> }.into_any())
            }
            Facts::There(Some(decided)) => Some(fact_lists(&decided.facts)),
        }
        };
        view.into_any()
    }

    /// What experts say of the picture as an answer; nothing without explanations.
    fn by_experts(self, marked: Marked) -> AnyView {
        let said = move || {
            let all = self.explanations.value()?;
            let list = experts_say(all.of_pair(marked.query.query_row?, marked.row_in_corpus))?;
            Some(view! {
                <p>"What experts say of it:"</p>
                {list}
            })
        };
        said.into_any()
    }

    /// The grade under each definition, or under the one that judges own words; and the votes.
    fn by_people(self, marked: Marked) -> AnyView {
        let (title, counts_as) = marked.query.judged_by();
        let is_own = marked.query.own.is_some();
        let own = marked.clone();
        let grades = move || {
            self.is_all_judged.track();
            let lines = if is_own { Vec::new() } else { grades(&own) };
            let n = words::counted(lines.len(), "definition", "definitions");
            (lines.len() > 1).then(|| {
                view! {
                    <details class="why-more">
                        <summary>{format!("Under all {n}")}</summary>
                        <dl class="grades">{lines}</dl>
                    </details>
                }
            })
        };
        let votes = move || {
            let votes = self.votes.get()?;
            let cast = votes.cast_on(marked.query.query_row?, marked.row_in_corpus)?;
            let said = cast.said.iter().filter(|(_, said)| !said.is_empty());
            let said = said.map(|(name, said)| view! { <li>{format!("{name}: {said}")}</li> });
            Some(view! {
                <p>{format!("Votes: {}.", cast.votes.words())}</p>
                <ul class="why-said">{said.collect_view()}</ul>
            })
        };
        view! {
            <p class="why-by">
                <strong>{title}</strong>
                " counts: "
                {counts_as}
            </p>
            {votes}
            {grades}
        }
        .into_any()
    }
}

/// What the benchmark says that the picture shows, such as the objects of a scene graph.
fn tags(image: &Image) -> Option<AnyView> {
    let (first, more) = image.tags.split_at(image.tags.len().min(MOST_TAGS));
    let more = match more.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let words = format!("Tags: {}{more}", first.join(", "));
    (!first.is_empty()).then(|| view! { <p class="why-tags" dir="auto">{words}</p> }.into_any())
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn grades(marked: &Marked) -> Vec<AnyView> {
    let (Some(query_row), dataset) = (marked.query.query_row, &marked.query.dataset) else {
        return Vec::new();
    };
    let line = |(index, definition): (usize, &rankscope_core::benchmark::RelevanceDefinition)| {
        let grade = dataset.relevance.get(index)?.grade(query_row, marked.row_in_corpus);
        let is_chosen = index == marked.query.definition;
        Some(
            view! {
                <dt class:chosen=is_chosen>
                    {definition.title.clone()} {is_chosen.then_some(" (chosen)")}
                </dt>
                <dd>{words_of(grade)}</dd>
            }
            .into_any(),
        )
    };
    dataset.manifest.relevance.iter().enumerate().filter_map(line).collect()
}

fn words_of(grade: Option<i32>) -> String {
    let words = Mark::of(grade).words();
    match grade {
        Some(grade) if grade > 1 => format!("{words}, grade {grade}"),
        _ => words.to_string(),
    }
}

/// What fails comes first; what holds is folded, unless it is all.
fn fact_lists(facts: &[Fact]) -> AnyView {
    // Each part that must hold, with what it is made of.
    let mut parts: Vec<&[Fact]> = facts.chunk_by(|_, next| next.depth > 0).collect();
    parts.sort_by_key(|part| part.first().is_some_and(|fact| fact.holds));
    let n_failed = parts.partition_point(|part| part.first().is_some_and(|fact| !fact.holds));
    let (failed, held) = parts.split_at(n_failed);
    let list = |parts: &[&[Fact]]| {
        let items = parts.iter().copied().flatten().map(fact_item).collect_view();
        (!parts.is_empty()).then(|| view! { <ul class="reasons">{items}</ul> })
    };
    let held_list = match (failed.is_empty(), held.len()) {
        (_, 0) => None,
        (true, _) => list(held).map(IntoAny::into_any),
        (false, n) => Some(
            view! {
                <details class="why-more">
                    <summary>{format!("{n} of {} hold", parts.len())}</summary>
                    {list(held)}
                </details>
            }
            .into_any(),
        ),
    };
    (list(failed), held_list).into_any()
}

fn fact_item(fact: &Fact) -> AnyView {
    let (sign, told) = if fact.holds { ("✓", "yes: ") } else { ("✗", "no: ") };
    let class = if fact.holds { "fact fact-holds" } else { "fact" };
    view! {
        <li class=class style=("--depth", fact.depth.to_string())>
            <span aria-hidden="true">{sign} " "</span>
            <span class="visually-hidden">{told}</span>
            {fact.words.clone()}
        </li>
    }
    .into_any()
}
