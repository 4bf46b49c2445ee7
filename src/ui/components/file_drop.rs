//! Files dropped anywhere on a page.

use crate::ui::imports::{Dropped, dropped_from_transfer};
use gloo::timers::future::TimeoutFuture;
use leptos::ev;
use leptos::prelude::*;
use rankscope_messages::Failure;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, EventTarget, HtmlInputElement};

/// Browsers send `dragover` several times a second; after this time without one, the drag is over.
const STILL_MS: u32 = 1_000;

const VEIL: &str = "drop-veil";

thread_local! {
    static N_ACCEPTING: Cell<usize> = const { Cell::new(0) };
}

/// Accepts drops while the caller's view is open; `is_over` is true while files are dragged over
/// it.
pub fn accept_drops(
    is_over: RwSignal<bool>,
    take: impl Fn(Result<Vec<Dropped>, Failure>) + Copy + 'static,
) {
    N_ACCEPTING.set(N_ACCEPTING.get() + 1);
    on_cleanup(|| N_ACCEPTING.set(N_ACCEPTING.get().saturating_sub(1)));
    listen(is_over, || true, take);
}

pub fn accept_drops_elsewhere(
    is_over: RwSignal<bool>,
    take: impl Fn(Result<Vec<Dropped>, Failure>) + Copy + 'static,
) {
    listen(is_over, || N_ACCEPTING.get() == 0, take);
}

fn listen(
    is_over: RwSignal<bool>,
    is_mine: fn() -> bool,
    take: impl Fn(Result<Vec<Dropped>, Failure>) + Copy + 'static,
) {
    let has_files = move |ev: &DragEvent| {
        let types = ev.data_transfer().map(|transfer| transfer.types());
        is_mine() && types.is_some_and(|types| types.includes(&"Files".into(), 0))
    };
    let last_over_ms = StoredValue::new(0.0);
    let over = move |ev: DragEvent| {
        if !has_files(&ev) {
            return;
        }
        // Otherwise the browser would open the file instead of the page.
        ev.prevent_default();
        last_over_ms.set_value(js_sys::Date::now());
        if !is_over.get_untracked() {
            is_over.set(true);
            leptos::task::spawn_local(fade(is_over, last_over_ms));
        }
    };
    let leave = move |ev: DragEvent| {
        // `dragleave` fires for every element crossed. The veil covers them all, so that a drag that
        // leaves it leaves the window.
        if ev.target().is_some_and(|target| is_veil(&target)) {
            is_over.set(false);
        }
    };
    let drop = move |ev: DragEvent| {
        is_over.set(false);
        let Some(transfer) = ev.data_transfer().filter(|_| has_files(&ev)) else { return };
        ev.prevent_default();
        let files = dropped_from_transfer(&transfer);
        leptos::task::spawn_local(async move { take(files.await) });
    };
    // Whatever comes under a drag is asked by `dragenter` whether it takes it, and only then by `dragover`.
    let handles = [
        window_event_listener(ev::dragenter, over),
        window_event_listener(ev::dragover, over),
        window_event_listener(ev::dragleave, leave),
        window_event_listener(ev::drop, drop),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
}

/// Covers the page and takes the drop: a drop on an element that was just replaced would be lost.
pub fn drop_veil(is_over: RwSignal<bool>, words: &'static str) -> AnyView {
    view! {
        <p class=VEIL aria-hidden="true" hidden=move || !is_over.get()>
            <span>{words}</span>
        </p>
    }
    .into_any()
}

/// A file input that looks like a button: the label handles clicks, the input handles keys.
pub fn file_button(label: impl IntoAny, input: AnyView, id: &'static str) -> AnyView {
    view! {
        <span class="file-button">
            {input}
            <label for=id>{label.into_any()}</label>
        </span>
    }
    .into_any()
}

/// What a file input does with the chosen files.
pub fn on_files(take: impl Fn(web_sys::FileList) + Clone + 'static) -> impl Fn(ev::Event) + Clone {
    move |ev| {
        let input = ev.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(files) = input.files().filter(|files| files.length() > 0) {
            take(files);
        }
        // So that choosing the same file again fires an event.
        input.set_value("");
    }
}

fn is_veil(target: &EventTarget) -> bool {
    target.dyn_ref::<Element>().is_some_and(|element| element.class_list().contains(VEIL))
}

/// Ends a drag that no event ended, for example after Escape.
async fn fade(is_over: RwSignal<bool>, last_over_ms: StoredValue<f64>) {
    loop {
        TimeoutFuture::new(STILL_MS / 2).await;
        // The visitor may have left the page.
        let (Some(true), Some(last)) = (is_over.try_get_untracked(), last_over_ms.try_get_value())
        else {
            return;
        };
        if js_sys::Date::now() - last > f64::from(STILL_MS) {
            let _ = is_over.try_set(false);
            return;
        }
    }
}
