//! The direction that is measured: its picker, the lists it needs, and how it is computed.

use super::loading::{judgements_status, lists_loading};
use crate::ui::components::{board_status, options, picker, task_failed};
use crate::ui::state::Session;
use crate::ui::state::board::Board;
use crate::ui::state::reverse::Direction;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use std::sync::Arc;

pub(super) fn chosen_direction(session: Session) -> Memo<Direction> {
    Memo::new(move |_| session.address.state.with(Direction::of))
}

pub(super) fn direction_picker(session: Session) -> AnyView {
    let directions = options(Direction::ALL.map(|(_, name, title)| (name, title)));
    let current = Memo::new(move |_| {
        let chosen = session.address.state.with(Direction::of);
        let named = Direction::ALL.iter().find(|(direction, ..)| *direction == chosen);
        named.map_or_else(String::new, |(_, name, _)| (*name).to_string())
    });
    picker("Direction", directions, current, move |name| {
        session.address.change(|state| state.direction = (name != "t2i").then_some(name));
    })
}

/// Nothing for text → image, the usual direction.
pub(super) fn direction_note(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let direction = chosen_direction(session);
    let texts = match dataset.own.has_caption_vectors() {
        true => "the benchmark’s captions",
        false => "the benchmark’s queries",
    };
    let words = move || {
        let to_texts = format!(
            "Image → text: every image with a relevant text is a query, and {texts} are ranked by \
             the same scores. A text is relevant if the image is relevant to it, unless the benchmark \
             has judgements from images to texts."
        );
        match direction.get() {
            Direction::ToImages => None,
            Direction::ToTexts => Some(to_texts),
            Direction::Mean => Some(format!(
                "Each value is the mean of two means: over the queries (text → image) and over the \
                 images (image → text), each with weight one half. {to_texts} Splits and facets are \
                 the queries’."
            )),
        }
    };
    (move || words().map(|words| view! { <p class="prose direction-note">{words}</p> })).into_any()
}

/// Ranks the wanted systems without a click, and shows the progress.
pub(super) fn computing(
    session: Session,
    dataset: &Arc<Dataset>,
    board: Board,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    let for_start = dataset.clone();
    // Again for other measures. In an effect, since a view must not write to signals.
    Effect::new(move |was_judged: Option<bool>| {
        session.measures.track();
        let wanted = wanted.get();
        // Once the judgements are there, it computes what it shows, unless the visitor has cancelled.
        let is_judged = session.dataset().is_some();
        let has_arrived = is_judged && was_judged == Some(false);
        if !(has_arrived && board.is_cancelled()) {
            untrack(|| board.want(&for_start, &wanted));
        }
        is_judged
    });
    let dataset = dataset.clone();
    let status = move || {
        // Workers load the judgements themselves.
        let is_computing = board.task.is_running() && session.lists.unjudged_because().is_none();
        let awaited = if is_computing { None } else { judgements_status(session) };
        awaited.unwrap_or_else(|| board_status(session.engine.module, board, &dataset, wanted))
    };
    status.into_any()
}

/// Without the progress, which changes all the time.
#[derive(Clone, PartialEq)]
enum Stage {
    Loading,
    Failed,
    Ready(Arc<Dataset>),
}

/// Shows `page` once the lists from images to texts are loaded; until then the progress or the error.
pub(super) fn with_reversed(
    session: Session,
    dataset: &Arc<Dataset>,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    let lists = session.reverse.lists;
    let (dataset, base_url) = (dataset.clone(), dataset.base_url.clone());
    // In an effect, since a view must not write to signals.
    Effect::new(move |_| {
        if session.dataset().is_some() {
            session.reverse.want(&dataset);
        }
    });
    let stage = Memo::new(move |_| {
        lists.with(|state| match state {
            // Not another benchmark's, which it has until the effect runs.
            TaskState::Done(reversed) if reversed.base_url != base_url => Stage::Loading,
            TaskState::Done(reversed) => Stage::Ready(reversed.clone()),
            TaskState::Failed { .. } => Stage::Failed,
            _ => Stage::Loading,
        })
    });
    let view = move || match stage.get() {
        Stage::Ready(reversed) => page(reversed),
        Stage::Failed => lists
            .with(|state| state.failure().cloned())
            .map(|failure| task_failed(lists, &failure))
            .into_any(),
        // The judgements are turned round with the texts.
        Stage::Loading => judgements_status(session).unwrap_or_else(|| {
            lists_loading("Loading the texts", move || {
                lists.with(|state| state.progress().cloned())
            })
        }),
    };
    view.into_any()
}
