//! Tests of the browser app's native parts, and of the architecture of the whole tree.

// The page's files that are also compiled into these tests expect it here.
use rankscope::messages;

mod architecture;
mod cycles;
mod download_memory;
mod embed;
mod engine_memory;
#[path = "../here.rs"]
mod here;
mod message_forms;
mod packed;
mod row_set;
mod task;
