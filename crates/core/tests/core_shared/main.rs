//! Tests on data that may be absent: each then reports itself as ignored.

mod formats_shared;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod latex;
mod metrics_coco5k;
mod metrics_conqa;
#[path = "../../../../tests/support/printed.rs"]
mod printed;
mod visits_python;

fn main() {
    let trials = [
        formats_shared::trials(),
        latex::trials(),
        metrics_coco5k::trials(),
        metrics_conqa::trials(),
    ];
    let mut trials: Vec<libtest_mimic::Trial> = trials.into_iter().flatten().collect();
    trials.extend(visits_python::trials());
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}
