//! Where an image's picture comes from, and its pixels if it is drawn here.
#![allow(unsafe_code, reason = "the drawing code is a separate module, called across the split")]

use crate::ui::state::address::resolved;
use gloo::timers::future::TimeoutFuture;
use leptos::task::spawn_local;
use rankscope_core::benchmark::Image;
use rankscope_fieldbook::{
    SceneId,
    drawing::{PIXELS, Style, draw, pixels_from_display_list, svg_from_display_list},
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    At(String),
    /// A scene of the built-in world, drawn in the browser.
    Drawn(SceneId),
}

impl Picture {
    /// `None` if it has neither a URL nor a scene that this build can draw.
    pub fn of(image: &Image, base_url: &str) -> Option<Self> {
        if let Some(uri) = &image.uri {
            return Some(Self::At(resolved(uri, base_url)));
        }
        Some(Self::Drawn(image.scene.as_ref()?.parse().ok()?))
    }
}

thread_local! {
    /// The scenes that were drawn last, with their URLs: a list that is drawn again shows them at once.
    static DRAWN: RefCell<VecDeque<(SceneId, String)>> = const { RefCell::new(VecDeque::new()) };
}

/// How many drawn scenes are kept, of about 20 kB each.
const N_KEPT: usize = 200;

pub fn drawn_url(id: SceneId) -> Option<String> {
    DRAWN.with_borrow(|drawn| drawn.iter().find(|own| own.0 == id).map(|own| own.1.clone()))
}

/// A data URL, so that it is an `img` like any other; `None` if the drawing code did not arrive.
/// Yields to the browser before drawing.
pub async fn url_of_scene(id: SceneId) -> Option<String> {
    TimeoutFuture::new(0).await;
    if let Some(url) = drawn_url(id) {
        return Some(url);
    }
    let svg = svg_of_scene(id).await.ok()?;
    let url = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg)));
    DRAWN.with_borrow_mut(|drawn| {
        drawn.truncate(N_KEPT - 1);
        drawn.push_front((id, url.clone()));
    });
    Some(url)
}

/// Call it before waiting for anything else, so that drawn pictures show at once.
pub fn fetch_drawing_for(picture: Option<&Picture>) {
    if let Some(Picture::Drawn(_)) = picture {
        // Drawing tries again, and says if the code does not come.
        spawn_local(async { drop(load_drawing().await) });
    }
}

#[wasm_split(drawing, preload(load_drawing), fallible)]
fn svg_of_scene(id: SceneId) -> Result<String, SplitLoaderError> {
    Ok(svg_from_display_list(&draw(&id.scene(), Style::Plate), "p"))
}

/// The pixels of a scene, exactly those from which its vectors in Fieldbook were made.
#[wasm_split(drawing, fallible)]
pub fn pixels_of_scene(id: SceneId) -> Result<rankscope_messages::Picture, SplitLoaderError> {
    let rgb = pixels_from_display_list(&draw(&id.scene(), Style::Plate), PIXELS);
    let rgba = rgb.chunks(3).flat_map(|pixel| pixel.iter().copied().chain([255])).collect();
    Ok(rankscope_messages::Picture { width: PIXELS, height: PIXELS, rgba: Arc::new(rgba) })
}
