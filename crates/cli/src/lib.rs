//! The native program `rankscope`: a table of contents of its commands.
//!
//! A command is a file or folder with its `Args`, whose doc comments are its `--help`, and its
//! `run`. Several commands share the other modules:
//!
//! - `open` reads a benchmark and checks the size and hash of every file; `benchmark_writer` writes
//!   one, `shards` its vectors.
//! - `publication` writes files and folders to their places, whole or not at all; `replaceable` says
//!   what `--force` replaces, and `interrupt` what a signal does.
//! - `columns` measures every system by the columns of a benchmark, and `stored_values` writes them
//!   into it.
//! - `selection` finds the measures, systems and queries that a command is asked about.
//! - `rank` ranks a gallery, `run_files` reads the rankings of other programs, and `evaluation`
//!   turns either into values and means; `measured` does both for systems of a benchmark.
//! - `files` reads and writes single files, `output` prints results to standard output, and
//!   `reporter` prints progress, notes and warnings to standard error; `shown` keeps escape sequences
//!   from the terminal.
//!
//! Errors end here, with their causes.

mod agree;
mod annotators;
pub mod build;
mod compare;
mod convert;
mod encode;
mod encoder;
mod eval;
mod export;
mod facets;
#[cfg(feature = "train")]
mod fieldbook;
pub mod fixture;
mod fuse;
mod guide;
mod rerank;
mod search;
mod serve;
mod topics;
#[cfg(feature = "train")]
mod train;

mod benchmark_writer;
mod columns;
mod encoder_pack;
mod evaluation;
mod files;
mod folder;
mod interrupt;
mod measured;
mod open;
mod output;
mod picture;
mod publication;
mod query_facets;
mod rank;
mod ready;
mod recipe_kind;
mod replaceable;
mod reporter;
mod run_files;
mod seeds;
mod selection;
mod sha256;
mod shards;
mod shown;
mod stored_runs;
mod stored_values;

use clap::{Parser, Subcommand};
use std::{
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

/// Build, measure and serve benchmarks of text-to-image retrieval.
///
/// A benchmark is a folder of static files: queries, images, judgements, and the vectors of the
/// systems to compare. These commands and the page in the browser read the same folder.
#[derive(Debug, Parser)]
#[command(
    name = "rankscope",
    version,
    after_help = "A first look, with a benchmark of generated pictures:\n  \
                  rankscope fixture --out shapes\n  \
                  rankscope eval --benchmark shapes\n  \
                  rankscope search shapes --system tiny-bert --query \"two red hearts\"\n  \
                  rankscope serve --dist dist --benchmark shapes\n\n\
                  Results go to standard output, progress and warnings to standard error.\n\
                  Exit status: 0 success, 1 bad input or failure, 2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    #[cfg(feature = "train")]
    Fieldbook(fieldbook::Args),
    Fixture(fixture::Args),
    Eval(eval::Args),
    Agree(agree::Args),
    Annotators(annotators::Args),
    Compare(compare::Args),
    Facets(facets::Args),
    Rerank(rerank::Args),
    Fuse(fuse::Args),
    Guide(Box<guide::Args>),
    Convert(convert::Args),
    Export(export::Args),
    Search(search::Args),
    Topics(topics::Args),
    Encode(encode::Args),
    Encoder(encoder::Args),
    Serve(serve::Args),
    #[cfg(feature = "train")]
    Train(train::Args),
}

/// Runs the command that the program was called with.
#[must_use]
pub fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(help_or_usage) => return explained(&help_or_usage),
    };
    let result = match command {
        Command::Build(args) => build::run(&args),
        #[cfg(feature = "train")]
        Command::Fieldbook(args) => fieldbook::run(&args),
        Command::Fixture(args) => fixture::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Agree(args) => agree::run(&args),
        Command::Annotators(args) => annotators::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Facets(args) => facets::run(&args),
        Command::Rerank(args) => rerank::run(&args),
        Command::Fuse(args) => fuse::run(&args),
        Command::Guide(args) => guide::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Topics(args) => topics::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Encoder(args) => encoder::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "train")]
        Command::Train(args) => train::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // `rankscope eval … | head` has read all that it wanted.
        Err(error) if output::has_reader_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            reporter::error(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints help to standard output, or what is wrong with the arguments to standard error.
fn explained(help_or_usage: &clap::Error) -> ExitCode {
    let printed = help_or_usage.print().and_then(|()| io::stdout().flush());
    match (printed, help_or_usage.exit_code()) {
        (Err(error), 0) if error.kind() != ErrorKind::BrokenPipe => {
            reporter::note(format_args!("error: cannot write to standard output: {error}"));
            ExitCode::FAILURE
        }
        (_, 0) => ExitCode::SUCCESS,
        (_, _) => ExitCode::from(2),
    }
}

#[cfg(test)]
mod tests;
