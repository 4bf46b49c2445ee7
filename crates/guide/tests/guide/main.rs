//! Tests of `rankscope-guide`, against numpy, scikit-learn and values worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, clippy::float_cmp)]

mod cache;
mod choice;
mod complexity;
mod complexity_file;
mod fixture;
mod fusion;
mod outliers;
mod presets;
mod spread;
mod trust;
