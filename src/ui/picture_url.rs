//! Where the picture of an image is to be had.
#![allow(unsafe_code, reason = "the drawing is fetched apart and called across modules")]

use crate::ui::state::address::resolved;
use gloo_timers::future::TimeoutFuture;
use rankscope_core::benchmark::Image;
use rankscope_fieldbook::{
    SceneId,
    drawing::{Style, draw, svg_from_display_list},
};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Where a picture is to be had.
#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    /// At an address.
    At(String),
    /// A scene of the built-in world, which is drawn here.
    Drawn(SceneId),
}

impl Picture {
    /// The picture of an image; `None` where it has none, or where the scene is of a world that
    /// this page does not know.
    #[must_use]
    pub fn of(image: &Image, base_url: &str) -> Option<Self> {
        if let Some(uri) = &image.uri {
            return Some(Self::At(resolved(uri, base_url)));
        }
        Some(Self::Drawn(image.scene.as_ref()?.parse().ok()?))
    }
}

/// A scene's picture as an address of its own, so that it is an `img` like any other. The page
/// answers between one picture and the next. `None` where the drawing could not be fetched.
pub async fn url_of_scene(id: SceneId) -> Option<String> {
    TimeoutFuture::new(0).await;
    let svg = svg_of_scene(id).await.ok()?;
    Some(format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg))))
}

#[wasm_split(drawing, fallible)]
fn svg_of_scene(id: SceneId) -> Result<String, SplitLoaderError> {
    Ok(svg_from_display_list(&draw(&id.scene(), Style::Plate), "p"))
}
