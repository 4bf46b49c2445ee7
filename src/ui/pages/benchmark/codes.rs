//! What searching by codes alone would show, beside what is shown: their overlap, and what
//! would become of every measure.

use crate::ui::board_state::{Board, BoardPhase};
use crate::ui::column::Column;
use crate::ui::components::{
    candidates_words, picker, relevance_picker, status_of_board, table_tools,
};
use crate::ui::dataset::Dataset;
use crate::ui::session::Session;
use crate::ui::tally::SystemValues;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::overlap_at;
use std::sync::Arc;

/// The cutoffs of the overlap; so many hits of each ranking are kept.
const CUTOFFS: [usize; 2] = [10, 100];

/// The section, once there is a system whose queries are stored.
pub(super) fn codes(session: Session) -> Option<AnyView> {
    let systems = session.dataset().map(|dataset| rankable(&dataset)).unwrap_or_default();
    let (first, n_systems) = (systems.first()?.0.clone(), systems.len());
    let options = StoredValue::new(systems);
    let chosen = RwSignal::new(first);
    // What was computed on an earlier visit to this page is shown again.
    let known = [session.coded, session.whole].into_iter().flat_map(|board| {
        board.systems.with_untracked(|all| {
            all.iter().map(|values| values.system.clone()).collect::<Vec<String>>()
        })
    });
    let wanted = RwSignal::new(known.collect::<Vec<String>>());
    // First the rankings that pages show, then what they are held to: one computation to look at
    // and to cancel.
    Effect::new(move |_| {
        let (ids, Some(dataset)) = (wanted.get(), session.dataset()) else { return };
        let is_shown = ids.iter().all(|id| session.board.of(id).is_some());
        if !ids.is_empty() && is_shown {
            for (board, ids) in held_to(session, ids) {
                untrack(|| board.want(&dataset, &ids));
            }
        }
    });
    let want = move |ids: Vec<String>| {
        if let Some(dataset) = untrack(|| session.dataset()) {
            session.board.want(&dataset, &ids);
            wanted.set(ids);
        }
    };
    let is_running = move || {
        let is_running = |phase: &BoardPhase| matches!(phase, BoardPhase::Running { .. });
        !wanted.with(Vec::is_empty)
            && [session.board, session.coded, session.whole]
                .into_iter()
                .any(|board| board.phase.with(is_running))
    };
    let title = move || {
        let title = |all: &Vec<(String, String)>| {
            let of_chosen = all.iter().find(|(id, _)| chosen.with(|chosen| chosen == id));
            of_chosen.map(|(_, title)| title.clone())
        };
        options.with_value(title).unwrap_or_default()
    };
    let one = move |_| {
        let mut ids = wanted.get_untracked();
        ids.retain(|id| chosen.with_untracked(|chosen| chosen != id));
        ids.push(chosen.get_untracked());
        want(ids);
    };
    let all = move |_| {
        want(options.with_value(|all| all.iter().map(|(id, _)| id.clone()).collect()));
    };
    let list = Memo::new(move |_| options.get_value());
    let current = Memo::new(move |_| chosen.get());
    let all_button = (n_systems > 1).then(|| {
        let words = format!("Compare all {}", words::counted(n_systems, "system", "systems"));
        view! {
            <button type="button" class="quiet" disabled=is_running on:click=all>
                {words}
            </button>
        }
    });
    Some(
        view! {
            <section class="block" aria-labelledby="codes-title">
                <h2 id="codes-title">"What codes alone would find"</h2>
                <p class="prose">{move || explanation(session)}</p>
                <div class="pickers">
                    {picker("System", list, current, move |id| chosen.set(id))}
                    {relevance_picker(session)}
                </div>
                <p class="buttons">
                    <button type="button" class="quiet" disabled=is_running on:click=one>
                        "Compare " {title}
                    </button>
                    {all_button}
                </p>
                {move || status(session, wanted)}
                {move || table(session)}
            </section>
        }
        .into_any(),
    )
}

/// Ids and titles of the systems that have vectors and stored queries: an imported run has none.
fn rankable(dataset: &Dataset) -> Vec<(String, String)> {
    let systems = dataset.own.systems.iter().filter(|system| system.queries.is_some());
    systems.map(|system: &System| (system.id.clone(), system.title.clone())).collect()
}

fn explanation(session: Session) -> String {
    let n_sampled = session.dataset().map_or(0, |dataset| session.whole.query_rows(&dataset).len());
    format!(
        "Every ranking of a gallery in memory is exact. A search looks at int8 codes first, and they say how \
         far off they can be; every image that could be among the first k is then scored again \
         from its stored vector. Here is what the codes would find by themselves, over all queries \
         of the benchmark: the share of the exact first 10 and 100, and how far each mean would \
         move. A gallery in files is ranked by candidates: here they are held to a reading of all \
         of its rows, for {} spread evenly over the benchmark.",
        words::counted(n_sampled, "query", "queries"),
    )
}

/// How far the rankings are: first the exact ones.
fn status(session: Session, wanted: RwSignal<Vec<String>>) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let ids = wanted.get();
    if ids.is_empty() {
        return None;
    }
    if ids.iter().any(|id| session.board.of(id).is_none()) {
        return Some(status_of_board(session, session.board, &dataset, wanted.into()));
    }
    let status = |(board, ids): (Board, Vec<String>)| {
        let ids = Signal::derive(move || ids.clone());
        status_of_board(session, board, &dataset, ids)
    };
    Some(held_to(session, ids).into_iter().map(status).collect_view().into_any())
}

