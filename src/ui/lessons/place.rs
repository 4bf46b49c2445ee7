//! The visitor's place in the lessons: `lesson=precision.2` in the address.

use super::{LESSONS, Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::view::ViewState;
use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    lesson: usize,
    step: usize,
}

impl Place {
    pub fn first_of(lesson: usize) -> Option<Self> {
        Self::at(lesson, 0)
    }

    fn at(lesson: usize, step: usize) -> Option<Self> {
        (step < LESSONS.get(lesson)?.steps.len()).then_some(Self { lesson, step })
    }

    /// Parses `ID.STEP`, with steps from 1; `ID` alone is the first step.
    pub fn parse(words: &str) -> Option<Self> {
        let (id, step) = words.split_once('.').unwrap_or((words, "1"));
        let lesson = LESSONS.iter().position(|lesson| lesson.id == id)?;
        Self::at(lesson, step.parse::<usize>().ok()?.checked_sub(1)?)
    }

    /// The place in the address: `None` outside lessons, `Some(None)` for an unknown step.
    pub fn of(session: Session) -> Memo<Option<Option<Self>>> {
        Memo::new(move |_| {
            session.address.state.with(|state| state.lesson.as_deref().map(Self::parse))
        })
    }

    /// `ID.STEP`, the inverse of [`Place::parse`].
    pub fn words(self) -> String {
        format!("{}.{}", self.lesson().id, self.step + 1)
    }

    pub fn lesson(self) -> &'static Lesson {
        LESSONS[self.lesson]
    }

    pub fn step(self) -> &'static Step {
        &self.lesson().steps[self.step]
    }

    /// From 1.
    pub fn lesson_number(self) -> usize {
        self.lesson + 1
    }

    /// From 1.
    pub fn step_number(self) -> usize {
        self.step + 1
    }

    pub fn back(self) -> Option<Self> {
        Self::at(self.lesson, self.step.checked_sub(1)?)
    }

    pub fn next(self) -> Option<Self> {
        Self::at(self.lesson, self.step + 1)
    }

    pub fn next_lesson(self) -> Option<Self> {
        Self::first_of(self.lesson + 1)
    }

    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.lesson().steps.len()).map(move |step| Self { step, ..self })
    }

    /// The step's view, with the benchmark and device of `from`.
    pub fn state(self, from: &ViewState) -> ViewState {
        let mut state = outside(from);
        (self.step().view)(&mut state);
        state.lesson = Some(self.words());
        state.present = from.present;
        state
    }

    pub fn href(self, session: Session) -> String {
        let state = session.address.state.with(|state| self.state(state));
        session.address.href_of(self.step().page(), &state)
    }

    /// The step's whole address for others, who see it as a page and not presented; tracked.
    pub fn link(self, session: Session) -> String {
        let mut state = session.address.state.with(|state| self.state(state));
        state.present = false;
        let origin = window().location().origin().unwrap_or_default();
        format!("{origin}{}", session.address.href_of(self.step().page(), &state))
    }

    /// The step's link without a benchmark, where Fieldbook's own site opens Fieldbook.
    pub fn href_on_fieldbook(self, session: Session) -> String {
        let mut state = session.address.state.with(|state| self.state(state));
        state.benchmark = None;
        session.address.href_of(self.step().page(), &state)
    }

    pub fn visit(self, session: Session) {
        let state = session.address.state.with_untracked(|state| self.state(state));
        session.address.visit(self.step().page(), &state);
    }

    /// Shows the step's view in place of an address that names only the step.
    pub(super) fn complete(self, session: Session) {
        let is_bare = session.address.state.with_untracked(|state| {
            let (lesson, present) = (state.lesson.clone(), state.present);
            *state == ViewState { lesson, present, ..outside(state) }
        });
        if is_bare && !untrack(|| self.is_shown(session)) {
            let state = session.address.state.with_untracked(|state| self.state(state));
            session.address.replace(self.step().page(), &state);
        }
    }

    pub fn is_shown(self, session: Session) -> bool {
        session.address.page.get() == self.step().page()
            && session.address.state.with(|state| self.state(state) == *state)
    }
}

/// What remains of a view after leaving a lesson: the benchmark, the device and the language.
pub(super) fn outside(from: &ViewState) -> ViewState {
    from.of_other(from.benchmark.clone())
}
