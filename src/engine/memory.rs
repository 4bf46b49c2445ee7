//! Things that are slow to load, kept while there is room and loaded once at a time.

use gloo_timers::future::sleep;
use std::{cell::RefCell, future::Future, rc::Rc, time::Duration};

/// Loaded things by id, the least recently used first.
pub(super) struct Memory<T> {
    room_bytes: usize,
    /// Whether what is there stays, and what has no room beside it is not kept.
    keeps_first: bool,
    kept: RefCell<Vec<Kept<T>>>,
    /// What some task is loading at the moment.
    loading: RefCell<Vec<String>>,
}

struct Kept<T> {
    id: String,
    bytes: usize,
    value: Rc<T>,
}

impl<T> Memory<T> {
    pub(super) fn new(room_bytes: usize) -> Self {
        let (kept, loading) = (RefCell::default(), RefCell::default());
        Self { room_bytes, keeps_first: false, kept, loading }
    }

    /// For things that are all used in turn, again and again: those that were used longest ago
    /// are just the next, so what is there stays, and what has no room beside it is not kept.
    pub(super) fn keeping_first(room_bytes: usize) -> Self {
        Self { keeps_first: true, ..Self::new(room_bytes) }
    }

    /// The thing of this id, by `load` where it is not kept. `load` also says its size.
    pub(super) async fn get<E, F: Future<Output = Result<(T, usize), E>>>(
        &self,
        id: &str,
        load: impl FnOnce() -> F,
    ) -> Result<Rc<T>, E> {
        loop {
            if let Some(value) = self.kept(id) {
                return Ok(value);
            }
            if !self.loading.borrow().iter().any(|other| other == id) {
                break;
            }
            // Another request is loading it: look again in a moment.
            sleep(Duration::from_millis(10)).await;
        }
        self.loading.borrow_mut().push(id.to_owned());
        let loaded = load().await;
        self.loading.borrow_mut().retain(|other| other != id);
        let (value, bytes) = loaded?;
        let value = Rc::new(value);
        let mut kept = self.kept.borrow_mut();
        let in_use = kept.iter().map(|one| one.bytes).sum::<usize>();
        if self.keeps_first && in_use + bytes > self.room_bytes {
            return Ok(value);
        }
        kept.push(Kept { id: id.to_owned(), bytes, value: value.clone() });
        while kept.len() > 1 && kept.iter().map(|one| one.bytes).sum::<usize>() > self.room_bytes {
            kept.remove(0);
        }
        Ok(value)
    }

    /// What `tell` makes of each thing that is kept, by its id and size, the least recently used
    /// first.
    pub(super) fn list<U>(&self, mut tell: impl FnMut(&str, usize, &T) -> U) -> Vec<U> {
        self.kept.borrow().iter().map(|one| tell(&one.id, one.bytes, &one.value)).collect()
    }

    fn kept(&self, id: &str) -> Option<Rc<T>> {
        let mut kept = self.kept.borrow_mut();
        let index = kept.iter().position(|one| one.id == id)?;
        let used = kept.remove(index);
        let value = used.value.clone();
        kept.push(used);
        Some(value)
    }
}
