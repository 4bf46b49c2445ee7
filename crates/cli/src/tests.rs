//! The examples in `--help` are valid commands.
#![allow(clippy::unwrap_used)]

use super::Cli;
use clap::{CommandFactory, Parser};

/// The commands in a help text: lines that start with the program's name, with the lines that they
/// continue on.
fn examples(help: &str) -> Vec<String> {
    let joined = help.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|line| line.starts_with("rankscope "));
    lines.map(str::to_owned).collect()
}

/// The words of a command line up to a pipe, with quoted texts as one word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words.into_iter().take_while(|word| word != "|").collect()
}

/// Parses the examples of a command and of those below it; returns how many there are.
fn check(command: &clap::Command) -> usize {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = examples(&help);
    for example in &examples {
        let parsed = Cli::try_parse_from(words(example));
        assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
    }
    examples.len() + command.get_subcommands().map(check).sum::<usize>()
}

#[test]
fn every_example_in_help_is_a_valid_command() {
    let command = Cli::command();
    assert!(check(&command) >= 20);
    for command in command.get_subcommands().filter(|command| !command.has_subcommands()) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(!examples(&help).is_empty(), "{} has no example", command.get_name());
    }
}
