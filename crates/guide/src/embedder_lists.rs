//! What one embedder found for all guides of a query.

/// An embedder's lists, one for each guide, in the order in which all embedders have the guides.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbedderLists<T> {
    /// The embedder's name.
    pub embedder: String,
    /// How much its lists count.
    pub weight: f64,
    /// `[guides][ranks]`, best first.
    pub lists: Vec<Vec<T>>,
}
