//! Picture → vector without a network: fixed features of the pixels minus their mean over the
//! training pairs. A pack's `images.json` says which.

mod encoder;
mod features;

pub use encoder::{CentredFeatures, FeatureEncoder, ImageSide};
pub use features::{Extractor, Features};
pub use rankscope_core::benchmark::IMAGES_FILE;
