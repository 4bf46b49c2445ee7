//! Tests of the browser app's native parts, and of the architecture of the whole tree.

mod architecture;
mod cycles;
mod documents;
mod download_memory;
mod embed;
mod engine_memory;
#[path = "../support/here.rs"]
mod here;
mod languages;
mod message_forms;
mod packed;
mod row_set;
mod task;
