//! What commands say on standard error while they work: progress, notes and warnings.

use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;

/// A progress bar of `len` units, hidden where standard error is not a terminal.
pub(crate) fn progress_bar(len: usize, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(len as u64).with_message(unit.to_owned());
    match ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What was done, or is about to be.
pub(crate) fn note(message: impl Display) {
    eprintln!("{message}");
}

/// Something that the user should know, although the command continues.
pub(crate) fn warn(message: impl Display) {
    eprintln!("warning: {message}");
}

/// Why the command failed, with all causes.
pub(crate) fn error(error: &anyhow::Error) {
    eprintln!("error: {error:#}");
}
