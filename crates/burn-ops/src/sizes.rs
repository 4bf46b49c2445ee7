//! What operations need to know beside their tensors.

/// Inputs of an int8 layer that share the scale of an output.
pub(crate) const INPUTS_PER_SCALE: usize = 64;

/// Threads of a workgroup of a search: neighbours read neighbouring words.
pub(crate) const THREADS: usize = 64;
/// Rows of a thread of a search; they share each read of a query's values.
pub(crate) const ROWS: usize = 8;

/// The function after a linear layer's product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Activation {
    /// None.
    None,
    /// x · Φ(x).
    Gelu,
    /// x · σ(1.702 x).
    QuickGelu,
    /// max(x, 0).
    Relu,
}

/// A linear layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinearShape {
    /// Values of an output row.
    pub n_out: usize,
    /// What follows the product and the bias.
    pub activation: Activation,
}

/// An attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// Heads; they divide the hidden values.
    pub n_heads: usize,
    /// Rows of a text or image; they divide the rows.
    pub n_tokens: usize,
    /// The most tokens that a model takes: one kernel serves texts of every length up to it.
    pub max_tokens: usize,
    /// Whether a token attends only to itself and those before it.
    pub is_causal: bool,
}

/// A patch projection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatchShape {
    /// Width and height of a patch; it divides the image's.
    pub side: usize,
    /// Values of a token.
    pub n_out: usize,
}

/// Codes of a gallery: all of them, or some of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodesShape {
    /// The first block of these codes in the gallery.
    pub first_block: usize,
}

/// Which rows a search keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// The first queries, whose rows are wanted; the others only fill up a group.
    pub n_queries: usize,
    /// Hits that are wanted of each query; at most the threads of the gallery.
    pub k: usize,
    /// Places for kept rows; at most the rows of the gallery, filled up.
    pub capacity: usize,
}
