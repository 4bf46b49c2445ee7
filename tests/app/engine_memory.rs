//! The memory of loaded values, and tasks that wait for a load.
//!
//! Its crate is built for WebAssembly only, but this file of it needs no browser and is compiled
//! into these tests too.
#![allow(clippy::unwrap_used)]

#[allow(unreachable_pub, reason = "public in its crate")]
#[path = "../../crates/transfer/src/memory.rs"]
mod memory;

use memory::Memory;
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    future::{Future, poll_fn},
    pin::Pin,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// Counts wake-ups.
#[derive(Default)]
struct WakeCounter(AtomicUsize);

impl Wake for WakeCounter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A future that is polled by hand.
struct ManualFuture<'a, T> {
    future: Option<Pin<Box<dyn Future<Output = T> + 'a>>>,
    wakes: Arc<WakeCounter>,
}

impl<'a, T> ManualFuture<'a, T> {
    fn new(future: impl Future<Output = T> + 'a) -> Self {
        Self { future: Some(Box::pin(future)), wakes: Arc::default() }
    }

    fn poll(&mut self) -> Poll<T> {
        let waker = Waker::from(self.wakes.clone());
        self.future.as_mut().unwrap().as_mut().poll(&mut Context::from_waker(&waker))
    }

    fn n_wakes(&self) -> usize {
        self.wakes.0.load(Ordering::SeqCst)
    }

    fn drop_future(&mut self) {
        self.future = None;
    }
}

/// A value with its size in bytes, or the reason for a failure.
type Loaded = Result<(u32, usize), &'static str>;

/// A load that the test finishes.
#[derive(Clone, Default)]
struct Loader {
    outcomes: Rc<RefCell<VecDeque<Loaded>>>,
    n_started: Rc<Cell<usize>>,
}

impl Loader {
    fn finish(&self, outcome: Loaded) {
        self.outcomes.borrow_mut().push_back(outcome);
    }

    async fn load(self) -> Loaded {
        self.n_started.set(self.n_started.get() + 1);
        poll_fn(|_| self.outcomes.borrow_mut().pop_front().map_or(Poll::Pending, Poll::Ready)).await
    }
}

type Got = Result<Rc<u32>, &'static str>;

async fn get(memory: &Memory<u32>, id: &'static str, loader: Loader) -> Got {
    memory.get(id, || loader.load()).await
}

fn value(got: Poll<Got>) -> u32 {
    match got {
        Poll::Ready(Ok(value)) => *value,
        other => unreachable!("no value: {other:?}"),
    }
}

#[test]
fn waiting_tasks_share_one_load() {
    let (memory, loader) = (Memory::new(100), Loader::default());
    let mut first = ManualFuture::new(get(&memory, "a", loader.clone()));
    let mut others: Vec<_> =
        (0..3).map(|_| ManualFuture::new(get(&memory, "a", loader.clone()))).collect();
    assert!(first.poll().is_pending());
    for other in &mut others {
        assert!(other.poll().is_pending());
        assert_eq!(other.n_wakes(), 0, "it waits without polling");
    }
    loader.finish(Ok((7, 10)));
    assert_eq!(value(first.poll()), 7);
    for other in &mut others {
        assert_eq!(other.n_wakes(), 1);
        assert_eq!(value(other.poll()), 7);
    }
    assert_eq!(loader.n_started.get(), 1);
}

#[test]
fn what_is_no_longer_wanted_is_dropped_and_loaded_again() {
    let (memory, loader) = (Memory::new(100), Loader::default());
    for (id, value) in [("a", 7), ("b", 8)] {
        loader.finish(Ok((value, 10)));
        let _ = ManualFuture::new(get(&memory, id, loader.clone())).poll();
    }
    memory.forget_unless(|id| id == "b");
    assert_eq!(memory.list(|id, _, _| id.to_string()), ["b"]);
    loader.finish(Ok((9, 10)));
    assert_eq!(value(ManualFuture::new(get(&memory, "a", loader.clone())).poll()), 9);
    assert_eq!(value(ManualFuture::new(get(&memory, "b", loader)).poll()), 8);
}

#[test]
fn polling_a_waiting_task_again_does_not_wake_it_twice() {
    let (memory, loader) = (Memory::new(100), Loader::default());
    let mut first = ManualFuture::new(get(&memory, "a", loader.clone()));
    let mut second = ManualFuture::new(get(&memory, "a", loader.clone()));
    assert!(first.poll().is_pending());
    for _ in 0..3 {
        assert!(second.poll().is_pending());
    }
    loader.finish(Ok((1, 1)));
    assert_eq!(value(first.poll()), 1);
    assert_eq!(second.n_wakes(), 1);
    assert_eq!(value(second.poll()), 1);
}

