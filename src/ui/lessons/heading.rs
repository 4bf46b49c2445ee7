//! The heading of a lesson's step, which has the focus where what had it is gone.

/// Its id.
pub(super) const HEADING: &str = "lesson-heading";
