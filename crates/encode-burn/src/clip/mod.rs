//! CLIP's two towers, in the layout of the published checkpoints.

mod text;
mod vision;

pub use text::ClipText;
pub use vision::ClipVision;
