//! Text → vector, by kernels of our own: on the CPU, or on a GPU through Burn (feature `webgpu`).
//!
//! An [`Encoder`] comes from a pack: `encoder.json` ([`PackManifest`]), `tokenizer.json` and
//! `weights.safetensors`, with texts and their vectors to check itself against. The model is a BERT,
//! CLIP's text tower or a bag of tokens, and all three are used in the same way. Natively, [`import`]
//! makes a pack from a published model, and the pack of a CLIP trained here holds its vision tower
//! too, for an [`ImageEncoder`] (feature `burn`).
//!
//! `kernels` is the arithmetic on the CPU and `cpu` the models built from it; `gpu` has the models on
//! Burn's tensors and our operations; `burn` has them as stock tensor operations, which is the
//! reference and what training needs. The crate uses `core` for vectors and file entries,
//! `rankscope-burn-ops` in `gpu`, and Burn only there and in `burn`. Files and blocking calls are in
//! `native`, which the page does not have.

mod architecture;
mod bag_config;
mod bert_config;
#[cfg(feature = "stock")]
mod burn;
mod clip_config;
mod config_check;
mod cpu;
mod encoder;
mod error;
mod flops;
#[cfg(feature = "webgpu")]
mod gpu;
#[cfg(any(feature = "stock", feature = "webgpu"))]
mod image_encoder;
mod image_features;
#[cfg(any(feature = "stock", feature = "webgpu"))]
mod image_tower;
pub mod kernels;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod pack;
mod patches;
mod picture_encoder;
mod picture_tower;
mod preprocess;
mod siglip_config;
mod tokens;
mod tower;
mod trusted;
mod weight_names;
mod weights;

pub use architecture::Architecture;
pub use bag_config::BagConfig;
pub use bert_config::{BertConfig, DenseConfig, Pooling};
pub use clip_config::{Activation, ClipTextConfig, ClipVisionConfig, VisionFamily};
pub use encoder::{CheckOutcome, Encoded, Encoder, cosine};
pub use error::EncodeError;
#[cfg(any(feature = "stock", feature = "webgpu"))]
pub use image_encoder::ImageEncoder;
pub use image_features::{
    CentredFeatures, Extractor, FeatureEncoder, Features, IMAGES_FILE, ImageSide,
};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    ImportOptions, ImportReport, Imported, import, imported, shipped_pack, untrained_pack,
};
pub use pack::{
    PACK_FILE, PackManifest, StoredCheck, TEXT_PACK_FILES, TOKENIZER_FILE, VISION_FILE,
    WEIGHTS_FILE, WeightDtype,
};
pub use patches::Patching;
pub use picture_encoder::{PictureEncoder, PictureEncoding};
pub use picture_tower::{PicturePass, PictureTower};
pub use preprocess::{Resizing, Rgba, pixels_for_tower, pixels_from_rgba};
pub use siglip_config::{SiglipTextConfig, SiglipVisionConfig};
pub use tokens::uncased_words;
pub use tower::WeightBytes;
pub use trusted::{Candidate, TrustedEncoder};

/// For training alone.
pub mod training {
    pub use crate::bag_config::BAG_ROWS;
    #[cfg(feature = "stock")]
    pub use crate::burn::{ClipText, ClipVision, Source};
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::native::{NamedWeight, Trained, uncased_tokenizer, write_trained};
    pub use crate::tokens::{
        END_OF_TEXT, START_OF_TEXT, Tokens, WORD_END, byte_characters, tokenizer_from_merges, words,
    };
}
