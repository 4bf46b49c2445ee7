//! `rankscope facets`: is one group of queries harder than another?

mod distribution;

use crate::{
    benchmark::selection::{check_distinct, chosen_systems, grouped, names_of},
    ranking::{
        asked_queries::{asked_queries, opened},
        measured::measured,
    },
    terminal::{
        arguments::{Direction, Printed, QueryArgs},
        output::{self, Layout, PaperFormat},
    },
};
use anyhow::{Context, Result, bail};
use distribution::Wanted;
use rankscope_core::analysis::{FacetTest, RelevantRange, SystemValues, facet_tests};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{FACET_KEYS, Summary, facets_json};
use rankscope_core::statistics::Alternative;
use std::{collections::BTreeMap, path::PathBuf};

/// Test whether a system does better on one group of queries than on another.
///
/// The groups are the queries with two values of a facet, such as conceptual and descriptive ones.
/// Each has its mean and its n, the number of queries with a relevant image. U counts the pairs of
/// a query of each group in which the first group's has the larger value, a tie as half. p is that
/// of the Mann-Whitney test, by the normal approximation with corrections for ties and continuity:
/// two-sided, or with --alternative less one-sided, as ConQA's paper tests whether its conceptual
/// queries have smaller values than its descriptive ones. Since several systems are several tests, p is also given with Holm's correction over
/// the tests of this call: for a single --system it is p itself.
///
/// With --distribution, no system is tested: of each value of the facet, and of all, the number of
/// queries with a relevant image, of judgements, of relevant ones and of different relevant images,
/// and mean, least, median and most relevant images per query.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope facets conqa --measure conqa:HR@10 --facet kind --between conceptual,descriptive\n  \
    rankscope facets inquire --system clip --measure inquire:AP@50 --facet supercategory \\\n    \
    --between Species,Context --split test --format json\n  \
    rankscope facets inquire --distribution --facet category --positives 1-50")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The id of a system to test, or an expression; may be given several times [default: all].
    #[arg(long = "system", value_name = "ID")]
    systems: Vec<String>,
    /// The measure by full name, such as eccv:mAP@R.
    #[arg(long, value_name = "MEASURE", required_unless_present = "distribution")]
    measure: Option<Measure>,
    /// Whether texts ask for images, or images for texts: then the groups are of images, by a facet of
    /// theirs, and every image with a relevant text takes part. The mean of both has no groups.
    #[arg(long, value_enum, default_value_t = Direction::T2i, conflicts_with = "distribution")]
    direction: Direction,
    /// A facet of the queries, such as category.
    #[arg(long, value_name = "FACET")]
    facet: String,
    /// Its two values, with a comma between them. Either may be several values with | between them, of
    /// which a query has one: "Species|Context,Behaviour".
    #[arg(long, value_name = "X,Y", required_unless_present = "distribution")]
    between: Option<String>,
    /// What the first group's values are, if the groups differ: two-sided (other), less or greater.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "two-sided",
        conflicts_with = "distribution"
    )]
    alternative: Alternative,
    /// Count relevant images per query instead.
    #[arg(long, conflicts_with_all = ["systems", "measure", "between"])]
    distribution: bool,
    /// With --distribution, only queries with so many relevant images, such as 1-50 [default: any
    /// number but none].
    #[arg(long, value_name = "MIN-MAX", requires = "distribution")]
    positives: Option<RelevantRange>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

/// The queries with one value of the facet, or one of several.
struct Group {
    value: String,
    rows: Vec<usize>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.distribution {
        let wanted = Wanted {
            facet: &args.facet,
            relevance: args.relevance.as_deref(),
            queries: &args.queries,
            range: args.positives.clone().unwrap_or(RelevantRange::ANY),
        };
        return distribution::run(&args.benchmark, &wanted, args.printed.format);
    }
    let (Some(measure), Some(between)) = (args.measure, &args.between) else {
        bail!("give --measure and --between, or --distribution");
    };
    let mut benchmark = opened(&args.benchmark, &args.queries)?;
    match args.direction {
        Direction::T2i => {}
        Direction::I2t => benchmark = benchmark.reversed()?,
        Direction::Mean => bail!(
            "a group is of texts or of images, and the mean of both directions is of neither: test \
             --direction t2i and --direction i2t by themselves"
        ),
    }
    check_distinct(&args.systems)?;
    let systems = chosen_systems(&args.systems, &benchmark)?;
    let queries = asked_queries(&args.queries, &benchmark, args.relevance.as_deref())?;
    let by_value = grouped(&args.facet, &queries, &benchmark.queries)?;
    let groups = pair(between, &args.facet, &by_value)?;
    if let (PaperFormat::Json, Some(group)) =
        (args.printed.format, groups.iter().find(|g| is_key(g)))
    {
        bail!(
            "in JSON a value named {} could not be distinguished from the test's {}; use --format table",
            group.value,
            FACET_KEYS.join(", ")
        );
    }
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let board = benchmark.board(&[measure], &relevance)?;
    let measured = measured(&benchmark, &systems, &board, &queries)?;
    let mut systems = Vec::new();
    for SystemValues { system, values, .. } in &measured {
        let values = values.first().context("a measure without values")?;
        check_values(values, measure, &groups)?;
        systems.push((system.clone(), values.as_slice()));
    }
    let rows = [groups[0].rows.as_slice(), groups[1].rows.as_slice()];
    let all =
        facet_tests(measure, board.dataset.folds.as_deref(), systems, rows, args.alternative)?;
    match args.printed.format.layout() {
        None => {
            let values = [groups[0].value.as_str(), groups[1].value.as_str()];
            output::print_json(&facets_json(&all, values, args.alternative))
        }
        Some(layout) => output::print(&table(&all, &groups, (measure, args.alternative), layout)),
    }
}

