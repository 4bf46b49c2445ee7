//! The parts of the page's module that load on demand.
//!
//! The first part contains the frame, Explore's query form and shared code. `bundle` splits off the
//! others where [`crate::ui::pages`] marks their entry points.

use crate::ui::task::Task;
use rankscope_core::views::Page;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use wasm_split_helpers::SplitLoaderError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Results,
    /// Compare, Leaderboard, Agreement, Topics and Guides. What they share with the results, such
    /// as charts, is in separate files.
    Boards,
    Benchmark,
    /// Rounds of judging: a phone that answers a sheet need not fetch charts.
    Judge,
    /// The lessons, on the Learn page and next to the other pages.
    Lessons,
    /// The card to share and QR codes.
    Card,
}

impl Part {
    pub const ALL: [Self; 6] =
        [Self::Results, Self::Boards, Self::Benchmark, Self::Judge, Self::Lessons, Self::Card];

    /// The part that contains a page; `None` for the first part.
    pub fn of(page: Page) -> Option<Self> {
        match page {
            Page::Explore => None,
            Page::Compare | Page::Leaderboard | Page::Agreement | Page::Topics | Page::Guides => {
                Some(Self::Boards)
            }
            Page::Judge => Some(Self::Judge),
            Page::Benchmark => Some(Self::Benchmark),
            Page::Learn => Some(Self::Lessons),
        }
    }
}

#[derive(Clone, Copy, Default)]
pub struct Parts {
    results: Task<()>,
    boards: Task<()>,
    benchmark: Task<()>,
    judge: Task<()>,
    lessons: Task<()>,
    card: Task<()>,
}

impl Parts {
    pub fn of(&self, part: Part) -> Task<()> {
        match part {
            Part::Results => self.results,
            Part::Boards => self.boards,
            Part::Benchmark => self.benchmark,
            Part::Judge => self.judge,
            Part::Lessons => self.lessons,
            Part::Card => self.card,
        }
    }
}

/// What an entry point of a loaded part returns, which is ready at once; `None` if it is not loaded.
pub fn at_once<T>(returned: impl Future<Output = Result<T, SplitLoaderError>>) -> Option<T> {
    match pin!(returned).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(returned) => returned.ok(),
        Poll::Pending => None,
    }
}
