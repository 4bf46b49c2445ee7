//! CLIP's two towers, in the layout of the published checkpoints.

mod block;
mod config;
mod text;
mod vision;

pub use config::{Activation, ClipTextConfig, ClipVisionConfig};
pub(crate) use text::ClipText;
pub(crate) use vision::{ClipVision, patches_from_pixels};
