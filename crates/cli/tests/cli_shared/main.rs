//! Tests on data that may be absent: each then reports itself as ignored.

#[path = "../../../../tests/support/here.rs"]
mod here;
#[path = "../../../../tests/support/made/mod.rs"]
mod made;
mod minilm;
mod recipes;
mod redrawn;
mod shared_data;

fn main() {
    let trials = [minilm::trials(), recipes::trials(), redrawn::trials(), shared_data::trials()];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}
