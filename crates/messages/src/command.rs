//! Commands: page → worker.

use super::{DevicePreference, Request};
use rankscope_core::benchmark::Manifest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Identifies a request; never reused within a page.
pub type RequestId = u32;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Command {
    /// Choose a device and prepare for a benchmark. Sent once, after [`super::Event::Started`].
    Open {
        /// Absolute, ending in `/`.
        base_url: String,
        manifest: Box<Manifest>,
        device: DevicePreference,
        /// Limit for all galleries in memory, in bytes; `None` for the default.
        max_gallery_bytes: Option<u64>,
    },
    /// Take other systems of the same benchmark from now on: some were imported or removed.
    /// Otherwise the manifest is the one that was opened.
    Systems { manifest: Box<Manifest> },
    /// Send these keys to search engines from now on, by origin such as
    /// `https://search.example.org`. They are never stored.
    Keys { keys: BTreeMap<String, String> },
    /// Start a request; its replies carry the id.
    Request { id: RequestId, request: Request },
    /// Cancel a request.
    Cancel { id: RequestId },
}
