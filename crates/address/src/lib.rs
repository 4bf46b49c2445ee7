//! The page's address, without the page: its parameters, one line each in a table ([`view`]).
//!
//! Pure, so that its rules have native tests; the page makes signals and links of it.

mod kind;
pub mod view;
