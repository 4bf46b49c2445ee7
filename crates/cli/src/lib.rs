//! The native program `rankscope`: a table of contents of its commands.
//!
//! A command is a file or folder with its `Args`, whose doc comments are its `--help`, and its
//! `run`. Several commands share the other modules:
//!
//! - `arguments` are those that commands share; `help` puts the commands in groups.
//! - `open` reads a benchmark and checks the size and hash of every file; `benchmark_writer` writes
//!   one, `shards` its vectors.
//! - `publication` writes files and folders to their places, whole or not at all; `replaceable` says
//!   what `--force` replaces, and `interrupt` what a signal does.
//! - `columns` measures every system by the columns of a benchmark, and `stored_values` writes them
//!   into it.
//! - `selection` finds the measures, systems and queries that a command is asked about.
//! - `rank` ranks a gallery, `run_files` reads the rankings of other programs
//!   (`list_files` knows their formats), and `evaluation`
//!   turns either into values and means; `measured` does both for systems of a benchmark.
//! - `share` is a part of the queries for one process of several, and `partial` its result as JSON.
//! - `packed_page` is the page inside the program, for `serve` and `view`.
//! - `guess` makes a recipe from what lies there, for `view` and `init`.
//! - `remote` asks search engines elsewhere, and fills their collections for `index`.
//! - `vectors_file` opens vectors in whichever container they are; `named_part` splits `FILE#NAME`.
//! - `files` reads and writes single files, `output` prints results to standard output, and
//!   `reporter` prints progress, notes and warnings to standard error; `shown` keeps escape sequences
//!   from the terminal, and `causes` says why something failed.
//!
//! What is public here is for `rankscope-train`, which makes systems for Fieldbook in the same way.
//!
//! `completions` and `man` describe the whole program, and get it from here as an argument.
//!
//! Errors end here, with their causes.

mod agree;
mod annotators;
pub mod build;
mod check;
mod codes;
mod compare;
mod completions;
mod convert;
mod encode;
mod encoder;
mod eval;
mod export;
mod facets;
pub mod fieldbook;
pub mod fixture;
mod fuse;
mod guide;
mod index;
mod info;
mod init;
mod man;
mod merge;
mod publish;
mod rerank;
mod search;
mod serve;
mod topics;
mod view;

mod arguments;
pub mod benchmark_writer;
mod causes;
pub mod encoder_pack;
pub mod files;
mod folder;
mod guess;
mod help;
pub mod interrupt;
mod list_files;
mod measured;
mod named_part;
mod no_picture;
mod open;
pub mod output;
mod packed_page;
mod partial;
mod picture;
mod picture_paths;
pub mod publication;
mod query_facets;
mod rank;
mod ready;
pub mod recipe_kind;
mod remote;
mod replaceable;
pub mod reporter;
mod run_files;
mod seeds;
mod selection;
mod sha256;
pub mod shards;
mod share;
mod shown;
mod stored_runs;
mod stored_values;
mod vectors_file;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::{
    env,
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
                  rankscope fixture -o shapes\n  \
                  rankscope eval shapes\n  \
                  rankscope search shapes --system tiny-bert --query \"two red hearts\"\n  \
                  rankscope serve shapes --open\n\n\
                  `rankscope COMMAND --help` has a command's options and more examples.\n\
                  Results go to standard output, progress and warnings to standard error. - is\n\
                  standard input where a command reads a list, a run or judgements, and standard\n\
                  output where it writes a file.\n\
                  Exit status: 0 success, 1 bad input or failure, 2 wrong usage."
)]
struct Cli {
    /// Print neither progress nor notes; warnings and errors remain.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Send the search engine at HOST the key in the environment variable VARIABLE [default variable:
    /// RANKSCOPE_REMOTE_KEY]. HOST is a name, with a port or for all ports; with http:// before it,
    /// the key may go there unencrypted. May be given several times.
    #[arg(long = "key", value_name = "HOST[=VARIABLE]", global = true)]
    keys: Vec<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Index(index::Args),
    Info(info::Args),
    Init(init::Args),
    Check(check::Args),
    Codes(codes::Args),
    Publish(publish::Args),
    Fieldbook(fieldbook::Args),
    Fixture(fixture::Args),
    Eval(eval::Args),
    Agree(agree::Args),
    Annotators(annotators::Args),
    Compare(compare::Args),
    Completions(completions::Args),
    Facets(facets::Args),
    Rerank(rerank::Args),
    Fuse(fuse::Args),
    Guide(Box<guide::Args>),
    Convert(convert::Args),
    Export(export::Args),
    Man(man::Args),
    Merge(merge::Args),
    Search(search::Args),
    Topics(topics::Args),
    Encode(encode::Args),
    Encoder(encoder::Args),
    Serve(serve::Args),
    View(view::Args),
}

/// Runs the command that the program was called with.
#[must_use]
pub fn main() -> ExitCode {
    let Cli { quiet, keys, command } = match parsed() {
        Ok(cli) => cli,
        Err(help_or_usage) => return explained(&help_or_usage),
    };
    if quiet {
        reporter::be_quiet();
    }
    if let Err(error) = remote::name_hosts(&keys) {
        reporter::error(&error);
        return ExitCode::FAILURE;
    }
    let result = match command {
        Command::Build(args) => build::run(&args),
        Command::Index(args) => index::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Codes(args) => codes::run(&args),
        Command::Publish(args) => publish::run(&args),
        Command::Fieldbook(args) => fieldbook::run(&args),
        Command::Fixture(args) => fixture::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Agree(args) => agree::run(&args),
        Command::Annotators(args) => annotators::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Completions(args) => completions::run(&args, program()),
        Command::Facets(args) => facets::run(&args),
        Command::Rerank(args) => rerank::run(&args),
        Command::Fuse(args) => fuse::run(&args),
        Command::Guide(args) => guide::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Man(args) => man::run(&args, program()),
        Command::Merge(args) => merge::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Topics(args) => topics::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Encoder(args) => encoder::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::View(args) => view::run(&args),
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

/// The whole program, as clap has it.
fn program() -> clap::Command {
    help::grouped(Cli::command())
}

/// The arguments that the program was called with.
fn parsed() -> Result<Cli, clap::Error> {
    let mut program = program();
    let matches = program.try_get_matches_from_mut(env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
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
