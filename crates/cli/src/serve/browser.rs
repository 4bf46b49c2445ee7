//! Opens the system's browser.

use crate::reporter;
use std::thread;

/// Opens an address in the browser: `$BROWSER`, or the one that the system prefers. Returns at once,
/// since some systems wait until the browser ends. Without a browser a note says so, and the address
/// was printed anyway.
pub(super) fn open(address: String) {
    let opening = move || {
        if let Err(error) = opener::open_browser(&address) {
            reporter::note(format_args!(
                "no browser was opened ({error}): open {address} yourself"
            ));
        }
    };
    // Only convenience is lost if no thread can be had.
    let _ = thread::Builder::new().spawn(opening);
}
