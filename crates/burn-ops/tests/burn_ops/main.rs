//! Our operations against Burn's stock ones, and exact search against brute force, on any wgpu
//! adapter of this machine, software included; reported as ignored without one. The search on stock
//! operations also runs on Burn's backend in pure Rust.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod numbers;
mod operations;
mod search;

use burn::tensor::Device;
use libtest_mimic::{Arguments, Failed, Trial};
use rankscope_burn_ops::Gpu;

type Test = fn(&Gpu) -> Result<(), Failed>;

/// Whether the reference computes with float16 and eight bits.
const REFERENCE_IS_NARROW: bool = true;

/// Whether it sorts.
const REFERENCE_SORTS: bool = true;

/// The device of the stock operations. Nothing switches to it: it has no others.
fn reference(_: &Gpu) -> (Gpu, ()) {
    (Gpu::of_burn(Device::flex()), ())
}

fn main() {
    let arguments = Arguments::from_args();
    let gpu = Gpu::block_on(Gpu::open()).ok();
    let of_operations = operations::TESTS.iter().map(|(name, test)| {
        let (gpu, test, is_absent) = (gpu.clone(), *test, gpu.is_none());
        let run = move || match &gpu {
            Some(gpu) => Gpu::block_on(test(gpu)).map_err(Failed::from),
            None => Ok(()),
        };
        Trial::test(*name, run).with_ignored_flag(is_absent)
    });
    let of_search = search::TESTS.iter().map(|(name, test)| {
        let (gpu, test, is_absent) = (gpu.clone(), *test, gpu.is_none());
        Trial::test(*name, move || gpu.as_ref().map_or(Ok(()), test)).with_ignored_flag(is_absent)
    });
    let on_flex = search::TESTS_OF_STOCK_OPERATIONS.iter().map(|(name, test)| {
        Trial::test(format!("flex_{name}"), move || test(&Gpu::of_burn(Device::flex())))
    });
    libtest_mimic::run(&arguments, of_operations.chain(of_search).chain(on_flex).collect()).exit();
}
