//! Tests of `rankscope-arithmetic`: against brute force and plain arithmetic.

#[path = "../../../../tests/support/here.rs"]
mod here;
mod kernels;
mod search;
mod search_gallery;
mod search_large;
mod search_scan;
mod vectors_finite;
