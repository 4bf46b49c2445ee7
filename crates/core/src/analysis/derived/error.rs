use thiserror::Error;

/// Why an expression names no derived system of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DerivedError {
    /// Not a call of a known name.
    #[error("{id} names no derived system: known are {known}")]
    Form {
        /// The expression.
        id: String,
        /// The known forms.
        known: String,
    },
    /// A call of a known name with other items than it takes.
    #[error("{id} is not of the form {form}")]
    Items {
        /// The expression.
        id: String,
        /// An example, with what may follow.
        form: &'static str,
    },
    /// Fewer than two systems.
    #[error("a fused system needs two or more systems")]
    TooFew,
    /// A system twice.
    #[error("{part} is named twice, and a list is not fused with itself")]
    Twice {
        /// The system's id.
        part: String,
    },
    /// β of no inverted softmax.
    #[error("β is {value}, and must be a number above 0")]
    Beta {
        /// The value.
        value: String,
    },
    /// γ of no average precision.
    #[error("γ is {value}, and must be a number from 0 to 1")]
    Gamma {
        /// The value.
        value: String,
    },
    /// A weight or k that is negative or no number.
    #[error("{value} is not a number from 0")]
    Number {
        /// The value.
        value: String,
    },
    /// A depth, a number of rounds or of dimensions that is out of range.
    #[error("{value} is not a whole number from 1 to {max}")]
    Count {
        /// The value.
        value: String,
        /// The largest.
        max: usize,
    },
    /// A word that is none of those possible in its place.
    #[error("{word} is unknown here: known are {known}")]
    Word {
        /// The word.
        word: String,
        /// Those that are possible.
        known: String,
    },
    /// Expressions within expressions beyond the limit.
    #[error("expressions are nested more than {max} deep")]
    TooDeep {
        /// The limit.
        max: usize,
    },
    /// An expression without a place for the numbers of a sweep.
    #[error("{id} has no # where the numbers go, as in first(base,#)")]
    NotSwept {
        /// The expression.
        id: String,
    },
    /// Another form of the id.
    #[error("{id} is written {usual}")]
    NotUsual {
        /// The id.
        id: String,
        /// Its usual form.
        usual: String,
    },
    /// A system that the benchmark lacks.
    #[error("this benchmark has no system {part}")]
    Unknown {
        /// The system's id.
        part: String,
    },
    /// A part of which vectors are needed, and which has rankings only.
    #[error("{part} has rankings and no vectors, which {name}(…) needs: choose another system")]
    NoVectors {
        /// The part.
        part: String,
        /// What needs vectors.
        name: &'static str,
    },
    /// Search by guides where there are none.
    #[error(
        "{benchmark} has no guides for its queries: build it with [[guides]] in its recipe, or choose another \
         system"
    )]
    NoGuides {
        /// The benchmark's id.
        benchmark: String,
    },
    /// More dimensions than there are.
    #[error("{part} has {dim} dimensions, and {asked} are asked for")]
    Dims {
        /// The part.
        part: String,
        /// How many it has.
        dim: u32,
        /// How many are asked for.
        asked: usize,
    },
    /// A split without queries.
    #[error("no query is of the split {split}; there is {known}")]
    NoSplit {
        /// The split.
        split: String,
        /// The splits that there are.
        known: String,
    },
}
