//! What is said of the values of a printed table.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

/// What a printed table (LaTeX, Markdown) says beyond its values.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// By column title: for each row, as given, the rows that its value is significantly better
    /// than.
    pub better_than: Vec<(String, Vec<Vec<usize>>)>,
    pub notes: Vec<String>,
}

/// Makes the marks when the table is asked for: tests take a moment.
pub(in crate::ui::components) type MarksOf = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Marks>>>>;

pub(super) fn marks_of<F: Future<Output = Marks> + 'static>(
    marks: impl Fn() -> F + 'static,
) -> MarksOf {
    Rc::new(move || Box::pin(marks()))
}
