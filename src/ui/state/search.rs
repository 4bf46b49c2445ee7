//! The one query that the Explore page shows: from the address to hits.

use super::address::Address;
use super::choice::{Choice, SearchKey};
use super::lists::Lists;
use crate::messages::{Response, Timings};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::PictureFilter;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;
use std::sync::Arc;

/// Hits and what they answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Which search it was.
    pub key: SearchKey,
    /// In order, deeper than what is shown.
    pub hits: Vec<Hit>,
    /// How long each stage took.
    pub timings: Timings,
    /// Whether all of the corpus was searched.
    pub last: bool,
}

/// The search as signals.
#[derive(Clone, Copy)]
pub struct Search {
    /// The address, understood; `None` until the lists are there.
    pub choice: Memo<Option<Choice>>,
    /// The search that the address asks for.
    pub key: Memo<Option<SearchKey>>,
    /// The search under way, or the last one.
    pub task: Task<Arc<Found>>,
    /// Its hits, also before it has finished; `None` where it failed.
    pub found: Memo<Option<Arc<Found>>>,
    /// Whether it is under way.
    pub is_running: Memo<bool>,
    engine: Engine,
}

impl Search {
    /// Searches whenever the address asks for something else.
    #[must_use]
    pub fn new(address: Address, lists: Lists, engine: Engine) -> Self {
        let pictures = Memo::new(move |_| address.state.with(|state| state.pictures.clone()));
        // It checks every picture: once for all queries.
        let pictures = Memo::new(move |_| {
            let words = pictures.get()?;
            Some(Arc::new(PictureFilter::new(&*lists.ready()?, &words)))
        });
        let choice = Memo::new(move |_| {
            let dataset = lists.ready()?;
            Some(address.state.with(|state| Choice::new(dataset, state, pictures.get())))
        });
        let key = Memo::new(move |_| {
            let device = address.state.with(|state| state.device);
            choice.with(|choice| choice.as_ref().and_then(|choice| choice.key(device)))
        });
        let task = Task::new();
        let found = Memo::new_with_compare(
            move |_| {
                task.with(|state| match state {
                    TaskState::Failed { .. } => None,
                    _ => state.value().cloned(),
                })
            },
            are_different,
        );
        let is_running = Memo::new(move |_| task.is_running());
        let search = Self { choice, key, task, found, is_running, engine };
        // A search waits until the Explore page is open.
        Effect::new(move |last: Option<Option<SearchKey>>| {
            let last = last.flatten();
            if address.page.get() != Page::Explore {
                return last;
            }
            let next = key.get();
            if next != last {
                search.start(next.clone());
            }
            next
        });
        search
    }

    fn start(&self, key: Option<SearchKey>) {
        let Some(key) = key else { return self.task.reset() };
        let engine = self.engine;
        self.task.start(move |run| {
            let key = key.clone();
            async move { hits_of(engine, key, &run).await }
        });
    }
}

/// Asks the engine; shows what it finds until it has searched everything.
async fn hits_of(
    engine: Engine,
    key: SearchKey,
    run: &Run<Arc<Found>>,
) -> Result<Arc<Found>, Ended> {
    let mut replies = engine.stream(key.request());
    while let Some(response) = replies.next_reply(|progress| run.progress(progress)).await? {
        let Response::Hits { hits, timings, last } = response else {
            return Err(unexpected(&response));
        };
        let found = Arc::new(Found { key: key.clone(), hits, timings, last });
        if last {
            return Ok(found);
        }
        run.partial(found);
    }
    Err(Ended::Cancelled)
}

/// By identity: hits are many, and every reply makes new ones.
fn are_different(a: Option<&Option<Arc<Found>>>, b: Option<&Option<Arc<Found>>>) -> bool {
    let address = |found: Option<&Option<Arc<Found>>>| found.map(|f| f.as_ref().map(Arc::as_ptr));
    address(a) != address(b)
}
