//! Calls code that was compiled for AVX2.

use super::kernel::{Avx2, Kernel};
use pulp::NullaryFnOnce;

struct OnAvx2<K>(Avx2, K);

impl<K: Kernel> NullaryFnOnce for OnAvx2<K> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.1.run_on_avx2(self.0)
    }
}

#[inline(always)]
pub(super) fn run<K: Kernel>(avx2: Avx2, kernel: K) -> K::Output {
    avx2.vectorize(OnAvx2(avx2, kernel))
}
