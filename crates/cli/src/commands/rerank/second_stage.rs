//! The scores of a second stage for the hits of a first.

use crate::{
    benchmark::open::Benchmark, ranking::rank, reading::run_files::ReadRun, terminal::reporter,
};
use anyhow::Result;
use rankscope_core::ranking::Hit;
use std::{fmt, path::Path};

/// Where the scores come from.
pub(super) enum SecondStage<'a> {
    /// A system of the benchmark or a stored run, by id.
    System(&'a str),
    /// A run of another program.
    Run(&'a Path),
    /// A table of logits.
    Logits(&'a Path),
}

impl SecondStage<'_> {
    /// Scored images for each query of the benchmark: those that the first stage found, or all that a
    /// file lists.
    pub(super) fn scored(
        &self,
        benchmark: &Benchmark,
        found: &[Vec<Hit>],
    ) -> Result<Vec<Vec<Hit>>> {
        match self {
            Self::System(id) => scored_by_system(id, benchmark, found),
            Self::Run(path) => self.scored_by_file(&ReadRun::open(path)?, benchmark),
            Self::Logits(path) => self.scored_by_file(&ReadRun::open_logits(path)?, benchmark),
        }
    }

    fn scored_by_file(&self, run: &ReadRun, benchmark: &Benchmark) -> Result<Vec<Vec<Hit>>> {
        let matched = run.matched_to(benchmark.ids())?;
        if let Some(disorder) = &matched.disorder {
            reporter::warn(format_args!("{self}, {disorder}"));
        }
        if matched.unknown_queries.n > 0 {
            reporter::warn(format_args!(
                "{self}: {} of its queries are not in the benchmark and are ignored (the first is {})",
                matched.unknown_queries.n,
                matched.unknown_queries.first()
            ));
        }
        Ok(matched.rankings)
    }
}

fn scored_by_system(id: &str, benchmark: &Benchmark, found: &[Vec<Hit>]) -> Result<Vec<Vec<Hit>>> {
    let rows = |hits: &Vec<Hit>| hits.iter().map(|hit| hit.row_in_corpus).collect();
    let found: Vec<Vec<u32>> = found.iter().map(rows).collect();
    rank::candidates(benchmark, benchmark.system(id)?, &found)
}

impl fmt::Display for SecondStage<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(id) => out.write_str(id),
            Self::Run(path) | Self::Logits(path) => path.display().fmt(out),
        }
    }
}
