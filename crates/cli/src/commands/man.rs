//! `rankscope man`: a manual page of the program, and one of each command.

use crate::{
    benchmark::selection::names_of,
    terminal::output,
    writing::files::{self, Destination},
};
use anyhow::{Context, Result};
use clap_mangen::Man;
use std::path::PathBuf;

/// Print a manual page, or write those of all commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope man | man -l -\n  \
    rankscope man guide-bound | man -l -\n  \
    rankscope man -o ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// A command, such as eval or guide-bound [default: the program].
    #[arg(value_name = "COMMAND")]
    page: Option<String>,
    /// Write the pages of all commands into this folder instead.
    #[arg(short, long, value_name = "DIR", conflicts_with = "page")]
    out: Option<PathBuf>,
    /// Replace pages that exist.
    #[arg(long, requires = "out")]
    force: bool,
}

struct Page {
    name: String,
    roff: String,
}

pub(crate) fn run(args: &Args, command: clap::Command) -> Result<()> {
    let program = command.get_name().to_owned();
    // Names commands after the program, and gives them its global options.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages)?;
    let Some(folder) = &args.out else {
        let name = args.page.as_ref().map_or(program.clone(), |page| format!("{program}-{page}"));
        let page = pages.iter().find(|page| page.name == name).with_context(|| {
            let commands = pages.iter().filter_map(|page| page.name.strip_prefix(&program));
            let known = names_of(commands.map(|command| command.trim_start_matches('-')));
            format!("there is no page {name}; there is {known}")
        })?;
        return output::print(&page.roff);
    };
    files::create_folder(folder)?;
    let paths: Vec<PathBuf> =
        pages.iter().map(|page| folder.join(format!("{}.1", page.name))).collect();
    // All are refused before one is written.
    let destinations: Vec<Destination<'_>> =
        paths.iter().map(|path| Destination::new(Some(path), args.force)).collect::<Result<_>>()?;
    for (page, destination) in pages.iter().zip(destinations) {
        destination.write(&page.roff, &page.name)?;
    }
    Ok(())
}

fn add_pages(command: &clap::Command, pages: &mut Vec<Page>) -> Result<()> {
    let mut roff = Vec::new();
    Man::new(command.clone()).render(&mut roff)?;
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    pages.push(Page { name: name.to_owned(), roff: String::from_utf8(roff)? });
    command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .try_for_each(|below| add_pages(below, pages))
}
