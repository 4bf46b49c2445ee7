//! Tests of the browser app's native part, and of the whole tree's architecture.

// The files of the page that are compiled here once more find it there.
use rankscope::messages;

mod architecture;
mod circles;
mod engine_memory;
#[path = "../here.rs"]
mod here;
mod message_forms;
mod packed;
mod row_set;
mod task;
