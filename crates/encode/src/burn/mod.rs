//! The encoders as stock tensor operations on a Burn device: the reference for [`cpu`](crate::cpu)
//! and `gpu`, the encoder of images, and the models that are trained. Native only; no other module
//! knows Burn.

mod bag;
mod bert;
mod clip;
mod images;
mod layers;
mod tower;

pub use clip::{ClipText, ClipVision, patches_from_pixels};
pub use images::ImageEncoder;
pub use layers::Source;
