//! The pictures of a sheet are fetched ahead, so that the next one is there at once and the service worker
//! keeps them for use without a network.

use crate::ui::picture_url::Picture;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlImageElement;

/// As many as the service worker keeps.
const MOST: usize = 400;

/// One after another, until the visitor leaves: `is_open` is of the sheet's view.
pub(super) fn keep_pictures(dataset: &Dataset, rows: &[u32], is_open: RwSignal<bool>) {
    let url = |row: &u32| match Picture::of(&*dataset.image(*row)?, &dataset.base_url)? {
        Picture::At(url) => Some(url),
        Picture::Drawn(_) => None,
    };
    let urls: Vec<String> = rows.iter().filter_map(url).take(MOST).collect();
    leptos::task::spawn_local(async move {
        for url in urls {
            if is_open.try_get_untracked() != Some(true) {
                return;
            }
            let Ok(image) = HtmlImageElement::new() else { return };
            image.set_referrer_policy("no-referrer");
            image.set_src(&url);
            // One that does not come shows its caption when its turn comes.
            let _ = JsFuture::from(image.decode()).await;
        }
    });
}
