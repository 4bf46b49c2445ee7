//! The progress of a training, on standard error.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use rankscope_cli::reporter;
use rankscope_train::Progress;
use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// Between lines of progress, where no terminal shows a bar.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// A bar on a terminal; elsewhere an occasional line.
pub(super) struct TrainingReporter {
    bar: ProgressBar,
    id: String,
    last_line: Cell<Instant>,
}

impl TrainingReporter {
    pub(super) fn new(id: &str) -> Result<Self> {
        let bar = if reporter::is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let bar = bar.with_prefix(id.to_owned());
        bar.set_style(ProgressStyle::with_template("{prefix:20} {bar:24} {pos}/{len} {msg}")?);
        Ok(Self { bar, id: id.to_owned(), last_line: Cell::new(Instant::now()) })
    }

    pub(super) fn show(&self, progress: &Progress) {
        let Progress { step, n_steps, loss, pairs_per_second, seconds_left, .. } = progress;
        let message =
            format!("loss {loss:.3}, {pairs_per_second:.0} pairs/s, {seconds_left:.0} s left");
        if !self.bar.is_hidden() {
            self.bar.set_length(*n_steps as u64);
            self.bar.set_position(*step as u64);
            self.bar.set_message(message);
        } else if self.last_line.get().elapsed() > LINE_EVERY {
            reporter::note(format_args!("{}: {step} of {n_steps}, {message}", self.id));
            self.last_line.set(Instant::now());
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
