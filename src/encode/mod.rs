//! Text → vector, on whatever Burn device.
//!
//! An [`Encoder`] comes from a pack: `encoder.json`, `tokenizer.json` and
//! `weights.safetensors`, with texts and vectors to check itself against. [`import`] makes a
//! pack from a published model folder. This room uses Burn, and `search` and `formats` for
//! vectors.

mod bert;
mod encoder;
mod error;
mod pack;
mod tokens;
mod weights;

#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(not(target_arch = "wasm32"))]
mod import;
#[cfg(not(target_arch = "wasm32"))]
mod untrained;

pub use encoder::{CheckOutcome, Encoded, Encoder, cosine};
pub use error::EncodeError;
#[cfg(not(target_arch = "wasm32"))]
pub use import::{ImportOptions, ImportReport, import};
pub use pack::{BertConfig, PACK_FILE, PackManifest, StoredCheck, TOKENIZER_FILE, WEIGHTS_FILE};
#[cfg(not(target_arch = "wasm32"))]
pub use untrained::untrained_pack;
