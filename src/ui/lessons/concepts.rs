//! Lesson 5: descriptive and conceptual queries.

use super::live::{all_systems, column, explored, live, paragraph, query_text, system_title, two};
use super::{Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::statistics::{Alternative, mann_whitney};
use rankscope_core::views::Page;

const DESCRIPTIVE: &str = "d-018";
const CONCEPTUAL: &str = "c-017";
const SYSTEM: &str = "large";
const MEASURE: &str = "inquire:AP@50";
const RELEVANCE: &str = "exhaustive";

pub(super) static LESSON: Lesson = Lesson {
    id: "concepts",
    title: "Descriptive and conceptual queries",
    learn: "How much worse systems do on “romance” than on “a fox in the dark”, whether that is more than chance, and what else differs between the two kinds of query.",
    minutes: 8,
    queries: &[],
    steps: &[
        Step {
            heading: "What a picture shows",
            page: Page::Explore,
            shows: "results",
            view: |state| asks(state, DESCRIPTIVE),
            text: describes,
            activity: None,
        },
        Step {
            heading: "What a picture means",
            page: Page::Explore,
            shows: "results",
            view: |state| asks(state, CONCEPTUAL),
            text: means,
            activity: None,
        },
        Step {
            heading: "All descriptive queries",
            page: Page::Leaderboard,
            shows: "leaderboard",
            view: |state| board(state, "descriptive"),
            text: |session| kind_means(session, "descriptive"),
            activity: None,
        },
        Step {
            heading: "All conceptual queries",
            page: Page::Leaderboard,
            shows: "leaderboard",
            view: |state| board(state, "conceptual"),
            text: |session| kind_means(session, "conceptual"),
            activity: None,
        },
        Step {
            heading: "Is it more than chance?",
            page: Page::Leaderboard,
            shows: "groups",
            view: |state| {
                state.measure = Some(format!("{MEASURE} {RELEVANCE}"));
                state.order = state.measure.clone();
                state.facet = Some("kind".into());
            },
            text: chance,
            activity: None,
        },
    ],
};

fn asks(state: &mut ViewState, query: &str) {
    state.asked = Some(Asked::Stored(query.into()));
    state.system = Some(SYSTEM.into());
    state.relevance = Some(RELEVANCE.into());
    state.k = 10;
}

fn board(state: &mut ViewState, kind: &str) {
    state.only = Some(format!("kind={kind}"));
    state.measure = Some(format!("{MEASURE} {RELEVANCE}"));
    state.order = state.measure.clone();
}

fn describes(session: Session) -> AnyView {
    view! {
        {paragraph(
            "ConQA’s authors distinguish two kinds of query. A descriptive query names what can be seen: things, colours, places.",
        )}
        {live(move || {
            explored(session, |shown, judged| {
                Some(format!(
                    "“{}” is descriptive. {} finds {} relevant pictures in its top ten.",
                    query_text(shown), system_title(shown), judged.list.n_relevant_in_top(10),
                ))
            })
        })}
        {paragraph("A system that has learnt which words go with which shapes can do this.")}
    }
    .into_any()
}

fn means(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |shown, judged| {
                let found = match judged.list.n_relevant_in_top(10) {
                    0 => "none is relevant".to_string(),
                    1 => "1 is relevant".to_string(),
                    n => format!("{n} are relevant"),
                };
                Some(format!(
                    "“{}” names nothing that can be drawn. The pictures that match a conceptual query share a meaning, not a shape. Of {}’s top ten, {found}, although there are {} relevant pictures.",
                    query_text(shown),
                    system_title(shown),
                    words::count(judged.list.n_relevant()),
                ))
            })
        })}
        {paragraph(
            "In Fieldbook, a concept is defined by facts about scenes: “romance”, for example, by courting and mating. People have no such list and find the pictures anyway.",
        )}
    }
    .into_any()
}

/// A system's values on the queries of one kind.
fn values_of(session: Session, dataset: &Dataset, system: &str, kind: &str) -> Option<Vec<f64>> {
    let values = session.board.ranked(system)?;
    let index = column(session, MEASURE, RELEVANCE)?;
    let rows = dataset.queries.iter().enumerate();
    let of_kind = rows.filter(|(_, query)| query.facets.get("kind").is_some_and(|own| own == kind));
    Some(of_kind.filter_map(|(row, _)| values.value(index, row)).collect())
}

