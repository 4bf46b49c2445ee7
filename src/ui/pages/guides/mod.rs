//! Guides: pictures of what a query says search in its place, and their lists are fused. After Needle.

mod controls;
mod found;
mod own_guides;
mod pictures;
mod studies;
mod summary;
mod trust;
mod view;

use super::with_dataset;
use crate::ui::components::{
    cancellable, engine_progress, notice, progress_or, query_box, said, start_pictures,
    task_cancelled, task_failed,
};
use crate::ui::engine_client::Module;
use crate::ui::state::Session;
use crate::ui::state::guides::Guide;
use crate::ui::state::view::Asked;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, named_query};
use rankscope_core::views::Page;
use std::sync::Arc;
use view::View;

pub(super) fn guides_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| guides(session, &dataset));
    view! {
        <div class="page-head">
            <h1>"Guides"</h1>
        </div>
        <p class="prose">
            "A text is hard to compare with a picture; a picture is easy to compare with pictures. So the query is turned into pictures, several systems search with each, and the lists are fused (Needle: Erfanian, Dehghankar and Asudeh, 2024). Nothing leaves this browser."
        </p>
        {body}
    }
    .into_any()
}

fn guides(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let view = View::new(session, dataset);
    if view.known.with_untracked(Vec::is_empty) {
        return notice(
            "This benchmark has no system with vectors, so guides cannot be compared. A recipe defines \
             systems under [[systems]]; those whose encoders see pictures compare guides best.",
        );
    }
    view.work();
    let text = Signal::derive(move || {
        view.asked.with(|asked| asked.as_ref().map(|asked| asked.text.clone()))
    });
    let has_query = Memo::new(move |_| view.asked.with(Option::is_some));
    // Voters must not see which list is whose.
    let is_blind = Memo::new(move |_| studies::is_blind(session.address));
    view! {
        {query_box(Signal::derive(move || session.dataset()), text, session.address, ().into_any())}
        {controls::controls(view)}
        {move || unknown_settings(view)}
        {move || understood(view)}
        <div class="status-area">{move || status(view)}</div>
        {move || at_once(view)}
        {move || match (is_blind.get(), has_query.get()) {
            (true, _) => ().into_any(),
            (false, true) => {
                view! {
                    {pictures::pictures(view)}
                    {summary::summary(view)}
                    {found::found(view)}
                    {trust::trust(view)}
                }
                .into_any()
            }
            (false, false) => welcome(view),
        }}
        {studies::studies(view)}
    }
    .into_any()
}

fn welcome(view: View) -> AnyView {
    let session = view.session;
    let examples = view.dataset.with_value(|dataset| {
        let n = dataset.queries.len();
        let rows = [n / 9, n / 7, n / 4];
        let of = |row: &usize| dataset.queries.get(*row).map(|q| (q.id.clone(), q.text.clone()));
        rows.iter().filter_map(of).collect::<Vec<_>>()
    });
    let button = |(id, text): (String, String)| {
        let ask = move |_| session.address.ask(Some(Asked::Stored(id.clone())));
        view! { <button type="button" class="example" on:click=ask>{text}</button> }
    };
    let ways = match examples.is_empty() {
        true => "Type a query above.",
        false => "Type a query above, or try one of the benchmark’s:",
    };
    view! {
        <section class="welcome" aria-label="Start">
            <h2>"Ask, and see the pictures that search for you"</h2>
            <p>{ways}</p>
            <div class="buttons">{examples.into_iter().map(button).collect_view()}</div>
            {view.dataset.with_value(|dataset| starts(session, dataset))}
        </section>
    }
    .into_any()
}

