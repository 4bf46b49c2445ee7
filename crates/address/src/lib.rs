//! The page's address, without the page: its parameters, one line each in a table ([`view`]), and the
//! search that they ask for once the benchmark is loaded ([`choice`]).
//!
//! Pure, so that its rules have native tests. The page makes signals and links of it.

pub mod choice;
mod kind;
pub mod opened_value;
pub mod own_judged;
pub mod question;
mod search_key;
pub mod view;