/// The systems by what their rankings are held to: codes alone where the gallery is in memory, and
/// all of its rows where it is in files.
fn held_to(session: Session, ids: Vec<String>) -> Vec<(Board, Vec<String>)> {
    let is_in_files = |id: &String| session.board.of(id).is_some_and(|own| own.n_scored.is_some());
    let (in_files, in_memory): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_in_files);
    let both = [(session.coded, in_memory), (session.whole, in_files)];
    both.into_iter().filter(|(_, ids)| !ids.is_empty()).collect()
}

/// A system by both rankings.
struct Both {
    title: String,
    exact: Arc<SystemValues>,
    coded: Arc<SystemValues>,
    /// What the second is found by, in words.
    by: String,
    /// The queries that are in both.
    query_rows: Vec<u32>,
}

impl Both {
    /// The mean of a column over the queries that are in both.
    fn mean(
        &self,
        of: &SystemValues,
        index: usize,
        column: &Column,
        dataset: &Dataset,
    ) -> Option<f64> {
        let mut values = vec![None; dataset.queries.len()];
        for row in &self.query_rows {
            if let Some(place) = values.get_mut(*row as usize) {
                *place = of.value(index, *row as usize);
            }
        }
        column.measure.mean(&values, dataset.folds.as_deref()).map(|mean| mean.mean)
    }
}

fn table(session: Session) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let relevance = session
        .search
        .choice
        .with(|choice| choice.as_ref()?.relevance().map(|definition| definition.id.clone()))?;
    let title = |values: &SystemValues| Some(dataset.own.system(&values.system)?.title.clone());
    let in_memory = |coded: Arc<SystemValues>| {
        let exact = session.board.of(&coded.system)?;
        let (title, by) = (title(&exact)?, "codes".to_string());
        Some(Both { title, exact, coded, by, query_rows: session.coded.query_rows(&dataset) })
    };
    let in_files = |exact: Arc<SystemValues>| {
        let coded = session.board.of(&exact.system)?;
        let (title, by) = (title(&exact)?, candidates_words(coded.n_scored?));
        Some(Both { title, exact, coded, by, query_rows: session.whole.query_rows(&dataset) })
    };
    let coded = session.coded.systems.get().into_iter().filter_map(in_memory);
    let rows: Vec<Both> =
        coded.chain(session.whole.systems.get().into_iter().filter_map(in_files)).collect();
    if rows.is_empty() {
        return None;
    }
    let columns = session.board.columns.get();
    let of_definition = |(_, column): &(usize, &Column)| column.relevance == relevance;
    let columns: Vec<(usize, &Column)> = columns.iter().enumerate().filter(of_definition).collect();
    let heads = columns.iter().map(|(_, column)| {
        view! {
            <th scope="col" class="number" title=column.measure.describe()>
                "Δ "
                <code>{column.measure.to_string()}</code>
            </th>
        }
    });
    let heads = heads.collect_view();
    let overlaps = CUTOFFS.map(|k| {
        view! { <th scope="col" class="number">{format!("overlap@{k}")}</th> }
    });
    let body: Vec<_> =
        rows.iter().map(|row| table_row(row, &columns, &relevance, &dataset)).collect();
    let title = columns.first().map(|(_, column)| column.relevance_title.clone());
    let caption = format!(
        "By codes alone, or by candidates, against exact, over as many queries as the row says. \
         Overlap: the mean share of the exact first k that the other first k have, 1 where they \
         are the same. Δ: the mean of the codes’ or candidates’ ranking less that of the exact \
         one, under the relevance “{}”. Exact is by the vectors as they are stored: where these \
         are int8 themselves, codes lose next to nothing.",
        title.unwrap_or_default(),
    );
    Some(
        view! {
            <div class="scroller" tabindex="0" role="region" aria-label="Codes alone, scrollable">
                <table class="board" aria-label="Codes alone">
                    <caption><span class="caption-words">{caption}</span></caption>
                    <thead>
                        <tr>
                            <th scope="col">"System"</th>
                            <th scope="col">"By"</th>
                            <th scope="col" class="number">"Queries"</th>
                            {overlaps}
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            {table_tools("Codes alone")}
        }
        .into_any(),
    )
}

fn table_row(
    row: &Both,
    columns: &[(usize, &Column)],
    relevance: &str,
    dataset: &Dataset,
) -> AnyView {
    let system = row.coded.system.clone();
    let overlaps = CUTOFFS.map(|k| {
        let overlap = overlap(row, k);
        view! {
            <td
                class="number"
                data-system=system.clone()
                data-measure=format!("overlap@{k}")
                data-value=words::exact(overlap)
            >
                {words::value(overlap)}
            </td>
        }
    });
    let deltas = columns.iter().map(|(index, column)| {
        let exact = row.mean(&row.exact, *index, column, dataset);
        let coded = row.mean(&row.coded, *index, column, dataset);
        let delta = exact.zip(coded).map(|(exact, coded)| coded - exact);
        view! {
            <td
                class="number"
                data-system=system.clone()
                data-measure=column.measure.to_string()
                data-relevance=relevance.to_string()
                data-value=words::exact(delta)
            >
                {delta.map_or_else(|| "n/a".into(), words::signed)}
            </td>
        }
    });
    let deltas = deltas.collect_view();
    view! {
        <tr>
            <th scope="row">{row.title.clone()}</th>
            <td>{row.by.clone()}</td>
            <td class="number">{words::count(row.query_rows.len())}</td>
            {overlaps}
            {deltas}
        </tr>
    }
    .into_any()
}

/// The mean share of the exact first `k` that the other ranking finds; `None` where nothing was
/// found.
fn overlap(row: &Both, k: usize) -> Option<f64> {
    let share = |query: &u32| overlap_at(row.exact.hits(*query), row.coded.hits(*query), k);
    let shares = row.query_rows.iter().map(share);
    Mean::of(shares).map(|mean| mean.mean)
}
