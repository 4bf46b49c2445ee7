//! Messages between the page and the worker, and nothing else: JSON over `postMessage`. Rankings of
//! many queries travel as [`packed`] bytes next to the JSON, in an array `[json, bytes]`, and so do
//! the pixels of a [`Picture`]; a filter of rows is a [`RowSet`].
//!
//! The page opens a benchmark once. After [`Event::Device`] it sends requests, each with an id of
//! its choice. Every request ends in exactly one of a last [`Event::Response`], [`Event::Failed`]
//! and [`Event::Cancelled`]; [`Event::Progress`] may precede it. The page ignores events for
//! requests that it no longer waits for. A file of Parquet gets a worker to itself:
//! [`ParquetHead`].

mod command;
mod device;
mod event;
pub mod packed;
mod parquet;
mod picture;
mod request;
mod response;
mod row_set;

pub use command::{Command, RequestId};
pub use device::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
pub use event::{Event, Failure, Progress, ProgressUnit};
pub use parquet::{ParquetColumn, ParquetHead};
pub use picture::Picture;
pub use request::{Request, Reranker, SearchQuery};
pub use response::{EncoderCheck, Held, HeldKind, Response, Timings};
pub use row_set::{RowSet, RowSetError};
