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

#[cfg(target_arch = "x86_64")]
pub use pulp::x86::V3 as Avx2;

/// Work that is compiled for every instruction set.
pub trait Kernel {
    /// The result.
    type Output;

    /// Runs the work. This and every function called in its loops should be `#[inline(always)]`: a
    /// function that is not inlined is compiled once, for the base set.
    fn run(self) -> Self::Output;

    /// The same on AVX2, for kernels with explicit instructions that compilers do not find.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn run_on_avx2(self, _: Avx2) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}

/// An instruction set of this CPU.
#[derive(Debug, Clone, Copy, Default)]
pub struct InstructionSet(Set);

#[derive(Debug, Clone, Copy, Default)]
enum Set {
    #[default]
    Base,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl InstructionSet {
    /// The set that the program is compiled for, which every CPU that runs it has.
    pub const BASE: Self = Self(Set::Base);

    /// The widest set of this CPU.
    #[must_use]
    #[inline]
    pub fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::try_new() {
            return Self(Set::Avx2(avx2));
        }
        Self::BASE
    }

    /// All sets of this CPU, the base first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        match Self::widest() {
            Self(Set::Base) => vec![Self::BASE],
            #[cfg(target_arch = "x86_64")]
            widest @ Self(Set::Avx2(_)) => vec![Self::BASE, widest],
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Base => "base",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "AVX2",
        }
    }

    /// Runs a kernel as compiled for this set.
    #[inline(always)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Base => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(avx2) => avx2::run(avx2, kernel),
        }
    }
}
