//! CLIP's two towers, in the layout of the published checkpoints.

mod block;
mod text;
mod vision;

pub(crate) use text::ClipText;
pub(crate) use vision::{ClipVision, patches_from_pixels};
