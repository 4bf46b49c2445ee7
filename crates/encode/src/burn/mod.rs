//! The encoders as stock tensor operations on a Burn device: the reference for [`cpu`](crate::cpu)
//! and `gpu`, the encoder of images, and the models that are trained. A model without kernels of ours,
//! such as SigLIP's vision tower, is here alone. Native only; no other module
//! knows Burn.

mod bag;
mod bert;
mod clip;
mod image_tower;
mod images;
mod layers;
mod siglip;
mod tower;
mod transformer;

pub use clip::{ClipText, ClipVision};
pub use images::ImageEncoder;
pub use layers::Source;
