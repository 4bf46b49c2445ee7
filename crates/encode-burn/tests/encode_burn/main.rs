//! Tests of `rankscope-encode-burn`, on Burn's backend in pure Rust.

mod devices;
#[path = "../../../../tests/support/golden_pictures/mod.rs"]
mod golden_pictures;
#[path = "../../../../tests/support/here.rs"]
mod here;
#[path = "../../../../tests/support/odd_bert/mod.rs"]
mod odd_bert;
#[path = "../../../../tests/support/packs.rs"]
mod packs;
mod pictures;
mod vision;
