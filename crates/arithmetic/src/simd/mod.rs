//! Instruction sets that only some CPUs have, chosen at run time.
//!
//! The native program is compiled for the baseline of x86-64, which processes 16 bytes at a time.
//! Most CPUs since 2013 have AVX2, with 32. So a [`Kernel`] is compiled for both, and
//! [`InstructionSet::run`] calls the one that the CPU supports. Other targets have no choice:
//! WebAssembly fixes its instructions when a module is compiled, and every 64-bit ARM has NEON.
//!
//! Kernels are plain code, from which a compiler makes wider SIMD. It neither reorders sums of
//! floats nor fuses products with sums, so every instruction set gives the same bits. The unsafe
//! call of code compiled for other instructions is in the `pulp` crate, behind a token that only a
//! CPU with these instructions gives out. This module uses no other of this crate.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod instruction_set;
mod kernel;

pub use instruction_set::InstructionSet;
#[cfg(target_arch = "x86_64")]
pub use kernel::Avx2;
pub use kernel::Kernel;
