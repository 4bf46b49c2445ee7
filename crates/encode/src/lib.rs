//! Text or picture → vector, by our own kernels on the CPU.
//!
//! An [`Encoder`] comes from a pack: `encoder.json` ([`PackManifest`]), `tokenizer.json` and
//! `weights.safetensors`, with texts and their vectors to check itself against. The model is a
//! BERT, CLIP's or SigLIP's text tower, or a bag of tokens. A [`PictureTower`] is the vision tower
//! of a pack. Natively, [`import`] makes a pack from a published model.
//!
//! [`kernels`] is the arithmetic and `cpu` the models built from it. `rankscope-encode-gpu` builds
//! the same models from [`model`] with our operations on Burn, and `rankscope-encode-burn` with
//! stock ones, which is the reference and what training needs. Files and blocking calls are in
//! `native`, which the page lacks.

mod architecture;
mod bert_config;
mod clip_config;
mod config_check;
mod cpu;
mod encoder;
mod error;
mod flops;
mod image_encoder;
mod image_features;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod pack;
mod patches;
mod picture_encoder;
mod picture_tower;
mod preprocess;
mod tokens;
mod tower;
mod trusted;
pub mod weight_names;
mod weights;

pub use architecture::{Architecture, BagConfig};
pub use bert_config::{BertConfig, DenseConfig, Pooling};
pub use clip_config::{
    Activation, ClipTextConfig, ClipVisionConfig, SiglipTextConfig, VisionFamily,
};
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
pub use tokens::uncased_words;
pub use tower::WeightBytes;
pub use trusted::{Candidate, TrustedEncoder};

/// For crates that compute the same models on another device.
pub mod model {
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::native::folder::{manifest_from_dir, read_checked};
    pub use crate::{
        clip_config::TANH_NOT_ON_GPU,
        cpu::{Embeddings, Sentence, norm, until_end},
        tower::{ImageTower, PendingVectors, TextTower},
        weight_names,
        weights::Weights,
    };
}

pub mod training {
    pub use crate::architecture::BAG_ROWS;
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::native::{NamedWeight, Trained, uncased_tokenizer, write_trained};
    pub use crate::tokens::{
        END_OF_TEXT, START_OF_TEXT, Tokens, WORD_END, byte_characters, tokenizer_from_merges, words,
    };
}
