//! An encoder ready for use.

use super::{
    Architecture, EncodeError, PackManifest, StoredCheck,
    cpu::CpuTower,
    tokens::Tokens,
    tower::{TextTower, WeightBytes},
    weights::Weights,
};
use rankscope_core::vectors::normalised;

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

/// A text encoder.
pub struct Encoder {
    manifest: PackManifest,
    tokens: Tokens,
    tower: Box<dyn TextTower>,
}

impl Encoder {
    /// Makes a pack ready on this processor. `weights` is `weights.safetensors`, `tokenizer`
    /// is `tokenizer.json`.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name; an unreadable tokenizer.
    pub fn new(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
    ) -> Result<Self, EncodeError> {
        Self::with_tower(manifest, tokenizer, weights, on_cpu)
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn from_weights(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: Weights,
    ) -> Result<Self, EncodeError> {
        let tokens = Tokens::from_json(tokenizer, manifest.max_tokens)?;
        let tower = on_cpu(&manifest.architecture, weights, tokens.last())?;
        Ok(Self { manifest, tokens, tower })
    }

    /// `tower` makes the model of an architecture, its weights and the id of the last token.
    pub(super) fn with_tower(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        tower: impl FnOnce(&Architecture, Weights, u32) -> Result<Box<dyn TextTower>, EncodeError>,
    ) -> Result<Self, EncodeError> {
        let weights = Weights::for_text(super::WEIGHTS_FILE, weights, &manifest.architecture)?;
        let tokens = Tokens::from_json(tokenizer, manifest.max_tokens)?;
        let tower = tower(&manifest.architecture, weights, tokens.last())?;
        Ok(Self { manifest, tokens, tower })
    }

    /// What the pack says of itself.
    #[must_use]
    pub fn manifest(&self) -> &PackManifest {
        &self.manifest
    }

    /// What its weights are multiplied as, in words.
    #[must_use]
    pub fn computed_in(&self) -> &'static str {
        self.tower.computed_in(self.manifest.weights)
    }

    /// What its weights take, here and on a GPU.
    #[must_use]
    pub fn bytes(&self) -> WeightBytes {
        self.tower.bytes()
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
        let vectors = self.tower.forward(&[&token_ids]).await?;
        encoded(text, token_ids, vectors.into_iter().next())
    }

    /// Encodes a text and waits for it; there is no waiting in a browser.
    ///
    /// # Errors
    /// As [`Self::encode`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_blocking(&self, text: &str) -> Result<Encoded, EncodeError> {
        let token_ids = self.token_ids(text)?;
        let vectors = self.tower.forward_blocking(&[&token_ids])?;
        encoded(text, token_ids, vectors.into_iter().next())
    }

    /// Encodes many texts and waits, a batch at a time.
    ///
    /// # Errors
    /// As [`Self::encode`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_all_blocking(&self, texts: &[&str]) -> Result<Vec<Encoded>, EncodeError> {
        let mut answers = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let ids: Vec<Vec<u32>> =
                batch.iter().map(|text| self.token_ids(text)).collect::<Result<_, _>>()?;
            let slices: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
            let mut vectors = self.tower.forward_blocking(&slices)?.into_iter();
            for (text, ids) in batch.iter().zip(ids) {
                answers.push(encoded(text, ids, vectors.next())?);
            }
        }
        Ok(answers)
    }
}

fn on_cpu(
    architecture: &Architecture,
    weights: Weights,
    end: u32,
) -> Result<Box<dyn TextTower>, EncodeError> {
    Ok(Box::new(CpuTower::new(architecture, weights, end)?))
}

fn encoded(
    text: &str,
    token_ids: Vec<u32>,
    values: Option<Vec<f32>>,
) -> Result<Encoded, EncodeError> {
    let vector = normalised(&values.unwrap_or_default())
        .map_err(|source| EncodeError::Vector { text: text.into(), source })?;
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
