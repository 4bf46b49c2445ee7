//! The native commands, one file each; this file is their table of contents.
//!
//! `build` and `fixture` write a benchmark through the one `writer`; everything else reads
//! one through `open`, which checks the size and hash of every file it reads. Errors end
//! here, with their causes. This room may use everything but `ui`.

mod agree;
mod agree_table;
pub mod build;
mod compare;
mod convert;
mod encode;
mod encoder;
mod eval;
mod eval_mteb;
mod eval_report;
mod evaluation;
mod export;
#[cfg(feature = "train")]
mod fieldbook;
pub mod fixture;
mod folder;
mod interrupt;
mod open;
mod output;
mod rank;
mod recipe;
mod run_files;
mod search;
mod serve;
mod sha256;
mod shards;
mod sources;
#[cfg(feature = "train")]
mod train;
mod writer;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Builds, serves and measures benchmarks of text-to-image retrieval.
///
/// A benchmark is a folder of static files: queries, images, judgements, and the vectors of
/// the systems that are compared. The page reads such a folder, and so do these commands.
#[derive(Debug, Parser)]
#[command(
    name = "rankscope",
    version,
    after_help = "A first look, with a benchmark of generated pictures:\n  \
                  rankscope fixture --out shapes\n  \
                  rankscope eval --benchmark shapes\n  \
                  rankscope serve --dist dist --benchmark shapes\n\n\
                  Exit status: 0 done, 1 bad input or failed, 2 wrong usage."
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
    Compare(compare::Args),
    Convert(convert::Args),
    Export(export::Args),
    Search(search::Args),
    Encode(encode::Args),
    Encoder(encoder::Args),
    Serve(serve::Args),
    #[cfg(feature = "train")]
    Train(train::Args),
}

/// Runs the command that the program was called with.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Build(args) => build::run(&args),
        #[cfg(feature = "train")]
        Command::Fieldbook(args) => fieldbook::run(&args),
        Command::Fixture(args) => fixture::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Agree(args) => agree::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Encoder(args) => encoder::run(&args),
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "train")]
        Command::Train(args) => train::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // `rankscope eval … | head` has what it wanted.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
