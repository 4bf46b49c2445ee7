//! Tests of `rankscope-address`.

mod choices;
mod parameters;
