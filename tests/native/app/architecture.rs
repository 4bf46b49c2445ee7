//! Which module may use which, checked against the code.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::here;
use rankscope_core::views::Page;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Modules, each with those that it may use.
type Modules = &'static [(&'static str, &'static [&'static str])];

/// For each crate: its folder, and its modules with the modules of the same crate that each may
/// use. Dependencies between crates are in their `Cargo.toml`.
const MODULES: [(&str, Modules); 2] = [
    (
        "crates/core/src",
        &[
            ("simd", &[]),
            ("statistics", &[]),
            ("chart", &[]),
            ("table", &["formats"]),
            ("formats", &[]),
            ("ranking", &[]),
            ("vectors", &["formats", "ranking"]),
            ("benchmark", &["formats"]),
            ("metrics", &["benchmark", "ranking"]),
            ("imported", &["benchmark", "formats", "ranking", "vectors"]),
            ("search", &["ranking", "formats", "simd", "vectors"]),
            ("remote", &["benchmark", "ranking", "search", "vectors"]),
            ("topics", &["benchmark", "metrics", "ranking"]),
            ("citation", &["benchmark", "metrics", "table"]),
            ("visit", &["analysis", "benchmark", "formats"]),
            (
                "analysis",
                &[
                    "benchmark",
                    "chart",
                    "formats",
                    "imported",
                    "metrics",
                    "ranking",
                    "search",
                    "statistics",
                ],
            ),
        ],
    ),
    (
        "src",
        &[
            ("messages", &[]),
            ("transfer", &["messages"]),
            ("engine", &["messages", "transfer"]),
            ("ui", &["messages", "transfer"]),
        ],
    ),
];

/// Files should be short enough to read in one sitting.
const MAX_LINES: usize = 450;

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The modules of its own crate that a file names: `crate::module`, also in
/// `use crate::{module::…, …}`.
fn modules_named(code: &str) -> BTreeSet<String> {
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut modules = BTreeSet::new();
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()
    };
    for (position, _) in code.match_indices("crate::") {
        let after = &code[position + "crate::".len()..];
        if let Some(group) = after.strip_prefix('{') {
            let mut depth = 1;
            let mut start = true;
            for (index, c) in group.char_indices() {
                if start && !c.is_whitespace() {
                    modules.insert(name(&group[index..]));
                    start = false;
                }
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 1 => start = true,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            modules.insert(name(after));
        }
    }
    let known = |module: &str| {
        MODULES.iter().flat_map(|(_, modules)| modules.iter()).any(|(known, _)| *known == module)
    };
    modules.retain(|module| known(module));
    modules
}

#[test]
fn grouped_uses_are_parsed() {
    let code =
        "use crate::{benchmark::{A, B}, formats};\n// crate::ui\nlet x = crate::search::score;";
    let found: Vec<String> = modules_named(code).into_iter().collect();
    assert_eq!(found, ["benchmark", "formats", "search"]);
}

#[test]
fn modules_use_only_allowed_modules() {
    for (source, modules) in MODULES {
        for (module, may_use) in modules {
            let files = rust_files(&here::root().join(source).join(module));
            assert!(!files.is_empty(), "{source} has no {module}");
            for file in files {
                for used in modules_named(&fs::read_to_string(&file).unwrap()) {
                    assert!(
                        used == *module || may_use.contains(&used.as_str()),
                        "{} uses {used}, but {module} may use only {may_use:?}",
                        file.display()
                    );
                }
            }
        }
    }
}

#[test]
fn every_module_is_in_the_table_and_documented() {
    for (source, modules) in MODULES {
        for entry in fs::read_dir(here::root().join(source)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !path.is_dir() || name == "bin" {
                continue;
            }
            assert!(
                modules.iter().any(|(module, _)| *module == name),
                "{name} is missing from the table"
            );
            let head = fs::read_to_string(path.join("mod.rs"))
                .unwrap_or_else(|_| panic!("{name} has no mod.rs"));
            assert!(head.starts_with("//!"), "{name}/mod.rs does not begin with a doc comment");
        }
    }
}

#[test]
fn every_view_is_routed_served_and_bundled() {
    let read = |file: &str| fs::read_to_string(here::root().join(file)).unwrap();
    let app = read("src/ui/app.rs");
    let serve = read("crates/cli/src/serve/site.rs");
    let bundle = read("crates/bundle/src/main.rs");
    // The router needs a route for each; the others iterate over the list.
    for page in Page::ALL {
        assert!(
            app.contains(&format!("page_apart(session, Page::{page:?})")),
            "no route to {page:?}"
        );
        if page != Page::Explore {
            assert!(app.contains(&format!("path=at(Page::{page:?})")), "no route to {page:?}");
        }
    }
    assert!(Page::ALL.len() > 3);
    assert!(serve.contains("Page::ALL"), "serve does not use the list of views");
    assert!(bundle.contains("Page::ALL"), "the bundler does not use the list of views");
    let paths: BTreeSet<&str> = Page::ALL.into_iter().map(Page::path).collect();
    assert_eq!(paths.len(), Page::ALL.len(), "two views share a path: {paths:?}");
    for file in [&app, &serve, &bundle] {
        for path in paths.iter().filter(|path| **path != "/") {
            assert!(
                !file.contains(&format!("{path}\"")),
                "{path} is repeated outside the list of views"
            );
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let sources = [rust_files(&here::root().join("src")), rust_files(&here::root().join("crates"))];
    for file in sources.into_iter().flatten() {
        let n_lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(n_lines <= MAX_LINES, "{} has {n_lines} lines", file.display());
    }
}
