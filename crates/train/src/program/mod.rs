//! The program `rankscope-train`: its commands.

mod fieldbook;
mod folder;
mod measure;
mod progress;
mod systems;
mod trained;

use clap::{Parser, Subcommand};
use rankscope_cli::reporter;
use std::process::ExitCode;

/// Train systems for Rankscope, and build Fieldbook with them.
#[derive(Debug, Parser)]
#[command(name = "rankscope-train", version)]
struct Cli {
    /// Print neither progress nor notes; warnings and errors remain.
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Systems(systems::Args),
    Fieldbook(fieldbook::Args),
}

pub(crate) fn main() -> ExitCode {
    let Cli { quiet, command } = Cli::parse();
    if quiet {
        reporter::be_quiet();
    }
    let result = match command {
        Command::Systems(args) => systems::run(&args),
        Command::Fieldbook(args) => fieldbook::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            reporter::error(&error);
            ExitCode::FAILURE
        }
    }
}
