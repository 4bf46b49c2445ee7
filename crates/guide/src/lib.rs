//! Search by guide images: pictures of what a text asks for, made by several engines, each compared
//! with the gallery by several embedders, and their lists fused.
//!
//! ```text
//! guides × embedders ─search→ lists ─rank_fused→  hits with the terms of every score
//!                    ─cosines→ MeanDistances     → hits
//! hits marked as wrong ─Trust→ weights of the embedders for a topic
//! vectors of guides ─outlier_scores→ guides to drop
//! text vectors ─GuideCache, TagIndex→ guides and pictures found before
//! features of cheap searches ─LinearModel→ predicted AP → guides, or the text alone
//! ```
//!
//! Source: Erfanian, Dehghankar and Asudeh, "Needle: A Generative AI-Powered Multi-modal Database for
//! Answering Complex Natural Language Queries", 2024, cited below by section and equation. This crate
//! makes no pictures and encodes none: it computes with lists, cosines and vectors, and draws
//! random numbers only from seeds.

mod bm25;
mod cache;
mod choice;
mod complexity;
mod distance;
mod embedder_lists;
mod error;
mod lof;
mod nearest_topic;
mod outliers;
mod pairing;
mod parts;
mod preset;
mod principal;
mod rank_fusion;
mod spread;
mod tags;
mod theorem;
mod trust;
mod variation;
mod weights;

pub use bm25::{Bm25, Bm25Hit};
pub use cache::{CachedQuery, GuideCache, Nearest, cosine};
pub use choice::{GuideChoice, MOST_GUIDES};
pub use complexity::{
    COMPLEXITY_FILE, CheapList, Complexity, ComplexityFit, ComplexityPoint, GammaPoint,
    LinearModel, RoutedQuery, feature_names, features, gamma_curve, r_squared,
};
pub use distance::{DistanceHit, MeanDistances, distance_from_cosine};
pub use embedder_lists::EmbedderLists;
pub use error::GuideError;
pub use lof::{cosine_distances, euclidean_distances, local_outlier_factors};
pub use nearest_topic::nearest_topic;
pub use outliers::{
    EmbeddedGuides, LEAST_GUIDES, Outliers, Reduction, kept_guides, n_neighbours, outlier_scores,
};
pub use pairing::{PairedVectors, PairingAccuracy, PairingStudy, pairing_accuracy};
pub use parts::{GuideLists, Part};
pub use preset::{DEPTH, Preset, Size};
pub use principal::principal_components;
pub use rank_fusion::{FusedHit, Term, importance, rank_fused};
pub use spread::{
    N_BOOTSTRAPS, N_DRAWN, N_POOLED, Slope, Spread, SpreadCell, SpreadStudy, log_log_slope,
    share_beyond, spread,
};
pub use tags::{TagIndex, TaggedHit};
pub use theorem::deviation_bound;
pub use trust::{Change, ChangeReason, ETA, Topic, Trust, losses};
pub use variation::{N_EMBEDDERS, N_GUIDES, Variation};
pub use weights::{checked_weights, normalised_weights, updated_weights, usual_weights};
