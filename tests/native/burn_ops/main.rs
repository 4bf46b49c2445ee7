//! Our operations against Burn's stock ones, and exact search against brute force, on any wgpu adapter
//! of this machine, software included; reported as ignored without one. What is composed of stock
//! operations is also searched with on Burn's backend in pure Rust.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod numbers;
mod operations;
mod search;

use burn::tensor::Device;
use libtest_mimic::{Arguments, Failed, Trial};
use rankscope_burn_ops::Gpu;

/// A test on a device.
type Test = fn(&Gpu) -> Result<(), Failed>;

fn main() {
    let arguments = Arguments::from_args();
    let gpu = Gpu::block_on(Gpu::open()).ok();
    let on_gpu = operations::TESTS.iter().chain(search::TESTS).map(|(name, test)| {
        let (gpu, test, is_absent) = (gpu.clone(), *test, gpu.is_none());
        Trial::test(*name, move || gpu.as_ref().map_or(Ok(()), test)).with_ignored_flag(is_absent)
    });
    let on_flex = search::TESTS_OF_STOCK_OPERATIONS.iter().map(|(name, test)| {
        Trial::test(format!("flex_{name}"), move || test(&Gpu::of_burn(Device::flex())))
    });
    libtest_mimic::run(&arguments, on_gpu.chain(on_flex).collect()).exit();
}
