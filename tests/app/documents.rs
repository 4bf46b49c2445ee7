//! Paths and links in the documents lead somewhere.
//!
//! A word in backticks is a path of this repository if it begins with one of its folders
//! (`scripts/test`), or if it ends as only source files do (`formats/mod.rs`); the second kind may
//! leave folders out. `*` and `<name>` stand for any text. Fenced blocks are commands of readers and
//! are not looked at.
#![allow(clippy::unwrap_used)]

use crate::here;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const FOLDERS: &[&str] = &[
    ".cargo", ".ci", "benches", "crates", "docs", "fuzz", "public", "python", "recipes", "scripts",
    "src", "style", "tests",
];
const SOURCES: &[&str] = &[".css", ".js", ".md", ".mjs", ".rs", ".wgsl"];
/// What builds and browsers leave in the folders.
const MADE: &[&str] = &["__pycache__", "corpus", "dist", "node_modules", "target"];

/// The files and folders of the repository, relative to its root.
fn tree() -> BTreeSet<String> {
    let root = here::root();
    let mut paths = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type().unwrap().is_dir();
            let is_ours = !is_folder || folder != root || FOLDERS.contains(&name.as_str());
            if MADE.contains(&name.as_str()) || !is_ours {
                continue;
            }
            let path = entry.path();
            paths.insert(path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"));
            if is_folder {
                folders.push(path);
            }
        }
    }
    paths
}

/// The lines of a document outside its fenced blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        (!is_fenced && !is_fence).then_some((index + 1, line))
    })
}

/// Does `name` fit `pattern`, in which `*` and `<…>` stand for any text?
fn fits(pattern: &str, name: &str) -> bool {
    let Some(at) = pattern.find(['*', '<']) else { return pattern == name };
    let (before, rest) = pattern.split_at(at);
    let end = if rest.starts_with('*') { Some(0) } else { rest.find('>') };
    let (Some(end), Some(name)) = (end, name.strip_prefix(before)) else { return false };
    let after = &rest[end + 1..];
    name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| fits(after, &name[at..]))
}

fn fits_whole(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len() && pattern.iter().zip(&path).all(|(one, other)| fits(one, other))
}

/// Like [`fits_whole`], but the pattern may leave out folders before its last part.
fn fits_shortened(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('/').rev();
    let mut folders = path.split('/').rev();
    fits(parts.next().unwrap_or_default(), folders.next().unwrap_or_default())
        && parts.all(|part| folders.any(|folder| fits(part, folder)))
}

/// Why a word in backticks is a path that leads nowhere; `None` for good paths and other words.
fn fault_of_word(word: &str, folder: &str, tree: &BTreeSet<String>) -> Option<String> {
    let word = word.rsplit('=').next().unwrap_or_default().trim_end_matches([',', ';', ':']);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_./<>*".contains(c);
    if !word.chars().all(is_part) {
        return None;
    }
    let path = word.trim_end_matches('/');
    let first = word.split_once('/').map(|(first, _)| first);
    let exists = if first.is_some_and(|first| FOLDERS.contains(&first)) {
        let from_here = format!("{folder}/{path}");
        tree.iter().any(|known| fits_whole(path, known) || fits_whole(&from_here, known))
    } else if SOURCES.iter().any(|end| word.ends_with(end) && !SOURCES.contains(&word)) {
        tree.iter().any(|known| fits_shortened(path, known))
    } else {
        true
    };
    (!exists).then(|| format!("no file or folder `{word}`"))
}

/// The anchors that GitHub gives the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        if line.len() == title.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = |c: char| match c {
            ' ' => Some('-'),
            _ => (c.is_alphanumeric() || c == '-' || c == '_').then_some(c),
        };
        let anchor: String = title.trim().to_lowercase().chars().filter_map(kept).collect();
        let mut copies =
            (0..).map(|n| if n == 0 { anchor.clone() } else { format!("{anchor}-{n}") });
        let copy = copies.find(|copy| !anchors.contains(copy));
        anchors.extend(copy);
    }
    anchors
}

