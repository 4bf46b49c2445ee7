//! Tests on data that may be absent: each then reports itself as ignored.

mod formats_shared;
#[path = "../here.rs"]
mod here;
mod metrics_coco5k;
mod metrics_conqa;

fn main() {
    let trials = [formats_shared::trials(), metrics_coco5k::trials(), metrics_conqa::trials()];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}
