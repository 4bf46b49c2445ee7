//! `encoder.json`: an encoder, its files, and its vectors for a few texts.

use crate::{
    architecture::Architecture, clip_config::ClipVisionConfig, config_check::check_sizes,
    error::EncodeError,
};
pub use rankscope_core::benchmark::VISION_FILE;
use rankscope_core::{benchmark::FileEntry, limits::MAX_TOKENS};
use serde::{Deserialize, Serialize};

pub const PACK_FILE: &str = "encoder.json";
/// In the format of the `tokenizers` library.
pub const TOKENIZER_FILE: &str = "tokenizer.json";
/// In the type that the manifest names, under the names of the original.
pub const WEIGHTS_FILE: &str = "weights.safetensors";
pub const TEXT_PACK_FILES: [&str; 3] = [PACK_FILE, TOKENIZER_FILE, WEIGHTS_FILE];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PackManifest {
    pub schema_version: u64,
    /// As a benchmark's systems name it.
    pub id: String,
    pub title: String,
    pub dim: usize,
    /// Longer texts are cut to this many tokens, special ones included.
    pub max_tokens: usize,
    /// Prefixed to every text, as in training.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prompt: String,
    pub parameters: u64,
    #[serde(flatten)]
    pub architecture: Architecture,
    /// How its large weights are stored; float16 if omitted.
    #[serde(default, skip_serializing_if = "WeightDtype::is_f16")]
    pub weights: WeightDtype,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<ClipVisionConfig>,
    /// With paths relative to the pack.
    pub files: Vec<FileEntry>,
    pub checks: Vec<StoredCheck>,
}

/// How large weights are stored; small ones are float16 or float32.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeightDtype {
    /// As they were trained.
    F32,
    /// Half the size, with no visible difference.
    #[default]
    F16,
    /// A quarter of the size, and the fastest: eight bits, with a scale for every 64 weights of an
    /// output or token.
    I8,
}

impl WeightDtype {
    /// At which an encoder with such weights passes, compared with the stored vectors.
    pub fn lowest_cosine(self) -> f64 {
        match self {
            Self::F32 | Self::F16 => 0.9999,
            Self::I8 => 0.999,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_f16(&self) -> bool {
        *self == Self::F16
    }
}

/// A text with its tokens and vector by the reference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredCheck {
    pub text: String,
    pub ids: Vec<u32>,
    /// L2-normalised.
    pub vector: Vec<f32>,
}

impl PackManifest {
    /// That this program reads and writes.
    pub const SCHEMA_VERSION: u64 = 1;

    /// Reads `encoder.json`.
    ///
    /// # Errors
    /// Not JSON, another version, or a shape that the model cannot have or that is beyond
    /// [limits](rankscope_core::limits).
    pub fn from_json(path: &str, text: &str) -> Result<Self, EncodeError> {
        let pack: Self = serde_json::from_str(text)
            .map_err(|source| EncodeError::Json { path: path.into(), source })?;
        if pack.schema_version != Self::SCHEMA_VERSION {
            let reason = format!(
                "schema version {}, and this Rankscope reads {}: import it again",
                pack.schema_version,
                Self::SCHEMA_VERSION
            );
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
        pack.check(path)?;
        Ok(pack)
    }

    fn check(&self, path: &str) -> Result<(), EncodeError> {
        self.architecture.check(path)?;
        check_sizes(path, &[("max_tokens", self.max_tokens, MAX_TOKENS)])?;
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

    /// The entry of a file; an error if the manifest does not list it.
    pub fn file(&self, name: &str) -> Result<&FileEntry, EncodeError> {
        self.files.iter().find(|file| file.path == name).ok_or_else(|| EncodeError::Unsupported {
            path: PACK_FILE.into(),
            reason: format!("{name} is not among its files: import the encoder again"),
        })
    }
}
