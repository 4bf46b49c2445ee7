//! Ctrl-C, SIGTERM and SIGHUP: unfinished work is removed before the program ends, and training writes a
//! checkpoint first. A second signal ends the program at once.

use rankscope_publish::{PublishError, Stage};

/// Makes a stage that a signal removes before it ends the program. Once the stage is published, the first
/// signal changes nothing, since the command is all but done. Where signals cannot be caught, a stage
/// stays until the next run removes it.
pub(crate) fn watched(
    make: impl FnOnce() -> Result<Stage, PublishError>,
) -> Result<Stage, PublishError> {
    #[cfg(unix)]
    return signals::watched(make);
    #[cfg(not(unix))]
    return make();
}

/// From now on a signal ends the program at once, whatever was published: for commands that then serve.
pub(crate) fn nothing_to_remove() {
    #[cfg(unix)]
    signals::nothing_to_remove();
}

/// A flag that a signal sets.
pub fn interrupted_flag() -> std::io::Result<std::sync::Arc<std::sync::atomic::AtomicBool>> {
    #[cfg(unix)]
    return signals::flag();
    #[cfg(not(unix))]
    return Ok(std::sync::Arc::default());
}

#[cfg(unix)]
mod signals {
    use rankscope_publish::{Abandoner, PublishError, Stage};
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag,
        iterator::Signals,
    };
    use std::{
        fs, io, process,
        sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, atomic::AtomicBool},
        thread,
    };

    static CURRENT: Mutex<Option<Abandoner>> = Mutex::new(None);

    pub(crate) fn watched(
        make: impl FnOnce() -> Result<Stage, PublishError>,
    ) -> Result<Stage, PublishError> {
        static IS_WATCHED: OnceLock<bool> = OnceLock::new();
        IS_WATCHED.get_or_init(|| watch().is_ok());
        // A signal waits until the stage is made, and then removes it.
        let mut current = current();
        let stage = make()?;
        *current = Some(stage.abandoner());
        Ok(stage)
    }

    pub(crate) fn nothing_to_remove() {
        *current() = None;
    }

    fn current() -> MutexGuard<'static, Option<Abandoner>> {
        CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for signals in a thread, which takes part in the stage's mutual exclusion, so that it never
    /// removes anything while the command writes or renames.
    fn watch() -> io::Result<()> {
        flag()?;
        let mut signals = Signals::new(caught())?;
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                // The status that a shell reports for a program that a signal ended.
                let end = || process::exit(128 + signal);
                let current = current();
                match &*current {
                    Some(stage) => stage.abandon(end),
                    None => end(),
                }
            }
        })?;
        Ok(())
    }

    /// The first signal sets the flag, the second ends the program at once.
    pub(crate) fn flag() -> io::Result<Arc<AtomicBool>> {
        let is_interrupted = Arc::new(AtomicBool::new(false));
        for signal in caught() {
            flag::register_conditional_shutdown(signal, 128 + signal, is_interrupted.clone())?;
            flag::register(signal, is_interrupted.clone())?;
        }
        Ok(is_interrupted)
    }

    /// The signals that end the program. `nohup` starts it with SIGHUP ignored, which stays so.
    fn caught() -> Vec<i32> {
        let mut signals = vec![SIGINT, SIGTERM];
        if !is_ignored(SIGHUP) {
            signals.push(SIGHUP);
        }
        signals
    }

    /// Whether the program was started with a signal ignored; `false` where /proc does not tell.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
