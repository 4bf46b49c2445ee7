//! `rankscope round`: work lists for several people, and what came back as votes.

use crate::{
    benchmark::{open::Benchmark, selection::check_distinct},
    ranking::{asked_queries::asked_queries, rank},
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, ListFormat},
        reporter::{self, progress_bar},
    },
    writing::{
        files::{Destination, inflated_text},
        publication,
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{
    JoinedRound, QueryCondition, ROUND_KEY, Returned, Round, RoundChoice, Scale, Sheet, join,
    pooled, split_ids, words::counted,
};
use rankscope_core::formats::jsonl_from_votes;
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Make work lists for several people who judge, or join what came back to votes by person.
///
/// The first --depth images of each system are pooled without duplicates, and each is on --per-picture of
/// the --sheets. Every sheet also has --controls, pictures outside the pool whose answer the relevance
/// knows, and an order of its own. FOLDER gets sheet-1.json, sheet-2.json and so on to hand out, and
/// key.json to keep: it says which pictures are controls.
///
/// A sheet comes back with person and answers filled in. With --join, all sheets of a round and its key
/// become JSON lines of votes, which `rankscope votes` and a recipe's votes read. Who answered more than
/// 30 % of the controls wrongly is named.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope round [OPTIONS] --systems <LIST> --depth <K> --per-picture <N> \
    --sheets <N> --controls <N> -o <FOLDER> <DIR>\n       \
    rankscope round [OPTIONS] --join <FILES> -o <FILE>",
    after_help = "Examples:\n  \
    rankscope round fieldbook --queries \"kind = conceptual\" --systems base,large --depth 10 \\\n    \
    --per-picture 3 --sheets 8 --controls 10 -o round\n  \
    rankscope round --join round/*.json -o votes.jsonl\n  \
    rankscope votes votes.jsonl"
)]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR", required_unless_present = "join")]
    benchmark: Option<PathBuf>,
    /// Take only the queries that meet a condition, as --where of other commands.
    #[arg(long, value_name = "CONDITION")]
    queries: Option<QueryCondition>,
    /// Take the queries of this split only.
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// The ids of the systems that are pooled, or expressions.
    #[arg(long, value_name = "LIST", required_unless_present = "join")]
    systems: Option<String>,
    /// How many of its first images a system adds to the pool for each query.
    #[arg(long, value_name = "K", required_unless_present = "join", value_parser = from_1())]
    depth: Option<u32>,
    /// On how many sheets each picture is.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = from_1())]
    per_picture: u32,
    /// How many sheets there are.
    #[arg(long, value_name = "N", required_unless_present = "join", value_parser = from_1())]
    sheets: Option<u32>,
    /// How many controls each sheet has.
    #[arg(long, value_name = "N", default_value_t = 10)]
    controls: u32,
    /// The relevance definition that knows the answers to controls [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    /// The seed of the order, the sheets and the controls.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// What is answered: ConQA's three, ECCV Caption's four, or grades from 3 to 0.
    #[arg(long, value_name = "SCALE", default_value = "conqa", value_parser = scale)]
    answers: Scale,
    /// A text for who judges, which every sheet has.
    #[arg(long, value_name = "FILE")]
    guidelines: Option<PathBuf>,
    /// Join these sheets; the key is among them, or beside the first.
    #[arg(
        long,
        value_name = "FILES",
        num_args = 1..,
        conflicts_with_all = [
            "benchmark", "queries", "split", "systems", "depth", "sheets", "relevance", "guidelines"
        ]
    )]
    join: Vec<PathBuf>,
    /// Drop the votes of people who failed more than 30 % of the controls.
    #[arg(long, requires = "join")]
    leave_out: bool,
    /// The folder to write, or the file of votes [default for votes: standard output].
    #[arg(short, long, value_name = "FOLDER|FILE", required_unless_present = "join")]
    out: Option<PathBuf>,
    /// Replace a file of votes that exists.
    #[arg(long, requires = "join")]
    force: bool,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

fn from_1() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

