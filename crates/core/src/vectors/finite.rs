//! Refuses vectors with NaN or infinite values, which no score can be computed from.

use super::{Stored, Vectors};
use crate::formats::{FormatError, Place};

/// Values looked at together: they stay in the first cache while the faulty one is looked for.
const BLOCK: usize = 4096;

/// The bits of an exponent, all of which are set in NaN and infinities only.
const HALF_EXPONENT: u16 = 0x7c00;
const EXPONENT: u32 = 0x7f80_0000;

/// Refuses values that are NaN or infinite, by row of the file; `first_row` is the first of these
/// vectors in it. Scales were checked before ([`super::shard`]).
///
/// # Errors
/// The first such value.
pub(super) fn check_finite(
    file: &str,
    vectors: &Vectors,
    first_row: usize,
) -> Result<(), FormatError> {
    let found = match vectors.stored() {
        Stored::F16(values) => {
            position(values, |bytes| u16::from_le_bytes(bytes) & HALF_EXPONENT == HALF_EXPONENT)
        }
        Stored::F32(values) => {
            position(values, |bytes| u32::from_le_bytes(bytes) & EXPONENT == EXPONENT)
        }
        Stored::I8 { .. } => None,
    };
    let Some(place) = found else { return Ok(()) };
    let (row, column) = (place / vectors.dim(), place % vectors.dim());
    let value = vectors.row(row).nth(column).unwrap_or(f32::NAN);
    Err(FormatError::new(
        file,
        Place::Row(first_row + row),
        format!("value {column} is {value}: encode this row again, and build the benchmark again"),
    ))
}

/// The place of the first value that is not finite. A block is looked at without a branch, which
/// compilers turn into wide instructions.
fn position<const N: usize>(
    values: &[[u8; N]],
    is_special: impl Fn([u8; N]) -> bool,
) -> Option<usize> {
    let has_special =
        |block: &[[u8; N]]| block.iter().fold(false, |found, value| found | is_special(*value));
    let (at, block) =
        (0..).step_by(BLOCK).zip(values.chunks(BLOCK)).find(|(_, block)| has_special(block))?;
    Some(at + block.iter().position(|value| is_special(*value))?)
}
