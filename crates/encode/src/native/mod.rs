//! What a browser lacks: blocking calls, packs in folders, and the ways to make a pack: from a
//! published model, a trained one, or random weights.

mod blocking;
pub(crate) mod folder;
mod import;
mod published;
mod trained;
mod uncased_tokenizer;
mod untrained;
mod vision;
mod weights_file;

pub use import::{ImportOptions, ImportReport, Imported, import, imported};
pub use trained::{NamedWeight, Trained, write_trained};
pub use uncased_tokenizer::uncased_tokenizer;
pub use untrained::untrained_pack;
pub use vision::shipped_pack;
