//! Do two orderings agree? This room uses nothing else of ours.

mod kendall;

pub use kendall::{Tau, kendall_tau_b, tau_b_matrix};
