//! A system in the manifest.

use super::{Remote, TrainingFacts};
use serde::{Deserialize, Serialize};

/// How a query vector and an image vector are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Similarity {
    /// Vectors are L2-normalised before they are stored; the score is their dot product.
    #[default]
    Cosine,
}

/// A retrieval system: a gallery of image vectors and the vectors of the queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct System {
    /// Its name in links and commands.
    pub id: String,
    /// The title shown to people.
    pub title: String,
    /// One or two sentences on the origin of its vectors. May be empty.
    #[serde(default)]
    pub description: String,
    /// The encoder that maps a typed query into this system's space, if there is one.
    #[serde(default)]
    pub encoder: Option<String>,
    /// Length of a vector.
    pub dim: u32,
    /// How vectors are compared.
    #[serde(default)]
    pub metric: Similarity,
    /// Trained parameters, where known.
    #[serde(default)]
    pub parameters: Option<u64>,
    /// Floating point operations to encode one query, where known.
    #[serde(default)]
    pub flops_per_query: Option<f64>,
    /// Floating point operations to encode one image, where known and not in [`Self::training`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flops_per_image: Option<f64>,
    /// How it was trained, if Rankscope trained it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<TrainingFacts>,
    /// Where it comes from. May be empty.
    #[serde(default)]
    pub source: String,
    /// Its licence. May be empty.
    #[serde(default)]
    pub license: String,
    /// Gallery shards in corpus order, relative to the benchmark. May be empty where a search engine
    /// has the vectors.
    pub gallery: Vec<String>,
    /// The search engine that answers for this system, if one does. With a gallery beside it, that is
    /// what its answers are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<Remote>,
    /// The stored vectors of the benchmark's queries, if there are any.
    #[serde(default)]
    pub queries: Option<String>,
}
