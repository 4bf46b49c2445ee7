//! Published models of every family that can be imported, against what their own libraries compute
//! (tests/fixtures/encoders.py), and what is refused.

#[path = "../../../../tests/support/here.rs"]
mod here;

mod golden;
mod refused;
mod tokenizers;
