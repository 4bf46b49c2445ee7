//! The lists of the open benchmark: first queries and images, with which stored values can be
//! shown, then the judgements of the chosen definition, with which Explore answers, then the
//! others, which would be in its way on a slow line.

use crate::ui::dataset::{Told, load, load_judgements};
use crate::ui::derived::with_derived;
use crate::ui::engine_client::Engine;
use crate::ui::state::first_files::{Fetcher, FirstFiles};
use crate::ui::state::list_parts::ListParts;
use crate::ui::task::{Ended, Run, Task, TaskState, pause};
use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rankscope_core::analysis::{Dataset, JudgedDefinitions};
use rankscope_core::benchmark::Manifest;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Lists {
    pub task: Task<Arc<Dataset>>,
    judgements: Task<()>,
    outline: Memo<Option<Arc<Dataset>>>,
    answerable: Memo<Option<Answerable>>,
    ready: Memo<Option<Arc<Dataset>>>,
    /// Whether the other definitions' judgements wait for an answer.
    is_answering: RwSignal<bool>,
    waiting: StoredValue<Vec<oneshot::Sender<()>>>,
    /// The benchmark of which all image lists are wanted, however long they are.
    wanted: RwSignal<Option<String>>,
    base_url: Memo<String>,
    /// Files of the image lists, for a benchmark of which only some are loaded.
    pub parts: ListParts,
}

impl Lists {
    /// `fused` has the ids of fused systems, which the lists follow. Very long image lists are all
    /// loaded once `needs_all` has been true. `relevance` is the id of the chosen definition, if
    /// one is named, and `is_own` whether Explore is asked what no definition judges.
    pub fn new(
        base_url: Memo<String>,
        fused: Memo<String>,
        (relevance, is_own): (Memo<Option<String>>, Memo<bool>),
        needs_all: Memo<bool>,
        (engine, files): (Engine, FirstFiles),
    ) -> Self {
        let task: Task<Arc<Dataset>> = Task::new();
        let wanted = RwSignal::new(None);
        let wants_all = move || {
            let is_wanted = base_url.with(|url| wanted.with(|own| own.as_ref() == Some(url)));
            is_wanted || needs_all.get()
        };
        let outline = Memo::new(move |_| task.value());
        let manifest = StoredValue::new(String::new());
        let start = move || {
            let (url, all) = untrack(|| (base_url.get(), wants_all()));
            task.start_with(url, move |run, url| async move {
                let show = shown(run, files);
                let expect = Rc::new(move |manifest: &Manifest| files.expect(manifest));
                let loaded = load(url, all, Told { show, expect }).await?;
                manifest.try_set_value(loaded.manifest);
                let dataset = Arc::new(loaded.dataset);
                let named = fused.get_untracked();
                // Before they are shown: the address may choose one of them.
                let dataset =
                    if named.is_empty() { dataset } else { with_derived(dataset, named).await };
                Ok::<_, Ended>(dataset)
            });
        };
        Effect::new(move |_| {
            base_url.track();
            start();
        });
        // Once all are wanted, they stay.
        Effect::new(move |_| {
            let url = base_url.get();
            if needs_all.get() && wanted.with_untracked(|own| own.as_ref() != Some(&url)) {
                wanted.set(Some(url));
            }
        });
        Effect::new(move |was_due: Option<bool>| {
            let is_partial = |dataset: &Option<Arc<Dataset>>| {
                dataset.as_ref().is_some_and(|dataset| dataset.is_partly_listed())
            };
            let is_due = wants_all() && outline.with(is_partial);
            if is_due && was_due != Some(true) {
                start();
            }
            is_due
        });
        // Also when imports change: a fused system may have lost a part, or found one.
        Effect::new(move |last: Option<String>| {
            let named = fused.get();
            if let Some(dataset) = outline
                .get()
                .filter(|_| !named.is_empty() || last.is_some_and(|last| !last.is_empty()))
            {
                let named = named.clone();
                spawn_local(async move {
                    let with = with_derived(dataset.clone(), named).await;
                    // The lists may have changed meanwhile, which starts this again.
                    if !Arc::ptr_eq(&with, &dataset)
                        && outline.get_untracked().as_ref() == Some(&dataset)
                    {
                        task.finish_with(with);
                    }
                });
            }
            named
        });
        let is_answering = RwSignal::new(true);
        let JudgedLists { task: judgements, answerable, ready } =
            judged(outline, (manifest, files), (relevance, is_own), is_answering);
        let waiting = StoredValue::new(Vec::<oneshot::Sender<()>>::new());
        Effect::new(move |_| {
            if !task.with(is_loading) {
                for waiter in waiting.try_update_value(std::mem::take).unwrap_or_default() {
                    // Ignored if it no longer waits.
                    let _ = waiter.send(());
                }
            }
        });
        let parts = ListParts::new(engine);
        Self {
            task,
            judgements,
            outline,
            answerable,
            ready,
            is_answering,
            waiting,
            wanted,
            base_url,
            parts,
        }
    }

    /// Loads all image lists, however long they are, and the judgements then.
    pub fn want_all(&self) {
        self.wanted.set(Some(self.base_url.get_untracked()));
    }

    /// Waits until loading all but the judgements has ended, and loads all image lists.
    pub async fn settled(&self) {
        if untrack(|| self.outline()).is_some_and(|dataset| dataset.is_partly_listed()) {
            self.want_all();
            // Effects run after this turn.
            pause().await;
        }
        if self.task.with_untracked(is_loading) {
            let (waiter, told) = oneshot::channel();
            self.waiting.update_value(|waiting| waiting.push(waiter));
            // The sender goes away only with the page.
            let _ = told.await;
        }
    }

