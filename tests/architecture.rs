//! Who may use whom: the table of rooms, held against the code.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope::views::Page;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A room and the rooms that it may use.
const MAY_USE: [(&str, &[&str]); 19] = [
    // Kernels on a GPU: whose, the rooms that have them know.
    ("gpu", &[]),
    // The step into code for other instructions: what is computed, the rooms that have it know.
    ("simd", &[]),
    ("statistics", &[]),
    ("chart", &[]),
    ("table", &["formats"]),
    ("formats", &[]),
    ("ranking", &[]),
    ("benchmark", &["formats"]),
    ("metrics", &["benchmark", "ranking"]),
    // Files of other programs become rankings and judgements of an open benchmark.
    ("imported", &["benchmark", "formats", "ranking"]),
    ("search", &["ranking", "formats", "gpu", "simd"]),
    ("encode", &["benchmark", "search", "formats", "gpu", "simd"]),
    ("fieldbook", &["benchmark", "formats", "ranking", "search"]),
    ("train", &["benchmark", "formats", "search", "encode", "fieldbook"]),
    // Between page and worker.
    ("messages", &["benchmark", "formats", "ranking"]),
    ("transfer", &["benchmark", "formats", "messages"]),
    (
        "engine",
        &[
            "benchmark",
            "formats",
            "ranking",
            "metrics",
            "statistics",
            "search",
            "encode",
            "gpu",
            "messages",
            "transfer",
            "fieldbook",
        ],
    ),
    (
        "ui",
        &[
            "benchmark",
            "formats",
            "ranking",
            "metrics",
            "statistics",
            "chart",
            "table",
            "transfer",
            "messages",
            "fieldbook",
            "imported",
        ],
    ),
    (
        "cli",
        &[
            "benchmark",
            "formats",
            "ranking",
            "metrics",
            "statistics",
            "search",
            "chart",
            "encode",
            "fieldbook",
            "train",
        ],
    ),
];

/// A file should be read at a sitting.
const MOST_LINES: usize = 450;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

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

/// The rooms that a file names: `crate::room`, also within `use crate::{room::…, …}`.
fn rooms_named(code: &str) -> BTreeSet<String> {
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut rooms = BTreeSet::new();
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
                    rooms.insert(name(&group[index..]));
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
            rooms.insert(name(after));
        }
    }
    rooms.retain(|room| MAY_USE.iter().any(|(known, _)| known == room));
    rooms
}

#[test]
fn groups_of_uses_are_understood() {
    let code =
        "use crate::{benchmark::{A, B}, formats};\n// crate::ui\nlet x = crate::search::score;";
    let found: Vec<String> = rooms_named(code).into_iter().collect();
    assert_eq!(found, ["benchmark", "formats", "search"]);
}

#[test]
fn rooms_use_only_what_they_may() {
    for (room, may_use) in MAY_USE {
        let folder = source().join(room);
        if !folder.exists() {
            continue;
        }
        for file in rust_files(&folder) {
            for used in rooms_named(&fs::read_to_string(&file).unwrap()) {
                assert!(
                    used == room || may_use.contains(&used.as_str()),
                    "{} uses {used}, and {room} may use only {may_use:?}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_room_is_in_the_table_and_has_a_door() {
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !path.is_dir() || name == "bin" {
            continue;
        }
        assert!(MAY_USE.iter().any(|(room, _)| *room == name), "{name} is not in the table");
        let door = fs::read_to_string(path.join("mod.rs"))
            .unwrap_or_else(|_| panic!("{name} has no mod.rs"));
        assert!(door.starts_with("//!"), "{name}/mod.rs does not say what the room is for");
    }
}

#[test]
fn every_view_is_routed_served_and_kept() {
    let read = |file: &str| fs::read_to_string(source().join(file)).unwrap();
    let (app, serve, bundle) =
        (read("ui/app.rs"), read("cli/serve/site.rs"), read("bin/bundle.rs"));
    // The router needs a line for each; the others take the list as it is.
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
    assert!(serve.contains("Page::ALL"), "serve has a list of its own");
    assert!(bundle.contains("Page::ALL"), "the bundler has a list of its own");
    let paths: BTreeSet<&str> = Page::ALL.into_iter().map(Page::path).collect();
    assert_eq!(paths.len(), Page::ALL.len(), "two views have one address: {paths:?}");
    for file in [&app, &serve, &bundle] {
        for path in paths.iter().filter(|path| **path != "/") {
            assert!(
                !file.contains(&format!("{path}\"")),
                "{path} stands outside the list of views"
            );
        }
    }
}

#[test]
fn no_file_is_too_long() {
    for file in rust_files(&source()) {
        let n_lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(n_lines <= MOST_LINES, "{} has {n_lines} lines", file.display());
    }
}

#[test]
fn only_the_edges_know_anyhow_burn_and_wgpu() {
    let outside = |folders: &[&str], word: &str| {
        for file in rust_files(&source()) {
            let inside = file.strip_prefix(source()).unwrap().to_string_lossy().replace('\\', "/");
            if folders.iter().any(|folder| inside.starts_with(folder)) {
                continue;
            }
            let code = fs::read_to_string(&file).unwrap();
            let used = code
                .lines()
                .find(|line| !line.trim_start().starts_with("//") && line.contains(word));
            assert!(used.is_none(), "{inside} uses {word}");
        }
    };
    outside(&["cli/", "bin/"], "anyhow::");
    outside(&["encode/burn/", "train/"], "burn_tensor::");
    outside(&["gpu/"], "wgpu::");
}
