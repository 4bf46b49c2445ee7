//! The forms of expressions, and how they are written.

use super::error::DerivedError;
use super::fused::FusedSystem;
use super::guided::GuidedSystem;
use rankscope_arithmetic::feedback::FeedbackMethod;
use std::fmt;

/// β of the inverted softmax where none is given: that of QB-Norm's own code.
pub const QB_BETA: f64 = 20.0;
/// The images that are judged in each round of feedback.
pub const FEEDBACK_JUDGED: usize = 20;
/// The most rounds of feedback.
pub const MAX_FEEDBACK_ROUNDS: usize = 50;

/// A derived system. Parts are ids of systems or runs, or expressions in their usual form.
#[derive(Debug, Clone, PartialEq)]
pub enum Derived {
    /// The lists of its parts, fused.
    Fused(FusedSystem),
    /// The first hits of one system in the order of another, then the rest of the first's list.
    Reranked {
        /// Finds the hits.
        first: String,
        /// Orders them.
        second: String,
        /// How many hits are ordered.
        depth: usize,
    },
    /// A system's first dimensions.
    FirstDims {
        /// The part.
        of: String,
        /// How many dimensions.
        dims: usize,
    },
    /// The principal components of a system's gallery.
    Pca {
        /// The part.
        of: String,
        /// How many components.
        dims: usize,
    },
    /// QB-Norm: scores normalised over a bank of queries by the inverted softmax.
    QbNorm {
        /// The part.
        of: String,
        /// The split whose queries are the bank.
        bank: String,
        /// The inverse temperature.
        beta: f64,
        /// Whether only those queries are normalised whose best image is the best of a query of the
        /// bank.
        is_dynamic: bool,
    },
    /// Relevance feedback, simulated from the benchmark's default judgements.
    Feedback {
        /// The part.
        of: String,
        /// How judged images move the query.
        method: FeedbackMethod,
        /// How many times [`FEEDBACK_JUDGED`] images are judged.
        rounds: usize,
    },
    /// Search by guide images.
    Guides(GuidedSystem),
}

/// Whether an id is an expression: those of a benchmark's own systems have no brackets.
pub fn is_derived(id: &str) -> bool {
    id.contains('(')
}

impl Derived {
    /// The ids of its parts, in order.
    pub fn part_ids(&self) -> Vec<&str> {
        match self {
            Self::Fused(fused) => fused.part_ids().collect(),
            Self::Reranked { first, second, .. } => vec![first, second],
            Self::FirstDims { of, .. }
            | Self::Pca { of, .. }
            | Self::QbNorm { of, .. }
            | Self::Feedback { of, .. } => vec![of],
            Self::Guides(_) => Vec::new(),
        }
    }

    /// The name before its bracket.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Fused(fused) => fused.method.name(),
            Self::Reranked { .. } => "rerank",
            Self::FirstDims { .. } => "first",
            Self::Pca { .. } => "pca",
            Self::QbNorm { .. } => "qbnorm",
            Self::Feedback { .. } => "feedback",
            Self::Guides(_) => "guides",
        }
    }

    /// Whether it has vectors of its own of images and queries, and is ranked by them.
    pub fn has_vectors(&self) -> bool {
        matches!(self, Self::FirstDims { .. } | Self::Pca { .. } | Self::QbNorm { .. })
    }

    /// Whether it needs vectors of its parts.
    pub fn needs_vectors(&self) -> bool {
        self.has_vectors() || matches!(self, Self::Feedback { .. })
    }

    /// Whether the numbers are in their ranges, and no part is fused with itself.
    ///
    /// # Errors
    /// Fewer than two systems to fuse, one twice, or a number out of its range.
    pub fn check(&self) -> Result<(), DerivedError> {
        let whole = |value: usize, max: usize| match value {
            1.. if value <= max => Ok(()),
            _ => Err(DerivedError::Count { value: value.to_string(), max }),
        };
        match self {
            Self::Fused(fused) => fused.check(),
            Self::Reranked { depth, .. } => whole(*depth, u32::MAX as usize),
            Self::FirstDims { dims, .. } | Self::Pca { dims, .. } => {
                whole(*dims, u32::MAX as usize)
            }
            Self::QbNorm { beta, .. } if !(beta.is_finite() && *beta > 0.0) => {
                Err(DerivedError::Beta { value: beta.to_string() })
            }
            Self::Feedback { rounds, .. } => whole(*rounds, MAX_FEEDBACK_ROUNDS),
            Self::Guides(guided) => guided.check(),
            Self::QbNorm { .. } => Ok(()),
        }
    }
}

/// Its usual form: without spaces, and without what is the default.
impl fmt::Display for Derived {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Fused(fused) => fused.fmt(out),
            Self::Reranked { first, second, depth } => {
                write!(out, "{name}({first},{second},{depth})")
            }
            Self::FirstDims { of, dims } | Self::Pca { of, dims } => {
                write!(out, "{name}({of},{dims})")
            }
            Self::QbNorm { of, bank, beta, is_dynamic } => {
                write!(out, "{name}({of},{bank}")?;
                if *beta != QB_BETA {
                    write!(out, ",beta={beta}")?;
                }
                out.write_str(if *is_dynamic { ",dynamic)" } else { ")" })
            }
            Self::Feedback { of, method, rounds } => {
                write!(out, "{name}({of},{},{rounds})", method.name())
            }
            Self::Guides(guided) => write!(out, "{name}({guided})"),
        }
    }
}
