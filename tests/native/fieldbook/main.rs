//! Tests of `rankscope-fieldbook`.

mod fieldbook;
mod fieldbook_language;
mod guides;
#[path = "../here.rs"]
mod here;
mod understanding;
