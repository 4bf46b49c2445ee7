//! Tests of `rankscope-encode`.

mod encode;
mod encode_clip;
mod encode_devices;
mod encode_kernels;
mod encode_limits;
mod encode_pictures;
mod encode_vision;
#[path = "../golden_pictures/mod.rs"]
mod golden_pictures;
#[path = "../here.rs"]
mod here;
#[path = "../odd_bert/mod.rs"]
mod odd_bert;
