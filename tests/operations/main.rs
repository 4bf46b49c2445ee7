//! The tests of our operations on Burn, in a browser: each on WebGPU against the same one composed of
//! stock operations there. `operations.test.mjs` loads the module.
#![allow(unsafe_code, clippy::unwrap_used, clippy::cast_precision_loss)]

#[cfg(target_arch = "wasm32")]
#[path = "../../crates/burn-ops/tests/burn_ops/numbers.rs"]
mod numbers;
#[cfg(target_arch = "wasm32")]
#[path = "../../crates/burn-ops/tests/burn_ops/operations.rs"]
mod operations;

/// Whether the reference computes with float16 and eight bits: stock operations have no bytes in a
/// browser, and float16 only where the adapter has it.
#[cfg(target_arch = "wasm32")]
const REFERENCE_IS_NARROW: bool = false;

/// Whether it sorts: on a GPU Burn reads and sorts on the CPU, and a browser cannot wait for that.
#[cfg(target_arch = "wasm32")]
const REFERENCE_SORTS: bool = false;

/// The device of the stock operations, and what keeps operations stock.
#[cfg(target_arch = "wasm32")]
fn reference(gpu: &rankscope_burn_ops::Gpu) -> (rankscope_burn_ops::Gpu, impl Drop) {
    (gpu.clone(), rankscope_burn_ops::StockOnly::new())
}

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::run();
}

#[cfg(target_arch = "wasm32")]
mod page {
    use crate::operations::TESTS;
    use rankscope_burn_ops::Gpu;
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// The page's: the outcome of a test, with words if it failed.
        fn report(name: &str, error: Option<String>);
        /// The page's: all tests have run.
        fn finished();
    }

    unsafe extern "C" {
        /// Runs the static constructors.
        fn __wasm_call_ctors();
    }

    pub(super) fn run() {
        // SAFETY: as in `crates/engine-webgpu/src/main.rs`.
        unsafe { __wasm_call_ctors() };
        console_error_panic_hook::set_once();
        wasm_bindgen_futures::spawn_local(async {
            match Gpu::open().await {
                Ok(gpu) => {
                    for (name, test) in TESTS {
                        report(name, test(&gpu).await.err());
                    }
                }
                Err(error) => report("the device opens", Some(error.to_string())),
            }
            finished();
        });
    }
}
