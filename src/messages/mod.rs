//! Requests and responses between the page and the worker, and nothing else.
//!
//! They travel as JSON over `postMessage`; rankings of many queries as [`packed`] bytes beside it,
//! in an array `[json, bytes]`; a filter of rows as a [`RowSet`].
//!
//! The page opens a benchmark once and, after [`Event::Device`], sends requests, each under an id
//! that it chooses. Every request ends in exactly one of a last [`Event::Response`],
//! [`Event::Failed`] and [`Event::Cancelled`]; [`Event::Progress`] may come before. The page drops
//! what arrives under an id that it no longer waits for.
//!
//! Pure: it may use `benchmark`, `formats` and `ranking`, and is tested natively.

mod command;
mod device;
mod event;
mod failure;
pub mod packed;
mod progress;
mod request;
mod response;
mod row_set;

pub use command::{Command, RequestId};
pub use device::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
pub use event::Event;
pub use failure::Failure;
pub use progress::{Progress, ProgressUnit};
pub use request::{Request, Reranker, SearchQuery};
pub use response::{EncoderCheck, Held, HeldKind, Response, Timings};
pub use row_set::{RowSet, RowSetError};
