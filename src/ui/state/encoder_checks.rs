//! The self-checks of the text encoders: one of them, or all in turn.

use crate::messages::{EncoderCheck, Failure, Progress, ProgressUnit, Request, Response};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task};
use leptos::prelude::*;
use std::collections::HashMap;

/// An encoder's place in a batch of self-checks, or what came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// Others come first.
    Waiting,
    /// On its way.
    Running,
    /// It was checked.
    Done(Checked),
    /// It failed.
    Failed(Failure),
}

/// What came of a self-check.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// A line for each stored text.
    pub lines: Vec<EncoderCheck>,
    /// The lowest cosine with which it passes.
    pub needed: f64,
}

impl Checked {
    /// The lowest cosine of all texts; `None` where there are none, or one is no number.
    #[must_use]
    pub fn lowest(&self) -> Option<f64> {
        let cosines = self.lines.iter().map(|line| line.cosine);
        cosines.reduce(f64::min).filter(|_| self.lines.iter().all(|line| !line.cosine.is_nan()))
    }

    /// Whether all texts have the stored tokens and a vector that is close enough.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.lines.iter().all(|line| line.same_tokens)
            && self.lowest().is_some_and(|lowest| lowest >= self.needed)
    }
}

/// The self-checks of a visit. Cheap to copy.
#[derive(Clone, Copy)]
pub struct EncoderChecks {
    /// By encoder.
    pub by_encoder: RwSignal<HashMap<String, Check>>,
    /// The encoders that were asked for together, in order.
    pub batch: RwSignal<Vec<String>>,
    /// The batch under way. Its progress counts encoders, and names the id of the one at work.
    pub task: Task<()>,
    engine: Engine,
}

impl EncoderChecks {
    /// Nothing was checked yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self {
            by_encoder: RwSignal::new(HashMap::new()),
            batch: RwSignal::new(Vec::new()),
            task: Task::new(),
            engine,
        }
    }

    /// How an encoder's check goes; `None` where it was not asked for.
    #[must_use]
    pub fn of(&self, encoder: &str) -> Option<Check> {
        self.by_encoder.with(|all| all.get(encoder).cloned())
    }

    /// Whether a check is under way.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.task.is_running()
    }

    /// Encodes the check texts of these encoders on this device, one encoder after another.
    pub fn check(&self, encoders: Vec<String>) {
        self.stop();
        self.by_encoder.update(|all| {
            all.extend(encoders.iter().map(|encoder| (encoder.clone(), Check::Waiting)));
        });
        self.batch.set(encoders.clone());
        let checks = *self;
        self.task.start(move |run| {
            let encoders = encoders.clone();
            async move { checks.check_all(&encoders, &run).await }
        });
    }

    /// Checks no further; what is done stays.
    pub fn stop(&self) {
        self.task.cancel();
        self.drop_unfinished();
    }

    /// Forgets all: the device or the benchmark is another one.
    pub fn forget(&self) {
        self.task.reset();
        self.batch.set(Vec::new());
        self.by_encoder.update(HashMap::clear);
    }

    async fn check_all(&self, encoders: &[String], run: &Run<()>) -> Result<(), Ended> {
        for (done, encoder) in encoders.iter().enumerate() {
            let (done, total) = (done as u64, encoders.len() as u64);
            let unit = ProgressUnit::Encoders;
            run.progress(Progress { what: encoder.clone(), done, total, unit });
            self.set(encoder, Check::Running);
            let check = match self.checked(encoder).await {
                Ok(checked) => Check::Done(checked),
                Err(Ended::Failed(failure)) => Check::Failed(failure),
                // With the worker that would have answered.
                Err(Ended::Cancelled) => {
                    self.drop_unfinished();
                    return Err(Ended::Cancelled);
                }
            };
            self.set(encoder, check);
        }
        Ok(())
    }

    async fn checked(&self, encoder: &str) -> Result<Checked, Ended> {
        match self.engine.ask(Request::CheckEncoder { encoder: encoder.to_string() }).await? {
            Response::EncoderChecked { checks, needed } => Ok(Checked { lines: checks, needed }),
            response => Err(unexpected(&response)),
        }
    }

    fn drop_unfinished(&self) {
        self.by_encoder.update(|all| {
            all.retain(|_, check| !matches!(check, Check::Waiting | Check::Running));
        });
    }

    fn set(&self, encoder: &str, check: Check) {
        self.by_encoder.update(|all| {
            all.insert(encoder.to_string(), check);
        });
    }
}
