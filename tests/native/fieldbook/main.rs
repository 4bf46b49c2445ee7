//! Tests of `rankscope-fieldbook`.

mod fieldbook;
mod fieldbook_language;
#[path = "../here.rs"]
mod here;
mod understanding;
