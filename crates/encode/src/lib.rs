//! Text or picture → vector, by kernels of our own on the CPU.
//!
//! An [`Encoder`] comes from a pack: `encoder.json` ([`PackManifest`]), `tokenizer.json` and
//! `weights.safetensors`, with texts and their vectors to check itself against. The model is a BERT,
//! CLIP's or SigLIP's text tower, or a bag of tokens, and all are used in the same way. A
//! [`PictureTower`] is the vision tower of a pack. Natively, [`import`] makes a pack from a published
//! model.
//!
//! [`kernels`] (of `rankscope-arithmetic`) is the arithmetic and `cpu` the models built from it. Other
//! devices have crates of their own, which build the same models from what [`model`] has: `rankscope-encode-gpu` with our operations
//! on Burn, and `rankscope-encode-burn` with stock ones, which is the reference and what training needs.
//! Files and blocking calls are in `native`, which the page does not have.

mod architecture;
mod bag_config;
mod bert_config;
mod clip_config;
mod config_check;
mod cpu;
mod encoder;
mod error;
mod flops;
mod image_encoder;
mod image_features;
mod image_tower;
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
pub mod weight_names;
mod weights;

pub use architecture::Architecture;
pub use bag_config::BagConfig;
pub use bert_config::{BertConfig, DenseConfig, Pooling};
pub use clip_config::{Activation, ClipTextConfig, ClipVisionConfig, VisionFamily};
pub use encoder::{CheckOutcome, Encoded, Encoder, cosine};
pub use error::EncodeError;
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
pub use rankscope_arithmetic::kernels;
pub use siglip_config::{SiglipTextConfig, SiglipVisionConfig};
pub use tokens::uncased_words;
pub use tower::WeightBytes;
pub use trusted::{Candidate, TrustedEncoder};

/// What a crate needs that computes the same models on another device.
pub mod model {
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::native::folder::{manifest_from_dir, read_checked};
    pub use crate::{
        clip_config::TANH_NOT_ON_GPU,
        cpu::{Embeddings, Sentence, norm, until_end},
        image_tower::ImageTower,
        tower::{PendingVectors, TextTower},
        weight_names,
        weights::Weights,
    };
}

/// For training alone.
pub mod training {
    pub use crate::bag_config::BAG_ROWS;
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::native::{NamedWeight, Trained, uncased_tokenizer, write_trained};
    pub use crate::tokens::{
        END_OF_TEXT, START_OF_TEXT, Tokens, WORD_END, byte_characters, tokenizer_from_merges, words,
    };
}
