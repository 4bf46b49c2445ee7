//! A bag of tokens: the mean of a text's token rows, whatever their order.
//!
//! It is the text half of systems without a network. Weights for rare tokens (idf) are folded into
//! the rows; the row of the start token is the vector of a text without known words.

use serde::{Deserialize, Serialize};

/// The rows' name in a pack's weights.
pub const BAG_ROWS: &str = "token_embedding.weight";

/// The shape of a bag of tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BagConfig {
    /// Tokens that have a row.
    pub vocab_size: usize,
    /// Length of a row.
    pub dim: usize,
}
