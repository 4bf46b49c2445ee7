//! Loads encoder packs, with an error that names the folder.

use anyhow::{Context, Result};
use rankscope_encode::Encoder;
use std::path::Path;

/// The encoder of the pack in `folder`.
pub(crate) fn load_encoder(folder: &Path) -> Result<Encoder> {
    Encoder::load_dir(folder)
        .with_context(|| format!("cannot load the encoder in {}", folder.display()))
}
