//! `rankscope completions`: what a shell needs to complete commands and options.

use crate::terminal::output;
use anyhow::Result;
use clap_complete::Shell;

/// Print a script with which a shell completes commands and options.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope completions bash > ~/.local/share/bash-completion/completions/rankscope\n  \
    rankscope completions zsh > ~/.zfunc/_rankscope\n  \
    rankscope completions fish > ~/.config/fish/completions/rankscope.fish")]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    output::print(&String::from_utf8(script)?)
}
