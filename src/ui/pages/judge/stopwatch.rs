//! How long a person looked at a picture: not while the page is hidden.

use crate::page_tr;
use crate::ui::task::now_ms;
use leptos::prelude::*;

#[derive(Clone, Copy)]
pub(super) struct Stopwatch {
    /// `None` while it stands.
    since: StoredValue<Option<f64>>,
    gathered: StoredValue<f64>,
}

impl Stopwatch {
    pub(super) fn started() -> Self {
        let watch =
            Self { since: StoredValue::new(Some(now_ms())), gathered: StoredValue::new(0.0) };
        let listener = window_event_listener_untyped("visibilitychange", move |_| {
            if document().hidden() {
                watch.gathered.set_value(watch.read());
                watch.since.set_value(None);
            } else {
                watch.since.set_value(Some(now_ms()));
            }
        });
        on_cleanup(move || listener.remove());
        watch
    }

    fn read(self) -> f64 {
        let since = self.since.get_value().map_or(0.0, |since| now_ms() - since);
        self.gathered.get_value() + since.max(0.0)
    }

    /// The milliseconds since the last lap.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a time since the page was opened"
    )]
    pub(super) fn lap(self) -> u64 {
        let ms = self.read().round() as u64;
        self.gathered.set_value(0.0);
        self.since.update_value(|since| *since = since.map(|_| now_ms()));
        ms
    }
}

const MINUTE_MS: u64 = 60_000;

pub(super) fn minutes(ms: u64) -> String {
    match ms / MINUTE_MS {
        0 => page_tr!("less than a minute"),
        n => page_tr!("{n} min", n),
    }
}