#[test]
fn the_next_task_loads_after_a_failed_load() {
    let (memory, loader) = (Memory::new(100), Loader::default());
    let mut first = ManualFuture::new(get(&memory, "a", loader.clone()));
    let mut second = ManualFuture::new(get(&memory, "a", loader.clone()));
    let mut third = ManualFuture::new(get(&memory, "a", loader.clone()));
    assert!(first.poll().is_pending());
    assert!(second.poll().is_pending());
    assert!(third.poll().is_pending());
    loader.finish(Err("cancelled"));
    assert_eq!(first.poll(), Poll::Ready(Err("cancelled")), "others do not share the failure");
    assert_eq!((second.n_wakes(), third.n_wakes()), (1, 1));
    assert!(second.poll().is_pending());
    assert!(third.poll().is_pending());
    assert_eq!(loader.n_started.get(), 2, "one of them loads, the other waits again");
    loader.finish(Ok((2, 1)));
    assert_eq!(value(second.poll()), 2);
    assert_eq!(third.n_wakes(), 2);
    assert_eq!(value(third.poll()), 2);
    assert_eq!(loader.n_started.get(), 2);
}

#[test]
fn a_dropped_load_wakes_the_next_task() {
    let (memory, loader) = (Memory::new(100), Loader::default());
    let mut first = ManualFuture::new(get(&memory, "a", loader.clone()));
    let mut second = ManualFuture::new(get(&memory, "a", loader.clone()));
    assert!(first.poll().is_pending());
    assert!(second.poll().is_pending());
    first.drop_future();
    assert_eq!(second.n_wakes(), 1);
    assert!(second.poll().is_pending());
    assert_eq!(loader.n_started.get(), 2);
    loader.finish(Ok((3, 1)));
    assert_eq!(value(second.poll()), 3);
}

#[test]
fn loads_of_other_values_do_not_wait() {
    let memory = Memory::new(100);
    let (a, b) = (Loader::default(), Loader::default());
    let mut first = ManualFuture::new(get(&memory, "a", a.clone()));
    let mut second = ManualFuture::new(get(&memory, "b", b.clone()));
    assert!(first.poll().is_pending());
    b.finish(Ok((2, 1)));
    assert_eq!(value(second.poll()), 2);
    a.finish(Ok((1, 1)));
    assert_eq!(value(first.poll()), 1);
}

/// Loads a value immediately.
fn put(memory: &Memory<u32>, id: &'static str, bytes: usize) {
    let loader = Loader::default();
    loader.finish(Ok((0, bytes)));
    assert!(ManualFuture::new(get(memory, id, loader)).poll().is_ready());
}

fn ids(memory: &Memory<u32>) -> Vec<String> {
    memory.list(|id, _, _| id.to_string())
}

#[test]
fn the_least_recently_used_are_dropped_first() {
    let memory = Memory::new(10);
    put(&memory, "a", 4);
    put(&memory, "b", 4);
    put(&memory, "a", 4);
    put(&memory, "c", 4);
    assert_eq!(ids(&memory), ["a", "c"]);
    put(&memory, "too large", 11);
    assert_eq!(ids(&memory), ["too large"], "the latest stays, whatever its size");
}

#[test]
fn keeping_first_drops_later_values() {
    let memory = Memory::keeping_first(10);
    put(&memory, "a", 6);
    put(&memory, "b", 6);
    put(&memory, "c", 4);
    assert_eq!(ids(&memory), ["a", "c"]);
}

#[test]
fn a_waiting_task_loads_a_value_that_was_not_kept() {
    let (memory, loader) = (Memory::keeping_first(10), Loader::default());
    put(&memory, "a", 10);
    let mut first = ManualFuture::new(get(&memory, "b", loader.clone()));
    let mut second = ManualFuture::new(get(&memory, "b", loader.clone()));
    assert!(first.poll().is_pending());
    assert!(second.poll().is_pending());
    loader.finish(Ok((5, 1)));
    assert_eq!(value(first.poll()), 5);
    assert!(second.poll().is_pending());
    loader.finish(Ok((5, 1)));
    assert_eq!(value(second.poll()), 5);
    assert_eq!(loader.n_started.get(), 2);
}
