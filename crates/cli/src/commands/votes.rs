//! `rankscope votes`: do people agree, and does the rule over their votes decide who wins?

use crate::{
    benchmark::selection::{check_distinct, chosen_measures, chosen_systems, grouped},
    ranking::{
        asked_queries::{asked_queries, opened},
        measured::measured,
    },
    reading::voted::without_bad,
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, Layout, PaperFormat},
        reporter,
    },
    writing::files::inflated_text,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{ALL_QUERIES, ImageVotes, VoteAgreement, words::counted};
use rankscope_core::formats::{
    VoteRule, VotedImage, corpus_without_seeds, jsonl_from_votes, queries_from_conqa,
    query_groups_from_text, votes_from_jsonl, votes_from_text,
};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{VoteOrdersReport, VotesReport};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::{Path, PathBuf},
};

/// Say how far people agree, and how each rule over their votes orders the systems.
///
/// An item is an image for a query, with votes for relevant, not relevant and unsure. Fleiss' kappa gives
/// each item with two votes or more the same weight, Krippendorff's alpha is nominal, entropy is the mean
/// over items in bits. All need counts only; where the people are named, JSON also has Cohen's kappa of
/// every two.
///
/// With --orders, the systems of a benchmark are measured under every rule that makes relevance of votes:
/// means, order, and Kendall's tau-b between any two rules.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope votes [OPTIONS] <DIR>\n       \
    rankscope votes [OPTIONS] <FILE>\n       \
    rankscope votes [OPTIONS] --orders <DIR>",
    after_help = "Examples:\n  \
    rankscope votes mturk.json --group seed.json --seeds seed.json\n  \
    rankscope votes answers.csv --per-query --json\n  \
    rankscope votes fieldbook --group kind\n  \
    rankscope votes fieldbook --orders --measures conqa:nDCG,conqa:HR@10\n  \
    rankscope votes fieldbook --orders --joined 'votes-full|pairs'"
)]
pub(crate) struct Args {
    /// A benchmark's folder; or a file of votes: ConQA's mturk.json, a table or JSON lines with the columns
    /// query, image, person and answer, or the JSON lines of a benchmark. - for standard input.
    #[arg(value_name = "DIR|FILE")]
    of: PathBuf,
    /// Groups of queries: a facet of the benchmark; for a file of votes ConQA's seed.json, {query: group},
    /// or a table with the columns query and group.
    #[arg(long, value_name = "FACET|FILE")]
    group: Option<String>,
    /// ConQA's seed.json: votes on seed images are left out.
    #[arg(long, value_name = "FILE")]
    seeds: Option<PathBuf>,
    /// A list of the ids of bad pictures, one a line or as JSON: votes on them are left out.
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
    /// The relevance definition whose votes are read [default: the first with votes].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// In JSON, also entropy and votes of each query.
    #[arg(long, conflicts_with = "orders")]
    per_query: bool,
    /// Measure the systems under every rule.
    #[arg(long, conflicts_with_all = ["group", "seeds"])]
    orders: bool,
    /// Measures by full name, such as conqa:nDCG,conqa:HR@10 [default: the benchmark's].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "orders")]
    measures: Vec<Measure>,
    /// The id of a system or an expression; may be given several times [default: all].
    #[arg(long = "system", value_name = "ID", requires = "orders")]
    systems: Vec<String>,
    /// The rules: full_relevant, sure, unsure, at_least_N, share_P for P percent, or weighted: each vote as
    /// the share of controls that its person answered rightly [default: full_relevant, sure, unsure,
    /// at_least_1 to at_least_5, and weighted if the votes carry controls].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "orders")]
    rules: Vec<VoteRule>,
    /// Unions a|b and intersections a&b of the benchmark's definitions, measured on the queries with votes
    /// beside the rules.
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "orders")]
    joined: Vec<String>,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.orders {
        let report = orders(args)?;
        return match args.printed.format.layout() {
            None => output::print_json(&report),
            Some(layout) => output::print(&orders_table(&report, layout)),
        };
    }
    let report = if args.of.is_dir() { of_benchmark(args)? } else { of_file(args)? };
    match args.printed.format.layout() {
        None => output::print_json(&report),
        Some(layout) => output::print(&agreement_table(&report, layout)),
    }
}

