//! `rankscope audit`: what do a printed mean and n say by themselves?

use crate::terminal::{
    arguments::Printed,
    output::{self, Layout, PaperFormat},
};
use anyhow::Result;
use rankscope_core::report::{AuditReport, deviation_from_text};
use rankscope_core::statistics::PrintedMean;

/// Say what a printed mean and the number of queries allow, without any values per query.
///
/// A rate (each query a hit or not) has Wilson's 95 % interval, over all counts that print so; if there is
/// none, the mean is no rate of so many queries. Any other mean of values in [0, 1] is held to Hoeffding's
/// bound. With --against, the p-values that the difference of two means over the same queries can have:
/// smallest where one system has all that the other has, greatest where they share as little as they can.
///
/// Detectable is the smallest difference that so many queries show with power 0.8 in a paired test at the
/// level 0.05. It needs the standard deviation of the differences: --sd, which `rankscope compare` prints
/// as sd, or else the greatest that such means allow.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope audit --mean .832 --n 1000\n  \
    rankscope audit --mean .832 --n 1000 --against .818\n  \
    rankscope audit --mean 83.2% --n 1000 --against 81.8% --sd 0.2 --json")]
pub(crate) struct Args {
    /// The mean as it is printed, with all its digits: .832, or 83.2%.
    #[arg(long, value_name = "MEAN")]
    mean: PrintedMean,
    /// The number of queries.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    n: u32,
    /// Another printed mean over the same queries.
    #[arg(long, value_name = "MEAN")]
    against: Option<PrintedMean>,
    /// The standard deviation of the paired differences, where it is known.
    #[arg(long, value_name = "SD", value_parser = deviation_from_text)]
    sd: Option<f64>,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let report = AuditReport::new(args.mean, args.against, args.n.into(), args.sd);
    match args.printed.format.layout() {
        None => output::print_json(&report),
        Some(layout) => output::print(&table(&report, layout)),
    }
}

fn table(report: &AuditReport, layout: Layout) -> String {
    let mut rows = vec![[format!("n = {}", report.n), "".into(), "".into()].to_vec()];
    rows.extend(report.lines().into_iter().map(|line| {
        let indent = if line.is_part { "  " } else { "" };
        vec![format!("{indent}{}", line.what), line.value, line.by]
    }));
    output::laid_out(layout, "", &rows)
}
