//! Remote search by the commands: against Chroma, against Qdrant's client in local mode, and against
//! misbehaving servers. Tests that need a search engine are ignored where there is none.
#![allow(clippy::unwrap_used, clippy::panic, clippy::float_cmp)]

mod chroma;
mod faults;
#[path = "../../../../tests/support/here.rs"]
mod here;
#[path = "../../../../tests/support/program/mod.rs"]
mod program;
mod qdrant;
mod servers;

use libtest_mimic::{Arguments, Failed, Trial};

/// A test as its name and what it does.
type Test = (&'static str, fn());

fn main() {
    let trial = |(name, test): Test| {
        Trial::test(name, move || {
            test();
            Ok::<(), Failed>(())
        })
    };
    let has_engines = servers::python().is_some();
    let with_engine = chroma::TESTS.iter().chain(qdrant::TESTS);
    let with_engine = with_engine.map(|test| trial(*test).with_ignored_flag(!has_engines));
    let trials = faults::TESTS.iter().copied().map(trial).chain(with_engine).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
