//! The list that has the opened value: one that the page shows, or one that the engine is asked for.

use crate::ui::engine_client::unexpected;
use crate::ui::state::Session;
use crate::ui::state::parts::{Part, at_once};
use crate::ui::state::search::Found;
use crate::ui::state::shown::Shown;
use crate::ui::state::shown_apart::shown;
use crate::ui::task::{Ended, Task};
use leptos::prelude::*;
use rankscope_address::choice::{Choice, SearchKey};
use rankscope_address::opened_value::OpenedValue;
use rankscope_core::views::Page;
use rankscope_messages::Response;
use std::sync::Arc;

#[derive(Clone, PartialEq)]
pub(super) enum Listed {
    Nothing,
    /// Why there is no such value.
    Unknown(String),
    Waiting,
    There(OpenedValue, Arc<Shown>),
}

/// With the task that asks the engine.
pub(super) fn listed(session: Session) -> (Memo<Listed>, Task<Arc<Found>>) {
    let named = Memo::new(move |_| {
        let text = session.address.state.with(|state| state.opened.clone())?;
        Some(OpenedValue::parse(&text).ok_or(text))
    });
    let on_page = Memo::new(move |_| {
        let named = named.get()?.ok()?;
        own_list(session, &named)
    });
    // `Err` says what the benchmark does not have.
    let choice = Memo::new(move |_| {
        let named = named.get()?.ok().filter(|_| on_page.with(Option::is_none))?;
        // Once all is judged: other pages show all definitions.
        session.dataset()?;
        let outline = session.search.outline.get()?;
        Some(outline.of_value(&named))
    });
    let device = move || session.address.state.with(|state| state.device);
    let key = Memo::new(move |_| choice.with(|own| own.as_ref()?.as_ref().ok()?.key(device())));
    let task: Task<Arc<Found>> = Task::new();
    Effect::new(move |_| match key.get() {
        None => task.reset(),
        Some(key) => task.start_with(key, move |_, key| found(session, key)),
    });
    let list = Memo::new(move |_| match named.get() {
        None => Listed::Nothing,
        Some(Err(text)) => Listed::Unknown(format!(
            "The address opens “{text}”, which is not a measure of a system. Open a value on the page \
             instead."
        )),
        Some(Ok(named)) => {
            if let Some(shown) = on_page.get() {
                return Listed::There(named, shown);
            }
            match choice.get() {
                Some(Err(what)) => Listed::Unknown(format!(
                    "The address opens a value of {what}, which this benchmark does not have."
                )),
                Some(Ok(choice)) if key.with(Option::is_none) => Listed::Unknown(format!(
                    "{} cannot rank pictures for this query, so there is no value.",
                    choice.system.map(|own| own.title).unwrap_or_default()
                )),
                Some(Ok(choice)) => there(session, task, choice)
                    .map_or(Listed::Waiting, |shown| Listed::There(named, shown)),
                None => Listed::Waiting,
            }
        }
    });
    (list, task)
}

/// The main list or one next to it, if it has the measure.
fn own_list(session: Session, named: &OpenedValue) -> Option<Arc<Shown>> {
    if session.address.page.get() != Page::Explore || named.query.is_some() {
        return None;
    }
    let is_its = |shown: &Arc<Shown>| {
        let is_of = shown.choice.system.as_ref().is_some_and(|own| own.id == named.system);
        let measures = shown.judged.iter().flat_map(|judged| &judged.measures);
        is_of && measures.into_iter().any(|own| own.measure == named.measure)
    };
    let beside = || {
        let lanes = session.compared.lanes;
        lanes
            .with(|all| all.iter().filter_map(|lane| lane.shown()).find(|own| is_its(own)).cloned())
    };
    session.shown.get().filter(is_its).or_else(beside)
}

fn there(session: Session, task: Task<Arc<Found>>, choice: Choice) -> Option<Arc<Shown>> {
    let found = task.value()?;
    session.parts.of(Part::Results).value()?;
    let k = session.address.state.with(|state| state.k);
    at_once(shown(choice, found, k, None)).map(Arc::new)
}

async fn found(session: Session, key: SearchKey) -> Result<Arc<Found>, Ended> {
    match session.engine.ask(key.request()).await? {
        Response::Hits { hits, timings, last } => Ok(Arc::new(Found { key, hits, timings, last })),
        response => Err(unexpected(&response)),
    }
}
