//! The parts of the page's module that come later than the first one, as signals.
//!
//! The first part has the frame, the form of Explore and what all pages share. `bundle` takes
//! the others off where [`super::pages`] marks their entries.

use crate::views::Page;
use leptos::prelude::*;

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

/// How far a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loaded {
    /// Nobody asked for it.
    NotYet,
    /// On its way.
    Running,
    /// It can be used.
    Ready,
    /// It did not come; the browser's console has the reason.
    Failed,
}

/// How far each part is. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Parts {
    results: RwSignal<Loaded>,
    benchmark: RwSignal<Loaded>,
    lessons: RwSignal<Loaded>,
}

impl Parts {
    /// None is asked for.
    #[must_use]
    pub fn new() -> Self {
        let not_yet = || RwSignal::new(Loaded::NotYet);
        Self { results: not_yet(), benchmark: not_yet(), lessons: not_yet() }
    }

    /// How far a part is.
    #[must_use]
    pub fn of(&self, part: Part) -> RwSignal<Loaded> {
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
