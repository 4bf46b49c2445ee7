//! The encoders as stock tensor operations on a Burn device: the reference for [`cpu`](crate::cpu)
//! and `gpu`, the encoder of images, and the models that are trained. They run on any device of Burn,
//! also on the one that `gpu` uses, so that a model without kernels of ours, such as SigLIP's vision
//! tower, runs there too.

mod bag;
mod bert;
mod clip;
mod images;
mod layers;
mod siglip;
mod tower;
mod transformer;

pub use clip::{ClipText, ClipVision};
pub use layers::Source;