fn is_key(group: &Group) -> bool {
    FACET_KEYS.contains(&group.value.as_str())
}

/// The two groups named by `X,Y`, each a value or several with `|` between them. Values may hold commas
/// themselves, so the comma between the two is the one with known values on both sides.
fn pair(between: &str, facet: &str, by_value: &BTreeMap<String, Vec<usize>>) -> Result<[Group; 2]> {
    let known = names_of(by_value.keys().map(String::as_str));
    let values = |side: &str| -> Vec<String> {
        let whole = by_value.contains_key(side).then_some(side);
        let several = side.split('|').map(str::trim).filter(|_| whole.is_none());
        whole.into_iter().chain(several).map(str::to_owned).collect()
    };
    let unknown = |side: &str| values(side).into_iter().find(|one| !by_value.contains_key(one));
    let is_known = |(x, y): &(&str, &str)| unknown(x).is_none() && unknown(y).is_none();
    let cuts: Vec<(&str, &str)> = between
        .match_indices(',')
        .filter_map(|(at, comma)| Some((between.get(..at)?, between.get(at + comma.len()..)?)))
        .map(|(x, y)| (x.trim(), y.trim()))
        .collect();
    let (x, y) = match (cuts.iter().copied().find(is_known), cuts.as_slice()) {
        (Some(known), _) => known,
        (None, [(x, y)]) => {
            let unknown = unknown(x).or_else(|| unknown(y)).unwrap_or_default();
            bail!("facet {facet} has no value {unknown}; there is {known}");
        }
        (None, _) => {
            bail!("--between {between} is not two values of facet {facet}; there is {known}")
        }
    };
    let all = [values(x), values(y)].concat();
    if let Some(twice) = all.iter().find(|one| all.iter().filter(|own| own == one).count() > 1) {
        bail!("--between names {twice} twice; of facet {facet} there is {known}");
    }
    let group = |side: &str| {
        let mut rows: Vec<usize> = values(side)
            .iter()
            .filter_map(|value| by_value.get(value))
            .flatten()
            .copied()
            .collect();
        rows.sort_unstable();
        Group { value: side.to_owned(), rows }
    };
    Ok([group(x), group(y)])
}

/// Refuses a group without a value: there is nothing to test.
fn check_values(values: &[Option<f64>], measure: Measure, groups: &[Group; 2]) -> Result<()> {
    let is_empty = |group: &&Group| {
        let mut values = group.rows.iter().map(|row| values.get(*row).copied().flatten());
        values.all(|value| value.is_none())
    };
    match groups.iter().find(is_empty) {
        None => Ok(()),
        Some(group) => bail!(
            "no query of {} has a value of {measure}; try another --relevance or --measure",
            group.value
        ),
    }
}

fn table(
    all: &[FacetTest],
    groups: &[Group; 2],
    (measure, alternative): (Measure, Alternative),
    layout: Layout,
) -> String {
    let mut header = vec![measure.to_string()];
    header.extend(groups.iter().flat_map(|group| [group.value.clone(), "n".into()]));
    let p = match alternative {
        Alternative::TwoSided => "p".to_owned(),
        one_sided => format!("p ({})", one_sided.name()),
    };
    header.extend(["U".to_owned(), p, "p (Holm)".to_owned()]);
    let mut rows = vec![header];
    for one in all {
        let mut row = vec![one.system.clone()];
        for Summary { mean, n } in one.means.map(Summary::from) {
            row.push(mean.map_or("n/a".into(), |mean| format!("{mean:.4}")));
            row.push(n.to_string());
        }
        row.push(one.test.u.to_string());
        row.extend([one.test.p, one.p_holm].map(|p| format!("{p:.4}")));
        rows.push(row);
    }
    output::laid_out(layout, "system", &rows)
}