fn scale(text: &str) -> Result<Scale, String> {
    let known = || Scale::ALL.map(Scale::name).join(", ");
    Scale::named(text).ok_or_else(|| format!("{text:?} is none of {}", known()))
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !args.join.is_empty() {
        return joined(args);
    }
    let given = (&args.benchmark, &args.systems, args.depth, args.sheets, &args.out);
    let (Some(folder), Some(systems), Some(depth), Some(n_sheets), Some(out)) = given else {
        bail!("give DIR, --systems, --depth, --sheets and -o");
    };
    let benchmark = Benchmark::open(folder)?;
    let ids: Vec<String> = split_ids(systems).map(|id| id.trim().to_owned()).collect();
    check_distinct(&ids)?;
    let systems = ids.iter().map(|id| benchmark.system(id)).collect::<Result<Vec<_>>>()?;
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    // So that its judgements are there.
    benchmark.relevance(&relevance)?;
    let asked = QueryArgs {
        split: args.split.clone(),
        condition: args.queries.clone(),
        facets: Vec::new(),
    };
    let rows = asked_queries(&asked, &benchmark, Some(&relevance))?;
    let depth = depth as usize;
    let depths = rank::only(vec![depth; benchmark.queries.len()], &rows);
    let progress = progress_bar(systems.len(), "systems");
    let mut rankings = Vec::new();
    for system in systems {
        rankings.push(rank::rankings(&benchmark, system, &depths)?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let pool = pooled(&rankings, &rows, depth);
    let definition = benchmark.dataset.definition_index(&relevance).context("no such relevance")?;
    let choice = RoundChoice {
        per_picture: args.per_picture as usize,
        n_sheets: n_sheets as usize,
        n_controls: args.controls as usize,
        answers: args.answers,
        seed: args.seed,
    };
    let guidelines = args.guidelines.as_deref().map(inflated_text).transpose()?;
    let (_, guidelines) = guidelines.unwrap_or_default();
    let round = Round::new(&benchmark.dataset, definition, &pool, choice)?;
    let round = round.with_guidelines(&guidelines)?;
    write(&round, out)?;
    reporter::note(format_args!(
        "{}: {} of {} on {}, with {} each; {ROUND_KEY} is yours to keep",
        out.display(),
        counted(pool.len(), "picture", "pictures"),
        counted(rows.len(), "query", "queries"),
        counted(round.sheets.len(), "sheet", "sheets"),
        counted(choice.n_controls, "control", "controls"),
    ));
    Ok(())
}

/// Writes a folder that was not there: sheets that were handed out must not be replaced.
fn write(round: &Round, out: &Path) -> Result<()> {
    let not = |path: &Path| Err(format!("{} exists already", path.display()));
    let stage = publication::folder_stage(out, false, not)?;
    stage.with_new(|folder| {
        for (name, text) in round.files() {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    publication::publish(stage)
}

#[derive(Serialize)]
struct Report {
    /// Pictures with votes.
    n_pictures: usize,
    n_votes: u64,
    persons: Vec<Person>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Person {
    name: String,
    n_answers: usize,
    n_controls: usize,
    n_failed: usize,
    has_failed: bool,
    left_out: bool,
}

fn joined(args: &Args) -> Result<()> {
    let is_json = matches!(args.printed.format, ListFormat::Json);
    let destination = match &args.out {
        Some(out) if is_json => Destination::beside(out, args.force)?,
        None if is_json => bail!("standard output has the votes: give --out a file"),
        out => Destination::new(out.as_deref(), args.force)?,
    };
    let mut returned = Returned::default();
    for path in &args.join {
        let (name, text) = inflated_text(path)?;
        returned.add(&name, &text)?;
    }
    if returned.key.is_none() {
        let beside = args.join.first().and_then(|first| Some(first.parent()?.join(ROUND_KEY)));
        let beside = beside.filter(|path| path.is_file()).with_context(|| {
            format!("none of these files is the key of the round: add its {ROUND_KEY}")
        })?;
        let (name, text) = inflated_text(&beside)?;
        returned.add(&name, &text)?;
    }
    let Returned { key, sheets } = returned;
    let (_, key) = key.with_context(|| format!("{ROUND_KEY} is not the key of a round"))?;
    let JoinedRound { voted, persons, notes } = join(&key, &sheets, args.leave_out)?;
    for note in &notes {
        reporter::warn(note);
    }
    let person = |own: rankscope_core::analysis::JoinedPerson| Person {
        left_out: own.has_failed && args.leave_out,
        has_failed: own.has_failed,
        n_answers: own.n_answers,
        n_controls: own.controls.n_answered,
        n_failed: own.controls.n_wrong,
        name: own.name,
    };
    let persons: Vec<Person> = persons.into_iter().map(person).collect();
    for Person { name, n_controls, n_failed, left_out, .. } in
        persons.iter().filter(|own| own.has_failed)
    {
        let then = if *left_out { "left out" } else { "--leave-out ignores these votes" };
        reporter::warn(format_args!("{name} failed {n_failed} of {n_controls} controls: {then}"));
    }
    if voted.is_empty() {
        bail!("there are no votes: {}", files_without(&sheets));
    }
    let report = Report {
        n_pictures: voted.len(),
        n_votes: voted.iter().map(|own| own.votes.n()).sum(),
        persons,
        notes,
    };
    let contents = format!(
        "{} of {} on {}",
        counted(usize::try_from(report.n_votes).unwrap_or(usize::MAX), "vote", "votes"),
        counted(report.persons.iter().filter(|own| !own.left_out).count(), "person", "people"),
        counted(report.n_pictures, "picture", "pictures"),
    );
    destination.write(&jsonl_from_votes(&voted)?, contents)?;
    match destination {
        Destination::Stdout => Ok(()),
        Destination::File { .. } if is_json => output::print_json(&report),
        Destination::File { .. } => output::print(&table(&report)),
    }
}

fn table(report: &Report) -> String {
    let header = ["person", "answers", "controls", "failed", ""].map(String::from);
    let row = |own: &Person| {
        let then = match (own.has_failed, own.left_out) {
            (_, true) => "left out",
            (true, false) => "more than 30 %",
            (false, false) => "",
        };
        let numbers = [own.n_answers, own.n_controls, own.n_failed].map(|n| n.to_string());
        [&[own.name.clone()][..], &numbers, &[then.to_owned()]].concat()
    };
    let rows = report.persons.iter().map(row);
    output::table(&[header.to_vec()].into_iter().chain(rows).collect::<Vec<_>>())
}

fn files_without(sheets: &[(String, Sheet)]) -> String {
    match sheets {
        [] => "only the key is given".into(),
        _ => "nobody answered these sheets, or everybody who did is left out".into(),
    }
}
