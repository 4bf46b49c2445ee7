//! Published models of every family that can be imported, against what their libraries compute
//! (tests/fixtures/encoders.py), and refusals.

#[path = "../../../../tests/support/here.rs"]
mod here;

mod golden;
mod refused;
mod tokenizers;
