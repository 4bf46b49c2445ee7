//! The encoders as stock tensor operations on any device of Burn: the reference for the kernels of
//! `rankscope-encode` and `rankscope-encode-gpu`, and the models that are trained. [`text_encoder`]
//! and [`image_encoder`] load a pack's towers; [`ClipText`] and [`ClipVision`] take their weights
//! from any [`Source`], as training does.

mod bag;
mod bert;
mod clip;
mod images;
mod layers;
mod siglip;
mod tensor_tower;
mod tower;
mod transformer;

pub use clip::{ClipText, ClipVision};
pub use images::image_encoder;
#[cfg(not(target_arch = "wasm32"))]
pub use images::image_encoder_of_pack;
pub use layers::Source;
pub use tower::text_encoder;
