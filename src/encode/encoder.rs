//! An encoder ready for use.

use super::{
    Architecture, EncodeError, PackManifest, StoredCheck, bag::Bag, bert::Bert, clip::ClipText,
    layers::Loader, tokens::Tokens, weights::Weights,
};
use crate::search::normalised;
use burn_tensor::{Device, Tensor, TensorData};

/// Texts in a batch.
#[cfg(not(target_arch = "wasm32"))]
const BATCH: usize = 32;

/// A text as an encoder sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoded {
    /// The token ids, special ones included.
    pub token_ids: Vec<u32>,
    /// The vector `[dim]`, L2-normalised.
    pub vector: Vec<f32>,
}

/// A text encoder on a device.
pub struct Encoder {
    manifest: PackManifest,
    tokens: Tokens,
    model: Model,
}

enum Model {
    Bert(Box<Bert>),
    Clip(Box<ClipText>),
    Bag(Box<Bag>),
}

impl Encoder {
    /// Puts a pack on a device. `weights` is `weights.safetensors`, `tokenizer` is
    /// `tokenizer.json`.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name; an unreadable tokenizer.
    pub fn new(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let weights = Weights::for_text(super::WEIGHTS_FILE, weights, &manifest.architecture)?;
        Self::from_weights(manifest, tokenizer, weights, device)
    }

    pub(super) fn from_weights(
        manifest: PackManifest,
        tokenizer: &[u8],
        mut weights: Weights,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let tokens = Tokens::from_json(tokenizer, manifest.max_tokens)?;
        let model = match &manifest.architecture {
            Architecture::Bert(config) => {
                Model::Bert(Box::new(Bert::new(config, weights, device)?))
            }
            Architecture::Bag(config) => Model::Bag(Box::new(Bag::new(config, weights, device)?)),
            Architecture::Clip(config) => {
                let mut load = Loader { weights: &mut weights, device };
                let tower = ClipText::new(config, &mut load, device)?;
                weights.finish()?;
                Model::Clip(Box::new(tower))
            }
        };
        Ok(Self { manifest, tokens, model })
    }

    /// What the pack says of itself.
    #[must_use]
    pub fn manifest(&self) -> &PackManifest {
        &self.manifest
    }

    /// The token ids of a text.
    ///
    /// # Errors
    /// A tokenizer with more tokens than the model.
    pub fn token_ids(&self, text: &str) -> Result<Vec<u32>, EncodeError> {
        let ids = self.tokens.ids(text);
        let vocab_size = self.manifest.architecture.vocab_size();
        match ids.iter().find(|id| **id as usize >= vocab_size) {
            None => Ok(ids),
            Some(id) => Err(EncodeError::Tokenizer(format!(
                "{text:?} has token {id}, and the model knows {vocab_size} tokens"
            ))),
        }
    }

    /// Encodes a text.
    ///
    /// # Errors
    /// As [`Self::token_ids`], or a device that fails.
    pub async fn encode(&self, text: &str) -> Result<Encoded, EncodeError> {
        let token_ids = self.token_ids(text)?;
        let data = self.forward(&token_ids).into_data_async().await;
        encoded(text, token_ids, data.map_err(|e| EncodeError::Device(format!("{e:?}")))?)
    }

    /// Encodes a text and waits for it; there is no waiting in a browser.
    ///
    /// # Errors
    /// As [`Self::encode`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_blocking(&self, text: &str) -> Result<Encoded, EncodeError> {
        let token_ids = self.token_ids(text)?;
        let data = self.forward(&token_ids).into_data();
        encoded(text, token_ids, data)
    }

    /// Encodes many texts and waits, a batch at a time where the model takes batches.
    ///
    /// # Errors
    /// As [`Self::encode`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_all_blocking(&self, texts: &[&str]) -> Result<Vec<Encoded>, EncodeError> {
        let Model::Clip(clip) = &self.model else {
            return texts.iter().map(|text| self.encode_blocking(text)).collect();
        };
        let mut answers = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let ids: Vec<Vec<u32>> =
                batch.iter().map(|text| self.token_ids(text)).collect::<Result<_, _>>()?;
            let slices: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
            let vectors = clip.forward(&slices, self.tokens.last());
            let rows = vectors.split(1, 0);
            for ((text, ids), row) in batch.iter().zip(ids).zip(rows) {
                answers.push(encoded(text, ids, row.into_data())?);
            }
        }
        Ok(answers)
    }

    /// Token ids → `[dim]`, not yet normalised.
    fn forward(&self, ids: &[u32]) -> Tensor<1> {
        match &self.model {
            Model::Bert(bert) => bert.forward(ids),
            Model::Clip(clip) => {
                clip.forward(&[ids], self.tokens.last()).reshape([self.manifest.dim])
            }
            Model::Bag(bag) => bag.forward(ids),
        }
    }
}

fn encoded(text: &str, token_ids: Vec<u32>, data: TensorData) -> Result<Encoded, EncodeError> {
    let values = data.try_to_vec::<f32>().map_err(|e| EncodeError::Device(format!("{e:?}")))?;
    let vector =
        normalised(&values).map_err(|source| EncodeError::Vector { text: text.into(), source })?;
    Ok(Encoded { token_ids, vector })
}

/// Cosine of two vectors of equal length, in float64.
#[must_use]
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// How an encoder fared on one stored check.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckOutcome {
    /// The text.
    pub text: String,
    /// Whether the token ids are the stored ones.
    pub same_tokens: bool,
    /// Cosine of this device's vector and the stored one.
    pub cosine: f64,
}

impl StoredCheck {
    /// Holds an answer against the stored one.
    #[must_use]
    pub fn compare(&self, answer: &Encoded) -> CheckOutcome {
        CheckOutcome {
            text: self.text.clone(),
            same_tokens: self.ids == answer.token_ids,
            cosine: cosine(&self.vector, &answer.vector),
        }
    }
}
