//! Text → vector: by kernels of our own, on this processor or on a GPU.
//!
//! An [`Encoder`] comes from a pack: `encoder.json`, `tokenizer.json` and
//! `weights.safetensors`, with texts and vectors to check itself against. It is a BERT, a
//! CLIP's text tower or a bag of tokens, and looks the same from outside; the pack of a CLIP
//! that was trained here has its vision tower too, for an [`ImageEncoder`]. [`import`] makes
//! a pack from a published model folder.
//!
//! `kernels` is the arithmetic and `cpu` the models made of it; `gpu` has the models on kernels for
//! WebGPU; `burn` has them as stock tensor operations, which is the reference, and what training
//! needs. This room uses `search` for vectors, `benchmark` for the entries of files and the room
//! `gpu` for launches; Burn only in `burn`.

mod architecture;
mod bag_config;
#[cfg(feature = "burn")]
mod burn;
mod clip_config;
mod cpu;
mod encoder;
mod error;
mod flops;
#[cfg(feature = "webgpu")]
mod gpu;
pub mod kernels;
mod pack;
mod tokens;
mod tower;
mod trusted;
mod weights;

#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(not(target_arch = "wasm32"))]
mod import;
#[cfg(not(target_arch = "wasm32"))]
mod published;
#[cfg(not(target_arch = "wasm32"))]
mod trained;
#[cfg(not(target_arch = "wasm32"))]
mod untrained;
#[cfg(not(target_arch = "wasm32"))]
mod weights_file;

pub use architecture::Architecture;
pub use bag_config::BagConfig;
#[cfg(feature = "burn")]
pub use burn::ImageEncoder;
pub use clip_config::{Activation, ClipTextConfig, ClipVisionConfig};
pub use encoder::{CheckOutcome, Encoded, Encoder, cosine};
pub use error::EncodeError;
#[cfg(not(target_arch = "wasm32"))]
pub use import::{ImportOptions, ImportReport, import};
pub use pack::{
    BertConfig, PACK_FILE, PackManifest, StoredCheck, TOKENIZER_FILE, VISION_FILE, WEIGHTS_FILE,
    WeightDtype,
};
pub use tower::WeightBytes;
pub use trusted::{Candidate, TrustedEncoder};
#[cfg(not(target_arch = "wasm32"))]
pub use untrained::untrained_pack;

pub(crate) use bag_config::BAG_ROWS;

/// What training needs of this crate and nobody else does.
pub mod training {
    pub use crate::bag_config::BAG_ROWS;
    #[cfg(feature = "burn")]
    pub use crate::burn::{ClipText, ClipVision, Source, patches_from_pixels};
    pub use crate::tokens::{
        END_OF_TEXT, START_OF_TEXT, Tokens, WORD_END, byte_characters, tokenizer_from_merges, words,
    };
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::trained::{NamedWeight, Trained, write_trained};
}
