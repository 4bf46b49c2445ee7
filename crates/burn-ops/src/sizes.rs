//! What operations need to know besides their tensors.

/// Inputs of an int8 layer that share the scale of an output.
pub(crate) const INPUTS_PER_SCALE: usize = 64;

/// Threads of a workgroup of a search: neighbours read neighbouring words.
pub(crate) const THREADS: usize = 64;
/// Rows of a thread of a search; they share each read of a query's values.
pub(crate) const ROWS: usize = 8;

/// After a linear layer's product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Activation {
    None,
    /// x · Φ(x).
    Gelu,
    /// x · σ(1.702 x).
    QuickGelu,
    /// max(x, 0).
    Relu,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinearShape {
    /// Values per output row.
    pub n_out: usize,
    pub activation: Activation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// Divides the hidden values.
    pub n_heads: usize,
    /// Rows of a text or image; divides the rows.
    pub n_tokens: usize,
    /// The most tokens of a model: one kernel serves texts of every length up to it.
    pub max_tokens: usize,
    /// Whether a token attends only to itself and those before it.
    pub is_causal: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatchShape {
    /// Width and height of a patch in pixels; divides the image's.
    pub side: usize,
    /// Values per token.
    pub n_out: usize,
}

/// Codes of a gallery: all of them, or some of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodesShape {
    /// The first block of these codes in the gallery.
    pub first_block: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Only the first queries; the others pad a group.
    pub n_queries: usize,
    /// Hits of each query; at most the threads of the gallery.
    pub k: usize,
    /// Places for kept rows; at most the padded rows of the gallery.
    pub capacity: usize,
}
