//! Birds: `traits` says how each species looks, `draw` sets the parts.

mod chick;
mod draw;
mod head;
mod owl;
mod traits;
mod wings;

pub(super) use chick::fluff;
pub(super) use draw::draw_bird;
pub(super) use traits::bird_traits;
