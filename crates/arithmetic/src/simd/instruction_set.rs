use super::kernel::Kernel;
#[cfg(target_arch = "x86_64")]
use super::{avx2, kernel::Avx2};

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
    #[inline]
    pub fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::try_new() {
            return Self(Set::Avx2(avx2));
        }
        Self::BASE
    }

    /// All sets of this CPU, the base first.
    pub fn available() -> Vec<Self> {
        match Self::widest() {
            Self(Set::Base) => vec![Self::BASE],
            #[cfg(target_arch = "x86_64")]
            widest @ Self(Set::Avx2(_)) => vec![Self::BASE, widest],
        }
    }

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
