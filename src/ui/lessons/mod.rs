//! Lessons that guide the visitor through the real pages, and presenter mode for showing them to a
//! class.
//!
//! A [`Lesson`] is a list of steps; a step is a heading, a few sentences and the address of a view.
//! The view is the real page, with [`lesson_panel`] next to it. `lesson=ID.STEP` in the address
//! names the step, so that every step is a link. What the pages lack, such as a ballot, is an
//! activity, shown on the Learn page. Numbers in the text come from what the page shows at that
//! moment (`live`), so that the text cannot contradict it.

mod activities;
mod aim;
mod annotators;
mod concepts;
mod denominators;
mod guides;
mod lesson;
mod lines;
mod live;
mod neighbours;
mod panel;
mod place;
mod precision;
mod preference;
mod presenter;
mod slide;

pub use lesson::{Lesson, Scene, Step};
pub use panel::lesson_panel;
pub use place::Place;
pub use presenter::{listen_to_keys, show_mode};

/// All lessons, in the recommended order.
pub static LESSONS: [&Lesson; 7] = [
    &precision::LESSON,
    &denominators::LESSON,
    &preference::LESSON,
    &annotators::LESSON,
    &concepts::LESSON,
    &neighbours::LESSON,
    &guides::LESSON,
];
