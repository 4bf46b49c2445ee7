//! No two files use each other, directly or through other files. Uses are read from the `use`s and
//! paths in the code; names are followed through the re-exports of `mod.rs` to the file that
//! defines them.
#![allow(clippy::unwrap_used)]

use crate::here;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

type Module = Vec<String>;

/// A file of a crate.
struct Source {
    /// Its path, for messages.
    file: String,
    /// The paths in its code, as written, in segments.
    paths: Vec<Vec<String>>,
    /// Its re-exports: the name, and the path behind it.
    reexports: BTreeMap<String, Vec<String>>,
}

/// The files of a crate, by module.
type Crate = BTreeMap<Module, Source>;

fn crate_of(folder: &Path) -> Crate {
    let mut sources = Crate::new();
    let mut folders = vec![(folder.to_path_buf(), Module::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let mut inner = module.clone();
            if path.is_dir() {
                inner.push(stem);
                folders.push((path, inner));
            } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "main"
            {
                if !["lib", "mod"].contains(&stem.as_str()) {
                    inner.push(stem);
                }
                let file = path.strip_prefix(here::root()).unwrap_or(&path).display().to_string();
                sources.insert(inner, source(file, &fs::read_to_string(&path).unwrap()));
            }
        }
    }
    sources
}

fn source(file: String, text: &str) -> Source {
    let code = code_of(text);
    let mut paths = Vec::new();
    let mut reexports = BTreeMap::new();
    let mut rest = String::new();
    let mut statements = code.as_str();
    // `use` begins a line; only its visibility may precede it on the line.
    while let Some(at) = statements.find("use ") {
        let (before, from) = statements.split_at(at);
        rest.push_str(before);
        let line = before.rsplit('\n').next().unwrap().trim();
        let Some(end) = from.find(';').filter(|_| line.is_empty() || line.starts_with("pub"))
        else {
            rest.push_str("use ");
            statements = &from[4..];
            continue;
        };
        for (path, name) in leaves(&from[4..end], &[]) {
            if line.starts_with("pub") {
                reexports.insert(name, path);
            } else {
                paths.push(path);
            }
        }
        statements = &from[end + 1..];
    }
    rest.push_str(statements);
    paths.extend(paths_in(&rest));
    Source { file, paths, reexports }
}

/// The code without comments, inline tests and the paths of `pub(in …)`, which say who may use an
/// item, not what the file uses.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut parts = code.split("pub(in ");
    let mut kept = parts.next().unwrap().to_owned();
    for part in parts {
        kept.push_str("pub");
        kept.push_str(part.split_once(')').unwrap().1);
    }
    kept
}

/// The paths in a `use` tree, each with the name that it binds.
fn leaves(tree: &str, before: &[String]) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (path, name) = tree.split_once(" as ").map_or((tree, None), |(p, n)| (p, Some(n)));
        let mut segments = before.to_vec();
        segments.extend(path.split("::").map(|part| part.trim().to_owned()));
        segments.retain(|part| !part.is_empty());
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
            segments.pop();
        }
        let last = segments.last().cloned().unwrap_or_default();
        return vec![(segments, name.map_or(last, |name| name.trim().to_owned()))];
    };
    let mut segments = before.to_vec();
    segments.extend(tree[..open].split("::").map(|part| part.trim().to_owned()));
    segments.retain(|part| !part.is_empty());
    let inner = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    all.extend(leaves(&inner[start..at], &segments));
                }
                start = (at + 1).min(inner.len());
            }
            _ => {}
        }
    }
    all
}

/// The paths in code: words joined by `::`.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let paths = words
        .filter(|word| word.contains("::"))
        .map(|word| word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
    paths.collect()
}

/// The module that defines the item of a path, seen from a module; `None` if it is outside the
/// crate.
fn definition(sources: &Crate, from: &Module, path: &[String], depth: usize) -> Option<Module> {
    let mut segments = path.iter().peekable();
    let mut module = match segments.peek()?.as_str() {
        "crate" => Module::new(),
        "self" | "super" => from.clone(),
        first => {
            let mut child = from.clone();
            child.push(first.to_owned());
            sources.contains_key(&child).then(|| from.clone())?
        }
    };
    while let Some(word) =
        segments.next_if(|word| ["crate", "self", "super"].contains(&word.as_str()))
    {
        if word == "super" {
            module.pop()?;
        }
    }
    while let Some(next) = segments.peek() {
        let mut child = module.clone();
        child.push((*next).clone());
        if !sources.contains_key(&child) {
            break;
        }
        module = child;
        segments.next();
    }
    let source = sources.get(&module)?;
    let behind = segments.next().and_then(|name| source.reexports.get(name));
    match behind {
        Some(path) if depth < 8 => definition(sources, &module, path, depth + 1),
        _ => Some(module),
    }
}

/// The files that each file uses.
fn uses(sources: &Crate) -> BTreeMap<Module, BTreeSet<Module>> {
    let used = |module: &Module, source: &Source| {
        let all = source.paths.iter().filter_map(|path| definition(sources, module, path, 0));
        all.filter(|used| used != module).collect()
    };
    sources.iter().map(|(module, source)| (module.clone(), used(module, source))).collect()
}

/// The files that a file uses, directly or indirectly.
fn reached(uses: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Module> = uses[from].iter().collect();
    while let Some(module) = open.pop() {
        if seen.insert(module.clone()) {
            open.extend(&uses[module]);
        }
    }
    seen
}

#[test]
fn a_cycle_through_a_re_export_is_found() {
    let file = |name: &str, text: &str| (name.to_owned(), source(name.to_owned(), text));
    let sources: Crate = [
        file("", "mod a;\nmod b;\npub use b::B;"),
        file("a", "use super::B;\npub struct A(B); // crate::b"),
        file("b", "pub struct B(Option<Box<crate::a::A>>);"),
        file("c", "use crate::{a::{A}, std};"),
    ]
    .into_iter()
    .map(|(name, source)| (if name.is_empty() { vec![] } else { vec![name] }, source))
    .collect();
    let uses = uses(&sources);
    let module = |name: &str| vec![name.to_owned()];
    assert_eq!(uses[&module("a")], [module("b")].into());
    assert_eq!(uses[&module("b")], [module("a")].into());
    assert!(reached(&uses, &module("a")).contains(&module("a")));
    assert!(!reached(&uses, &module("c")).contains(&module("c")));
}

#[test]
fn visibility_paths_are_not_uses() {
    let code = "pub(in crate::a) fn f() -> crate::b::B {}\npub(in crate::a) use crate::c::C;";
    let source = source("x".to_owned(), code);
    assert_eq!(source.paths, [["crate", "b", "B"]]);
    assert_eq!(source.reexports["C"], ["crate", "c", "C"]);
}

#[test]
fn no_cycles_between_files() {
    let mut folders = vec![here::root().join("src")];
    for entry in fs::read_dir(here::root().join("crates")).unwrap() {
        folders.push(entry.unwrap().path().join("src"));
    }
    let mut cycles = Vec::new();
    for folder in folders {
        let sources = crate_of(&folder);
        let uses = uses(&sources);
        for (module, used) in &uses {
            if !reached(&uses, module).contains(module) {
                continue;
            }
            let back = used.iter().filter(|other| reached(&uses, other).contains(module));
            let names: Vec<&str> = back.map(|other| sources[other].file.as_str()).collect();
            cycles.push(format!("{} -> {}", sources[module].file, names.join(", ")));
        }
    }
    assert!(cycles.is_empty(), "these files use each other in a cycle:\n{}", cycles.join("\n"));
}
