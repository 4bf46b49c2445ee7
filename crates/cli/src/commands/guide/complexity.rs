//! `rankscope guide complexity`: which queries the text alone answers well enough (§C.4).

use crate::guides::{
    embedders::{Needs, chosen, in_order, usual_weights},
    gathered::{Part, gathered},
    plan::{Given, Plan, PlanArgs},
    studio::{Studio, Timings, ms_since},
};
use crate::{
    benchmark::{
        open::Benchmark,
        selection::{check_distinct, chosen_queries},
    },
    ranking::{measured::measured, rank, stored_values},
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
    },
    writing::files::Destination,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::{Manifest, System};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::Hit;
use rankscope_core::search::CpuGallery;
use rankscope_core::statistics::pearson;
use rankscope_guide::{
    COMPLEXITY_FILE, CheapList, Complexity, ComplexityFit, ComplexityPoint, LinearModel,
    RoutedQuery, feature_names, features, gamma_curve, r_squared,
};
use std::{collections::HashMap, path::PathBuf, time::Instant};

/// The split that the model is fitted on.
const FITTED: &str = "val";
/// The split that it is tried on.
const TRIED: &str = "test";

/// Predict how well the text alone answers a query, and what a threshold on it costs and gains.
///
/// For each method the features are mean and standard deviation of the first K cosines, for each pair
/// the Jaccard overlap of the first K images. A linear model fitted on the validation split predicts
/// the measure of the first method's text. On the test split, queries with a prediction of γ or more
/// keep the text's list, the others get that of guides.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide complexity public/fieldbook\n  \
    rankscope guide complexity public/fieldbook --methods large,base,small -o complexity.json\n  \
    rankscope guide complexity public/fieldbook --store")]
pub(super) struct Args {
    /// The benchmark's folder: the shipped Fieldbook.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The systems whose texts are searched first [default: the two best of the validation split].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    methods: Vec<String>,
    /// How many hits features are made of.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..))]
    top: u32,
    /// The measure to predict.
    #[arg(long, value_name = "NAME", default_value = "inquire:AP@50")]
    measure: Measure,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    plan: PlanArgs,
    /// Also write all of it as JSON.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Also store it in the benchmark as complexity.json, in place of an earlier one, and list it in
    /// benchmark.json.
    #[arg(long)]
    store: bool,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

/// Queries with features and values.
struct Known {
    rows: Vec<usize>,
    features: Vec<Vec<f64>>,
    values: Vec<f64>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let destination =
        args.out.as_deref().map(|path| Destination::beside(path, args.force)).transpose()?;
    // An earlier model is replaced, whatever it says.
    let open = if args.store { Benchmark::open_without_values } else { Benchmark::open };
    let benchmark = &open(&args.benchmark)?;
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let board = benchmark.board(&[args.measure], &relevance)?;
    let methods = methods(args, benchmark)?;
    let all = benchmark.query_rows();
    let text = measured(benchmark, methods.get(..1).unwrap_or_default(), &board, &all)?;
    let text = text.into_iter().next().context("give a method")?;
    let top = args.top as usize;
    let found: Vec<Vec<Vec<Hit>>> =
        methods.iter().map(|system| rank::top_k(benchmark, system, top)).collect::<Result<_>>()?;
    let known = |split: &str| known(benchmark, split, &found, top, &text);
    let (fitted, tried) = (known(FITTED)?, known(TRIED)?);
    let model = LinearModel::fitted(&fitted.features, &fitted.values)
        .with_context(|| format!("the {FITTED} split"))?;
    let predicted = predictions(&model, &tried);
    let guides = GuidesOf::new(args, benchmark, &board)?;
    let (of_tried, timings) = guides.values(&tried)?;
    let (of_fitted, _) = guides.values(&fitted)?;
    let text_ms = text_ms(benchmark, &methods, &tried.rows, top)?;
    let routed: Vec<RoutedQuery> = predicted
        .iter()
        .zip(&tried.values)
        .zip(of_tried.iter().zip(&timings))
        .map(|((predicted, ap_of_text), (ap_of_guides, timings))| RoutedQuery {
            predicted: *predicted,
            ap_of_text: *ap_of_text,
            ap_of_guides: *ap_of_guides,
            text_ms,
            guides_ms: timings.total_ms(),
        })
        .collect();
    let gammas: Vec<f64> = (0..=20).map(|step| f64::from(step) / 20.0).collect();
    let names: Vec<String> = methods.iter().map(|system| system.id.clone()).collect();
    let predicted_fitted = predictions(&model, &fitted);
    let n = routed.len().max(1) as f64;
    let complexity = Complexity {
        measure: args.measure.to_string(),
        relevance,
        features: feature_names(&names),
        methods: names,
        top,
        fitted: fit(FITTED, &predicted_fitted, &fitted.values),
        tried: fit(TRIED, &predicted, &tried.values),
        model,
        preset: args.plan.preset.name().to_owned(),
        text_ms,
        guides_ms: timings.iter().map(Timings::total_ms).sum::<f64>() / n,
        curve: gamma_curve(&routed, &gammas),
        points: points(benchmark, &tried, &predicted, &of_tried),
        fitted_points: points(benchmark, &fitted, &predicted_fitted, &of_fitted),
    };
    let text =
        || Ok::<_, serde_json::Error>(serde_json::to_string(&complexity.clone().rounded())? + "\n");
    if let Some(destination) = destination {
        destination.write(&text()?, format_args!("{} queries", routed.len()))?;
    }
    if args.store {
        let file = (COMPLEXITY_FILE.to_owned(), text()?.into_bytes());
        stored_values::replace(
            &args.benchmark,
            Manifest::clone(&benchmark.manifest),
            vec![file],
            |path| path == COMPLEXITY_FILE,
        )?;
    }
    print(&complexity, args.printed.format)
}

fn methods<'a>(args: &Args, benchmark: &'a Benchmark) -> Result<Vec<&'a System>> {
    check_distinct(&args.methods)?;
    if args.methods.is_empty() {
        return Ok(in_order(benchmark, &Needs::towers())?.into_iter().take(2).collect());
    }
    args.methods.iter().map(|id| benchmark.system(id)).collect()
}

