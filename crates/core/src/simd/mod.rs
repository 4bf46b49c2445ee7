//! Instructions that only some processors have, chosen while the program runs.
//!
//! The native program is compiled for what every x86-64 has, and works on 16 bytes at a time.
//! Most have had AVX2 since 2013, which takes 32. So a [`Kernel`] is compiled for both, and
//! [`InstructionSet::run`] takes what is there. Elsewhere there is nothing to choose: WebAssembly
//! fixes its instructions when a module is made, and every 64-bit ARM has NEON.
//!
//! Kernels are plain code: a compiler makes wider SIMD of the same loops. It reorders no sum of
//! floats and fuses no product with a sum, so every set gives the same bits. The unsafe step, to
//! call code that was compiled for other instructions, is in the `pulp` crate, behind a value that
//! only a processor that has them gives out. This room uses no other.

#[cfg(target_arch = "x86_64")]
mod avx2;

#[cfg(target_arch = "x86_64")]
pub use pulp::x86::V3 as Avx2;

/// Work that is compiled for every instruction set.
pub trait Kernel {
    /// What it gives.
    type Output;

    /// Does it. This and all that it calls in its loops should be `#[inline(always)]`: what stays
    /// a function of its own is compiled once, for the base.
    fn run(self) -> Self::Output;

    /// The same on AVX2, where its instructions have to be named, since compilers do not find them.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn run_on_avx2(self, _: Avx2) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}

/// A set of instructions that this processor has.
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
    /// What the program is compiled for; every processor that runs it has this.
    pub const BASE: Self = Self(Set::Base);

    /// The widest that is here.
    #[must_use]
    #[inline]
    pub fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::try_new() {
            return Self(Set::Avx2(avx2));
        }
        Self::BASE
    }

    /// All that are here, the base first.
    #[must_use]
    pub fn all_here() -> Vec<Self> {
        match Self::widest() {
            Self(Set::Base) => vec![Self::BASE],
            #[cfg(target_arch = "x86_64")]
            widest @ Self(Set::Avx2(_)) => vec![Self::BASE, widest],
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Base => "base",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "AVX2",
        }
    }

    /// Runs what was compiled for this set.
    #[inline(always)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Base => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(avx2) => avx2::run(avx2, kernel),
        }
    }
}
