use thiserror::Error;

/// Positions count from 0.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatisticsError {
    #[error("{what}: {found} given, but at least {needed} are needed")]
    TooFew { what: &'static str, found: usize, needed: usize },
    /// Two lists that should pair up value by value.
    #[error(
        "{what} has {found} values, not {expected}: both sides need the same items in the same order"
    )]
    UnequalLengths { what: String, found: usize, expected: usize },
    /// NaN, or an infinity where differences are taken.
    #[error("value {index} of {what} is {value}; leave it out, or give it a value")]
    Unusable { what: String, index: usize, value: f64 },
    #[error("the level of an interval is {0}, but must be between 0 and 1, such as 0.95")]
    Level(f64),
    #[error("the number of resamples is 0; 2000 is usual")]
    NoResamples,
    #[error("the statistic has no value on any of {n_resamples} resamples")]
    NeverDefined { n_resamples: u32 },
    #[error("p-value {index} is {value}, but p-values lie between 0 and 1")]
    PValue { index: usize, value: f64 },
    #[error("item {winner} has {wins} wins over item {loser}; wins are finite and not negative")]
    Wins { winner: usize, loser: usize, wins: f64 },
    /// A group of items never lost to the rest, or was never compared with it.
    #[error(
        "the items fall into {} groups that cannot be placed on one scale: {groups:?}. Of any two \
         groups, one never won against the other or they were never compared: fit each group \
         separately, or compare more items across groups",
        .groups.len()
    )]
    NotComparable {
        /// Within a group, a chain of wins leads from every item to every other.
        groups: Vec<Vec<usize>>,
    },
    #[error("the strengths still moved by {change} in the last of {n_sweeps} sweeps")]
    NotConverged {
        n_sweeps: u32,
        /// Of a log-strength in the last sweep.
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

/// The error names the first value that is not usable.
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
