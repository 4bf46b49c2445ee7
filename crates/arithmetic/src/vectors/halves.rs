//! Float16 → float32 without branches, so that compilers vectorise loops over rows.

/// The difference of the exponent biases of float32 (127) and float16 (15).
const REBIASED: u32 = (127 - 15) << 23;
/// The smallest normal float16, 2⁻¹⁴.
const LEAST_NORMAL: f32 = f32::from_bits(REBIASED + (1 << 23));

/// The value of a float16 with these bits; exact, since every float16 is a float32.
#[inline(always)]
pub fn f32_from_half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let normal = magnitude + REBIASED;
    // The mantissa as a number just above 2⁻¹⁴, minus 2⁻¹⁴.
    let subnormal = (f32::from_bits(magnitude + LEAST_NORMAL.to_bits()) - LEAST_NORMAL).to_bits();
    let value = if magnitude < 1 << 23 { subnormal } else { normal };
    // Infinities and NaNs have all exponent bits set.
    let special = if magnitude >= 0x1f << 23 { 0xff << 23 } else { 0 };
    f32::from_bits(value | special | sign)
}
