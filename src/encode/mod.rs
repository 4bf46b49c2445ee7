//! Text → vector, on whatever Burn device.
//!
//! An [`Encoder`] comes from a pack: `encoder.json`, `tokenizer.json` and
//! `weights.safetensors`, with texts and vectors to check itself against. It is a BERT, a
//! CLIP's text tower or a bag of tokens, and looks the same from outside; the pack of a CLIP
//! that was trained here has its vision tower too, for an [`ImageEncoder`]. [`import`] makes
//! a pack from a published model folder. This room uses Burn, and `search` and `formats` for
//! vectors.

mod architecture;
mod bag;
mod bert;
mod clip;
mod encoder;
mod error;
mod flops;
mod images;
mod layers;
mod pack;
mod tokens;
mod weights;

#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(not(target_arch = "wasm32"))]
mod import;
#[cfg(not(target_arch = "wasm32"))]
mod published;
#[cfg(all(feature = "train", not(target_arch = "wasm32")))]
mod trained;
#[cfg(not(target_arch = "wasm32"))]
mod untrained;

pub use architecture::Architecture;
pub use bag::BagConfig;
pub use clip::{Activation, ClipTextConfig, ClipVisionConfig};
pub use encoder::{CheckOutcome, Encoded, Encoder, cosine};
pub use error::EncodeError;
pub use images::ImageEncoder;
#[cfg(not(target_arch = "wasm32"))]
pub use import::{ImportOptions, ImportReport, import};
pub use pack::{
    BertConfig, PACK_FILE, PackManifest, StoredCheck, TOKENIZER_FILE, VISION_FILE, WEIGHTS_FILE,
};
#[cfg(not(target_arch = "wasm32"))]
pub use untrained::untrained_pack;

/// What training needs of this room and nobody else does.
#[cfg(all(feature = "train", not(target_arch = "wasm32")))]
pub(crate) use {
    bag::BAG_ROWS,
    clip::{ClipText, ClipVision, patches_from_pixels},
    layers::Source,
    tokens::{
        END_OF_TEXT, START_OF_TEXT, Tokens, WORD_END, byte_characters, tokenizer_from_merges, words,
    },
    trained::{NamedWeight, Trained, write_trained},
};
