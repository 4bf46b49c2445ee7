//! Where the picture of an image is to be had.

use super::view_state::resolved;
use crate::benchmark::Image;
use crate::fieldbook::{
    SceneId,
    drawing::{Style, draw, svg_from_display_list},
};

/// The address of an image's picture. A scene of the built-in world is drawn here and becomes
/// an address of its own, so that it is an `img` like any other; `None` where there is neither,
/// or where the scene is of a world that this page does not know.
#[must_use]
pub fn picture_url(image: &Image, base_url: &str) -> Option<String> {
    if let Some(uri) = &image.uri {
        return Some(resolved(uri, base_url));
    }
    let id: SceneId = image.scene.as_ref()?.parse().ok()?;
    let svg = svg_from_display_list(&draw(&id.scene(), Style::Plate), "p");
    Some(format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg))))
}
