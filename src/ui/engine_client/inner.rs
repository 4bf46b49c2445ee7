use super::replies::{Replies, ReplySender};
use super::side::Sides;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::Manifest;
use rankscope_messages::{Command, DeviceKind, DevicePreference, Failure, Request, RequestId};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The lists that have a run of this id; `None` for a system with vectors.
pub(super) type Runs = Rc<dyn Fn(&str) -> Option<Arc<Dataset>>>;

/// The replies to a request that involves fused systems; `None` for any other request.
pub(super) type Fused = Rc<dyn Fn(&Request) -> Option<Replies>>;

#[derive(Clone)]
pub(super) struct Opened {
    pub(super) base_url: String,
    pub(super) manifest: Manifest,
    pub(super) device: DevicePreference,
    pub(super) max_gallery_bytes: Option<u64>,
}

pub(super) struct Pending {
    pub(super) sender: ReplySender,
    /// The engine that answers it.
    pub(super) kind: DeviceKind,
}

#[derive(Default)]
pub(super) struct Inner {
    pub(super) sides: Sides,
    pub(super) opened: Option<Opened>,
    pub(super) open_failure: Option<Failure>,
    /// Requests that wait until the CPU's engine is open.
    pub(super) queue: Vec<Command>,
    pub(super) pending: HashMap<RequestId, Pending>,
    pub(super) last_id: RequestId,
    /// The visitor's keys of search engines by origin; they are never stored.
    pub(super) keys: BTreeMap<String, String>,
    pub(super) n_crashes: u32,
    pub(super) runs: Option<Runs>,
    pub(super) fused: Option<Fused>,
    pub(super) last_search: Option<Request>,
    /// The last search, repeated on the GPU before it takes over.
    pub(super) rehearsal: Option<RequestId>,
    /// Why the CPU is in use although there is a GPU.
    pub(super) gpu_problem: Option<String>,
}
