//! Lesson 5: descriptive and conceptual queries.

use super::lesson::Part::{Explored, Live, Says};
use super::lesson::Scene::Block;
use super::live::{all_systems, column, query_text, shown_system, two};
use super::{Lesson, Step};
use crate::ui::language::number;
use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use crate::{message, tr};
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
    title: message!("Descriptive and conceptual queries"),
    learn: message!(
        "How much worse systems do on “romance” than on “a fox in the dark”, whether that is more than chance, and what else differs between the two kinds of query."
    ),
    minutes: 8,
    queries: &[],
    steps: &[
        Step {
            heading: message!("What a picture shows"),
            scene: Block(Page::Explore, "results"),
            view: |state| asks(state, DESCRIPTIVE),
            text: &[
                Says(message!(
                    "ConQA’s authors distinguish two kinds of query. A descriptive query names what can be seen: things, colours, places."
                )),
                Explored(|shown, judged| {
                    Some(tr!(
                        "“{query}” is descriptive. {system} finds {n} relevant {n?picture|pictures} in its top ten.",
                        query = query_text(shown),
                        system = shown_system(shown),
                        n = judged.list.n_relevant_in_top(10),
                    ))
                }),
                Says(message!(
                    "A system that has learnt which words go with which shapes can do this."
                )),
            ],
        },
        Step {
            heading: message!("What a picture means"),
            scene: Block(Page::Explore, "results"),
            view: |state| asks(state, CONCEPTUAL),
            text: &[
                Explored(|shown, judged| {
                    let (query, system) = (query_text(shown), shown_system(shown));
                    let n_relevant = judged.list.n_relevant();
                    let found = match judged.list.n_relevant_in_top(10) {
                        0 => tr!(
                            "Of {system}’s top ten, none is relevant, although there are {n_relevant} relevant pictures.",
                            system,
                            n_relevant
                        ),
                        n => tr!(
                            "Of {system}’s top ten, {n} {n?is|are} relevant, although there are {n_relevant} relevant pictures.",
                            system,
                            n,
                            n_relevant
                        ),
                    };
                    let drawn = tr!(
                        "“{query}” names nothing that can be drawn. The pictures that match a conceptual query share a meaning, not a shape.",
                        query
                    );
                    Some(format!("{drawn} {found}"))
                }),
                Says(message!(
                    "In Fieldbook, a concept is defined by facts about scenes: “romance”, for example, by courting and mating. People have no such list and find the pictures anyway."
                )),
            ],
        },
        Step {
            heading: message!("All descriptive queries"),
            scene: Block(Page::Leaderboard, "leaderboard"),
            view: |state| board(state, "descriptive"),
            text: &[
                Live(|session| {
                    let (title, mean, n, _) = best(session, "descriptive", "conceptual")?;
                    Some(tr!(
                        "The leaderboard covers only the {n} descriptive queries, by {measure}. The best system is {title} with {mean}.",
                        n,
                        measure = MEASURE,
                        title,
                        mean = two(mean),
                    ))
                }),
                Says(message!(
                    "You can do the same with any filter above the table: split, supercategory, category. Below each mean is its confidence interval, which is wide if there are few queries."
                )),
            ],
        },
        Step {
            heading: message!("All conceptual queries"),
            scene: Block(Page::Leaderboard, "leaderboard"),
            view: |state| board(state, "conceptual"),
            text: &[
                Live(|session| {
                    let (title, best, n, on_other) = best(session, "conceptual", "descriptive")?;
                    let (dataset, systems) = (session.dataset()?, all_systems(session)?);
                    let mut n_worse = 0;
                    for system in &systems {
                        let of = |kind: &str| {
                            Some(mean(&values_of(session, &dataset, &system.system, kind)?))
                        };
                        n_worse += usize::from(of("conceptual")? < of("descriptive")?);
                    }
                    let covers = tr!(
                        "Now the leaderboard covers only the {n} conceptual queries. The best system is {title} with {best}.",
                        n,
                        title,
                        best = two(best),
                    );
                    let other = match best < on_other {
                        true => tr!(
                            "On the descriptive queries, it has {value}.",
                            value = two(on_other)
                        ),
                        false => tr!(
                            "On the descriptive queries, it does no better: {value}.",
                            value = two(on_other)
                        ),
                    };
                    let worse = tr!(
                        "Of {n} systems, {n_worse} {n_worse?is|are} worse on conceptual queries.",
                        n = systems.len(),
                        n_worse
                    );
                    Some(format!("{covers} {other} {worse}"))
                }),
                Says(message!(
                    "Look down the column: do the better systems lose more, or the weaker ones? The next step shows both kinds side by side, in the table by category at the end of the page."
                )),
            ],
        },
        Step {
            heading: message!("Is it more than chance?"),
            scene: Block(Page::Leaderboard, "groups"),
            view: |state| {
                state.measure = Some(format!("{MEASURE} {RELEVANCE}"));
                state.order = state.measure.clone();
                state.facet = Some("kind".into());
            },
            text: &[
                Live(|session| {
                    let dataset = session.dataset()?;
                    let x = values_of(session, &dataset, SYSTEM, "conceptual")?;
                    let y = values_of(session, &dataset, SYSTEM, "descriptive")?;
                    let test = mann_whitney(&x, &y, Alternative::Less).ok()?;
                    let verdict = match test.p < 0.05 {
                        true => tr!("Chance alone is an unlikely explanation."),
                        false => tr!("Chance alone could explain it."),
                    };
                    let p = match test.p < 0.001 {
                        true => number("p < 0.001"),
                        false => number(&format!("p = {}", words::p_value(test.p))),
                    };
                    let tested = tr!(
                        "ConQA uses a Mann–Whitney test: are the values lower on conceptual queries than on descriptive ones? For {system}, U is {u} on {n} and {n_other} queries, {p}.",
                        system = dataset.manifest.system(SYSTEM)?.title,
                        u = test.u as u64,
                        n = x.len(),
                        n_other = y.len(),
                        p,
                    );
                    Some(format!("{tested} {verdict}"))
                }),
                Live(|session| {
                    let dataset = session.dataset()?;
                    let definition = dataset.relevance.get(dataset.definition_index(RELEVANCE)?)?;
                    let of = |kind: &str| {
                        let rows =
                            rows_of(&dataset, kind).filter_map(|row| u32::try_from(row).ok());
                        median(rows.map(|row| definition.n_relevant(row)).collect())
                    };
                    Some(tr!(
                        "But the two kinds differ in more than meaning. The median number of relevant pictures is {n} for conceptual queries and {n_other} for descriptive ones.",
                        n = of("conceptual")?,
                        n_other = of("descriptive")?,
                    ))
                }),
                Says(message!(
                    "A test can tell you that two groups differ, but not why. Before you write “systems do not understand concepts”, look for other differences."
                )),
            ],
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

fn rows_of(dataset: &Dataset, kind: &str) -> impl Iterator<Item = usize> {
    let queries = dataset.queries.iter().enumerate();
    let is_of_kind = move |kind_of: Option<&String>| kind_of.is_some_and(|value| value == kind);
    queries.filter(move |(_, query)| is_of_kind(query.facets.get("kind"))).map(|(row, _)| row)
}

fn values_of(session: Session, dataset: &Dataset, system: &str, kind: &str) -> Option<Vec<f64>> {
    let values = session.board.ranked(system)?;
    let index = column(session, MEASURE, RELEVANCE)?;
    Some(rows_of(dataset, kind).filter_map(|row| values.value(index, row)).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The title of the best system on the queries of one kind, its mean there, their number, and its mean
/// on the other kind.
fn best(session: Session, kind: &str, other: &str) -> Option<(String, f64, usize, f64)> {
    let (dataset, systems) = (session.dataset()?, all_systems(session)?);
    let means = systems.iter().map(|system| {
        let values = values_of(session, &dataset, &system.system, kind)?;
        Some((mean(&values), values.len(), &system.system))
    });
    let means: Vec<_> = means.collect::<Option<_>>()?;
    let (best, n, id) = means.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let on_other = mean(&values_of(session, &dataset, id, other)?);
    Some((dataset.manifest.system(id)?.title.clone(), best, n, on_other))
}

fn median(mut values: Vec<usize>) -> Option<usize> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
