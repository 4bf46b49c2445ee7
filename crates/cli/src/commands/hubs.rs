//! `rankscope hubs`: images that are found for very many queries, or for none.

use crate::{
    ranking::{
        asked_queries::{asked_queries, opened},
        rank,
    },
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, PaperFormat},
    },
};
use anyhow::{Result, bail};
use rankscope_core::analysis::Hubness;
use rankscope_core::report::{Hub, HubsReport};
use std::path::PathBuf;

/// Count how often each image is among the first k hits, whatever the judgements.
///
/// Skewness is that of these counts over all images (moments of the population); in high dimensions a few
/// images, hubs, take the places of many.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope hubs fieldbook --system base --split test\n  \
    rankscope hubs fieldbook --system large --k 1 --top 50 --json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The system's id.
    #[arg(long, value_name = "ID")]
    system: String,
    /// The hits of each query that count.
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// The relevance definition that --where measures by [default: the benchmark's].
    #[arg(long, value_name = "ID", requires = "condition")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// The most frequent images to print.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: u32,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = opened(&args.benchmark, &args.queries)?;
    let system = benchmark.system(&args.system)?;
    let rows = asked_queries(&args.queries, &benchmark, args.relevance.as_deref())?;
    if rows.is_empty() {
        bail!("the benchmark has no queries, so nothing is found: add [queries] to its recipe");
    }
    let (k, ids) = (args.k as usize, benchmark.image_ids());
    let rankings = rank::top_k_of(&benchmark, system, k, &rows)?;
    let of_rows = rows.iter().filter_map(|row| rankings.get(*row)).map(Vec::as_slice);
    let hubness = Hubness::new(of_rows, ids.len(), k);
    let report = HubsReport::new(&hubness, ids, args.top as usize);
    let Some(layout) = args.printed.format.layout() else { return output::print_json(&report) };
    let HubsReport { skewness, never, share_never, top } = report;
    let skewness = skewness.map_or("n/a".into(), |skewness| format!("{skewness:.4}"));
    let said = format!(
        "{}, {} queries: skewness of N{k} {skewness}; {never} of {} images ({:.1} %) are never among \
         the first {k}.",
        system.id,
        rows.len(),
        ids.len(),
        100.0 * share_never
    );
    let mut table = vec![vec!["image".to_owned(), format!("queries of {}", rows.len())]];
    table.extend(top.into_iter().map(|Hub { id, n }| vec![id, n.to_string()]));
    let mut text = layout.sentence(&said);
    text.push('\n');
    text.push_str(&output::laid_out(layout, "image", &table));
    output::print(&text)
}
