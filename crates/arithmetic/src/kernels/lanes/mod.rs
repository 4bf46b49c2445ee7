//! Four float32 or eight int16 at a time: WebAssembly's 128-bit instructions, elsewhere arrays,
//! which the compiler turns into the machine's vector instructions. Both give the same bits.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use portable::{F32x4, I8x16, I16x8, I32x4};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::{F32x4, I8x16, I16x8, I32x4};
