//! Events: worker → page.

use super::{DeviceReport, Failure, Progress, RequestId, Response};
use serde::{Deserialize, Serialize};

/// A message from the worker to the page.
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
    Progress {
        /// The request.
        id: RequestId,
        /// How much is done.
        progress: Progress,
    },
    /// A reply.
    Response {
        /// The request.
        id: RequestId,
        /// The reply.
        response: Response,
    },
    /// A request failed, or opening a benchmark. The worker keeps running.
    Failed {
        /// The request; `None` for opening.
        id: Option<RequestId>,
        /// Why, and what to do.
        failure: Failure,
    },
    /// A request was cancelled.
    Cancelled {
        /// The request.
        id: RequestId,
    },
    /// The device stopped responding, which failed the last request. Only another worker can open a
    /// new one.
    DeviceLost {
        /// Why, and what to do.
        failure: Failure,
    },
    /// The worker cannot continue and must be replaced.
    Crashed {
        /// The panic's message.
        message: String,
    },
}
