use std::{num::NonZero, thread};

pub fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Applies `work` to every item on `n_threads` threads and returns the results in the items' order,
/// which do not depend on the thread. A panic in a thread continues in the caller's.
pub(super) fn in_parallel<T: Send, R: Send>(
    items: Vec<T>,
    n_threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let n_threads = n_threads.clamp(1, items.len().max(1));
    if n_threads == 1 {
        return items.into_iter().map(work).collect();
    }
    // Thread t has the items t, t + n, t + 2n …
    let mut shares: Vec<Vec<T>> = (0..n_threads).map(|_| Vec::new()).collect();
    for (index, item) in items.into_iter().enumerate() {
        shares[index % n_threads].push(item);
    }
    let work = &work;
    let mut results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(move || share.into_iter().map(work).collect::<Vec<R>>()))
            .collect();
        threads
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(results) => results.into_iter(),
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let mut ordered = Vec::new();
    loop {
        let n_before = ordered.len();
        ordered.extend(results.iter_mut().filter_map(Iterator::next));
        if ordered.len() == n_before {
            return ordered;
        }
    }
}
