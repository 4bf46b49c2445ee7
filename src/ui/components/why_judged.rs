//! Why a result counts: its grade under every definition, and on Fieldbook the facts of its
//! picture.

use super::mark::{Mark, mark};
use super::opened::Opened;
use crate::ui::facts::{Fact, facts_of, has_facts};
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::benchmark::Image;
use std::sync::Arc;

#[derive(Clone, PartialEq)]
enum Facts {
    Waiting,
    /// Decided; empty if the words are not understood.
    There(Vec<Fact>),
    Failed,
}

/// The mark is a summary that opens on the reasons. Other definitions' judgements may arrive
/// later.
pub(super) fn why_judged(
    shown: &Arc<Shown>,
    (rank, row_in_corpus): (usize, u32),
    image: &Image,
    (shown_as, is_all_judged): (Signal<Mark>, Signal<bool>),
) -> AnyView {
    let details = Opened::of(&image.id);
    let facts = RwSignal::new(Facts::Waiting);
    let scene = image.scene.clone().filter(|_| has_facts(&shown.choice.dataset));
    let asked = shown.choice.words().map(str::to_string).zip(scene);
    let has_facts = asked.is_some();
    details.when_open(move || {
        let Some((words, scene)) = asked.clone() else { return };
        if matches!(facts.get_untracked(), Facts::There(_)) {
            return;
        }
        leptos::task::spawn_local(async move {
            let read = facts_of(words, scene).await;
            // The signal is gone if the visitor has navigated away.
            let _ = facts.try_set(read.map_or(Facts::Failed, Facts::There));
        });
    });
    let own = shown.clone();
    let body = move || {
        details.is_open.get().then(|| {
            is_all_judged.track();
            view! {
                <dl class="grades">{grade_lines(&grades(&own, row_in_corpus))}</dl>
                {has_facts.then_some(move || facts_view(&facts.get()))}
            }
        })
    };
    view! {
        <details class="why" node_ref=details.element on:toggle=move |_| details.follow()>
            <summary>
                {move || mark(shown_as.get())}
                <span class="visually-hidden">{format!(". Why? Result {rank}")}</span>
            </summary>
            {body}
        </details>
    }
    .into_any()
}

struct Grade {
    title: String,
    words: String,
    is_chosen: bool,
}

/// The grade under each definition, or under the one that judges own words.
fn grades(shown: &Shown, row_in_corpus: u32) -> Vec<Grade> {
    let choice = &shown.choice;
    let Some((query_row, relevance)) = choice.judged_by() else { return Vec::new() };
    if choice.own_judged.is_some() {
        let title = choice.judged_as().0;
        let words = words_of(relevance.grade(query_row, row_in_corpus));
        return vec![Grade { title, words, is_chosen: true }];
    }
    let definitions = choice.dataset.manifest.relevance.iter().enumerate();
    let grade = |(index, definition): (usize, &rankscope_core::benchmark::RelevanceDefinition)| {
        let grade = choice.dataset.relevance.get(index)?.grade(query_row, row_in_corpus);
        let is_chosen = index == choice.definition;
        Some(Grade { title: definition.title.clone(), words: words_of(grade), is_chosen })
    };
    definitions.filter_map(grade).collect()
}

fn words_of(grade: Option<i32>) -> String {
    let words = Mark::of(grade).words();
    match grade {
        Some(grade) if grade > 1 => format!("{words}, grade {grade}"),
        _ => words.to_string(),
    }
}

fn grade_lines(grades: &[Grade]) -> AnyView {
    let line = |grade: &Grade| {
        view! {
            <dt class:chosen=grade.is_chosen>
                {grade.title.clone()} {grade.is_chosen.then_some(" (chosen)")}
            </dt>
            <dd>{grade.words.clone()}</dd>
        }
    };
    grades.iter().map(line).collect_view().into_any()
}

fn facts_view(facts: &Facts) -> AnyView {
    let facts = match facts {
        Facts::Waiting => {
            return view! { <p>"Reading the picture’s facts …"</p> }.into_any();
        }
        Facts::Failed => {
            return view! {
                <p>"The picture’s facts could not be read: a file of the page did not arrive. Close this and open it again."</p>
            }
            .into_any();
        }
        Facts::There(facts) if facts.is_empty() => {
            return view! { <p>"The facts say nothing about these words."</p> }.into_any();
        }
        Facts::There(facts) => facts,
    };
    let item = |fact: &Fact| {
        let (sign, told) = if fact.holds { ("✓", "yes: ") } else { ("✗", "no: ") };
        let class = if fact.holds { "fact fact-holds" } else { "fact" };
        view! {
            <li class=class style=("--depth", fact.depth.to_string())>
                <span aria-hidden="true">{sign} " "</span>
                <span class="visually-hidden">{told}</span>
                {fact.words.clone()}
            </li>
        }
    };
    view! {
        <p>"What the query asks for, and whether it holds here:"</p>
        <ul class="reasons">{facts.iter().map(item).collect_view()}</ul>
    }
    .into_any()
}
