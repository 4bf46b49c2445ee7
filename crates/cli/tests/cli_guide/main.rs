//! Tests of `rankscope guide`, in a binary that needs neither training nor Parquet.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

#[path = "../../../../tests/support/here.rs"]
mod here;
mod made;
#[path = "../../../../tests/support/program/mod.rs"]
mod program;
mod search;
mod steps;
mod stored;
mod stored_complexity;
mod studies;
#[path = "../cli/tree.rs"]
mod tree;
