//! What commands say on standard error while they work: progress, notes and warnings.

use crate::terminal::{
    causes::with_causes,
    shown::{shown, shown_in_line},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt::Display,
    io::{self, Write},
    sync::atomic::{AtomicBool, Ordering},
};

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Hides progress and notes from now on.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// A progress bar of `len` units, hidden where standard error is not a terminal, or if quiet.
pub fn progress_bar(len: usize, unit: &str) -> ProgressBar {
    if is_quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(len as u64).with_message(shown_in_line(unit).into_owned());
    match ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Says what was done or is about to be, unless quiet.
pub fn note(message: impl Display) {
    if !is_quiet() {
        say(&message.to_string());
    }
}

/// Says what the user should know, although the command continues.
pub(crate) fn warn(message: impl Display) {
    say(&format!("warning: {message}"));
}

pub fn error(error: &anyhow::Error) {
    say(&format!("error: {}", with_causes(error)));
}

/// Ignores a full or closed standard error: the exit status still tells the outcome.
fn say(message: &str) {
    drop(writeln!(io::stderr().lock(), "{}", shown(message)));
}
