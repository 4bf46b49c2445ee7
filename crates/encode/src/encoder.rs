use crate::{
    architecture::Architecture,
    cpu::on_cpu,
    error::EncodeError,
    pack::{PackManifest, StoredCheck, WEIGHTS_FILE},
    tokens::Tokens,
    tower::{TextTower, WeightBytes},
    weights::Weights,
};
use rankscope_core::vectors::normalised;

#[derive(Debug, Clone, PartialEq)]
pub struct Encoded {
    /// Special ones included.
    pub token_ids: Vec<u32>,
    /// `[dim]`, L2-normalised.
    pub vector: Vec<f32>,
}

pub struct Encoder {
    manifest: PackManifest,
    tokens: Tokens,
    tower: Box<dyn TextTower>,
}

impl Encoder {
    /// Loads a pack on the CPU. `weights` is `weights.safetensors`, `tokenizer` is
    /// `tokenizer.json`.
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

    /// Loads a pack on any device: `tower` builds the model from an architecture, its weights and
    /// the id of the last token.
    pub fn with_tower(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        tower: impl FnOnce(&Architecture, Weights, u32) -> Result<Box<dyn TextTower>, EncodeError>,
    ) -> Result<Self, EncodeError> {
        let weights = Weights::for_text(WEIGHTS_FILE, weights, &manifest.architecture)?;
        Self::from_weights(manifest, tokenizer, weights, tower)
    }

    pub(crate) fn from_weights(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: Weights,
        tower: impl FnOnce(&Architecture, Weights, u32) -> Result<Box<dyn TextTower>, EncodeError>,
    ) -> Result<Self, EncodeError> {
        let tokens = Tokens::from_json(tokenizer, manifest.max_tokens)?;
        let tower = tower(&manifest.architecture, weights, tokens.last())?;
        Ok(Self { manifest, tokens, tower })
    }

    pub fn manifest(&self) -> &PackManifest {
        &self.manifest
    }

    /// The number format in which its weights are multiplied, in words.
    pub fn computed_in(&self) -> &'static str {
        self.tower.computed_in(self.manifest.weights)
    }

    pub fn bytes(&self) -> WeightBytes {
        self.tower.bytes()
    }

    /// An error if the tokenizer knows more tokens than the model.
    pub fn token_ids(&self, text: &str) -> Result<Vec<u32>, EncodeError> {
        let ids = match self.manifest.architecture {
            // As sentence-transformers does, whatever the tokenizer makes of spaces.
            Architecture::Bert(_) => {
                self.tokens.ids(format!("{}{text}", self.manifest.prompt).trim())
            }
            _ if self.manifest.prompt.is_empty() => self.tokens.ids(text),
            _ => self.tokens.ids(&format!("{}{text}", self.manifest.prompt)),
        };
        let vocab_size = self.manifest.architecture.vocab_size();
        match ids.iter().find(|id| **id as usize >= vocab_size) {
            None => Ok(ids),
            Some(id) => Err(EncodeError::Tokenizer(format!(
                "{text:?} has token {id}, and the model knows {vocab_size} tokens"
            ))),
        }
    }

    pub async fn encode(&self, text: &str) -> Result<Encoded, EncodeError> {
        let mut encoded = self.encode_batch(&[text]).await?;
        encoded.pop().ok_or_else(|| EncodeError::Device("it returned no vector".into()))
    }

    pub(crate) async fn encode_batch(&self, texts: &[&str]) -> Result<Vec<Encoded>, EncodeError> {
        let ids: Vec<Vec<u32>> =
            texts.iter().map(|text| self.token_ids(text)).collect::<Result<_, _>>()?;
        let slices: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
        let mut vectors = self.tower.forward(&slices).await?.into_iter();
        let encoded = texts.iter().zip(ids).map(|(text, token_ids)| {
            let vector = normalised(&vectors.next().unwrap_or_default())
                .map_err(|source| EncodeError::Vector { text: (*text).into(), source })?;
            Ok(Encoded { token_ids, vector })
        });
        encoded.collect()
    }
}

/// Of two vectors of equal length, in float64.
pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[derive(Debug, Clone, PartialEq)]
pub struct CheckOutcome {
    pub text: String,
    pub same_tokens: bool,
    /// Of this device's vector and the stored one.
    pub cosine: f64,
}

impl StoredCheck {
    pub fn compare(&self, encoded: &Encoded) -> CheckOutcome {
        CheckOutcome {
            text: self.text.clone(),
            same_tokens: self.ids == encoded.token_ids,
            cosine: cosine(&self.vector, &encoded.vector),
        }
    }
}
