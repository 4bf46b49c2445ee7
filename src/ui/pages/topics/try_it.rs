//! What a challenge asks, the button that tries it, and its progress.

use super::view::View;
use crate::ui::components::{
    cancellable, engine_progress, notice, progress_or, quiet_button, task_failed,
};
use crate::ui::engine_client::Module;
use crate::ui::state::challenges::{Attempt, Challenge};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::views::Page;

pub(super) fn try_it(view: View) -> AnyView {
    start_where_alone(view);
    view! {
        {move || view! { <p class="prose topics-about">{about(view.challenge())}</p> }}
        <div class="status-area">{move || status(view)}</div>
    }
    .into_any()
}

/// An address that shows one block alone has no button, so it starts at once.
fn start_where_alone(view: View) {
    let address = view.session.address;
    let block = Memo::new(move |_| {
        let embed = address.state.with(|state| state.embed.clone())?;
        embed.block(Page::Topics).ok().map(|block| block.name)
    });
    Effect::new(move |_| {
        let attempt = view.attempt.get();
        let mut wanted = match block.get() {
            Some("finding") => vec![(attempt.clone(), view.title(&attempt.system))],
            Some("systems") => all_attempts(&attempt, view),
            _ => return,
        };
        untrack(|| {
            let challenges = view.session.challenges;
            wanted.retain(|(attempt, _)| challenges.finding(attempt).is_none());
            if !wanted.is_empty() && view.lacks().is_none() {
                let (dataset, lists) = (view.dataset.get_value(), view.lists.get_value());
                challenges.start(&dataset, &lists, wanted);
            }
        });
    });
}

fn about(challenge: Challenge) -> &'static str {
    match challenge {
        Challenge::Recognition => {
            "Which pictures show a topic? For each topic a linear classifier (ridge regression on the system’s vectors, λ = 1) learns from three of every five pictures and ranks the others, measured by average precision."
        }
        Challenge::Propagation => {
            "Can neighbours’ tags tell a topic? Every picture is scored by the share of its nearest neighbours’ similarity that has one of the topic’s tags; its own tags do not count. The ranking of all pictures is measured by average precision."
        }
        Challenge::Suggestion => {
            "Which five tags should a picture have? Of the pictures that have one of the tags, every second gets those that its nearest neighbours among the others think most of. Counted: the pictures with at least one of their own tags among the five."
        }
    }
}

fn status(view: View) -> AnyView {
    if let Some(lacks) = view.lacks() {
        return notice(lacks);
    }
    let challenges = view.session.challenges;
    if challenges.work.is_running() {
        let line = move || {
            let module = view.session.engine.module.get();
            let progress = challenges.work.with(|state| state.progress().cloned());
            match (module, progress) {
                (Module::Loading { received, total }, _) => engine_progress(received, total),
                (_, progress) => progress_or("Computing", progress.as_ref(), "Starting …"),
            }
        };
        return cancellable(challenges.work, line.into_any());
    }
    let failure = view.failure().map(|failure| task_failed(challenges.work, &failure));
    let is_cancelled = challenges.work.with(|state| matches!(state, TaskState::Cancelled { .. }));
    let cancelled = is_cancelled.then(|| notice("Cancelled. What was computed before stays."));
    let attempt = view.attempt.get();
    let title = view.title(&attempt.system);
    let is_done = challenges.finding(&attempt).is_some();
    let all = all_attempts(&attempt, view);
    let n_left = all.iter().filter(|(attempt, _)| challenges.finding(attempt).is_none()).count();
    let start = move |attempts: Vec<(Attempt, String)>| {
        let (dataset, lists) = (view.dataset.get_value(), view.lists.get_value());
        challenges.start(&dataset, &lists, attempts);
    };
    let one = (!is_done).then(|| {
        let words = format!("Compute for {title}");
        let start = move |_| start(vec![(attempt.clone(), title.clone())]);
        view! { <button type="button" class="primary" on:click=start>{words}</button> }
    });
    let several = (n_left > usize::from(!is_done))
        .then(|| quiet_button("Compute all systems", move || start(all.clone())));
    view! { {failure} {cancelled} <div class="buttons">{one} {several}</div> }.into_any()
}

/// The attempt for every system.
pub(super) fn all_attempts(attempt: &Attempt, view: View) -> Vec<(Attempt, String)> {
    let of = |(id, title): (String, String)| (Attempt { system: id, ..attempt.clone() }, title);
    view.systems.get_value().into_iter().map(of).collect()
}