#[expect(clippy::cast_precision_loss, reason = "queries are few")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn kind_means(session: Session, kind: &'static str) -> AnyView {
    let best = move || {
        let (dataset, systems) = (session.dataset()?, all_systems(session)?);
        let means = systems.iter().map(|system| {
            let values = values_of(session, &dataset, &system.system, kind)?;
            Some((mean(&values), values.len(), system.system.clone()))
        });
        let means: Vec<_> = means.collect::<Option<_>>()?;
        let (best, n, id) = means.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let other = if kind == "conceptual" { "descriptive" } else { "conceptual" };
        let on_other = mean(&values_of(session, &dataset, &id, other)?);
        let title = dataset.manifest.system(&id)?.title.clone();
        let mut n_worse = 0;
        for system in &systems {
            let of = |kind: &str| Some(mean(&values_of(session, &dataset, &system.system, kind)?));
            n_worse += usize::from(of("conceptual")? < of("descriptive")?);
        }
        Some((title, best, n, (other, on_other), (n_worse, systems.len())))
    };
    let words = move || {
        let (title, best, n, (other, on_other), (n_worse, n_systems)) = best()?;
        Some(if kind == "conceptual" {
            let compared = if best < on_other {
                format!("On the {other} queries, it has {}.", two(on_other))
            } else {
                format!("On the {other} queries, it does no better: {}.", two(on_other))
            };
            format!(
                "Now the leaderboard covers only the {n} {kind} queries. The best system is {title} with {}. {compared} Of {n_systems} systems, {n_worse} are worse on conceptual queries.",
                two(best)
            )
        } else {
            format!(
                "The leaderboard covers only the {n} {kind} queries, by {MEASURE}. The best system is {title} with {}.",
                two(best)
            )
        })
    };
    let more = if kind == "conceptual" {
        "Look down the column: do the better systems lose more, or the weaker ones? The next step shows both kinds side by side, in the table by category at the end of the page."
    } else {
        "You can do the same with any filter above the table: split, supercategory, category. Below each mean is its confidence interval, which is wide if there are few queries."
    };
    view! {
        {live(words)}
        {paragraph(more)}
    }
    .into_any()
}

fn median(mut values: Vec<usize>) -> Option<usize> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn chance(session: Session) -> AnyView {
    view! {
        {live(move || {
            let dataset = session.dataset()?;
            let x = values_of(session, &dataset, SYSTEM, "conceptual")?;
            let y = values_of(session, &dataset, SYSTEM, "descriptive")?;
            let test = mann_whitney(&x, &y, Alternative::Less).ok()?;
            let verdict = if test.p < 0.05 { "chance alone is an unlikely explanation" } else { "chance alone could explain it" };
            Some(format!(
                "ConQA uses a Mann–Whitney test: are the values lower on conceptual queries than on descriptive ones? For {}, U is {} on {} and {} queries, p {}: {verdict}.",
                dataset.manifest.system(SYSTEM)?.title,
                words::count(test.u as u64), x.len(), y.len(),
                if test.p < 0.001 { "below 0.001".to_string() } else { format!("= {}", words::p_value(test.p)) },
            ))
        })}
        {live(move || {
            let dataset = session.dataset()?;
            let definition = dataset.relevance.get(dataset.definition_index(RELEVANCE)?)?;
            let of = |kind: &str| {
                let rows = (0u32..).zip(dataset.queries.iter());
                let of_kind = rows.filter(|(_, q)| q.facets.get("kind").is_some_and(|own| own == kind));
                median(of_kind.map(|(row, _)| definition.n_relevant(row)).collect())
            };
            Some(format!(
                "But the two kinds differ in more than meaning. The median number of relevant pictures is {} for conceptual queries and {} for descriptive ones.",
                words::count(of("conceptual")?), words::count(of("descriptive")?),
            ))
        })}
        {paragraph(
            "A test can tell you that two groups differ, but not why. Before you write “systems do not understand concepts”, look for other differences.",
        )}
    }
    .into_any()
}
