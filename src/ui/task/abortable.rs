//! A future that can be dropped from outside while it runs.
//!
//! It needs no browser: the native tests compile this file too.

use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

type LocalFuture = Pin<Box<dyn Future<Output = ()>>>;

/// The future to spawn. Ready once the work is done or aborted.
pub(super) struct Abortable(Rc<Shared>);

pub(super) struct AbortOnDrop(Rc<Shared>);

#[derive(Clone)]
pub(super) struct AbortFlag(Rc<Cell<bool>>);

struct Shared {
    /// The work; taken out while it is polled, so that it can abort itself.
    work: RefCell<Option<LocalFuture>>,
    waker: RefCell<Option<Waker>>,
    is_aborted: AbortFlag,
}

impl AbortFlag {
    pub(super) fn new() -> Self {
        Self(Rc::default())
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.get()
    }
}

/// Makes work abortable. Dropping the second value sets `flag`, then drops the work.
pub(super) fn abortable(
    work: impl Future<Output = ()> + 'static,
    flag: AbortFlag,
) -> (Abortable, AbortOnDrop) {
    let work: LocalFuture = Box::pin(work);
    let shared = Rc::new(Shared {
        work: RefCell::new(Some(work)),
        waker: RefCell::new(None),
        is_aborted: flag,
    });
    (Abortable(shared.clone()), AbortOnDrop(shared))
}

impl Future for Abortable {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let shared = &self.0;
        let Some(mut work) = shared.work.take() else { return Poll::Ready(()) };
        if work.as_mut().poll(context).is_ready() || shared.is_aborted.is_set() {
            return Poll::Ready(());
        }
        shared.work.replace(Some(work));
        shared.waker.replace(Some(context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        let shared = &self.0;
        shared.is_aborted.0.set(true);
        // Taken out of the cell first: dropping the work may start or abort other work.
        let work = shared.work.take();
        drop(work);
        if let Some(waker) = shared.waker.take() {
            waker.wake();
        }
    }
}
