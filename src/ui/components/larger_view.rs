//! A larger view of a list's pictures in a dialog: the original where there is one, and its size.

use super::dialog::Dialog;
use super::picture::{caption_of, url_of};
use super::quiet_button::quiet_button;
use crate::page_tr;
use crate::ui::picture_url::Picture;
use crate::ui::state::address::resolved;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::{Image, is_address};
use std::borrow::Cow;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlImageElement;

const TITLE: &str = "larger-title";
/// The longest side of a picture that is shown enlarged, pixel by pixel.
const TINY: u32 = 128;

#[derive(Clone)]
struct Pictures {
    dataset: Arc<Dataset>,
    rows: Arc<[u32]>,
    name: &'static str,
}

#[derive(Clone, Copy)]
pub struct LargerView {
    dialog: Dialog,
    pictures: StoredValue<Option<Pictures>>,
    place: RwSignal<usize>,
}

impl LargerView {
    pub fn closed() -> Self {
        let dialog = Dialog::new("larger-view", TITLE);
        Self { dialog, pictures: StoredValue::new(None), place: RwSignal::new(0) }
    }

    /// `rows` are the pictures of a list; the callback opens the one at a place.
    pub fn opener(
        self,
        dataset: &Arc<Dataset>,
        rows: Vec<u32>,
        name: &'static str,
    ) -> impl Fn(usize) -> Callback<()> + use<> {
        let pictures = Pictures { dataset: dataset.clone(), rows: rows.into(), name };
        move |place| {
            let pictures = pictures.clone();
            Callback::new(move |()| {
                self.pictures.set_value(Some(pictures.clone()));
                self.place.set(place);
                self.dialog.open();
            })
        }
    }

    pub fn view(self) -> AnyView {
        self.dialog.view(move || self.content())
    }

    fn content(self) -> AnyView {
        let Some(pictures) = self.pictures.get_value() else { return ().into_any() };
        let (n, name) = (pictures.rows.len(), pictures.name);
        let step = move |by: usize| self.place.update(|place| *place = (*place + by) % n.max(1));
        let on_key = move |ev: web_sys::KeyboardEvent| {
            let by = match ev.key().as_str() {
                "ArrowRight" => 1,
                "ArrowLeft" => n - 1,
                _ => return,
            };
            ev.prevent_default();
            step(by);
        };
        let steps = (n > 1).then(|| {
            view! {
                {quiet_button(page_tr!("← Previous"), move || step(n - 1))}
                {quiet_button(page_tr!("Next →"), move || step(1))}
            }
        });
        view! {
            <div class="larger" on:keydown=on_key>
                <div class="larger-head">
                    <h2 id=TITLE>
                        {move || format!("{name} {} of {n}", self.place.get() + 1)}
                    </h2>
                    <div class="buttons">
                        {steps}
                        <button type="button" class="quiet" autofocus on:click=move |_| self.dialog.close()>
                            {page_tr!("Close")}
                        </button>
                    </div>
                </div>
                {move || {
                    let row = pictures.rows.get(self.place.get()).copied().unwrap_or_default();
                    let image = pictures.dataset.image(row).map(Cow::into_owned).unwrap_or_default();
                    one(&image, &pictures.dataset.base_url)
                }}
            </div>
        }
        .into_any()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Drawn,
    Copy,
    Whole,
}

#[derive(Clone, Copy, PartialEq)]
enum Loaded {
    Waiting,
    /// Its width and height in pixels.
    There(u32, u32),
    Failed,
}

fn one(image: &Image, base_url: &str) -> AnyView {
    let own = Picture::of(image, base_url);
    let kind = match own {
        Some(Picture::Drawn(_)) => Kind::Drawn,
        _ if image.original.is_some() => Kind::Copy,
        _ => Kind::Whole,
    };
    let is_drawn = kind == Kind::Drawn;
    let shown = url_of(own, RwSignal::new(false));
    // What the benchmark has besides its small copy: an address, or the path of a file of its author.
    let stated = image.original.clone();
    let original = stated.clone().filter(|own| is_address(own)).map(|own| resolved(&own, base_url));
    let (small, whole) = (RwSignal::new(Loaded::Waiting), RwSignal::new(Loaded::Waiting));
    let caption = caption_of(image);
    let is_whole = Signal::derive(move || matches!(whole.get(), Loaded::There(..)));
    // The small copy is shown until the original has loaded.
    let words = caption.clone();
    let first = move || shown.get().map(|url| loading(url, (words.clone(), kind), small, is_whole));
    let is_awaited = Signal::derive(move || !is_whole.get());
    let second =
        original.clone().map(|url| loading(url, (caption.clone(), Kind::Whole), whole, is_awaited));
    let has_original = original.is_some();
    let facts = move || {
        let state = if is_whole.get() { whole } else { small };
        let size = match state.get() {
            _ if is_drawn => "A drawn scene, sharp at any size".to_string(),
            Loaded::There(width, height) => {
                format!(
                    "{} × {} pixels",
                    words::count(width as usize),
                    words::count(height as usize)
                )
            }
            Loaded::Waiting => page_tr!("Loading …"),
            Loaded::Failed => page_tr!("The picture is not available"),
        };
        match (has_original, whole.get()) {
            (false, _) | (true, Loaded::There(..)) => size,
            (true, Loaded::Waiting) => {
                page_tr!("{size}, a small copy; the original is loading …", size)
            }
            (true, Loaded::Failed) => {
                page_tr!("{size}, a small copy: the original did not load", size)
            }
        }
    };
    let link = move || match (original.clone(), &stated) {
        (Some(url), _) => Some(link(url, page_tr!("Open the original"))),
        (None, Some(path)) => {
            let path = path.clone();
            Some(view! { <span>{page_tr!("A small copy of {path}", path)}</span> }.into_any())
        }
        (None, None) if !is_drawn => shown.get().map(|url| link(url, page_tr!("Open the picture"))),
        (None, None) => None,
    };
    view! {
        <div class="larger-stage">{first} {second}</div>
        <p class="larger-caption" dir="auto" role="status">{caption}</p>
        <p class="larger-facts">
            <span>{facts}</span>
            {link}
        </p>
    }
    .into_any()
}

fn loading(
    url: String,
    (caption, kind): (String, Kind),
    state: RwSignal<Loaded>,
    is_hidden: Signal<bool>,
) -> AnyView {
    let loaded = move |ev: web_sys::Event| {
        let element = ev.target().and_then(|own| own.dyn_into::<HtmlImageElement>().ok());
        if let Some(own) = element {
            state.set(Loaded::There(own.natural_width(), own.natural_height()));
        }
    };
    let own = move || match state.get() {
        Loaded::There(width, height) => (width, f64::from(width) / f64::from(height.max(1))),
        _ => (0, 1.0),
    };
    let is_tiny = move || match state.get() {
        Loaded::There(width, height) => width.max(height) <= TINY && kind != Kind::Drawn,
        _ => false,
    };
    view! {
        <img
            src=url
            alt=caption
            referrerpolicy="no-referrer"
            hidden=is_hidden
            class:drawn=kind == Kind::Drawn
            class:copy=kind == Kind::Copy
            class:tiny=is_tiny
            style=("--own-width", move || format!("{}px", own().0))
            style=("--own-ratio", move || own().1.to_string())
            on:load=loaded
            on:error=move |_| state.set(Loaded::Failed)
        />
    }
    .into_any()
}

fn link(url: String, words: String) -> AnyView {
    view! {
        <a href=url target="_blank" rel="noopener noreferrer">
            {words}
        </a>
    }
    .into_any()
}
