//! What commands share of arguments, help, output and messages.
//!
//! `output` prints results to standard output, `reporter` prints progress, notes and warnings to standard
//! error; `shown` keeps escape sequences from the terminal, and `causes` says why something failed.

pub(crate) mod arguments;
pub(crate) mod causes;
pub(crate) mod help;
pub(crate) mod limits;
pub mod output;
pub mod reporter;
pub(crate) mod shown;