/// A picture with a caption becomes a guide of what the caption says.
fn starts(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let pictures = start_pictures(dataset, |row, image, picture| {
        let text = image.caption.trim().to_string();
        let stored = named_query(&dataset.queries, &text).map(|query| query.id.clone());
        let asked = match stored {
            _ if text.is_empty() => return None,
            Some(id) => Asked::Stored(id),
            None => Asked::Words(text.clone()),
        };
        let href = move || {
            let asked = asked.clone();
            session.address.href_with(Page::Guides, |state| state.asked = Some(asked))
        };
        let guide = Guide::of_image(row, image.clone());
        let take = move |_| session.guides.take_for(&text, guide.clone());
        Some(view! { <a href=href on:click=take>{picture}</a> }.into_any())
    });
    match pictures {
        Some(pictures) => {
            let lead = "Or start from a picture: what its caption says is asked, and the picture is one of \
                        the guides.";
            view! { <p>{lead}</p> {pictures} }.into_any()
        }
        None => {
            let words = "This benchmark has no small pictures with captions to start from.";
            view! { <p class="prose">{words}</p> }.into_any()
        }
    }
}

fn unknown_settings(view: View) -> Option<AnyView> {
    let unread = view.unread.get();
    (!unread.is_empty()).then(|| {
        notice(format!("The address has settings that cannot be read: {}.", unread.join(", ")))
    })
}

/// What was read of the text, and what was not.
fn understood(view: View) -> Option<AnyView> {
    let Some(read) = view.guides.read.get() else {
        // Its place, so that nothing moves when it comes.
        let is_awaited = view.asked.with(Option::is_some);
        return is_awaited.then(|| view! { <div class="guide-read"></div> }.into_any());
    };
    let known = match read.statements.len() {
        0 => "None of it was understood, so only Memory can make guides, or you.".to_string(),
        _ => format!("Understood: {}.", read.statements.join(" · ")),
    };
    let unknown = (!read.unknown.is_empty()).then(|| {
        view! { <p class="guide-unknown">{format!("Not understood: {}.", read.unknown.join(", "))}</p> }
    });
    let taken = view.guides.taken_from.get().map(|(text, cosine)| {
        let is_same =
            view.asked.with(|asked| asked.as_ref().is_some_and(|asked| asked.text == text));
        let words = match is_same {
            true => "Its guides were kept from an earlier search.".to_string(),
            false => {
                format!("The guides are those of “{text}”, an earlier query (cosine {cosine:.3}).")
            }
        };
        view! { <p class="guide-taken">{words}</p> }
    });
    Some(view! { <div class="guide-read"><p>{known}</p> {unknown} {taken}</div> }.into_any())
}

fn at_once(view: View) -> Option<AnyView> {
    let hardness = view.guides.hardness;
    let predicted = hardness.predicted.get().filter(|_| hardness.is_at_once.get())?;
    let gamma = view.plan.with(|plan| plan.choice.gamma)?;
    let anyway = move |_| {
        hardness.is_forced.set(true);
        view.guides.work.retry();
    };
    let words = format!("Answered by the text alone: predicted {predicted:.3}, and γ is {gamma}.");
    let view = view! {
        <div class="buttons guide-at-once">
            {said(words)}
            <button type="button" on:click=anyway>"Search with guides anyway"</button>
        </div>
    };
    Some(view.into_any())
}

fn status(view: View) -> Option<AnyView> {
    let work = view.guides.work;
    if !view.is_in_order.get() && view.asked.with(Option::is_some) {
        return Some(said("Reading what every system is worth …"));
    }
    match work.get() {
        TaskState::Running { progress, .. } => {
            let line = match view.session.engine.module.get() {
                Module::Loading { received, total } => engine_progress(received, total),
                _ => progress_or("Searching with guides", progress.as_ref(), "Starting …"),
            };
            Some(cancellable(work, line))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(work, &failure)),
        TaskState::Cancelled { .. } => {
            Some(task_cancelled(work, "Cancelled. What was found so far is shown.", "Go on"))
        }
        TaskState::Idle => None,
        TaskState::Done(()) => summary::timings(view),
    }
}
