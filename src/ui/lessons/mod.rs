//! Lessons that lead through the real pages, and the presenter mode that shows them to a room.
//!
//! A [`Lesson`] is a list of steps; a step is a heading, a few sentences and the address of a
//! view. The view is the real page; [`lesson_panel`] stands beside it, and `lesson=ID.STEP` in
//! the address says where the visitor is, so that every step is a link. What the pages lack, such
//! as a ballot, is an activity, shown on the Learn page. Every number in the sentences is read off
//! what the page shows at that moment (`live`), so that no sentence can be wrong about it.
//!
//! The engine of steps (`lesson`, `place`, `panel`, `presenter`) knows no content; the content is
//! one file for each lesson. They may use whatever a page may.

mod activities;
mod annotators;
mod concepts;
mod denominators;
mod lesson;
mod live;
mod panel;
mod place;
mod precision;
mod preference;
mod presenter;

pub use lesson::{Lesson, Step};
pub use panel::lesson_panel;
pub use place::Place;
pub use presenter::{listen_to_keys, show_mode};

/// All lessons, in the order to take them.
pub static LESSONS: [&Lesson; 5] = [
    &precision::LESSON,
    &denominators::LESSON,
    &preference::LESSON,
    &annotators::LESSON,
    &concepts::LESSON,
];
