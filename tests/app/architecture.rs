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

/// Folders of crates, and their modules with those that each may use. Dependencies between crates are in
/// their `Cargo.toml`; the core passes on the modules of the arithmetic as its own.
const CRATES: &[(&str, Modules)] =
    &[("crates/arithmetic/src", ARITHMETIC), ("crates/core/src", CORE)];
const ARITHMETIC: Modules = &[
    ("simd", &[]),
    ("kernels", &["simd"]),
    ("ranking", &[]),
    ("ridge", &[]),
    ("vectors", &["ranking"]),
    ("spaces", &["ridge", "vectors"]),
    ("search", &["ranking", "simd", "vectors"]),
];
const CORE: Modules = &[
    ("statistics", &[]),
    ("chart", &[]),
    ("table", &["formats"]),
    ("formats", &[]),
    ("benchmark", &["formats"]),
    ("metrics", &["benchmark", "ranking"]),
    ("matching", &[]),
    ("imported", &["benchmark", "formats", "matching", "metrics", "ranking", "vectors"]),
    ("remote", &["benchmark", "ranking", "search", "vectors"]),
    ("topics", &["benchmark", "formats", "metrics", "ranking", "statistics"]),
    ("citation", &["benchmark", "metrics", "table"]),
    ("visit", &["analysis", "benchmark", "formats"]),
    ("report", &["analysis", "benchmark", "formats", "metrics", "remote", "statistics"]),
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
];

/// Files should be short enough to read in one sitting.
const MAX_LINES: usize = 800;

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
        CRATES.iter().flat_map(|(_, modules)| *modules).any(|(known, _)| *known == module)
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
    for (folder, modules) in CRATES {
        for (module, may_use) in *modules {
            let files = rust_files(&here::root().join(folder).join(module));
            assert!(!files.is_empty(), "{folder} has no {module}");
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
    for (folder, modules) in CRATES {
        for entry in fs::read_dir(here::root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !path.is_dir() {
                continue;
            }
            let is_in_table = modules.iter().any(|(module, _)| *module == name);
            assert!(is_in_table, "{name} is missing from the table");
            let head = fs::read_to_string(path.join("mod.rs"))
                .unwrap_or_else(|_| panic!("{name} has no mod.rs"));
            assert!(head.starts_with("//!"), "{name}/mod.rs does not begin with a doc comment");
        }
    }
}

/// What a package depends on, tests apart: the names in the tables of its `Cargo.toml`.
fn dependencies(folder: &Path) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let (mut names, mut is_inside) = (BTreeSet::new(), false);
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            is_inside = table.ends_with("dependencies")
                && !table.ends_with("dev-dependencies")
                && !table.starts_with("workspace");
        } else if is_inside && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            names.insert(name.to_owned());
        }
    }
    names
}

/// Cargo chooses one set of features for all that is built together, so the page and the engine on the
/// CPU stay free of Burn only if they cannot reach it.
#[test]
fn burn_is_out_of_reach_of_page_program_and_engine_on_the_cpu() {
    let root = here::root();
    let reached = |first: &str| {
        let (mut seen, mut left) = (BTreeSet::new(), dependencies(&root.join(first)));
        while let Some(name) = left.pop_first() {
            if let Some(ours) = name.strip_prefix("rankscope-")
                && !seen.contains(&name)
            {
                left.extend(dependencies(&root.join("crates").join(ours)));
            }
            seen.insert(name);
        }
        seen
    };
    let has_burn = |names: &BTreeSet<String>| names.iter().any(|name| name.contains("burn"));
    for package in [".", "crates/engine", "crates/parquet", "crates/cli", "crates/bundle"] {
        let names = reached(package);
        assert!(names.contains("rankscope-core"), "{package}: {names:?}");
        assert!(!has_burn(&names), "{package} reaches Burn: {names:?}");
    }
    assert!(has_burn(&reached("crates/engine-webgpu")));
}

/// A test binary of several files has them by `mod` lines in its `main.rs`; without one, a file would
/// never run.
#[test]
fn every_file_of_tests_is_compiled() {
    let root = here::root();
    let mut folders = vec![root.join("tests/app")];
    for package in fs::read_dir(root.join("crates")).unwrap() {
        let Ok(tests) = fs::read_dir(package.unwrap().path().join("tests")) else { continue };
        folders.extend(tests.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()));
    }
    assert!(folders.len() > 10);
    for folder in folders {
        let main = fs::read_to_string(folder.join("main.rs")).unwrap();
        let is_named = |name: &str| main.lines().any(|line| line == format!("mod {name};"));
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_code = path.is_dir() || path.extension().is_some_and(|end| end == "rs");
            let is_missing = is_code && name != "main" && !is_named(&name);
            assert!(!is_missing, "{} is not compiled: main.rs has no mod line", path.display());
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
    let crates = fs::read_dir(here::root().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path().join("src"));
    for file in crates.chain([here::root().join("src")]).flat_map(|folder| rust_files(&folder)) {
        let n_lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(n_lines <= MAX_LINES, "{} has {n_lines} lines", file.display());
    }
}
