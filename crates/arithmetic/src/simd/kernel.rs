#[cfg(target_arch = "x86_64")]
pub use pulp::x86::V3 as Avx2;

/// Work that is compiled for every instruction set.
pub trait Kernel {
    type Output;

    /// Runs the work. This and every function called in its loops should be `#[inline(always)]`: a
    /// function that is not inlined is compiled once, for the base set.
    fn run(self) -> Self::Output;

    /// On AVX2, for kernels with explicit instructions that compilers do not find.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn run_on_avx2(self, _: Avx2) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}
