//! The arguments that commands share, so that all of them read alike:
//! `rankscope COMMAND DIR -o FILE --json`.

use anyhow::{Context, Result};
use clap::{ValueEnum, builder::ArgPredicate};
use rankscope_core::analysis::QueryCondition;
use std::path::{Path, PathBuf};

/// The benchmark that a command is about: `rankscope eval DIR`. `--benchmark DIR` is how it used to be
/// given, and works as before.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchmarkArgs {
    /// The benchmark's folder.
    // Required, unless something that it conflicts with is given: `--benchmark`, or a command's
    // own `--qrels` or `--table`.
    #[arg(value_name = "DIR", required = true)]
    benchmark: Option<PathBuf>,
    #[arg(long = "benchmark", value_name = "DIR", hide = true, conflicts_with = "benchmark")]
    benchmark_by_name: Option<PathBuf>,
}

impl BenchmarkArgs {
    /// Its folder, unless the command is about something else.
    pub(crate) fn given(&self) -> Option<&Path> {
        self.benchmark.as_deref().or(self.benchmark_by_name.as_deref())
    }

    /// Its folder, for commands that are about nothing else.
    pub(crate) fn folder(&self) -> Result<&Path> {
        self.given().context("give the benchmark's folder, DIR")
    }
}

/// How a result is printed; `F` has the formats that the command knows, `table` and `json` among them.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Printed<F: ValueEnum + Clone + Send + Sync + 'static> {
    /// How the result is printed; JSON has every value, at full precision.
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "table",
        default_value_if("json", ArgPredicate::IsPresent, "json")
    )]
    pub(crate) format: F,
    /// Print JSON, as --format json does.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Which queries are measured.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct QueryArgs {
    /// Take the queries of this split only.
    #[arg(long, value_name = "NAME")]
    pub(crate) split: Option<String>,
    /// Take only the queries that meet a condition, such as "inquire:AP@50(base) < 0.5",
    /// "supercategory in (a, b)", "n_relevant >= 5", "n_words < 6", or several joined by `and`, each
    /// perhaps with `not` before it.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<QueryCondition>,
    /// A table with more facets: CSV, TSV or JSON lines with a column query or image, of ids, and one
    /// column for each facet; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) facets: Vec<PathBuf>,
}

/// Which way is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Direction {
    /// From texts to images.
    T2i,
    /// From images to texts.
    I2t,
    /// Both, and the mean of both.
    Mean,
}

/// For commands whose result is always JSON: `--json` changes nothing, and is no mistake.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct AlwaysJson {
    #[arg(long = "json", hide = true)]
    _json: bool,
}
