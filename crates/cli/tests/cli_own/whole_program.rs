//! What the program says of itself as a whole: help in groups, completions, and manual pages.

use crate::program::{done, fails, folder};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// The names of the commands in `rankscope --help`: words two columns in, before their sentences.
fn commands() -> Vec<String> {
    let help = done(&["--help"]);
    let (_, groups) = help.split_once("Look:").unwrap();
    let (groups, _) = groups.split_once("Options:").unwrap();
    let starts = groups.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    starts.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn help_has_groups_and_a_help_for_each_command() {
    let help = done(&["--help"]);
    let order = ["Look:", "Measure:", "Make:", "Serve:", "Options:"];
    let places: Vec<usize> = order.iter().map(|title| help.find(title).unwrap()).collect();
    assert!(places.is_sorted(), "{help}");
    let commands = commands();
    assert!(commands.len() >= 18, "{commands:?}");
    assert_eq!(commands.iter().collect::<BTreeSet<_>>().len(), commands.len(), "each once");
    for command in commands.iter().filter(|command| *command != "help") {
        let help = done(&[command, "--help"]);
        assert!(help.contains(&format!("rankscope {command}")), "{help}");
        assert!(!help.contains("--benchmark"), "{command}: older spellings are hidden");
    }
}

/// A shell that is installed reads its script, and bash completes with it.
#[test]
fn completions_are_scripts_that_shells_read() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = done(&["completions", shell]);
        for name in ["eval", "compare", "--quiet"] {
            assert!(script.contains(name.trim_start_matches('-')), "{shell} has {name}");
        }
    }
    fails(2, &["completions", "tcsh"], &["bash"]);
    let asked = "COMP_WORDS=(rankscope ev); COMP_CWORD=1; _rankscope rankscope ev rankscope; \
                 echo \"${COMPREPLY[@]}\"";
    let script = format!("{}\n{asked}\n", done(&["completions", "bash"]));
    let bash = Command::new("bash").args(["--norc", "-c", &script]).stderr(Stdio::piped()).output();
    let bash = bash.unwrap();
    let said = String::from_utf8_lossy(&bash.stderr);
    assert_eq!(String::from_utf8_lossy(&bash.stdout).trim(), "eval", "{said}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = done(&["man"]);
    assert!(page.contains(".TH rankscope 1") && page.contains(".SH DESCRIPTION"), "{page}");
    let folder = folder();
    let path = folder("man1");
    done(&["man", "-o", &path]);
    let of_eval = fs::read_to_string(folder("man1/rankscope-eval.1")).unwrap();
    assert_eq!(of_eval, done(&["man", "eval"]));
    assert!(of_eval.contains("measures") && !of_eval.contains("benchmark\\fR <"), "{of_eval}");
    for command in commands().iter().filter(|command| *command != "help") {
        let page = folder(&format!("man1/rankscope-{command}.1"));
        assert!(Path::new(&page).is_file(), "{command}");
    }
    assert!(Path::new(&folder("man1/rankscope-guide-bound.1")).is_file());
    fails(1, &["man", "-o", &path], &["exists already", "--force"]);
    done(&["man", "-o", &path, "--force"]);
    fails(1, &["man", "evaluate"], &["no page rankscope-evaluate", "eval, "]);
}
