//! What can be wrong with the input.

/// An input that has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GuideError {
    /// A weight is negative, infinite or not a number.
    #[error("the weight of {embedder} is {weight}: weights are finite and not negative")]
    Weight {
        /// Whose weight it is.
        embedder: String,
        /// The weight.
        weight: f64,
    },
    /// No weight is above 0.
    #[error("all weights are 0: at least one embedder must count")]
    NoWeight,
    /// A learning rate outside 0 … 1.
    #[error("the learning rate is {0}: it is above 0 and below 1")]
    LearningRate(f64),
    /// There are more or fewer values than needed.
    #[error("{found} {what}, and {needed} are needed")]
    Count {
        /// What there is.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// There are fewer values than needed.
    #[error("{found} {what}, and {needed} are the least")]
    TooFew {
        /// What there is.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// A value is infinite or not a number.
    #[error("{what} {place} has a value that is not finite")]
    NotFinite {
        /// What has it.
        what: &'static str,
        /// Which one, from 1.
        place: usize,
    },
    /// Rows differ in length.
    #[error("{what} {place} has {found} values, and the first has {needed}")]
    Length {
        /// What the rows are.
        what: &'static str,
        /// Which one, from 1.
        place: usize,
        /// Its length.
        found: usize,
        /// The length of the first.
        needed: usize,
    },
    /// A vector without a direction has no cosine.
    #[error("{what} {place} has length 0, so it has no cosine")]
    NoDirection {
        /// What the vectors are.
        what: &'static str,
        /// Which one, from 1.
        place: usize,
    },
    /// A threshold that is no cosine.
    #[error("the threshold {0} is not a cosine: it is between −1 and 1")]
    Threshold(f64),
    /// A file that is damaged, or contradicts the benchmark.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A trust file that is damaged.
    #[error("{0}")]
    Trust(String),
}

/// Refuses rows of different lengths, and values that are not finite.
pub(crate) fn check_rows<T: Copy + Into<f64>>(
    what: &'static str,
    rows: &[Vec<T>],
) -> Result<(), GuideError> {
    let needed = rows.first().map_or(0, Vec::len);
    for (place, row) in (1..).zip(rows) {
        if row.len() != needed {
            return Err(GuideError::Length { what, place, found: row.len(), needed });
        }
        if row.iter().any(|value| !(*value).into().is_finite()) {
            return Err(GuideError::NotFinite { what, place });
        }
    }
    Ok(())
}
