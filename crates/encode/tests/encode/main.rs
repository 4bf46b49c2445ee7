//! Tests of `rankscope-encode`.

mod encode;
mod encode_clip;
mod encode_devices;
mod encode_limits;
mod encode_pictures;
#[path = "../../../../tests/support/golden_pictures/mod.rs"]
mod golden_pictures;
#[path = "../../../../tests/support/here.rs"]
mod here;
#[path = "../../../../tests/support/odd_bert/mod.rs"]
mod odd_bert;
#[path = "../../../../tests/support/packs.rs"]
mod packs;
