//! Finds values that are NaN or infinite, from which no score can be computed.

/// Values checked together: they stay in the L1 cache while the faulty one is looked for.
const BLOCK: usize = 4096;

/// Set in NaN and infinities only.
const HALF_EXPONENT: u16 = 0x7c00;
const SINGLE_EXPONENT: u32 = 0x7f80_0000;

/// The place of the first float16, little-endian, that is not finite.
pub(super) fn first_special_half(values: &[[u8; 2]]) -> Option<usize> {
    position(values, |bytes| u16::from_le_bytes(bytes) & HALF_EXPONENT == HALF_EXPONENT)
}

/// The place of the first float32, little-endian, that is not finite.
pub(super) fn first_special_single(values: &[[u8; 4]]) -> Option<usize> {
    position(values, |bytes| u32::from_le_bytes(bytes) & SINGLE_EXPONENT == SINGLE_EXPONENT)
}

/// A block is checked without a branch, which compilers turn into wide instructions.
fn position<const N: usize>(
    values: &[[u8; N]],
    is_special: impl Fn([u8; N]) -> bool,
) -> Option<usize> {
    let has_special =
        |block: &[[u8; N]]| block.iter().fold(false, |found, value| found | is_special(*value));
    let mut blocks = (0..).step_by(BLOCK).zip(values.chunks(BLOCK));
    let (at, block) = blocks.find(|(_, block)| has_special(block))?;
    Some(at + block.iter().position(|value| is_special(*value))?)
}
