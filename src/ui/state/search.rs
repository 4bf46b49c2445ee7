//! The search on Explore: from the address to hits.

use super::address::Address;
use super::choice::{Choice, SearchKey};
use super::filtered::Filtered;
use super::lists::Lists;
use super::own_judged::OwnJudged;
use super::own_pictures::OwnPictures;
use super::view::Asked;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::PictureFilter;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;
use rankscope_messages::{Request, Response, Timings};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub key: SearchKey,
    /// In order, and more than are shown.
    pub hits: Vec<Hit>,
    pub timings: Timings,
    /// Whether the whole gallery was searched: no more hits follow.
    pub last: bool,
}

#[derive(Clone, Copy)]
pub struct Search {
    /// The resolved address; `None` until the lists are loaded, and the judgements by the chosen definition.
    pub choice: Memo<Option<Choice>>,
    /// The same, before the judgements are loaded.
    pub outline: Memo<Option<Choice>>,
    pub key: Memo<Option<SearchKey>>,
    /// The current search, or the last one.
    pub task: Task<Arc<Found>>,
    /// Its hits, partial ones included; `None` if it failed.
    pub found: Memo<Option<Arc<Found>>>,
    pub is_running: Memo<bool>,
    /// Loads what the first search needs, while the judgements arrive.
    pub preparation: Task<()>,
    engine: Engine,
}

impl Search {
    pub fn new(
        address: Address,
        lists: Lists,
        engine: Engine,
        own: OwnPictures,
        own_judged: RwSignal<Option<Arc<OwnJudged>>>,
        filtered: Filtered,
    ) -> Self {
        let pictures = Memo::new(move |_| address.state.with(|state| state.pictures.clone()));
        // Checks every picture, so not again for each query.
        let pictures = Memo::new(move |_| {
            let words = pictures.get();
            if words.is_none() && filtered.words.with(Option::is_none) {
                return None;
            }
            let filter =
                PictureFilter::new(&*lists.outline()?, words.as_deref().unwrap_or_default());
            Some(Arc::new(match filtered.met() {
                Some(met) => filter.among(&met.rows, &met.terms),
                None => filter,
            }))
        });
        let own_picture = Memo::new(move |_| match address.state.with(|s| s.asked.clone()) {
            Some(Asked::Picture(number)) => own.get(number),
            _ => None,
        });
        let outline = Memo::new(move |_| {
            // What the address may name grows with the judgements.
            let _ = lists.ready();
            let dataset = lists.outline()?;
            let own = own_picture.get();
            let own_judged = own_judged.get();
            let choice = |state: &_| Choice::new(dataset, state, pictures.get(), own, own_judged);
            Some(address.state.with(choice))
        });
        let choice = Memo::new(move |_| {
            lists.answerable()?;
            outline.get()
        });
        let key = Memo::new(move |_| {
            // Not all pictures, until it is known which.
            if filtered.is_awaited() {
                return None;
            }
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
        let preparation = Task::new();
        let search = Self { choice, outline, key, task, found, is_running, preparation, engine };
        // The depth of a search depends on the judgements; the files that it reads do not.
        let wanted = Memo::new(move |_| {
            if lists.answerable().is_some() || address.page.get() != Page::Explore {
                return None;
            }
            let device = address.state.with(|state| state.device);
            outline.with(|choice| {
                let choice = choice.as_ref()?;
                // The page itself answers for runs and fused systems.
                choice.system.as_ref().filter(|system| !system.gallery.is_empty())?;
                choice.key(device)?.preparation()
            })
        });
        Effect::new(move |_| {
            if let Some(request) = wanted.get() {
                search.prepare(request);
            }
        });
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

    /// A failure needs no message: the search loads the files again, and reports what is wrong.
    fn prepare(&self, request: Request) {
        let engine = self.engine;
        self.preparation.start(move |run| {
            let mut replies = engine.stream(request.clone());
            async move {
                while replies.next_reply(|progress| run.progress(progress)).await?.is_some() {}
                Ok(())
            }
        });
    }

    /// Cancels the search, and the loading of what it needs, which another search would wait for.
    pub fn cancel(&self) {
        self.preparation.cancel();
        self.task.cancel();
    }

    fn start(&self, key: Option<SearchKey>) {
        let Some(key) = key else { return self.task.reset() };
        let engine = self.engine;
        self.task.start_with(key, move |run, key| async move { hits_of(engine, key, &run).await });
    }
}

/// Searches with the engine, and publishes partial hits until it has searched the whole gallery.
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

/// Compares by pointer: lists are long, and every reply allocates a new one.
fn are_different(a: Option<&Option<Arc<Found>>>, b: Option<&Option<Arc<Found>>>) -> bool {
    let address = |found: Option<&Option<Arc<Found>>>| found.map(|f| f.as_ref().map(Arc::as_ptr));
    address(a) != address(b)
}
