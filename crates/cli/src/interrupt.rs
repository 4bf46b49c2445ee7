//! Ctrl-C: an unfinished folder is removed before the program ends, and training writes a
//! checkpoint first.

use std::path::PathBuf;

/// From now on an interrupt removes the folder and ends the program. Where signals cannot be
/// caught, the folder stays, under a name that says what it was.
#[cfg(unix)]
pub(crate) fn remove_when_interrupted(folder: PathBuf) {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };
    use std::{thread, time::Duration};

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        // The build is still writing; the next attempt removes what it adds meanwhile.
        for _ in 0..20 {
            if std::fs::remove_dir_all(&folder).is_ok() || !folder.exists() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // The status that a shell reports for a program that a signal ended.
        std::process::exit(128 + signal);
    });
}

#[cfg(not(unix))]
pub(crate) fn remove_when_interrupted(_folder: PathBuf) {}

/// A flag that an interrupt sets. A second interrupt ends the program at once.
#[cfg(all(unix, feature = "train"))]
pub(crate) fn interrupted_flag() -> std::io::Result<std::sync::Arc<std::sync::atomic::AtomicBool>> {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        flag,
    };
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, flag.clone())?;
        flag::register(signal, flag.clone())?;
    }
    Ok(flag)
}

#[cfg(all(not(unix), feature = "train"))]
pub(crate) fn interrupted_flag() -> std::io::Result<std::sync::Arc<std::sync::atomic::AtomicBool>> {
    Ok(std::sync::Arc::default())
}
