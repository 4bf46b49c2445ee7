//! A cache in memory for values that are slow to load: limited in bytes, one load per id at a time.
//! Uses nothing of the browser: a native test compiles this file.

use std::{
    cell::RefCell,
    future::{Future, poll_fn},
    rc::Rc,
    task::{Poll, Waker},
};

/// Loaded values by id, least recently used first.
pub struct Memory<T> {
    max_bytes: usize,
    /// Whether the first values stay, and later ones that do not fit are not cached.
    keeps_first: bool,
    kept: RefCell<Vec<Loaded<T>>>,
    loads: RefCell<Vec<Load>>,
}

struct Loaded<T> {
    id: String,
    bytes: usize,
    value: Rc<T>,
}

/// A load in progress, and the tasks waiting for it.
struct Load {
    id: String,
    waiting: Vec<Waker>,
}

/// Ends a load when dropped: on success, on error, or when its task is dropped.
struct EndOfLoad<'a> {
    loads: &'a RefCell<Vec<Load>>,
    id: &'a str,
}

impl Drop for EndOfLoad<'_> {
    fn drop(&mut self) {
        let mut loads = self.loads.borrow_mut();
        let index = loads.iter().position(|load| load.id == self.id);
        let waiting = index.map(|index| loads.swap_remove(index).waiting);
        drop(loads);
        waiting.into_iter().flatten().for_each(Waker::wake);
    }
}

impl<T> Memory<T> {
    /// Caches up to `max_bytes`, and always the last value; evicts the least recently used first.
    pub fn new(max_bytes: usize) -> Self {
        let (kept, loads) = (RefCell::default(), RefCell::default());
        Self { max_bytes, keeps_first: false, kept, loads }
    }

    /// For values that are used in a cycle, where the least recently used is the next one needed:
    /// the first values stay, and those that do not fit are not cached.
    pub fn keeping_first(max_bytes: usize) -> Self {
        Self { keeps_first: true, ..Self::new(max_bytes) }
    }

    /// The cached value of an id, or the result of `load`, which also returns its size in bytes.
    ///
    /// Waits while another task loads the same id. If that load fails, is cancelled, or its value
    /// is not cached, the next waiting task loads it.
    pub async fn get<E, F: Future<Output = Result<(T, usize), E>>>(
        &self,
        id: &str,
        load: impl FnOnce() -> F,
    ) -> Result<Rc<T>, E> {
        let end_of_load = loop {
            if let Some(value) = self.kept(id) {
                return Ok(value);
            }
            if let Some(end_of_load) = self.begin_load(id) {
                break end_of_load;
            }
            self.end_of_other_load(id).await;
        };
        let (value, bytes) = load().await?;
        let value = Rc::new(value);
        self.keep(id, bytes, &value);
        // Only now, so that waiting tasks find the value.
        drop(end_of_load);
        Ok(value)
    }

    /// Describes each entry by id, size in bytes and value, least recently used first.
    pub fn list<U>(&self, mut describe: impl FnMut(&str, usize, &T) -> U) -> Vec<U> {
        self.kept.borrow().iter().map(|one| describe(&one.id, one.bytes, &one.value)).collect()
    }

    pub fn forget_unless(&self, is_wanted: impl Fn(&str) -> bool) {
        self.kept.borrow_mut().retain(|one| is_wanted(&one.id));
    }

    fn kept(&self, id: &str) -> Option<Rc<T>> {
        let mut kept = self.kept.borrow_mut();
        let index = kept.iter().position(|one| one.id == id)?;
        let used = kept.remove(index);
        let value = used.value.clone();
        kept.push(used);
        Some(value)
    }

    fn keep(&self, id: &str, bytes: usize, value: &Rc<T>) {
        let mut kept = self.kept.borrow_mut();
        let in_use = |kept: &[Loaded<T>]| kept.iter().map(|one| one.bytes).sum::<usize>();
        if self.keeps_first && in_use(&kept) + bytes > self.max_bytes {
            return;
        }
        kept.push(Loaded { id: id.to_owned(), bytes, value: value.clone() });
        while kept.len() > 1 && in_use(&kept) > self.max_bytes {
            kept.remove(0);
        }
    }

    fn begin_load<'a>(&'a self, id: &'a str) -> Option<EndOfLoad<'a>> {
        let mut loads = self.loads.borrow_mut();
        if loads.iter().any(|load| load.id == id) {
            return None;
        }
        loads.push(Load { id: id.to_owned(), waiting: Vec::new() });
        Some(EndOfLoad { loads: &self.loads, id })
    }

    async fn end_of_other_load(&self, id: &str) {
        poll_fn(|context| {
            let mut loads = self.loads.borrow_mut();
            let Some(load) = loads.iter_mut().find(|load| load.id == id) else {
                return Poll::Ready(());
            };
            if !load.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                load.waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }
}
