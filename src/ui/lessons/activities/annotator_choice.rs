//! Choose the systems that annotate; all systems are ranked by the pooled judgements.

use super::activity;
use super::annotator_table::outcome;
use crate::tr;
use crate::ui::components::{board_status, notice, quiet_button_unless, skeleton_chart};
use crate::ui::language::number;
use crate::ui::lessons::live::{all_systems, column, title_of};
use crate::ui::pages::with_dataset;
use crate::ui::state::Session;
use crate::ui::state::pooled_scores::{
    MAX_ANNOTATORS, PooledEvaluation, PooledScore, PooledScores,
};
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, SystemValues, ids_with_queries, split_ids};
use rankscope_core::chart::places_from_top;
use rankscope_core::statistics::kendall_tau_b;
use std::sync::Arc;

/// The annotators of Fieldbook's definition `verified`. Its judgements were made before vectors were
/// rounded to bytes, so a few near ties broke differently.
const SHIPPED: [&str; 5] = ["small", "dim16", "pairs10k", "noisy", "triplet-semi-hard"];
/// In the address: no system is chosen.
const NOBODY: &str = "-";
const MEASURE: &str = "eccv:mAP@R";

pub(in crate::ui::lessons) fn is_shipped_annotator(id: &str) -> bool {
    SHIPPED.contains(&id)
}

fn chosen_of(session: Session, dataset: &Dataset) -> Vec<String> {
    let wanted: Vec<String> = session.address.state.with(|state| match state.pick.as_deref() {
        None => SHIPPED.map(String::from).to_vec(),
        Some(NOBODY) => Vec::new(),
        Some(ids) => split_ids(ids).map(String::from).collect(),
    });
    let known = ids_with_queries(dataset).into_iter();
    known.filter(|id| wanted.contains(id)).take(MAX_ANNOTATORS).collect()
}

/// The benchmark's default definition, and its mAP@R column on the board.
fn truth_of(session: Session, dataset: &Dataset) -> Option<(usize, usize)> {
    let all = &dataset.manifest.relevance;
    let definition = all.iter().position(|definition| definition.default).unwrap_or(0);
    Some((definition, column(session, MEASURE, &all.get(definition)?.id)?))
}

fn choose(session: Session, chosen: &[String]) {
    let pick = if chosen.is_empty() { NOBODY.to_string() } else { chosen.join(",") };
    session.address.adjust(|state| state.pick = Some(pick));
}

pub(in crate::ui::lessons) fn choose_annotators(session: Session) -> AnyView {
    with_dataset(session, move |dataset| annotators(session, &dataset))
}

fn annotators(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let wanted = ids_with_queries(dataset);
    if wanted.len() < 2 {
        return notice(tr!(
            "There is nothing to choose from: this benchmark has fewer than two systems with stored query vectors."
        ));
    }
    let for_start = (dataset.clone(), wanted.clone());
    Effect::new(move |_| untrack(|| session.board.want(&for_start.0, &for_start.1)));
    let for_chosen = dataset.clone();
    let chosen = Memo::new(move |_| chosen_of(session, &for_chosen));
    compute(session, dataset, chosen);
    let wanted = Signal::stored(wanted);
    let for_status = dataset.clone();
    let status = move || board_status(session.engine.module, session.board, &for_status, wanted);
    let pooled = session.lessons.pooled;
    let result = move || match pooled.get() {
        _ if chosen.with(Vec::is_empty) => {
            notice(tr!("There are no annotators, so nothing is relevant. Choose a system."))
        }
        Some(pooled) => outcome(session, &pooled),
        None => skeleton_chart(),
    };
    let body = view! {
        {choices(session, dataset, chosen)}
        <div class="status-area">{status}</div>
        {result}
    };
    activity("annotators-title", tr!("Which systems annotate?"), body)
}

/// Recomputes one system at a time; a new choice replaces the computation in progress.
fn compute(session: Session, dataset: &Arc<Dataset>, chosen: Memo<Vec<String>>) {
    let task: Task<()> = Task::new();
    let dataset = dataset.clone();
    Effect::new(move |_| {
        let (chosen, systems) = (chosen.get(), all_systems(session));
        let truth = truth_of(session, &dataset);
        let (Some(systems), Some((definition, column)), Ok(measure)) =
            (systems, truth, MEASURE.parse())
        else {
            session.lessons.pooled.set(None);
            return task.reset();
        };
        if chosen.is_empty() {
            return task.reset();
        }
        let dataset = dataset.clone();
        task.start(move |_| {
            let (dataset, systems, chosen) = (dataset.clone(), systems.clone(), chosen.clone());
            async move {
                pause().await;
                let mut evaluation =
                    PooledEvaluation::new(&dataset, systems, &chosen, definition, measure, column);
                while evaluation.next_system() {
                    pause().await;
                }
                session.lessons.pooled.set(Some(Arc::new(evaluation.finished())));
                Ok(())
            }
        });
    });
}

