use thiserror::Error;

/// Why a statistic has no value, with the offending value. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatisticsError {
    /// Too few items for the statistic.
    #[error("{what}: {found} given, and at least {needed} are needed")]
    TooFew {
        /// What there are too few of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Two lists that should pair up value by value, and do not.
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
    /// A value that a statistic cannot use: NaN, or infinite where differences are taken.
    #[error("value {index} of {what} is {value}; leave it out, or give it a value")]
    Unusable {
        /// The list that it is in.
        what: String,
        /// Its position there.
        index: usize,
        /// The value.
        value: f64,
    },
    /// The level of an interval is out of range.
    #[error("the level of an interval lies between 0 and 1, such as 0.95; it is {0}")]
    Level(f64),
    /// Zero resamples.
    #[error("the number of resamples is 0; 2000 is usual")]
    NoResamples,
    /// The statistic had no value on any resample.
    #[error("the statistic has no value on any of {n_resamples} resamples")]
    NeverDefined {
        /// How many were drawn.
        n_resamples: u32,
    },
    /// A p-value that is not in 0 … 1.
    #[error("p-value {index} is {value}, and p-values lie between 0 and 1")]
    PValue {
        /// Its position.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A number of wins that is negative or not finite.
    #[error("item {winner} has {wins} wins over item {loser}; wins are finite and not negative")]
    Wins {
        /// The row.
        winner: usize,
        /// The column.
        loser: usize,
        /// The value there.
        wins: f64,
    },
    /// Items that cannot be placed on one scale, because a group of them never lost to the rest
    /// or was never compared with it.
    #[error(
        "the items fall into {} groups that cannot be placed on one scale: {groups:?}; of any two \
         groups, one never won against the other or they were never compared. Fit each group by \
         itself, or compare more items across groups",
        .groups.len()
    )]
    NotComparable {
        /// The items by group: within one, a chain of wins leads from every item to every other.
        groups: Vec<Vec<usize>>,
    },
    /// The strengths still moved after the last sweep allowed.
    #[error("the strengths still moved by {change} in the last of {n_sweeps} sweeps")]
    NotConverged {
        /// How often all strengths were updated.
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

/// Refuses a list with a value that is not usable; the error names the first.
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
