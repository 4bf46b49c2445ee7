//! Tests of `rankscope-train`.

mod drawn_again;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod regression;
mod systems;
mod train;
