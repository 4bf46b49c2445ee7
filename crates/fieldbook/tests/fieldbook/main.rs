//! Tests of `rankscope-fieldbook`.

mod fieldbook;
mod fieldbook_judgements;
mod fieldbook_language;
mod guides;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod told;
mod understanding;