    /// The lists, once all but the judgements are loaded; tracked.
    pub fn outline(&self) -> Option<Arc<Dataset>> {
        self.outline.get()
    }

    /// Once all are loaded but the judgements of definitions that are not chosen, or where no definition
    /// judges what is asked, all judgements; tracked.
    pub fn answerable(&self) -> Option<Arc<Dataset>> {
        self.answerable.get().map(|(dataset, _)| dataset)
    }

    /// Until Explore has answered, only what its answer needs is fetched.
    pub fn set_answering(&self, is_answering: bool) {
        if self.is_answering.get_untracked() != is_answering {
            self.is_answering.set(is_answering);
        }
    }

    /// Tracked.
    pub fn is_answering(&self) -> bool {
        self.is_answering.get()
    }

    /// The lists, once all are loaded; tracked.
    pub fn ready(&self) -> Option<Arc<Dataset>> {
        self.ready.get()
    }

    /// The progress of loading; `None` once it has ended.
    pub fn progress(&self) -> Option<Progress> {
        self.task.with(|state| match state {
            TaskState::Idle | TaskState::Running { progress: None, .. } => {
                Some(starting("benchmark.json"))
            }
            TaskState::Running { progress, .. } => progress.clone(),
            TaskState::Done(_) => self.judgements.with(|state| match state {
                TaskState::Running { progress, .. } => {
                    Some(progress.clone().unwrap_or_else(|| starting("relevance")))
                }
                _ => None,
            }),
            _ => None,
        })
    }

    /// Tracked.
    pub fn unjudged_because(&self) -> Option<Failure> {
        self.judgements.with(|state| state.failure().cloned())
    }

    pub fn load_judgements_again(&self) {
        self.judgements.retry();
    }

    /// Replaces the lists by others of the same benchmark; those of another benchmark are ignored.
    pub fn replace(&self, dataset: Dataset) {
        let is_same =
            untrack(|| self.outline()).is_some_and(|known| known.base_url == dataset.base_url);
        if is_same {
            self.task.finish_with(Arc::new(dataset));
        }
    }
}

/// The lists, and whether they have the chosen definition's judgements, so that who reads them learns of it.
type Answerable = (Arc<Dataset>, bool);

struct JudgedLists {
    task: Task<()>,
    answerable: Memo<Option<Answerable>>,
    ready: Memo<Option<Arc<Dataset>>>,
}

fn judged(
    outline: Memo<Option<Arc<Dataset>>>,
    (manifest, files): (StoredValue<String>, FirstFiles),
    (relevance, is_own): (Memo<Option<String>>, Memo<bool>),
    is_answering: RwSignal<bool>,
) -> JudgedLists {
    let task: Task<()> = Task::new();
    let n_loaded = RwSignal::new(0_u32);
    let chosen_of =
        move |dataset: &Dataset| relevance.with(|id| dataset.definition_or_usual(id.as_deref()));
    Effect::new(move |last: Option<Option<(JudgedDefinitions, Range<usize>)>>| {
        let last = last.flatten();
        n_loaded.track();
        let Some(dataset) = outline.get() else {
            task.reset();
            return None;
        };
        let chosen = chosen_of(&dataset);
        // None where the benchmark has no definitions, or where the chosen one is the visitor's.
        let needs_chosen =
            chosen < dataset.own.relevance.len() && dataset.relevance.get(chosen).is_none();
        let waits = is_own.get() || !needs_chosen;
        let wanted = match needs_chosen {
            _ if waits && is_answering.get() => return last,
            true => chosen..chosen + 1,
            false => 0..dataset.own.relevance.len(),
        };
        let next = Some((dataset.relevance.clone(), wanted.clone()));
        // Under way, done, or failed: the visitor may try again. Imports change the lists, and not the
        // benchmark's judgements.
        let is_begun = last.is_some_and(|(judged, begun)| {
            judged.are_of_same(&dataset.relevance) && begun == wanted
        });
        if is_begun {
            return next;
        }
        task.start_with((dataset, wanted), move |run, (dataset, wanted)| {
            let (manifest, show) = (manifest.get_value(), shown(run, files));
            async move {
                load_judgements(dataset, wanted, Some(manifest), show).await?;
                n_loaded.try_update(|n| *n += 1);
                Ok::<_, Ended>(())
            }
        });
        next
    });
    let answerable = Memo::new(move |_| {
        n_loaded.track();
        let dataset = outline.get()?;
        let chosen = chosen_of(&dataset);
        let is_judged =
            chosen >= dataset.own.relevance.len() || dataset.relevance.get(chosen).is_some();
        (is_judged || is_own.get()).then_some((dataset, is_judged))
    });
    let ready = Memo::new(move |_| {
        n_loaded.track();
        outline.get().filter(|dataset| dataset.is_judged())
    });
    JudgedLists { task, answerable, ready }
}

fn shown<T: Send + Sync + 'static>(run: Run<T>, files: FirstFiles) -> Rc<dyn Fn(Progress)> {
    Rc::new(move |progress| {
        files.arrived(Fetcher::Page, &progress);
        run.progress(progress);
    })
}

fn is_loading<T>(state: &TaskState<T>) -> bool {
    matches!(state, TaskState::Idle | TaskState::Running { .. })
}

fn starting(what: &str) -> Progress {
    Progress { what: what.into(), done: 0, total: 0, unit: ProgressUnit::Bytes }
}