/// The queries of a split that have a value.
fn known(
    benchmark: &Benchmark,
    split: &str,
    found: &[Vec<Vec<Hit>>],
    top: usize,
    text: &SystemValues,
) -> Result<Known> {
    let mut known = Known { rows: Vec::new(), features: Vec::new(), values: Vec::new() };
    for row in chosen_queries(Some(split), &benchmark.queries)? {
        let Some(value) = text.value(0, row) else { continue };
        let list = |of: &Vec<Vec<Hit>>| CheapList::of(of.get(row).map_or(&[][..], Vec::as_slice));
        let lists: Vec<CheapList<u32>> = found.iter().map(list).collect();
        known.rows.push(row);
        known.features.push(features(&lists, top));
        known.values.push(value);
    }
    if known.rows.is_empty() {
        bail!("no query of the {split} split has a value");
    }
    Ok(known)
}

fn predictions(model: &LinearModel, known: &Known) -> Vec<f64> {
    known.features.iter().map(|row| model.predicted(row)).collect()
}

/// The points of a split.
fn points(
    benchmark: &Benchmark,
    known: &Known,
    predicted: &[f64],
    guides: &[f64],
) -> Vec<ComplexityPoint> {
    let numbers = predicted.iter().zip(&known.values).zip(guides);
    let points =
        known.rows.iter().zip(numbers).filter_map(|(row, ((predicted, actual), guides))| {
            let query = benchmark.queries.get(*row)?.id.clone();
            Some(ComplexityPoint { query, predicted: *predicted, actual: *actual, guides: *guides })
        });
    points.collect()
}

fn fit(split: &str, predicted: &[f64], values: &[f64]) -> ComplexityFit {
    ComplexityFit {
        split: split.to_owned(),
        n: values.len(),
        r_squared: r_squared(predicted, values),
        pearson: pearson(predicted, values),
    }
}

/// What measures guides.
struct GuidesOf<'a> {
    benchmark: &'a Benchmark,
    board: &'a Board,
    plan: Plan,
    studio: Studio<'a>,
}

impl<'a> GuidesOf<'a> {
    fn new(args: &Args, benchmark: &'a Benchmark, board: &'a Board) -> Result<Self> {
        let plan = args.plan.plan(benchmark, Given::TEXT)?;
        let needs = Needs::of(&plan);
        let embedders = chosen(benchmark, &args.plan.embedders, plan.n_embedders, &needs)?;
        let studio = Studio::new(benchmark, embedders, &plan)?;
        Ok(Self { benchmark, board, plan, studio })
    }

