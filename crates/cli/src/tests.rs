//! Help and grammar: examples are valid commands, and commands speak one language.
#![allow(clippy::unwrap_used)]

use crate::{Cli, terminal::help};
use clap::{CommandFactory, Parser};

/// The commands in a help text: lines that start with the program's name, with the lines that they
/// continue on.
fn examples(help: &str) -> Vec<String> {
    let joined = help.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|line| line.starts_with("rankscope "));
    lines.map(str::to_owned).collect()
}

/// The words of a command line up to a pipe or a redirection, with quoted texts as one word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words.into_iter().take_while(|word| word != "|" && word != ">").collect()
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

/// A command and those below it, under their whole names.
fn all_commands(command: &clap::Command, name: &str) -> Vec<(String, clap::Command)> {
    let mut all = vec![(name.to_owned(), command.clone())];
    for below in command.get_subcommands() {
        all.extend(all_commands(below, &format!("{name} {}", below.get_name())));
    }
    all
}

#[test]
fn every_command_speaks_the_same_language() {
    let command = Cli::command();
    command.clone().debug_assert();
    for (name, command) in all_commands(&command, "rankscope") {
        let argument = |id: &str| command.get_arguments().find(|argument| argument.get_id() == id);
        if let Some(out) = argument("out") {
            assert_eq!((out.get_short(), out.get_long()), (Some('o'), Some("out")), "{name}");
        }
        if argument("format").is_some() {
            assert!(argument("json").is_some(), "{name} prints JSON with --json");
        }
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            assert_ne!(
                argument.get_long(),
                Some("benchmark"),
                "{name}: the benchmark is positional"
            );
        }
    }
}

#[test]
fn every_command_is_in_a_group_of_the_help() {
    for command in Cli::command().get_subcommands() {
        assert!(help::is_in_group(command.get_name()), "{} is in no group", command.get_name());
    }
}
