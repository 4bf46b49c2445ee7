//! The states of asynchronous work in the page, and aborting it.
//!
//! The page is built for WebAssembly only, but these files of it need no browser and are compiled
//! into these tests too.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../src/ui/task/abortable.rs"]
mod abortable;
#[path = "../../src/ui/task/state.rs"]
#[allow(unreachable_pub, reason = "public in the page")]
mod state;

use abortable::{AbortFlag, AbortOnDrop, abortable};
use rankscope_messages::{Failure, Progress, ProgressUnit};
use state::{Ended, TaskState};
use std::{
    cell::{Cell, RefCell},
    future::{Future, pending, poll_fn},
    pin::Pin,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

fn progress(done: u64) -> Progress {
    Progress { what: "x".into(), done, total: 10, unit: ProgressUnit::Queries }
}

fn failure() -> Failure {
    Failure { title: "It failed.".into(), detail: "here".into(), advice: "again".into() }
}

#[test]
fn work_reports_and_finishes() {
    let mut state = TaskState::started();
    assert!(state.is_running());
    assert_eq!((state.progress(), state.value()), (None, None));
    state.set_progress(progress(1));
    state.update_partial(|partial| *partial = Some(1));
    state.update_partial(|partial| *partial = partial.map(|n| n + 1));
    state.set_progress(progress(2));
    assert_eq!((state.progress(), state.value()), (Some(&progress(2)), Some(&2)));
    state.end(Ok(7));
    assert_eq!(state, TaskState::Done(7));
    assert_eq!((state.progress(), state.value(), state.is_running()), (None, Some(&7), false));
    assert!(state.is_running_or_done());
    assert!(!TaskState::<u32>::Idle.is_running_or_done());
}

#[test]
fn partial_results_survive_cancellation_and_failure() {
    let mut cancelled = TaskState::started();
    cancelled.update_partial(|partial| *partial = Some(3));
    let mut failed = cancelled.clone();
    cancelled.end(Err(Ended::Cancelled));
    assert_eq!(cancelled, TaskState::Cancelled { partial: Some(3) });
    assert_eq!((cancelled.value(), cancelled.failure()), (Some(&3), None));
    failed.end(Err(Ended::from(failure())));
    assert_eq!(failed, TaskState::Failed { failure: failure(), partial: Some(3) });
    assert_eq!((failed.value(), failed.failure()), (Some(&3), Some(&failure())));
}

#[test]
fn only_a_running_state_changes() {
    let over = [
        TaskState::Idle,
        TaskState::Done(1),
        TaskState::Cancelled { partial: Some(1) },
        TaskState::Failed { failure: failure(), partial: None },
    ];
    for before in over {
        for outcome in [Ok(2), Err(Ended::Cancelled), Err(Ended::Failed(failure()))] {
            let mut state = before.clone();
            state.set_progress(progress(1));
            state.update_partial(|partial| *partial = Some(9));
            state.end(outcome);
            assert_eq!(state, before);
        }
    }
}

#[derive(Default)]
struct WakeCounter(AtomicUsize);

impl Wake for WakeCounter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn poll(future: &mut (impl Future<Output = ()> + Unpin), woken: &Arc<WakeCounter>) -> Poll<()> {
    let waker = Waker::from(woken.clone());
    Pin::new(future).poll(&mut Context::from_waker(&waker))
}

/// Sets its flag when it is dropped.
struct Guard(Rc<Cell<bool>>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

#[test]
fn work_that_is_not_aborted_finishes() {
    let (is_done, woken) = (Rc::new(Cell::new(false)), Arc::default());
    let (mut n_polls, for_work) = (0, is_done.clone());
    let work = async move {
        poll_fn(|context| {
            n_polls += 1;
            context.waker().wake_by_ref();
            if n_polls < 3 { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        for_work.set(true);
    };
    let flag = AbortFlag::new();
    let (mut future, abort) = abortable(work, flag.clone());
    assert!(poll(&mut future, &woken).is_pending());
    assert!(poll(&mut future, &woken).is_pending());
    assert!(poll(&mut future, &woken).is_ready());
    assert!(is_done.get() && !flag.is_set());
    drop(abort);
}

#[test]
fn aborted_work_is_dropped_immediately_and_its_future_ends() {
    let (is_dropped, woken) = (Rc::new(Cell::new(false)), Arc::<WakeCounter>::default());
    let guard = Guard(is_dropped.clone());
    let work = async move {
        let _guard = guard;
        pending::<()>().await;
    };
    let flag = AbortFlag::new();
    let (mut future, abort) = abortable(work, flag.clone());
    assert!(poll(&mut future, &woken).is_pending());
    assert!(!is_dropped.get());
    drop(abort);
    assert!(is_dropped.get() && flag.is_set(), "before the future is polled again");
    assert_eq!(
        woken.0.load(Ordering::SeqCst),
        1,
        "so that the executor polls the future and drops it"
    );
    assert!(poll(&mut future, &woken).is_ready());
}

#[test]
fn work_aborted_before_it_starts_never_starts() {
    let (has_started, woken) = (Rc::new(Cell::new(false)), Arc::default());
    let for_work = has_started.clone();
    let (mut future, abort) = abortable(async move { for_work.set(true) }, AbortFlag::new());
    drop(abort);
    assert!(poll(&mut future, &woken).is_ready());
    assert!(!has_started.get());
}

/// Work that restarts its own task aborts itself while it is polled.
#[test]
fn work_may_abort_itself() {
    let own: Rc<RefCell<Option<AbortOnDrop>>> = Rc::default();
    let (is_dropped, went_on, woken) =
        (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)), Arc::default());
    let (guard, for_work, for_end) = (Guard(is_dropped.clone()), own.clone(), went_on.clone());
    let flag = AbortFlag::new();
    let for_flag = flag.clone();
    let work = async move {
        let _guard = guard;
        let abort = for_work.borrow_mut().take();
        drop(abort);
        assert!(for_flag.is_set(), "its reports are ignored from now on");
        pending::<()>().await;
        for_end.set(true);
    };
    let (mut future, abort) = abortable(work, flag);
    *own.borrow_mut() = Some(abort);
    assert!(poll(&mut future, &woken).is_ready());
    assert!(is_dropped.get() && !went_on.get());
}
