//! Sheets that this browser keeps, each with what was answered.

use crate::ui::stored_text::{AsText, forget_text, store_text, stored, stored_under};
use rankscope_core::analysis::{Sheet, SheetWork};
use rankscope_core::formats::FormatError;

const PREFIX: &str = "rankscope-sheet:";
/// A round's id has so many hexadecimal digits.
const N_DIGITS: usize = 16;

impl AsText for SheetWork {
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError> {
        Self::from_json(key, text)
    }

    fn to_text(&self) -> Option<String> {
        Some(self.to_json())
    }
}

/// `round.number`, as in addresses.
pub(super) fn name_of(sheet: &Sheet) -> String {
    format!("{}.{}", sheet.round, sheet.sheet)
}

/// Whether an address means a sheet of this browser rather than a file elsewhere.
pub(super) fn is_name(named: &str) -> bool {
    let is_round =
        |round: &str| round.len() == N_DIGITS && round.chars().all(|c| c.is_ascii_hexdigit());
    let is_number = |number: &str| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    named.split_once('.').is_some_and(|(round, number)| is_round(round) && is_number(number))
}

fn start_of(benchmark: &str) -> String {
    format!("{PREFIX}{benchmark}:")
}

pub(super) fn key_of(benchmark: &str, name: &str) -> String {
    start_of(benchmark) + name
}

/// `None` if there is none of this name.
pub(super) fn kept(benchmark: &str, name: &str) -> Result<Option<SheetWork>, FormatError> {
    let work: SheetWork = stored(&key_of(benchmark, name))?;
    Ok((work.n() > 0).then_some(work))
}

/// Whether the browser allows it.
pub(super) fn keep(work: &SheetWork) -> bool {
    let sheet = &work.sheet;
    store_text(&key_of(&sheet.benchmark, &name_of(sheet)), &work.to_json())
}

pub(super) fn forget(sheet: &Sheet) {
    forget_text(&key_of(&sheet.benchmark, &name_of(sheet)));
}

/// Those that can be read, by round and number.
pub(super) fn all_kept(benchmark: &str) -> Vec<SheetWork> {
    let start = start_of(benchmark);
    let keys = stored_under(&start).into_iter().map(|(key, _)| key);
    let mut all: Vec<SheetWork> = keys.filter_map(|key| stored(&key).ok()).collect();
    all.retain(|work| work.n() > 0);
    all.sort_by(|a, b| (&a.sheet.round, a.sheet.sheet).cmp(&(&b.sheet.round, b.sheet.sheet)));
    all
}
