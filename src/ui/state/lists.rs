//! The lists of the open benchmark, loaded again when its URL changes.

use crate::messages::{Progress, ProgressUnit};
use crate::ui::dataset::load;
use crate::ui::fused::with_fused;
use crate::ui::task::{Ended, Task, TaskState};
use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rankscope_core::analysis::Dataset;
use std::rc::Rc;
use std::sync::Arc;

/// The lists as signals. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Lists {
    /// Loads them.
    pub task: Task<Arc<Dataset>>,
    ready: Memo<Option<Arc<Dataset>>>,
    /// Told when loading ends.
    waiting: StoredValue<Vec<oneshot::Sender<()>>>,
}

impl Lists {
    /// Loads the lists of the benchmark at `base_url`, and the imports of earlier visits; `fused` has the
    /// ids of fused systems, which it follows.
    #[must_use]
    pub fn new(base_url: Memo<String>, fused: Memo<String>) -> Self {
        let task: Task<Arc<Dataset>> = Task::new();
        let ready = Memo::new(move |_| task.value());
        Effect::new(move |_| {
            let url = base_url.get();
            task.start(move |run| {
                let url = url.clone();
                async move {
                    let dataset = load(url, Rc::new(move |progress| run.progress(progress))).await;
                    let dataset = Arc::new(dataset?);
                    let named = fused.get_untracked();
                    // Before they are shown: the address may choose one of them.
                    let dataset =
                        if named.is_empty() { dataset } else { with_fused(dataset, named).await };
                    Ok::<_, Ended>(dataset)
                }
            });
        });
        // Also when imports change: a fused system may have lost a part, or found one.
        Effect::new(move |last: Option<String>| {
            let named = fused.get();
            if let Some(dataset) = ready
                .get()
                .filter(|_| !named.is_empty() || last.is_some_and(|last| !last.is_empty()))
            {
                let named = named.clone();
                spawn_local(async move {
                    let with = with_fused(dataset.clone(), named).await;
                    // The lists may have changed meanwhile, which starts this again.
                    if !Arc::ptr_eq(&with, &dataset)
                        && ready.get_untracked().as_ref() == Some(&dataset)
                    {
                        task.finish_with(with);
                    }
                });
            }
            named
        });
        let waiting = StoredValue::new(Vec::<oneshot::Sender<()>>::new());
        Effect::new(move |_| {
            if !task.with(is_loading) {
                for waiter in waiting.try_update_value(std::mem::take).unwrap_or_default() {
                    // Ignored if it no longer waits.
                    let _ = waiter.send(());
                }
            }
        });
        Self { task, ready, waiting }
    }

    /// Waits until loading has ended, in success or failure.
    pub async fn settled(&self) {
        if self.task.with_untracked(is_loading) {
            let (waiter, told) = oneshot::channel();
            self.waiting.update_value(|waiting| waiting.push(waiter));
            // The sender goes away only with the page.
            let _ = told.await;
        }
    }

    /// The lists, once loaded; tracked.
    #[must_use]
    pub fn ready(&self) -> Option<Arc<Dataset>> {
        self.ready.get()
    }

    /// The progress of loading; `None` once it has ended.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        self.task.with(|state| match state {
            TaskState::Idle | TaskState::Running { progress: None, .. } => Some(starting()),
            TaskState::Running { progress, .. } => progress.clone(),
            _ => None,
        })
    }

    /// Replaces the lists by others of the same benchmark; those of another benchmark are ignored.
    pub fn replace(&self, dataset: Dataset) {
        let is_same =
            untrack(|| self.ready()).is_some_and(|ready| ready.base_url == dataset.base_url);
        if is_same {
            self.task.finish_with(Arc::new(dataset));
        }
    }
}

fn is_loading<T>(state: &TaskState<T>) -> bool {
    matches!(state, TaskState::Idle | TaskState::Running { .. })
}

fn starting() -> Progress {
    Progress { what: "benchmark.json".into(), done: 0, total: 0, unit: ProgressUnit::Bytes }
}
