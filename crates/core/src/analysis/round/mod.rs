//! A round of judging by several people: pictures pooled from systems, dealt to sheets with controls mixed
//! in, and the sheets that came back as votes by person.
//!
//! Start with [`Round::new`] and [`join`]. A [`Sheet`] is what a person works on; the [`RoundKey`] stays
//! with whoever handed the sheets out.

mod dealt;
mod files;
mod joined;
mod scale;

pub use dealt::{Round, RoundChoice, RoundError, pooled};
pub use files::{RoundKey, Sheet, SheetItem};
pub use joined::{JoinedPerson, JoinedRound, join};
pub use scale::Scale;
