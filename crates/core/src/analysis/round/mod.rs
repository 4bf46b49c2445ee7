//! A round of judging by several people: pictures pooled from systems, dealt to sheets with controls mixed
//! in, and the sheets that came back as votes by person.
//!
//! Start with [`Round::new`] and [`join`]. A [`Sheet`] is what a person works on, as [`SheetWork`] in a page;
//! the [`RoundKey`] stays with whoever handed the sheets out.

mod dealt;
mod files;
mod joined;
mod plan;
mod scale;
mod work;

pub use dealt::{ROUND_KEY, Round, RoundChoice, RoundError, pooled};
pub use files::{
    MAX_ITEMS, MAX_ROUND_BYTES, Returned, RoundKey, Sheet, SheetItem, round_files_of_zip,
};
pub use joined::{JoinedPerson, JoinedRound, join};
pub use plan::RoundPlan;
pub use scale::Scale;
pub use work::SheetWork;
