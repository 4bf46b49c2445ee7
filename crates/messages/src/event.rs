//! Events: worker → page.

use super::{DeviceReport, RequestId, Response};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Event {
    /// The engine's module is downloading. Sent by the loader before the module runs.
    Module {
        /// Bytes received, decompressed.
        received: u64,
        /// Total bytes; 0 if unknown.
        total: u64,
    },
    /// The module is running and accepts commands.
    Started,
    /// The device was chosen. Sent again when its report changes.
    Device(DeviceReport),
    /// Progress of a request.
    Progress { id: RequestId, progress: Progress },
    /// A reply; the last one ends the request.
    Response { id: RequestId, response: Response },
    /// A request failed, or, if `id` is `None`, opening the benchmark. The worker keeps running.
    Failed { id: Option<RequestId>, failure: Failure },
    /// A request was cancelled.
    Cancelled { id: RequestId },
    /// The device stopped responding, which failed the last request. Only a new worker can open
    /// another.
    DeviceLost { failure: Failure },
    /// The worker cannot continue and must be replaced.
    Crashed { message: String },
}

/// An error as the visitor sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What happened: one short sentence without a full stop.
    pub title: String,
    /// Where and why: the file, what was expected and what was found.
    pub detail: String,
    pub advice: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// In a few words, such as `systems/x/gallery-00000.safetensors`.
    pub what: String,
    pub done: u64,
    /// Units in total; 0 if unknown.
    pub total: u64,
    pub unit: ProgressUnit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgressUnit {
    Bytes,
    Queries,
    Rows,
    Texts,
    Encoders,
    Layers,
    /// Orders in which a second stage ranks the first stage's results.
    Orders,
}
