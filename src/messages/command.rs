//! Page → worker.

use super::{DevicePreference, Request};
use rankscope_core::benchmark::Manifest;
use serde::{Deserialize, Serialize};

/// Names a request; never used twice in one page.
pub type RequestId = u32;

/// Page → worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Command {
    /// Choose a device and get ready for a benchmark. Sent once, after
    /// [`super::Event::Started`].
    Open {
        /// Absolute URL of the benchmark's folder, ending in `/`.
        base_url: String,
        /// Its manifest, as the page has read it.
        manifest: Box<Manifest>,
        /// What the visitor asks for.
        device: DevicePreference,
        /// The most bytes that galleries may take in memory; `None` for the default.
        max_gallery_bytes: Option<u64>,
    },
    /// Work to do.
    Request {
        /// The id of its replies.
        id: RequestId,
        /// What to do.
        request: Request,
    },
    /// The reply is no longer wanted.
    Cancel {
        /// The id of the request.
        id: RequestId,
    },
}
