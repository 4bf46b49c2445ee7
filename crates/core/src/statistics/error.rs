use thiserror::Error;

/// Why a statistic has no value, with what stands in the way. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatisticsError {
    /// Too little to say anything about.
    #[error("{what}: {found} given, and at least {needed} are needed")]
    TooFew {
        /// What there is too little of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Two lists that belong together value by value, and do not.
    #[error(
        "{what} has {found} values and not {expected}: both sides need the same items in the same order"
    )]
    UnequalLengths {
        /// The list that differs.
        what: String,
        /// Its length.
        found: usize,
        /// The length of the other.
        expected: usize,
    },
    /// A value that no statistic can be taken of: NaN, or infinite where differences are taken.
    #[error("value {index} of {what} is {value}; leave it out, or give it a value")]
    Unusable {
        /// The list that it is in.
        what: String,
        /// Its position there.
        index: usize,
        /// The value.
        value: f64,
    },
    /// The level of an interval that is no level.
    #[error("the level of an interval is more than 0 and less than 1, such as 0.95, and not {0}")]
    Level(f64),
    /// Nothing would be drawn.
    #[error("no resamples asked for; 2000 is usual")]
    NoResamples,
    /// The statistic had no value, whatever was drawn.
    #[error("the statistic has no value on any of {n_resamples} resamples")]
    NeverDefined {
        /// How many were tried.
        n_resamples: u32,
    },
    /// Something else where a p-value should be.
    #[error("p-value {index} is {value}, and p-values lie between 0 and 1")]
    PValue {
        /// Its position.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A number of wins that cannot be.
    #[error("item {winner} has {wins} wins over item {loser}; wins are finite and not negative")]
    Wins {
        /// The row.
        winner: usize,
        /// The column.
        loser: usize,
        /// The value there.
        wins: f64,
    },
    /// Items that no strengths can place on one scale, as some group of them never lost to the
    /// rest, or never met it.
    #[error(
        "the items fall into {} groups that cannot be placed on one scale: {groups:?}; between \
         any two groups, one never won or they never met. Place each group by itself, or compare \
         more items across them",
        .groups.len()
    )]
    NotComparable {
        /// The items by group: within each, everybody won against everybody, if by way of others.
        groups: Vec<Vec<usize>>,
    },
    /// The strengths still moved when patience ended.
    #[error("the strengths still moved by {change} in the last of {n_sweeps} sweeps")]
    NotConverged {
        /// How often all strengths were renewed.
        n_sweeps: u32,
        /// The largest change of a log-strength in the last sweep.
        change: f64,
    },
}

/// Refuses lists of unequal length, and values that are not finite.
pub(super) fn check_pairs(first: &[f64], second: &[f64]) -> Result<(), StatisticsError> {
    if first.len() != second.len() {
        return Err(StatisticsError::UnequalLengths {
            what: "the second list".into(),
            found: second.len(),
            expected: first.len(),
        });
    }
    check(first, "the first list", f64::is_finite)?;
    check(second, "the second list", f64::is_finite)
}

/// Refuses the first value that is not usable.
pub(super) fn check(
    values: &[f64],
    what: &str,
    is_usable: impl Fn(f64) -> bool,
) -> Result<(), StatisticsError> {
    match values.iter().position(|value| !is_usable(*value)) {
        None => Ok(()),
        Some(index) => Err(StatisticsError::Unusable {
            what: what.into(),
            index,
            value: values.get(index).copied().unwrap_or(f64::NAN),
        }),
    }
}