/// Why a link in a document leads nowhere.
fn fault_of_link(link: &str, document: &Path, text: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
    let target = document.parent().unwrap().join(path);
    if !target.exists() {
        return Some(format!("no file behind the link {link}"));
    }
    let leads = |anchor| match path {
        "" => anchors(text).contains(anchor),
        _ => anchors(&fs::read_to_string(&target).unwrap()).contains(anchor),
    };
    (!anchor.is_none_or(leads)).then(|| format!("no heading behind the link {link}"))
}

/// Why a test that a document names is none: a file in backticks, and after it words of its name in
/// “quotes”.
fn faults_of_tests(line: &str, tree: &BTreeSet<String>) -> Vec<String> {
    let named = line.match_indices("` “").filter_map(|(at, between)| {
        let file = line[..at].rsplit('`').next()?;
        let words = line[at + between.len()..].split('”').next()?;
        let is_test = file.ends_with(".test.mjs") || file.ends_with(".rs");
        is_test.then_some((file, words))
    });
    let is_there = |(file, words): &(&str, &str)| {
        let mut files = tree.iter().filter(|path| fits_shortened(file, path));
        files.any(|path| fs::read_to_string(here::root().join(path)).unwrap().contains(words))
    };
    let missing = named.filter(|named| !is_there(named));
    missing.map(|(file, words)| format!("no test “{words}” in {file}")).collect()
}

fn faults(document: &Path, text: &str, tree: &BTreeSet<String>) -> Vec<String> {
    let root = here::root();
    let name = document.strip_prefix(&root).unwrap().display().to_string();
    let folder = Path::new(&name).parent().unwrap().to_string_lossy().into_owned();
    let mut faults = Vec::new();
    for (number, line) in prose(text) {
        let words = line.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        let outside: String = line.split('`').step_by(2).collect();
        let links = outside.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let found = words
            .filter_map(|word| fault_of_word(word, &folder, tree))
            .chain(links.filter_map(|link| fault_of_link(link, document, text)))
            .chain(faults_of_tests(line, tree));
        faults.extend(found.map(|fault| format!("{name}:{number}: {fault}")));
    }
    faults
}

#[test]
fn paths_and_links_in_documents_lead_somewhere() {
    let (root, tree) = (here::root(), tree());
    let documents: Vec<PathBuf> =
        tree.iter().filter(|path| path.ends_with(".md")).map(|path| root.join(path)).collect();
    assert!(documents.len() > 20, "{documents:?}");
    let faults: Vec<String> = documents
        .iter()
        .flat_map(|document| faults(document, &fs::read_to_string(document).unwrap(), &tree))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn stale_paths_and_links_are_found() {
    let (root, tree) = (here::root(), tree());
    let faults = |text: &str| faults(&root.join("docs/figures.md"), text, &tree).len();
    let good = [
        "`scripts/test --release`, `RANKSCOPE_BENCHMARK=public/fieldbook trunk serve`",
        "`crates/core/src/metrics/formula/<name>.rs`, `recipes/*.toml`, `tests/app/`",
        "`metrics/formula/mod.rs`, `app/documents.rs`, `tests.md`, `.wgsl`",
        "`page.test.mjs` “the page in view is marked”; `app/documents.rs` “stale_paths_and_links”",
        "`runs/<id>.run.gz`, `https://example.org/src/a.rs`, `target/bench`, `m_P.c`",
        "[a](architecture.md#the-crates) [`b`](../README.md) [c](https://example.org/no.md)",
        "```sh\nscripts/nothing `src/nothing.rs` [a](nothing.md)\n```",
        "# Figures\n# Figures\n## Of one's `own`, *here*\n[a](#figures-1) [b](#of-ones-own-here)",
    ];
    for text in good {
        assert_eq!(faults(text), 0, "{text}");
    }
    let stale = [
        "`scripts/nothing`",
        "`cargo run scripts/nothing`",
        "`crates/core/src/<name>.nothing`",
        "`formula/app/mod.rs`",
        "`nothing.rs`",
        "`page.test.mjs` “no test has these words”",
        "[a](nothing.md)",
        "[a](architecture.md#nothing)",
        "# Figures\n[a](#figures-1)",
    ];
    for text in stale {
        assert_eq!(faults(text), 1, "{text}");
    }
}
