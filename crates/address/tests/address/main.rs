//! Tests of `rankscope-address`.

mod parameters;
