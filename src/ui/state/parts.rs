//! The parts of the page's module that are fetched after the first one.
//!
//! The first part has the frame, the form of Explore and what all pages share. `bundle` takes
//! the others off where [`crate::ui::pages`] marks their entries.

use crate::ui::task::Task;
use rankscope_core::views::Page;

/// A part that is fetched apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What Explore shows once something is asked, and the pages about all queries: Compare,
    /// Leaderboard and Agreement. They draw with the same charts and tables.
    Results,
    /// The Benchmark page.
    Benchmark,
    /// The lessons, on the Learn page and beside the others.
    Lessons,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Results, Self::Benchmark, Self::Lessons];

    /// The part that a page is in; `None` for the first one.
    #[must_use]
    pub fn of(page: Page) -> Option<Self> {
        match page {
            Page::Explore => None,
            Page::Compare | Page::Leaderboard | Page::Agreement => Some(Self::Results),
            Page::Benchmark => Some(Self::Benchmark),
            Page::Learn => Some(Self::Lessons),
        }
    }
}

/// How far each part is. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Parts {
    results: Task<()>,
    benchmark: Task<()>,
    lessons: Task<()>,
}

impl Parts {
    /// None is asked for.
    #[must_use]
    pub fn new() -> Self {
        Self { results: Task::new(), benchmark: Task::new(), lessons: Task::new() }
    }

    /// The loading of a part.
    #[must_use]
    pub fn of(&self, part: Part) -> Task<()> {
        match part {
            Part::Results => self.results,
            Part::Benchmark => self.benchmark,
            Part::Lessons => self.lessons,
        }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::new()
    }
}
