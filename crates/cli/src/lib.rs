//! The native program `rankscope`: a table of contents of its commands.
//!
//! | room | does |
//! |---|---|
//! | `commands` | each command by its name |
//! | `build` | a recipe → a benchmark |
//! | `guess` | what lies in a folder → a recipe, for `view` and `init` |
//! | `serve` | the page and a benchmark, to this machine |
//! | `remote` | search engines: queries, recall, uploads |
//! | `ranking` | systems of a benchmark, ranked and measured |
//! | `guides` | search by guide images |
//! | `benchmark` | a benchmark on disk, opened and checked |
//! | `reading` | files of users and other programs |
//! | `writing` | files and folders in their places, whole or not at all |
//! | `shares` | parts of the queries for several processes |
//! | `terminal` | arguments, help, output, messages |
//!
//! What is public here is for `rankscope-train`, which makes systems for Fieldbook in the same way.
//!
//! `completions` and `man` describe the whole program, and get it from here as an argument.
//!
//! Errors end here, with their causes.

mod benchmark;
pub mod build;
mod commands;
mod guess;
mod guides;
mod packed;
mod ranking;
mod reading;
mod ready;
mod remote;
mod serve;
mod shares;
mod terminal;
mod writing;

pub use benchmark::encoder_pack;
pub use build::{benchmark_writer, recipe_kind, shards};
pub use commands::{fieldbook, fixture};
pub use terminal::{output, reporter};
pub use writing::{files, interrupt, publication};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{
    agree, annotators, audit, check, codes, compare, completions, convert, encode, encoder, eval,
    export, facets, fuse, guide, hardness, hubs, index, info, init, man, merge, pairs, publish,
    rerank, round, search, sweep, topics, unpack, view, votes,
};
use std::{
    env,
    io::{self, ErrorKind, Write},
    process::ExitCode,
};
use terminal::help;

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
    Eval(Box<eval::Args>),
    Agree(agree::Args),
    Annotators(annotators::Args),
    Audit(audit::Args),
    Compare(compare::Args),
    Completions(completions::Args),
    Facets(facets::Args),
    Rerank(rerank::Args),
    Round(Box<round::Args>),
    Fuse(fuse::Args),
    Guide(Box<guide::Args>),
    Hardness(hardness::Args),
    Hubs(hubs::Args),
    Convert(convert::Args),
    Unpack(unpack::Args),
    Export(export::Args),
    Man(man::Args),
    Merge(merge::Args),
    Pairs(pairs::Args),
    Search(search::Args),
    Sweep(sweep::Args),
    Topics(topics::Args),
    Encode(encode::Args),
    Encoder(encoder::Args),
    Serve(serve::Args),
    View(view::Args),
    Votes(votes::Args),
}

/// Runs the command that the program was called with.
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
        Command::Audit(args) => audit::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Completions(args) => completions::run(&args, program()),
        Command::Facets(args) => facets::run(&args),
        Command::Rerank(args) => rerank::run(&args),
        Command::Round(args) => round::run(&args),
        Command::Fuse(args) => fuse::run(&args),
        Command::Guide(args) => guide::run(&args),
        Command::Hardness(args) => hardness::run(&args),
        Command::Hubs(args) => hubs::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Unpack(args) => unpack::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Man(args) => man::run(&args, program()),
        Command::Merge(args) => merge::run(&args),
        Command::Pairs(args) => pairs::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Topics(args) => topics::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Encoder(args) => encoder::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::View(args) => view::run(&args),
        Command::Votes(args) => votes::run(&args),
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
