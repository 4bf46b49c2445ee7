//! The manifest of a new pack before it has files, and its checks.

use crate::{
    architecture::Architecture,
    encoder::Encoder,
    error::EncodeError,
    native::weights_file::n_parameters,
    pack::{PackManifest, StoredCheck, WeightDtype},
    weights::Weights,
};

/// The manifest of a text encoder, without files or checks.
pub(super) fn new_manifest(
    (id, title): (String, String),
    architecture: Architecture,
    max_tokens: usize,
    weights: &Weights,
    dtype: WeightDtype,
) -> PackManifest {
    PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        id,
        title,
        dim: architecture.dim(),
        max_tokens,
        prompt: String::new(),
        parameters: n_parameters(weights),
        architecture,
        weights: dtype,
        vision: None,
        files: Vec::new(),
        checks: Vec::new(),
    }
}

/// Texts with their tokens and vectors by this encoder.
pub(super) fn checks_by<'a>(
    encoder: &Encoder,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<StoredCheck>, EncodeError> {
    let check = |text: &str| {
        let encoded = encoder.encode_blocking(text)?;
        Ok(StoredCheck { text: text.into(), ids: encoded.token_ids, vector: encoded.vector })
    };
    texts.into_iter().map(check).collect()
}
