//! `rankscope annotators`: how much does the outcome depend on who looked for relevant images?

mod report;

use crate::{
    benchmark::{open::Benchmark, selection::check_distinct},
    ranking::{asked_queries::asked_queries, rank},
    terminal::{
        arguments::{Direction, Printed, QueryArgs},
        output::PaperFormat,
        reporter::{self, progress_bar},
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{
    AnnotatorLab, Group, HumanError, LabSetting, Outcome, Pool, SystemMeans, WHOLE, first_hits,
    is_derived, split_ids,
};
use rankscope_core::benchmark::{Relevance, System};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{AnnotatorsAsked, AnnotatorsReport, ErringPeople, SweepReport};
use std::{collections::BTreeMap, path::PathBuf};

/// Rank the systems again by what some of them proposed, as ECCV Caption's judgements came about.
///
/// The systems of --systems propose: what anyone sees of a query is the union of their first N
/// hits. Relevance becomes the truth among what was seen, and all systems are measured again. The
/// result is Kendall's tau-b between the systems' means under the truth and under what was seen,
/// and the places that each system gained: its rank under the truth minus its rank under what was
/// seen, where equal means share the mean of their ranks. Queries of which nobody saw a relevant
/// image are left out of the means under what was seen.
///
/// The truth should be a complete definition of relevance: otherwise it is itself what somebody saw.
/// --keep counts what is relevant under other definitions as seen in any case, as ECCV Caption keeps the
/// pairs of COCO.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope annotators public/fieldbook --systems small,dim16 --depth 5 --measure eccv:mAP@R\n  \
    rankscope annotators public/fieldbook --depth 5 --measure eccv:mAP@R --sweep\n  \
    rankscope annotators public/fieldbook --systems base --depth 20 --measure trec:P@10 \\\n    \
    --error 0.1 --seed 7 --format json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The systems that propose, by id or as expressions such as 'rrf(a,b)', which are then ranked with the
    /// others [default: all].
    #[arg(long, value_name = "LIST")]
    systems: Vec<String>,
    /// How many of its first hits a system proposes for each query.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The measure by full name, such as eccv:mAP@R.
    #[arg(long, value_name = "MEASURE")]
    measure: Measure,
    /// The truth: a relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    /// Definitions whose relevant images are seen in any case, whoever proposes; what the truth says of
    /// them counts.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    keep: Vec<String>,
    /// Measure the queries of this split only.
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Whether texts ask for images, images for texts, or both, with the mean of both. From images to
    /// texts every image with a relevant text takes part, whatever the split.
    #[arg(long, value_enum, default_value_t = Direction::T2i)]
    direction: Direction,
    /// Also let fewer of the systems propose: tau-b and places gained for each number of
    /// annotators, and the places that each single annotator makes each system gain.
    #[arg(long)]
    sweep: bool,
    /// Look at all groups of a size if they are at most this many, else at a sample of so many.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "sweep", value_parser = clap::value_parser!(u32).range(1..))]
    subsets: u32,
    /// Simulate people who err: a relevant image that was proposed is missed, and another is called
    /// relevant, with this probability.
    #[arg(long, value_name = "P", value_parser = probability)]
    error: Option<f64>,
    /// The seed of errors and samples.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let named: Vec<String> =
        args.systems.iter().flat_map(|list| split_ids(list)).map(trimmed).collect();
    let ids = measurable(&benchmark, &named)?;
    let pool = pool(&named, &ids, &benchmark)?;
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let kept: Vec<String> = args
        .keep
        .iter()
        .map(|id| benchmark.relevance_id(Some(id.trim())))
        .collect::<Result<_>>()?;
    if kept.contains(&relevance) {
        bail!("--keep {relevance} is the truth itself, of which all would be seen: name another");
    }
    if !benchmark.relevance(&relevance)?.is_complete() {
        reporter::warn(format_args!(
            "relevance {relevance} does not claim to be complete: the truth is itself what \
             somebody saw"
        ));
    }
    let groups = match args.sweep {
        true => Pool::with_all_sizes(pool, args.subsets as usize, args.seed),
        false => Pool::whole(pool),
    };
    let of = |benchmark: &Benchmark| means(benchmark, &ids, &groups, (&relevance, &kept), args);
    let means = match args.direction {
        Direction::T2i => of(&benchmark)?,
        Direction::I2t => of(&benchmark.reversed()?)?,
        Direction::Mean => {
            let (to_images, to_texts) = (of(&benchmark)?, of(&benchmark.reversed()?)?);
            let both = to_images.iter().zip(&to_texts);
            both.map(|(one, other)| SystemMeans::of_both(one, other)).collect()
        }
    };
    let outcome = Outcome::new(means);
    if outcome.truth().iter().all(Option::is_none) {
        bail!(
            "no query has a value of {} under relevance {relevance}; try another --relevance or \
             --measure",
            args.measure
        );
    }
    if outcome.seen(WHOLE).iter().all(Option::is_none) {
        reporter::warn("nobody saw a relevant image; give a greater --depth or more --systems");
    }
    let asked = AnnotatorsAsked {
        measure: args.measure.to_string(),
        relevance,
        split: args.split.clone(),
        depth: args.depth,
        annotators: pool.places().filter_map(|place| ids.get(place).cloned()).collect(),
        kept,
        error: args.error.map(|probability| ErringPeople { probability, seed: args.seed }),
    };
    let sweep = args.sweep.then(|| SweepReport::new(&groups, &outcome, &ids));
    report::print(&AnnotatorsReport::new(asked, &outcome, &ids, sweep), args.printed.format)
}

fn trimmed(id: &str) -> String {
    id.trim().to_owned()
}

/// The means of the systems of these ids in one direction, under the truth and under what each group saw.
fn means(
    benchmark: &Benchmark,
    ids: &[String],
    groups: &Pool,
    (relevance, kept): (&str, &[String]),
    args: &Args,
) -> Result<Vec<SystemMeans>> {
    let systems: Vec<&System> = ids.iter().map(|id| benchmark.system(id)).collect::<Result<_>>()?;
    let asked = QueryArgs { split: args.split.clone(), condition: None, facets: Vec::new() };
    let query_rows = asked_queries(&asked, benchmark, Some(relevance))?;
    let board = benchmark.board(&[args.measure], relevance)?;
    let truth = benchmark.relevance(relevance)?;
    let setting = LabSetting {
        truth: truth.clone(),
        measure: args.measure,
        image_ids: benchmark.image_ids(),
        folds: board.dataset.folds.as_deref(),
        query_rows: query_rows.into_iter().filter_map(|row| u32::try_from(row).ok()).collect(),
        kept: kept.iter().map(|id| benchmark.relevance(id).cloned()).collect::<Result<_>>()?,
        error: args.error.map(|probability| HumanError { probability, seed: args.seed }),
    };
    let groups = groups.groups();
    let pool = groups.get(WHOLE).copied().unwrap_or_default();
    let proposed = proposed(benchmark, &systems, pool, truth, args.depth as usize)?;
    let lab = AnnotatorLab::new(setting, &proposed, &groups);
    // Who errs calls up to all that was proposed relevant, besides what is.
    let n_wrong = args.error.map_or(0, |_| pool.places().count() * args.depth as usize);
    let depths = board.depths(n_wrong);
    let progress = progress_bar(systems.len(), "systems");
    let mut means = Vec::new();
    for system in &systems {
        means.push(lab.means(&rank::rankings(benchmark, system, &depths)?));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(means)
}

/// The systems that can be ranked again, and the expressions that are named. Others have no stored query vectors.
fn measurable(benchmark: &Benchmark, named: &[String]) -> Result<Vec<String>> {
    check_distinct(named)?;
    let mut ids: Vec<String> =
        benchmark.measurable_systems()?.into_iter().map(|system| system.id.clone()).collect();
    for id in named.iter().filter(|id| is_derived(id)) {
        ids.push(benchmark.system(id)?.id.clone());
    }
    if ids.len() > Group::MAX_SYSTEMS {
        bail!(
            "the benchmark has {} systems, and at most {} can be ranked again: build one with fewer",
            ids.len(),
            Group::MAX_SYSTEMS
        );
    }
    Ok(ids)
}

/// The systems that propose, by their places.
fn pool(named: &[String], ids: &[String], benchmark: &Benchmark) -> Result<Group> {
    if named.is_empty() {
        return Ok(Group::of(0..ids.len()));
    }
    let mut pool = Group::default();
    for id in named {
        let system = benchmark.system(id)?;
        let place = ids.iter().position(|known| *known == system.id).with_context(|| {
            format!("system {id} has no stored query vectors, so it cannot propose")
        })?;
        pool = pool.with(place);
    }
    Ok(pool)
}

/// The first hits of each system that proposes, by its place.
fn proposed(
    benchmark: &Benchmark,
    systems: &[&System],
    pool: Group,
    truth: &Relevance,
    n: usize,
) -> Result<BTreeMap<usize, Vec<Vec<u32>>>> {
    // Which hits are judged is known after the search.
    let depth = if truth.ranks_only_judged() { usize::MAX } else { n };
    let mut proposed = BTreeMap::new();
    for place in pool.places() {
        let Some(system) = systems.get(place) else { continue };
        let rankings = rank::top_k(benchmark, system, depth)?;
        proposed.insert(place, first_hits(truth, &rankings, n));
    }
    Ok(proposed)
}

fn probability(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok();
    value
        .filter(|value| (0.0..=1.0).contains(value))
        .ok_or_else(|| "a probability lies between 0 and 1, such as 0.1".into())
}
