//! Whether the window is as narrow as a phone.

use leptos::ev;
use leptos::prelude::*;

/// The same width as in the style sheets.
const PHONE: &str = "(max-width: 39.99rem)";

pub(super) fn is_narrow() -> Memo<bool> {
    let now = || window().match_media(PHONE).ok().flatten().is_some_and(|own| own.matches());
    let is_narrow = RwSignal::new(now());
    let listener = window_event_listener(ev::resize, move |_| is_narrow.set(now()));
    on_cleanup(move || listener.remove());
    Memo::new(move |_| is_narrow.get())
}
