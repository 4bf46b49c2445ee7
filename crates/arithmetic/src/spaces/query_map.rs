use super::{Projection, QueryBank};

/// How a query of one space becomes one of the space that is made from it.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryMap {
    /// Fewer dimensions.
    Projection(Projection),
    /// One dimension more.
    Bank {
        /// What the bank says of the gallery.
        bank: QueryBank,
        /// Whether the query's best image in the space before decides if it is normalised.
        is_dynamic: bool,
    },
}

impl QueryMap {
    /// Whether [`Self::query`] wants the best image.
    pub fn needs_best(&self) -> bool {
        matches!(self, Self::Bank { is_dynamic: true, .. })
    }

    /// A query `[dim]` in the made space; `best` is the row of its best image in the space before.
    pub fn query(&self, query: &[f32], best: Option<u32>) -> Vec<f32> {
        match self {
            Self::Projection(projection) => projection.vector(query),
            Self::Bank { bank, is_dynamic } => {
                let is_normalised = !is_dynamic || best.is_some_and(|row| bank.is_active(row));
                QueryBank::query(query, is_normalised)
            }
        }
    }
}
