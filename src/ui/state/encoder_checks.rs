//! Self-checks of the text encoders: one of them, or all in turn.

use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task};
use leptos::prelude::*;
use rankscope_messages::{EncoderCheck, Failure, ProgressUnit, Request, Response};
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    Waiting,
    Running,
    Done(Checked),
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    pub lines: Vec<EncoderCheck>,
    pub needed: f64,
}

impl Checked {
    /// The lowest cosine of all texts; `None` if there are no texts, or a cosine is NaN.
    pub fn lowest(&self) -> Option<f64> {
        let cosines = self.lines.iter().map(|line| line.cosine);
        cosines.reduce(f64::min).filter(|_| self.lines.iter().all(|line| !line.cosine.is_nan()))
    }

    pub fn agrees(&self) -> bool {
        self.lines.iter().all(|line| line.same_tokens)
            && self.lowest().is_some_and(|lowest| lowest >= self.needed)
    }
}

#[derive(Clone, Copy)]
pub struct EncoderChecks {
    pub by_encoder: RwSignal<HashMap<String, Check>>,
    /// The ids of the encoders in the latest batch, in order.
    pub batch: RwSignal<Vec<String>>,
    /// The current batch. Its progress counts encoders and names the current one by id.
    pub task: Task<()>,
    engine: Engine,
}

impl EncoderChecks {
    pub fn new(engine: Engine) -> Self {
        let (by_encoder, batch) = (RwSignal::default(), RwSignal::default());
        Self { by_encoder, batch, task: Task::new(), engine }
    }

    pub fn of(&self, encoder: &str) -> Option<Check> {
        self.by_encoder.with(|all| all.get(encoder).cloned())
    }

    pub fn is_running(&self) -> bool {
        self.task.is_running()
    }

    pub fn check(&self, encoders: Vec<String>) {
        self.stop();
        self.by_encoder.update(|all| {
            all.extend(encoders.iter().map(|encoder| (encoder.clone(), Check::Waiting)));
        });
        self.batch.set(encoders.clone());
        let checks = *self;
        self.task.start_with(encoders, move |run, encoders| async move {
            checks.check_all(&encoders, &run).await
        });
    }

    pub fn stop(&self) {
        self.task.cancel();
        self.drop_unfinished();
    }

    /// Discards all checks: for a change of device or benchmark.
    pub fn forget(&self) {
        self.task.reset();
        self.batch.set(Vec::new());
        self.by_encoder.update(HashMap::clear);
    }

    async fn check_all(&self, encoders: &[String], run: &Run<()>) -> Result<(), Ended> {
        for (done, encoder) in encoders.iter().enumerate() {
            run.count(encoder, done, encoders.len(), ProgressUnit::Encoders);
            self.set(encoder, Check::Running);
            let check = match self.checked(encoder).await {
                Ok(checked) => Check::Done(checked),
                Err(Ended::Failed(failure)) => Check::Failed(failure),
                // The worker was replaced.
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