fn choices(session: Session, dataset: &Arc<Dataset>, chosen: Memo<Vec<String>>) -> AnyView {
    let boxes = ids_with_queries(dataset).into_iter().map(|id| {
        let for_box = id.clone();
        let is_on = Memo::new(move |_| chosen.with(|all| all.contains(&for_box)));
        let title = title_of(session, &id);
        let toggle = move |_| {
            let mut all = chosen.get_untracked();
            match all.iter().position(|other| *other == id) {
                Some(index) => drop(all.remove(index)),
                None => all.push(id.clone()),
            }
            choose(session, &all);
        };
        view! {
            <label class="check">
                <input type="checkbox" prop:checked=is_on on:change=toggle />
                {title}
            </label>
        }
    });
    let boxes = boxes.collect_view();
    // By the truth, best first; `None` until all systems are computed.
    let for_ranked = dataset.clone();
    let ranked = Memo::new(move |_| {
        let systems = all_systems(session)?;
        let truth = truth_of(session, &for_ranked)?.1;
        let mean = |system: &SystemValues| system.mean(truth).map_or(f64::NAN, |mean| mean.mean);
        let means: Vec<f64> = systems.iter().map(|system| mean(system)).collect();
        let ids = systems.iter().map(|system| system.system.clone());
        let mut placed: Vec<(usize, String)> =
            places_from_top(&means).into_iter().zip(ids).collect();
        placed.sort_unstable();
        Some(placed.into_iter().map(|(_, id)| id).collect::<Vec<String>>())
    });
    let preset = |label: String, of: fn(Vec<String>) -> Vec<String>| {
        quiet_button_unless(
            move || ranked.with(Option::is_none),
            label,
            move || {
                if let Some(ranked) = ranked.get_untracked() {
                    choose(session, &of(ranked));
                }
            },
        )
    };
    view! {
        <fieldset class="checks">
            <legend>{tr!("Systems whose top five pictures are checked")}</legend>
            {boxes}
        </fieldset>
        <div class="buttons">
            {preset(tr!("Select the five of “Verified”"), |_| SHIPPED.map(String::from).to_vec())}
            {preset(tr!("Select the best three"), |ranked| ranked.into_iter().take(3).collect())}
            {preset(tr!("Select the weakest three"), |ranked| ranked.into_iter().rev().take(3).collect())}
            {preset(tr!("Select all"), |ranked| ranked)}
        </div>
    }
    .into_any()
}

/// `None` while it is being computed.
fn current(session: Session) -> Option<Arc<PooledScores>> {
    let chosen = chosen_of(session, &*session.dataset()?);
    session.lessons.pooled.get().filter(|pooled| pooled.annotators == chosen)
}

pub(in crate::ui::lessons) fn bias_verdict(session: Session) -> Option<String> {
    if session.address.state.with(|state| state.pick.as_deref() == Some(NOBODY)) {
        return Some(tr!(
            "There are no annotators: nothing is relevant, so no system can be ranked."
        ));
    }
    let pooled = current(session)?;
    Some(format!("{} {}", coverage(&pooled), movement(&pooled)?))
}

pub(in crate::ui::lessons) fn alone_verdict(session: Session) -> Option<String> {
    let verdict = bias_verdict(session)?;
    let Some(pooled) = current(session) else { return Some(verdict) };
    let [id] = pooled.annotators.as_slice() else { return Some(verdict) };
    let row = pooled.rows.iter().find(|row| row.system == *id)?;
    let alone = tr!(
        "By the truth, {system} ranks {rank} of {n}. As the only annotator, it ranks {rank_alone}.",
        system = title_of(session, id),
        rank = row.place_by_truth + 1,
        n = pooled.rows.len(),
        rank_alone = row.place_by_pool + 1,
    );
    Some(format!("{alone} {}", coverage(&pooled)))
}

fn coverage(pooled: &PooledScores) -> String {
    let share = 100.0 * pooled.n_in_pool as f64 / pooled.n_relevant.max(1) as f64;
    tr!(
        "The pool contains {n} of {n_relevant} relevant pictures ({share}).",
        n = pooled.n_in_pool,
        n_relevant = pooled.n_relevant,
        share = number(&format!("{share:.1}%")),
    )
}

fn movement(pooled: &PooledScores) -> Option<String> {
    let of = |read: fn(&PooledScore) -> f64| pooled.rows.iter().map(read).collect::<Vec<f64>>();
    let tau = kendall_tau_b(&of(|row| row.by_truth), &of(|row| row.by_pool))?.tau_b;
    let n_moved = pooled.rows.iter().filter(|row| row.place_by_truth != row.place_by_pool).count();
    let gain = |is_annotator: bool| {
        let rows = pooled.rows.iter().filter(|row| row.is_annotator == is_annotator);
        let gains = rows.map(|row| row.place_by_truth as f64 - row.place_by_pool as f64);
        let gains: Vec<f64> = gains.collect();
        (!gains.is_empty()).then(|| gains.iter().sum::<f64>() / gains.len() as f64)
    };
    let moved = tr!(
        "{n_moved} of {n} {n?system|systems} change rank, and τ-b between the two rankings is {tau}.",
        n_moved,
        n = pooled.rows.len(),
        tau = number(&format!("{tau:.2}")),
    );
    let Some((annotators, others)) = gain(true).zip(gain(false)) else { return Some(moved) };
    let one = |by: f64| number(&format!("{:.1}", by.abs()));
    let of_annotators = match annotators {
        by if by.abs() < 0.05 => tr!("On average, the annotators stay where they are."),
        by if by > 0.0 => tr!("On average, the annotators rise by {by} ranks.", by = one(by)),
        by => tr!("On average, the annotators fall by {by} ranks.", by = one(by)),
    };
    let of_others = match others {
        by if by.abs() < 0.05 => tr!("The others stay where they are."),
        by if by > 0.0 => tr!("The others rise by {by} ranks.", by = one(by)),
        by => tr!("The others fall by {by} ranks.", by = one(by)),
    };
    Some(format!("{moved} {of_annotators} {of_others}"))
}
