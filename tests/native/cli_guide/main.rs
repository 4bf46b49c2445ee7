//! Tests of `rankscope guide`. A binary of their own, so that they need neither training nor Parquet.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

#[path = "../here.rs"]
mod here;
#[path = "../program/mod.rs"]
mod program;
mod search;
mod steps;
mod stored;
mod stored_complexity;
mod studies;
