//! Requests and responses between the page and the worker, and nothing else.
//!
//! Messages are JSON over `postMessage`. Rankings of many queries are sent as [`packed`] bytes
//! next to the JSON, in an array `[json, bytes]`, and so are the pixels of a [`Picture`]; a filter
//! of rows is a [`RowSet`].
//!
//! The reader of Parquet has a worker of its own, for one file: [`ParquetHead`].
//!
//! The page opens a benchmark once. After [`Event::Device`] it sends requests, each with an id of
//! its choice. Every request ends in exactly one of a last [`Event::Response`], [`Event::Failed`]
//! and [`Event::Cancelled`]; [`Event::Progress`] may precede it. The page ignores events for
//! requests that it no longer waits for.
//!
//! Pure and tested natively. May use `benchmark`, `formats`, `ranking`, `remote` and `vectors` of the core.

mod command;
mod device;
mod event;
mod failure;
pub mod packed;
mod parquet;
mod picture;
mod progress;
mod request;
mod response;
mod row_set;

pub use command::{Command, RequestId};
pub use device::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
pub use event::Event;
pub use failure::Failure;
pub use parquet::{ParquetColumn, ParquetHead};
pub use picture::Picture;
pub use progress::{Progress, ProgressUnit};
pub use request::{Request, Reranker, SearchQuery};
pub use response::{EncoderCheck, Held, HeldKind, Response, Timings};
pub use row_set::{RowSet, RowSetError};
