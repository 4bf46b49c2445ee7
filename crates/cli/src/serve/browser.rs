//! Opens the system's browser.

use crate::reporter;
use std::{env, thread};

/// Opens an address in the browser: `$BROWSER`, or the one that the system prefers. Returns at once,
/// since some systems wait until the browser ends. Without a browser a note says so, and the address
/// was printed anyway.
pub(super) fn open(address: String) {
    let opening = move || {
        let opened = match env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
            Some(browser) => open::with(&address, browser.to_string_lossy()),
            None => open::that(&address),
        };
        if let Err(error) = opened {
            reporter::note(format_args!(
                "no browser was opened ({error}): open {address} yourself"
            ));
        }
    };
    // Only convenience is lost if no thread can be had.
    let _ = thread::Builder::new().spawn(opening);
}
