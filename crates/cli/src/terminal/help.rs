//! `rankscope --help`: the commands in groups.

use clap::Command;

const GROUPS: [(&str, &str); 5] = [
    ("Look", "view info search guide"),
    (
        "Measure",
        "eval compare facets hardness hubs rerank sweep fuse agree annotators votes topics pairs audit merge",
    ),
    (
        "Make",
        "init build index codes check convert unpack export round encoder encode fixture fieldbook",
    ),
    ("Serve", "serve publish"),
    ("This program", "completions man help"),
];

/// Where the descriptions of commands begin, and where they break.
const INDENT: usize = 15;
const WIDTH: usize = 80;

/// Puts subcommands in groups, which clap cannot do.
pub(crate) fn grouped(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let mut template = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, lines) in groups(&command) {
        template.push_str(&format!("\n{header}{title}:{header:#}\n{}", lines.concat()));
    }
    template.push_str(&format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}"));
    command.help_template(template)
}

pub(crate) fn is_in_group(name: &str) -> bool {
    GROUPS.iter().any(|(_, names)| names.split(' ').any(|known| known == name))
}

/// The groups with the lines about their commands. A command of no group is in the last one.
fn groups(command: &Command) -> Vec<(&'static str, Vec<String>)> {
    let literal = *command.get_styles().get_literal();
    let line = |name: &str, about: &str| {
        // Padded before it is styled: escape sequences have no width.
        let name = format!("{literal}{name}{literal:#}{:pad$}", "", pad = INDENT - 2 - name.len());
        format!("  {name}{}\n", wrapped(about))
    };
    let about = |name: &str| match command.find_subcommand(name) {
        Some(found) => found.get_about().map(ToString::to_string),
        None if name == "help" => Some("Print the help of a command".into()),
        None => None,
    };
    let mut groups: Vec<(&str, Vec<String>)> = GROUPS
        .iter()
        .map(|(title, names)| {
            (*title, names.split(' ').filter_map(|name| Some(line(name, &about(name)?))).collect())
        })
        .collect();
    if let Some((_, last)) = groups.last_mut() {
        let others = command.get_subcommands().filter(|command| !is_in_group(command.get_name()));
        last.extend(others.map(|other| {
            line(other.get_name(), &other.get_about().map(ToString::to_string).unwrap_or_default())
        }));
    }
    groups
}

/// A sentence in lines of at most [`WIDTH`] columns, those after the first indented.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if INDENT + line.len() + 1 + word.len() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.join(&format!("\n{:INDENT$}", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> Command {
        let about =
            "Measure the systems of a benchmark, or runs against qrels, and say so at length";
        Command::new("rankscope")
            .about("Benchmarks.")
            .subcommand(Command::new("serve").about("Serve it"))
            .subcommand(Command::new("eval").about(about))
            .subcommand(Command::new("unheard-of").about("Do what no group has"))
    }

    #[test]
    fn commands_stand_in_their_groups_and_long_sentences_break() {
        let help = grouped(command()).render_help().to_string();
        let expected = "\
Measure:
  eval         Measure the systems of a benchmark, or runs against qrels, and
               say so at length

Make:

Serve:
  serve        Serve it

This program:
  help         Print the help of a command
  unheard-of   Do what no group has

Options:
  -h, --help  Print help";
        assert!(help.contains(expected), "{help}");
    }
}
