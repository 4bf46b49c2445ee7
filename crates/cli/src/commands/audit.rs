//! `rankscope audit`: what do a printed mean and n say by themselves?

use crate::terminal::{
    arguments::Printed,
    output::{self, Layout, PaperFormat},
};
use anyhow::Result;
use rankscope_core::report::{AuditReport, AuditedMean, PRange, Range};
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
    #[arg(long, value_name = "SD", value_parser = deviation)]
    sd: Option<f64>,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

fn deviation(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok();
    value
        .filter(|value| (0.0..=2.0).contains(value))
        .ok_or_else(|| "differences of values in [0, 1] have a deviation from 0 to about 1".into())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let report = AuditReport::new(args.mean, args.against, args.n.into(), args.sd);
    match args.printed.format.layout() {
        None => output::print_json(&report),
        Some(layout) => output::print(&table(&report, layout)),
    }
}

fn table(report: &AuditReport, layout: Layout) -> String {
    let range = |[low, high]: [f64; 2]| format!("{low:.4}…{high:.4}");
    let between = |of: &Range| range([of.low, of.high]);
    let no_rate = || String::from("no count prints so");
    let mut rows = vec![[format!("n = {}", report.n), "".into(), "".into()].to_vec()];
    let mut line = |title: &str, value: String, by: &str| {
        rows.push([title, &value, by].map(String::from).to_vec());
    };
    for (title, mean) in [("mean", Some(&report.mean)), ("against", report.against.as_ref())] {
        let Some(AuditedMean { value, printed, rate, bounded }) = mean else { continue };
        line(title, value.to_string(), &format!("printed so: {}", range(*printed)));
        let of_rate = rate.as_ref().map_or_else(no_rate, |rate| between(&rate.range));
        line("  as a rate", of_rate, "95 %, Wilson");
        line("  as a mean in [0, 1]", between(bounded), "95 %, Hoeffding’s bound");
    }
    if let Some(difference) = &report.difference {
        let p = |of: &PRange| format!("p {:.2e}…{:.2e}", of.p_min, of.p_max);
        let words = |of: &PRange| match (of.can_be_significant, of.must_be_significant) {
            (_, true) => "significant whatever the queries",
            (true, false) => "depends on the queries",
            (false, false) => "cannot be significant",
        };
        let printed = format!("printed so: {}", range(difference.printed));
        line("difference", format!("{:+.4}", difference.value), &printed);
        match &difference.rate {
            Some(rate) => line("  as rates", p(rate), words(rate)),
            None => line("  as rates", no_rate(), ""),
        }
        line("  as means in [0, 1]", p(&difference.bounded), words(&difference.bounded));
    }
    let detectable = &report.detectable;
    let is = if detectable.sd_is == "given" { "sd" } else { "sd at most" };
    let found = detectable.difference.map_or("n/a".into(), |of| format!("{:.4}", of.t_noncentral));
    line("detectable difference", found, &format!("power 0.8, {is} {:.4}", detectable.sd));
    if let Some(n) = detectable.queries_needed {
        line(
            "queries to show the difference",
            n.to_string(),
            &format!("{is} {:.4}", detectable.sd),
        );
    }
    output::laid_out(layout, "", &rows)
}
