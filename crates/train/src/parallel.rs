//! Work in equal parts on every core. Which core does what changes no result.

use std::{num::NonZero, thread};

/// Cores to work on.
#[must_use]
pub fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Applies `work` to every item on `n_threads` threads and gives the answers in the items'
/// order. A panic in a thread goes on here.
pub(super) fn in_parallel<T: Send, A: Send>(
    items: Vec<T>,
    n_threads: usize,
    work: impl Fn(T) -> A + Sync,
) -> Vec<A> {
    let n_threads = n_threads.clamp(1, items.len().max(1));
    if n_threads == 1 {
        return items.into_iter().map(work).collect();
    }
    // Dealt out in turn: thread t has items t, t + n, t + 2n …
    let mut hands: Vec<Vec<T>> = (0..n_threads).map(|_| Vec::new()).collect();
    for (index, item) in items.into_iter().enumerate() {
        hands[index % n_threads].push(item);
    }
    let work = &work;
    let mut answers: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = hands
            .into_iter()
            .map(|hand| scope.spawn(move || hand.into_iter().map(work).collect::<Vec<A>>()))
            .collect();
        threads
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(answers) => answers.into_iter(),
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let mut ordered = Vec::new();
    loop {
        let round = ordered.len();
        ordered.extend(answers.iter_mut().filter_map(Iterator::next));
        if ordered.len() == round {
            return ordered;
        }
    }
}
