//! Tests of the browser app's native part, and of the whole tree's architecture.

mod architecture;
#[path = "../here.rs"]
mod here;
mod packed;
mod row_set;
