//! Worker → page.

use super::{DeviceReport, Failure, Progress, RequestId, Response};
use serde::{Deserialize, Serialize};

/// Worker → page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Event {
    /// The engine's module is downloading. Sent by the loader before the module runs.
    Module {
        /// Bytes so far, decompressed.
        received: u64,
        /// Bytes in all; 0 where unknown.
        total: u64,
    },
    /// The module runs and takes commands.
    Started,
    /// The device is chosen; sent again when its report changes.
    Device(DeviceReport),
    /// How far a request is.
    Progress {
        /// The request.
        id: RequestId,
        /// How far.
        progress: Progress,
    },
    /// A reply.
    Response {
        /// The request.
        id: RequestId,
        /// The reply.
        response: Response,
    },
    /// A request, or opening (without id), failed. The worker goes on.
    Failed {
        /// The request.
        id: Option<RequestId>,
        /// Why, and what to do.
        failure: Failure,
    },
    /// A request was cancelled.
    Cancelled {
        /// The request.
        id: RequestId,
    },
    /// The worker cannot go on and must be replaced.
    Crashed {
        /// The panic's message.
        message: String,
    },
}
