use rankscope_core::search::scan::SignCodes;
use rankscope_core::vectors::ShardOutline;
use rankscope_messages::{Held, HeldKind};
use rankscope_transfer::{Memory, PartsServer};
use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
};

/// What is known of shards that stay on the server, while their signs are here.
pub(super) struct ShardParts {
    pub(super) server: PartsServer,
    pub(super) signs: Memory<SignCodes>,
    pub(super) heads: Memory<Head>,
    /// Whether a shard is on this machine, once looked up.
    is_here: RefCell<HashMap<String, bool>>,
    /// Shards whose kept signs are already checked.
    checked_signs: RefCell<HashSet<String>>,
    /// Whether parts of shards are unavailable or not to be trusted.
    is_given_up: Cell<bool>,
}

/// A shard's header, and the scales of its rows.
pub(super) struct Head {
    pub(super) outline: ShardOutline,
    pub(super) scales: Vec<f32>,
}

impl ShardParts {
    /// `max_sign_bytes` of signs stay in memory; the others are read again for every search.
    pub(super) fn new(max_sign_bytes: usize, max_head_bytes: usize) -> Self {
        Self {
            server: PartsServer::default(),
            signs: Memory::keeping_first(max_sign_bytes),
            heads: Memory::keeping_first(max_head_bytes),
            is_here: RefCell::default(),
            checked_signs: RefCell::default(),
            is_given_up: Cell::new(false),
        }
    }

    /// From now on, whole shards are fetched.
    pub(super) fn give_up(&self) {
        self.is_given_up.set(true);
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up.get()
    }

    /// Whether a shard is on this machine; `None` before it is looked up.
    pub(super) fn is_here(&self, path: &str) -> Option<bool> {
        self.is_here.borrow().get(path).copied()
    }

    pub(super) fn note_whether_here(&self, path: &str, is_here: bool) {
        self.is_here.borrow_mut().insert(path.into(), is_here);
    }

    /// The signs in memory, with the scales of int8 rows.
    pub(super) fn held(&self) -> Option<Held> {
        let heads = self.heads.list(|_, bytes, head| (head.outline.dtype(), bytes));
        let signs = self.signs.list(|_, bytes, _| bytes);
        let bytes = heads.iter().map(|(_, bytes)| bytes).chain(&signs).sum::<usize>();
        heads.first().map(|(stored, _)| Held {
            kind: HeldKind::Gallery,
            id: format!("{} shards on the server", heads.len()),
            stored: *stored,
            computed: "signs of every row".into(),
            bytes: bytes as u64,
            bytes_on_gpu: 0,
        })
    }

    /// Whether this worker has checked the signs of a shard against their hash.
    pub(super) fn are_signs_checked(&self, path: &str) -> bool {
        self.checked_signs.borrow().contains(path)
    }

    pub(super) fn note_checked_signs(&self, path: &str) {
        self.checked_signs.borrow_mut().insert(path.into());
    }

    /// Notes that a shard is open as a whole, with its signs in memory.
    pub(super) fn note_open(&self, path: &str) {
        self.note_whether_here(path, true);
        self.signs.forget_unless(|other| other != path);
        self.heads.forget_unless(|other| other != path);
    }
}
