//! The self-checks of the text encoders: one of them, or all in turn.

use super::engine_client::{Answer, Engine};
use crate::messages::{EncoderCheck, Failure, Request, RequestId, Response};
use leptos::prelude::*;
use std::collections::HashMap;

/// How an encoder's self-check goes.
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
    /// The request under way, and the encoder that it checks.
    running: RwSignal<Option<(RequestId, String)>>,
    engine: Engine,
}

impl EncoderChecks {
    /// Nothing was checked yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self {
            by_encoder: RwSignal::new(HashMap::new()),
            batch: RwSignal::new(Vec::new()),
            running: RwSignal::new(None),
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
        self.running.with(Option::is_some)
    }

    /// Encodes the check texts of these encoders on this device, one encoder after another.
    pub fn check(&self, encoders: Vec<String>) {
        self.stop();
        self.by_encoder.update(|all| {
            all.extend(encoders.iter().map(|encoder| (encoder.clone(), Check::Waiting)));
        });
        self.batch.set(encoders);
        self.next();
    }

    /// Checks no further; what is done stays.
    pub fn stop(&self) {
        if let Some((id, _)) = self.running.get_untracked() {
            self.running.set(None);
            self.engine.cancel(id);
        }
        self.by_encoder.update(|all| {
            all.retain(|_, check| !matches!(check, Check::Waiting | Check::Running));
        });
    }

    /// Forgets all: the device or the benchmark is another one.
    pub fn forget(&self) {
        self.stop();
        self.batch.set(Vec::new());
        self.by_encoder.update(HashMap::clear);
    }

    fn next(&self) {
        let is_waiting = |id: &&String| untrack(|| self.of(id.as_str())) == Some(Check::Waiting);
        let next = self.batch.with_untracked(|batch| batch.iter().find(is_waiting).cloned());
        let Some(encoder) = next else { return self.running.set(None) };
        self.set(&encoder, Check::Running);
        let (checks, own) = (*self, encoder.clone());
        let request = Request::CheckEncoder { encoder: encoder.clone() };
        let id = self.engine.request(request, move |answer| {
            match answer {
                Answer::Response(Response::EncoderChecked { checks: lines, needed }) => {
                    checks.set(&own, Check::Done(Checked { lines, needed }));
                }
                Answer::Response(_) => return,
                Answer::Failed(failure) => checks.set(&own, Check::Failed(failure)),
                // With the worker that would have answered.
                Answer::Cancelled => {
                    checks.running.set(None);
                    return checks.stop();
                }
            }
            checks.next();
        });
        self.running.set(Some((id, encoder)));
    }

    fn set(&self, encoder: &str, check: Check) {
        self.by_encoder.update(|all| {
            all.insert(encoder.to_string(), check);
        });
    }
}
