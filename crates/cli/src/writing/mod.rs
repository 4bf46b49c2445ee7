//! Files and folders in their places, whole or not at all.
//!
//! Enter by `publication`, or by `files::Destination` for a single file. `replaceable` says what `--force`
//! replaces, `interrupt` what a signal removes.

pub mod files;
pub mod interrupt;
pub mod publication;
pub(crate) mod replaceable;
pub(crate) mod sha256;
