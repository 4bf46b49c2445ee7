//! Tests of `rankscope-train`.

#[path = "../here.rs"]
mod here;
mod train;
