//! `encoder.json`: what an encoder is, its files, and what it should answer.

use super::{Architecture, ClipVisionConfig, EncodeError};
use rankscope_core::benchmark::FileEntry;
use serde::{Deserialize, Serialize};

/// The manifest of a pack.
pub const PACK_FILE: &str = "encoder.json";
/// The tokenizer of a pack, in the format of the `tokenizers` library.
pub const TOKENIZER_FILE: &str = "tokenizer.json";
/// The weights of a pack, in the type that its manifest names, under the names of the original.
pub const WEIGHTS_FILE: &str = "weights.safetensors";

/// The weights of the vision tower beside a text tower, where a pack has one.
pub const VISION_FILE: &str = "vision.safetensors";

const SCHEMA_VERSION: u64 = 1;

/// `encoder.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PackManifest {
    /// 1.
    pub schema_version: u64,
    /// Its name in a benchmark's systems.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// Length of a vector.
    pub dim: usize,
    /// Longer texts are cut to this many tokens, special ones included.
    pub max_tokens: usize,
    /// Trained parameters of the text encoder.
    pub parameters: u64,
    /// The model and its shape.
    #[serde(flatten)]
    pub architecture: Architecture,
    /// How its large weights are stored; packs that do not say have float16.
    #[serde(default, skip_serializing_if = "WeightDtype::is_f16")]
    pub weights: WeightDtype,
    /// The vision tower that was trained together with it, where the pack holds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<ClipVisionConfig>,
    /// The other files of the pack, with paths relative to it.
    pub files: Vec<FileEntry>,
    /// Texts with the answers of the reference.
    pub checks: Vec<StoredCheck>,
}

/// The shape of a BERT, as its `config.json` names it. Vectors are the mean over all tokens
/// of the last layer, L2-normalised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BertConfig {
    /// Length of a token's vector.
    pub hidden_size: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Attention heads; divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the two halves of a feed-forward block.
    pub intermediate_size: usize,
    /// Tokens that the embedding table knows.
    pub vocab_size: usize,
    /// Positions that the embedding table knows.
    pub max_position_embeddings: usize,
    /// Rows of the token type table.
    pub type_vocab_size: usize,
    /// Added to the variance in layer norms: 1e-12 for BERT, and not every library's default.
    pub layer_norm_eps: f64,
    /// The activation; `gelu` (by the error function) is the one known.
    pub hidden_act: String,
}

/// How large weights are stored; small ones are float16 or float32.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeightDtype {
    /// As they were trained.
    F32,
    /// Half the size, and no difference that shows.
    #[default]
    F16,
    /// A quarter of the size and the fastest: eight bits, with a scale for every 64 weights
    /// of an output or token.
    I8,
}

impl WeightDtype {
    /// The cosine to stored vectors at which an encoder with such weights passes.
    #[must_use]
    pub fn lowest_cosine(self) -> f64 {
        match self {
            Self::F32 | Self::F16 => 0.9999,
            Self::I8 => 0.999,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_f16(&self) -> bool {
        *self == Self::F16
    }
}

/// A text with what the reference made of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredCheck {
    /// The text.
    pub text: String,
    /// Its token ids.
    pub ids: Vec<u32>,
    /// Its vector, L2-normalised.
    pub vector: Vec<f32>,
}

impl PackManifest {
    /// The current version of `encoder.json`.
    pub const SCHEMA_VERSION: u64 = SCHEMA_VERSION;

    /// Reads `encoder.json`.
    ///
    /// # Errors
    /// Not JSON, another version, or a shape that cannot be.
    pub fn from_json(path: &str, text: &str) -> Result<Self, EncodeError> {
        let pack: Self = serde_json::from_str(text)
            .map_err(|source| EncodeError::Json { path: path.into(), source })?;
        if pack.schema_version != SCHEMA_VERSION {
            let reason = format!(
                "schema version {}, and this Rankscope reads {SCHEMA_VERSION}: import it again",
                pack.schema_version
            );
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
        pack.check(path)?;
        Ok(pack)
    }

    fn check(&self, path: &str) -> Result<(), EncodeError> {
        self.architecture.check(path)?;
        let wrong = |reason| Err(EncodeError::Unsupported { path: path.into(), reason });
        if self.dim != self.architecture.dim() {
            return wrong(format!(
                "its vectors have {} values, and its model gives {}",
                self.dim,
                self.architecture.dim()
            ));
        }
        if let Some(most) = self.architecture.n_positions().filter(|most| *most < self.max_tokens) {
            return wrong(format!(
                "{} tokens, and its model knows {most} positions",
                self.max_tokens
            ));
        }
        if let Some(vision) = &self.vision {
            vision.check(path)?;
            if vision.projection_dim != self.dim {
                return wrong(format!(
                    "its texts have {} values, and its images {}",
                    self.dim, vision.projection_dim
                ));
            }
        }
        Ok(())
    }

    /// The entry of one of its files.
    ///
    /// # Errors
    /// The manifest does not list it.
    pub fn file(&self, name: &str) -> Result<&FileEntry, EncodeError> {
        self.files.iter().find(|file| file.path == name).ok_or_else(|| EncodeError::Unsupported {
            path: PACK_FILE.into(),
            reason: format!("{name} is not among its files: import the encoder again"),
        })
    }
}

impl BertConfig {
    /// Refuses what the forward pass cannot do.
    ///
    /// # Errors
    /// Heads that do not divide the hidden size, no layers, or an unknown activation.
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        let wrong = |reason| Err(EncodeError::Unsupported { path: path.into(), reason });
        if self.num_attention_heads == 0
            || !self.hidden_size.is_multiple_of(self.num_attention_heads)
        {
            return wrong(format!(
                "{} attention heads do not divide a hidden size of {}",
                self.num_attention_heads, self.hidden_size
            ));
        }
        if self.num_hidden_layers == 0 || self.type_vocab_size == 0 {
            return wrong("it has no layers or no token types".into());
        }
        if self.hidden_act != "gelu" {
            return wrong(format!(
                "the activation {:?} is not known, only \"gelu\"",
                self.hidden_act
            ));
        }
        Ok(())
    }
}
