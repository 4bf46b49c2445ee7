//! An image of a benchmark: its picture, and the words that stand for it.

use super::picture::picture;
use crate::page_tr;
use crate::ui::picture_url::Picture;
use leptos::prelude::*;
use rankscope_core::benchmark::Image;

/// The picture of an image, with `caption` for those who cannot see it.
pub fn picture_of(image: &Image, base_url: &str, caption: String) -> AnyView {
    let url = Picture::of(image, base_url);
    let is_missing = RwSignal::new(url.is_none());
    picture(url, caption, is_missing)
}

/// The caption of an image, or its id where it has none.
pub fn caption_of(image: &Image) -> String {
    match image.caption.is_empty() {
        true => page_tr!("Image {id} (no caption)", id = image.id),
        false => image.caption.clone(),
    }
}
