//! Do two orderings agree, and is a difference more than chance?
//!
//! | question | functions |
//! |---|---|
//! | Do two measures rank the systems alike? | [`kendall_tau_b`], [`tau_b_matrix`], [`spearman`], [`pearson`] |
//! | Are two quantities correlated by more than chance? | [`correlation_p`] |
//! | Do few items have most of it? | [`skewness`] |
//! | Which systems do they rank in opposite order? | [`discordant_pairs`] |
//! | Which place does each have? | [`descending_ranks`] |
//! | Would other queries give the same result? | [`bootstrap`], [`mean_interval`], [`interval_of_two_means`], [`tau_b_interval`], [`tau_b_intervals`], [`AgreementIntervals`] |
//! | Is one system better than another? | [`paired_randomisation`], [`paired_bootstrap`], [`paired_student`] |
//! | How small a difference can be shown? | [`detectable_difference`], [`queries_needed`] |
//! | What does a printed mean say by itself? | [`PrintedMean`], [`wilson`], [`hoeffding`], [`sign_test`] |
//! | Which of several systems are better? | [`pairwise`] |
//! | Is one group of queries harder than another? | [`mann_whitney`] |
//! | Which results survive many tests? | [`holm`] |
//! | Do people judge alike? | [`cohen_kappa`] of two, [`fleiss_kappa`] and [`krippendorff_alpha`] of many, [`entropy`] of one item's votes, [`strength_of_agreement`] in words |
//! | What do people prefer? | [`bradley_terry`] |
//!
//! Functions take slices of numbers and know neither queries nor systems; of this crate they use only
//! `random`. An undefined result is `None` or a [`StatisticsError`], never NaN. Random draws are seeded and
//! the same on every machine.

mod agreement_interval;
mod bootstrap;
mod bradley_terry;
mod correlation;
mod count;
mod error;
mod holm;
mod kappa;
mod kendall;
mod mann_whitney;
mod paired;
mod pairwise;
mod power;
mod printed_mean;
mod tukey;

pub use agreement_interval::{AgreementIntervals, Coefficient, tau_b_interval, tau_b_intervals};
pub use bootstrap::{Interval, Resampling, bootstrap, interval_of_two_means, mean_interval};
pub use bradley_terry::{BradleyTerry, bradley_terry};
pub use correlation::{correlation_p, descending_ranks, pearson, skewness, spearman};
pub use error::StatisticsError;
pub use holm::holm;
pub use kappa::{cohen_kappa, entropy, fleiss_kappa, krippendorff_alpha, strength_of_agreement};
pub use kendall::{DiscordantPair, Tau, discordant_pairs, kendall_tau_b, tau_b_matrix};
pub use mann_whitney::{Alternative, MannWhitney, mann_whitney};
pub use paired::{
    PairedBootstrap, Randomisation, Student, paired_bootstrap, paired_randomisation,
    paired_student, standard_deviation,
};
pub use pairwise::{PairedTest, TestedPair, pairwise};
pub use power::{ALPHA, Detectable, POWER, detectable_difference, queries_needed};
pub use printed_mean::{PrintedMean, hoeffding, sign_test, wilson};
pub use tukey::tukey;