    /// The measure of guides for each query, and their times. Queries without guides keep the text's
    /// value.
    fn values(&self, known: &Known) -> Result<(Vec<f64>, Vec<Timings>)> {
        let Self { benchmark, board, plan, studio } = self;
        let weights = usual_weights(benchmark, &studio.embedders);
        let all = gathered(&benchmark.queries, studio, plan, &known.rows, None, false, None)?;
        let part = Part {
            n_embedders: weights.len(),
            engines: &plan.engines,
            n_guides: plan.n_guides,
            weights: &weights,
            depth: plan.depth,
        };
        let mut rankings: Vec<Vec<Hit>> = vec![Vec::new(); benchmark.queries.len()];
        let mut timings: HashMap<usize, Timings> = HashMap::new();
        for of in &all {
            let start = Instant::now();
            let hits = of.fused(&part, &[]);
            let fuse_ms = ms_since(start);
            timings.insert(of.query, Timings { fuse_ms, ..of.timings });
            if let Some(place) = rankings.get_mut(of.query) {
                *place = hits;
            }
        }
        let values = board.values("guides", &rankings);
        let of_rows = known.rows.iter().zip(&known.values).zip(&all).map(|((row, of_text), of)| {
            if of.lists.guides.is_empty() { *of_text } else { values.value(0, *row).unwrap_or(0.0) }
        });
        let of_rows = of_rows.collect();
        let times = known.rows.iter().map(|row| timings.get(row).copied().unwrap_or_default());
        Ok((of_rows, times.collect()))
    }
}

/// The mean time of encoding a text and searching with it by every method, over some of the queries.
fn text_ms(benchmark: &Benchmark, methods: &[&System], rows: &[usize], top: usize) -> Result<f64> {
    /// Queries that are timed.
    const N_TIMED: usize = 50;
    let timed: Vec<&str> = rows
        .iter()
        .step_by(rows.len().div_ceil(N_TIMED).max(1))
        .filter_map(|row| benchmark.queries.get(*row).map(|query| query.text.as_str()))
        .collect();
    let mut total_ms = 0.0;
    for system in methods {
        let entries = &benchmark.manifest.encoders;
        let entry = entries.iter().find(|entry| Some(&entry.id) == system.encoder.as_ref());
        let entry = entry.with_context(|| format!("system {} has no encoder", system.id))?;
        let encoder = benchmark.encoder(entry)?;
        let gallery = CpuGallery::new(benchmark.gallery(system)?);
        let start = Instant::now();
        for text in &timed {
            let vector = encoder.encode_blocking(text)?.vector;
            std::hint::black_box(gallery.top_k(&[vector], top, None));
        }
        total_ms += ms_since(start);
    }
    Ok(total_ms / timed.len().max(1) as f64)
}

fn print(of: &Complexity, format: ListFormat) -> Result<()> {
    if format == ListFormat::Json {
        return output::print_json(of);
    }
    let number = |value: Option<f64>| value.map_or("n/a".to_owned(), |value| format!("{value:.4}"));
    let mut rows = vec![["split", "R²", "Pearson's r", "n"].map(String::from).to_vec()];
    for fit in [&of.fitted, &of.tried] {
        rows.push(vec![
            fit.split.clone(),
            number(fit.r_squared),
            number(fit.pearson),
            fit.n.to_string(),
        ]);
    }
    let mut text = format!(
        "{} of the text of {} by linear regression on {}\n\n{}\n",
        of.measure,
        of.methods.first().map_or("", String::as_str),
        of.methods.join(", "),
        output::table(&rows)
    );
    let mut rows = vec![["feature", "coefficient"].map(String::from).to_vec()];
    rows.extend(
        of.features
            .iter()
            .zip(&of.model.coefficients)
            .map(|(name, coefficient)| vec![name.clone(), format!("{coefficient:.4}")]),
    );
    rows.push(vec!["intercept".to_owned(), format!("{:.4}", of.model.intercept)]);
    text.push_str(&format!("{}\n", output::table(&rows)));
    let mut rows = vec![["γ", "text alone", "mean", "ms"].map(String::from).to_vec()];
    rows.extend(of.curve.iter().map(|at| {
        vec![
            format!("{:.2}", at.gamma),
            format!("{:.1} %", 100.0 * at.share_at_once),
            format!("{:.4}", at.ap),
            format!("{:.1}", at.ms),
        ]
    }));
    text.push_str(&output::table(&rows));
    text.push_str(&format!(
        "\nguides by preset {}; a text {:.1} ms, guides {:.1} ms more\n",
        of.preset, of.text_ms, of.guides_ms
    ));
    output::print(&text)
}
