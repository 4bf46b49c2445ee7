//! The pictures that meet the conditions in the address on what they carry.

use super::address::Address;
use super::carried_files::CarriedFiles;
use super::lists::Lists;
use crate::ui::carried::filter;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::CarriedFilter;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Filtered {
    pub words: Memo<Option<String>>,
    pub task: Task<Arc<CarriedFilter>>,
    met: Memo<Option<Arc<CarriedFilter>>>,
}

impl Filtered {
    pub(super) fn new(address: Address, lists: Lists, files: CarriedFiles) -> Self {
        let words = Memo::new(move |_| address.state.with(|state| state.carries.clone()));
        let task: Task<Arc<CarriedFilter>> = Task::new();
        Effect::new(move |_| {
            let Some(words) = words.get() else { return task.reset() };
            // Its images are those of the benchmark, whatever is imported.
            let Some(dataset) = lists.ready() else { return };
            task.start_with((words, dataset), move |run, (words, dataset)| async move {
                let show = Rc::new(move |progress| run.progress(progress));
                let files = files.all(&dataset, show).await?;
                Ok::<_, Ended>(Arc::new(filter(words, dataset, files).await?))
            });
        });
        let met = Memo::new(move |_| {
            let wanted = words.get()?;
            task.with(|state| match state {
                TaskState::Done(met) if met.words == wanted => Some(met.clone()),
                _ => None,
            })
        });
        Self { words, task, met }
    }

    /// `None` without conditions, and until they are looked up.
    pub fn met(&self) -> Option<Arc<CarriedFilter>> {
        self.met.get()
    }

    /// Whether there are conditions that are not looked up yet.
    pub fn is_awaited(&self) -> bool {
        self.words.with(Option::is_some) && self.met.with(Option::is_none)
    }
}
