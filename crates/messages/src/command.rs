//! Commands: page → worker.

use super::{DevicePreference, Request};
use rankscope_core::benchmark::Manifest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Identifies a request; never reused within a page.
pub type RequestId = u32;

/// A message from the page to the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Command {
    /// Choose a device and prepare for a benchmark. Sent once, after [`super::Event::Started`].
    Open {
        /// Absolute URL of the benchmark's folder, ending in `/`.
        base_url: String,
        /// Its manifest, as the page read it.
        manifest: Box<Manifest>,
        /// The visitor's choice.
        device: DevicePreference,
        /// Limit for all galleries in memory, in bytes; `None` for the default.
        max_gallery_bytes: Option<u64>,
    },
    /// Take other systems of the same benchmark from now on: some were imported or removed.
    Systems {
        /// The manifest with them, which is otherwise the one that was opened.
        manifest: Box<Manifest>,
    },
    /// Send these keys to search engines from now on, each to the one of its origin. They are never
    /// stored.
    Keys {
        /// By origin, such as `https://search.example.org`.
        keys: BTreeMap<String, String>,
    },
    /// Start a request.
    Request {
        /// Its id, which its replies carry.
        id: RequestId,
        /// What to do.
        request: Request,
    },
    /// Cancel a request.
    Cancel {
        /// The id of the request.
        id: RequestId,
    },
}