fn of_benchmark(args: &Args) -> Result<VotesReport> {
    let benchmark = opened(&args.of, &args.queries)?;
    let (definition, path, text) = benchmark.votes(args.relevance.as_deref())?;
    let rows = asked_queries(&args.queries, &benchmark, Some(&definition.id))?;
    let queries = &benchmark.queries;
    let is_asked: HashSet<&str> =
        rows.iter().filter_map(|row| Some(queries.get(*row)?.id.as_str())).collect();
    let mut voted = votes_from_jsonl(path, &text)?;
    voted.retain(|own| is_asked.contains(own.query.as_str()));
    let mut group_of: BTreeMap<String, String> = BTreeMap::new();
    if let Some(facet) = &args.group {
        for (value, rows) in grouped(facet, &rows, queries)? {
            let ids = rows.iter().filter_map(|row| queries.get(*row));
            group_of.extend(ids.map(|query| (query.id.clone(), value.clone())));
        }
    }
    agreement(args, voted, &group_of)
}

fn of_file(args: &Args) -> Result<VotesReport> {
    if args.queries.split.is_some() || args.queries.condition.is_some() || args.relevance.is_some()
    {
        bail!(
            "--split, --where and --relevance are for a benchmark's folder, not for a file of votes"
        );
    }
    let (name, text) = inflated_text(&args.of)?;
    let voted = votes_from_text(&name, &text)?;
    let mut group_of = BTreeMap::new();
    if let Some(file) = &args.group {
        let (name, text) = inflated_text(Path::new(file))?;
        group_of = query_groups_from_text(&name, &text)?;
        let queries: BTreeSet<&str> = voted.iter().map(|own| own.query.as_str()).collect();
        let n_missing = queries.iter().filter(|query| !group_of.contains_key(**query)).count();
        if n_missing == queries.len() {
            bail!("{name} has a group of no query in {}", args.of.display());
        }
        if n_missing > 0 {
            reporter::warn(format_args!(
                "{} of {} of the votes {} no group in {name}",
                counted(n_missing, "query", "queries"),
                queries.len(),
                if n_missing == 1 { "has" } else { "have" },
            ));
        }
    }
    agreement(args, voted, &group_of)
}

fn agreement(
    args: &Args,
    mut voted: Vec<VotedImage>,
    group_of: &BTreeMap<String, String>,
) -> Result<VotesReport> {
    if let Some(file) = &args.seeds {
        let (name, text) = inflated_text(file)?;
        let images: Vec<String> = voted.iter().map(|own| own.image.clone()).collect();
        let kept = corpus_without_seeds(&queries_from_conqa(&name, &text)?, &images);
        let kept: HashSet<String> = kept.into_iter().collect();
        voted.retain(|own| kept.contains(&own.image));
    }
    without_bad(&mut voted, args.without.as_deref())?;
    if voted.is_empty() {
        bail!("there are no votes on these queries");
    }
    if group_of.values().any(|group| group == ALL_QUERIES) {
        bail!("a group is named {ALL_QUERIES}, as that of all queries is: give it another name");
    }
    Ok(VoteAgreement::by_group(&voted, args.per_query, |query| group_of.get(query).cloned()))
}

fn agreement_table(report: &VotesReport, layout: Layout) -> String {
    let number = |value: Option<f64>| value.map_or("n/a".into(), |value| format!("{value:.4}"));
    let header = ["", "items", "votes", "Fleiss’ κ", "Krippendorff’s α", "entropy (bits)"];
    let row = |(group, own): (&String, &VoteAgreement)| {
        vec![
            group.clone(),
            own.n_items.to_string(),
            own.n_votes.to_string(),
            number(own.fleiss),
            number(own.krippendorff),
            number(own.entropy),
        ]
    };
    let (all, groups): (Vec<_>, Vec<_>) = report.iter().partition(|(name, _)| *name == ALL_QUERIES);
    let rows = all.into_iter().chain(groups).map(row);
    let rows: Vec<_> = [header.map(String::from).to_vec()].into_iter().chain(rows).collect();
    output::laid_out(layout, "queries", &rows)
}

