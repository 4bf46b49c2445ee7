//! Systems and stored runs in the manifest.

use super::Remote;
use serde::{Deserialize, Serialize};

/// Compares query vectors with image vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Similarity {
    /// Vectors are L2-normalised before they are stored; the score is their dot product.
    #[default]
    Cosine,
}

/// A gallery of image vectors, and vectors of the queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct System {
    /// Used in links and commands.
    pub id: String,
    pub title: String,
    /// One or two sentences on the origin of its vectors.
    #[serde(default)]
    pub description: String,
    /// Maps a typed query into this system's space.
    #[serde(default)]
    pub encoder: Option<String>,
    /// Of a vector.
    pub dim: u32,
    #[serde(default)]
    pub metric: Similarity,
    #[serde(default)]
    pub parameters: Option<u64>,
    /// Floating-point operations to encode one query.
    #[serde(default)]
    pub flops_per_query: Option<f64>,
    /// The same for one image, where not in [`Self::training`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flops_per_image: Option<f64>,
    /// `None` if Rankscope did not train it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<TrainingFacts>,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub license: String,
    /// Gallery shards in corpus order, relative to the benchmark. May be empty if a search engine has the vectors.
    pub gallery: Vec<String>,
    /// The search engine that answers for this system. Its answers are compared with the gallery, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<Remote>,
    /// The stored vectors of the benchmark's queries.
    #[serde(default)]
    pub queries: Option<String>,
}

/// The cost and the data of a training by Rankscope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrainingFacts {
    pub text_parameters: u64,
    /// 0 without an image encoder.
    pub image_parameters: u64,
    /// Floating-point operations; 0 without an image encoder.
    pub flops_per_image: f64,
    pub seconds: f64,
    /// Used for training.
    pub n_cores: u32,
    /// Image–caption pairs in the training data.
    pub n_pairs: u64,
    /// Including repetitions.
    pub n_pairs_seen: u64,
    /// In words.
    pub data: String,
    /// What was minimised, in words.
    pub objective: String,
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// TREC.
    #[default]
    Run,
    /// Of the answers "yes" and "no"; a score is 1 / (1 + exp(no − yes)).
    Logits,
}

/// Rankings without vectors: a system in its own right, or the second stage of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRun {
    /// Used in links and commands; differs from those of systems.
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub kind: RunKind,
    /// The system whose first hits it re-ranks, if any.
    #[serde(default)]
    pub of: Option<String>,
    /// The most images listed for a query.
    pub depth: u32,
    /// The question asked of a model. May be empty.
    #[serde(default)]
    pub prompt: String,
    #[serde(default)]
    pub source: String,
    /// Where the benchmark is turned round ([`Self::reversed`]).
    #[serde(skip)]
    pub ranks_texts: bool,
}

impl StoredRun {
    /// A TREC run, relative to the benchmark.
    pub fn path(&self) -> String {
        match self.ranks_texts {
            false => format!("runs/{}.run.gz", self.id),
            true => self.reverse_path(),
        }
    }

    /// The texts that it ranks for images, if the benchmark has this file.
    pub fn reverse_path(&self) -> String {
        format!("reverse/{}.run.gz", self.id)
    }

    /// The same run from images to texts. Its lists may be as long as there are texts.
    #[must_use]
    pub fn reversed(&self, n_texts: u32) -> Self {
        Self { of: None, depth: n_texts, ranks_texts: true, ..self.clone() }
    }

    /// Without vectors or an encoder.
    pub fn system(&self) -> System {
        System {
            id: self.id.clone(),
            title: self.title.clone(),
            description: self.summary(),
            source: self.source.clone(),
            ..System::default()
        }
    }

    /// A sentence or two.
    fn summary(&self) -> String {
        let listed = if self.ranks_texts { "texts for an image" } else { "pictures for a query" };
        let made_from = match self.kind {
            RunKind::Run => "A stored run",
            RunKind::Logits => "Stored scores of a model that answers yes or no",
        };
        let of = match &self.of {
            Some(of) => format!(" for the first {} pictures of {of}", self.depth),
            None => format!(", up to {} {listed}", self.depth),
        };
        let prompt = match self.prompt.as_str() {
            "" => String::new(),
            prompt => format!(" Asked: “{prompt}”"),
        };
        format!("{made_from}{of}.{prompt}")
    }
}
