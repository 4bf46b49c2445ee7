//! Where a card opens: below the button that opens it, or above where the window ends.

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

/// The least gap between the card and the edges of the window.
const EDGE_PX: f64 = 8.0;
/// In a low window it has this much, and scrolls.
const LEAST_PX: f64 = 200.0;

/// The width in rem that the style sheet gives it, and the height in pixels that it needs.
#[derive(Clone, Copy)]
pub(super) struct CardSize {
    pub(super) rem: f64,
    pub(super) px: f64,
}

pub(super) fn place_card(card: &HtmlElement, button: &Element, size: CardSize) {
    let Some(root) = document().document_element() else { return };
    let height = f64::from(root.client_height());
    let (at, window) = (button.get_bounding_client_rect(), window());
    let scrolled = |read: Result<f64, _>| read.unwrap_or(0.0);
    let (x, y) = (scrolled(window.scroll_x()), scrolled(window.scroll_y()));
    let left = at.left().max(EDGE_PX) + x;
    let (above, below) = (at.top(), height - at.bottom());
    let is_above = below < size.px && above > below;
    let room = if is_above { above } else { below };
    let room = format!("{}px", (room - 2.0 * EDGE_PX).max(LEAST_PX));
    let (top, shift) = match is_above {
        true => (at.top() + y - EDGE_PX, "translateY(-100%)"),
        false => (at.bottom() + y + EDGE_PX, "none"),
    };
    let style = card.style();
    // Within the window, also when that changes.
    let width = format!("min({}rem, 100vw - {}px)", size.rem, 2.0 * EDGE_PX);
    let left = format!("min({left}px, 100% - {width} - {EDGE_PX}px)");
    let top = format!("{top}px");
    let all = [("left", &*left), ("top", &*top), ("transform", shift), ("max-height", &*room)];
    for (name, value) in all {
        // Cannot fail: the names are valid.
        let _ = style.set_property(name, value);
    }
}