fn orders(args: &Args) -> Result<VoteOrdersReport> {
    check_distinct(&args.systems)?;
    if !args.of.is_dir() {
        bail!("--orders measures the systems of a benchmark: give its folder");
    }
    let benchmark = opened(&args.of, &args.queries)?;
    let (base, path, text) = benchmark.votes(args.relevance.as_deref())?;
    let mut kept = votes_from_jsonl(path, &text)?;
    without_bad(&mut kept, args.without.as_deref())?;
    let text = jsonl_from_votes(&kept)?;
    let votes = ImageVotes::read(path, &text, &benchmark.queries, benchmark.dataset.image_ids())?;
    let rules = match args.rules.as_slice() {
        [] => usual_rules(&votes),
        named => named.to_vec(),
    };
    let names: Vec<String> = rules.iter().map(ToString::to_string).collect();
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        bail!("a rule is given twice; name each rule once");
    }
    for rule in &rules {
        votes.check(path, *rule)?;
    }
    let measures = chosen_measures(&args.measures, &benchmark, &base.id)?;
    let systems = chosen_systems(&args.systems, &benchmark)?;
    let rows = asked_queries(&args.queries, &benchmark, Some(&base.id))?;
    check_distinct(&args.joined)?;
    let joined = args.joined.iter().map(|id| {
        let own = benchmark.joined(id)?;
        own.cloned().with_context(|| format!("--joined {id}: join definitions as a|b or a&b"))
    });
    let joined = joined.collect::<Result<Vec<_>>>()?;
    let names = names.into_iter().chain(args.joined.iter().cloned()).collect();
    let board = votes.board(&benchmark.dataset, base, &rules, &joined, &measures);
    let n_queries = rows.iter().filter(|row| votes.has(**row)).count();
    if n_queries == 0 {
        bail!("there are no votes on these queries");
    }
    let values = measured(&benchmark, &systems, &board, &rows)?;
    for warning in rules.iter().filter_map(|rule| votes.warning(*rule)) {
        reporter::warn(warning);
    }
    Ok(VoteOrdersReport::new(&board, names, n_queries, &values))
}

fn usual_rules(votes: &ImageVotes) -> Vec<VoteRule> {
    let counts = (1..=5).map(VoteRule::AtLeast);
    let weighted = votes.has_controls().then_some(VoteRule::Weighted);
    if weighted.is_none() {
        reporter::note(format_args!("{}", VoteRule::NO_CONTROLS));
    }
    VoteRule::ALL.into_iter().chain(counts).chain(weighted).collect()
}

fn orders_table(report: &VoteOrdersReport, layout: Layout) -> String {
    let mut text = String::new();
    for measure in &report.measures {
        let ranked =
            report.order.get(measure).and_then(|by_rule| by_rule.get(report.rules.first()?));
        let head = |title: String| [&[title][..], &report.rules].concat();
        let mut rows = vec![head(measure.clone())];
        for system in ranked.into_iter().flatten() {
            let mean = |rule: &String| {
                let found = report.systems.get(system)?.get(rule)?.get(measure)?.mean?;
                Some(format!("{found:.4}"))
            };
            let cells = report.rules.iter().map(|rule| mean(rule).unwrap_or("n/a".into()));
            rows.push([system.clone()].into_iter().chain(cells).collect());
        }
        text.push_str(&output::laid_out(layout, "system", &rows));
        text.push('\n');
        let mut rows = vec![head(format!("tau-b, {measure}"))];
        let matrix = report.tau_b.get(measure).map_or(&[][..], Vec::as_slice);
        for (rule, row) in report.rules.iter().zip(matrix) {
            let cells = row.iter().map(|tau| tau.map_or("n/a".into(), |tau| format!("{tau:.2}")));
            rows.push([rule.clone()].into_iter().chain(cells).collect());
        }
        text.push_str(&output::laid_out(layout, "rule", &rows));
        text.push('\n');
    }
    text
}
