//! Who may use whom: the table of rooms, held against the code.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::here;
use rankscope_core::views::Page;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Rooms, each with those that it may use.
type Rooms = &'static [(&'static str, &'static [&'static str])];

/// Of a crate: its folder, and its rooms with the rooms of the same crate that each may use. What
/// crates may use of each other, their `Cargo.toml`s say.
const ROOMS: [(&str, Rooms); 2] = [
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
            ("imported", &["benchmark", "formats", "ranking"]),
            ("search", &["ranking", "formats", "simd", "vectors"]),
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

/// A file should be read at a sitting.
const MOST_LINES: usize = 450;

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

/// The rooms of its crate that a file names: `crate::room`, also within `use crate::{room::…, …}`.
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
    let known = |room: &str| {
        ROOMS.iter().flat_map(|(_, rooms)| rooms.iter()).any(|(known, _)| *known == room)
    };
    rooms.retain(|room| known(room));
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
    for (source, rooms) in ROOMS {
        for (room, may_use) in rooms {
            let files = rust_files(&here::root().join(source).join(room));
            assert!(!files.is_empty(), "{source} has no {room}");
            for file in files {
                for used in rooms_named(&fs::read_to_string(&file).unwrap()) {
                    assert!(
                        used == *room || may_use.contains(&used.as_str()),
                        "{} uses {used}, and {room} may use only {may_use:?}",
                        file.display()
                    );
                }
            }
        }
    }
}

#[test]
fn every_room_is_in_the_table_and_has_a_door() {
    for (source, rooms) in ROOMS {
        for entry in fs::read_dir(here::root().join(source)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !path.is_dir() || name == "bin" {
                continue;
            }
            assert!(rooms.iter().any(|(room, _)| *room == name), "{name} is not in the table");
            let door = fs::read_to_string(path.join("mod.rs"))
                .unwrap_or_else(|_| panic!("{name} has no mod.rs"));
            assert!(door.starts_with("//!"), "{name}/mod.rs does not say what the room is for");
        }
    }
}

#[test]
fn every_view_is_routed_served_and_kept() {
    let read = |file: &str| fs::read_to_string(here::root().join(file)).unwrap();
    let app = read("src/ui/app.rs");
    let serve = read("crates/cli/src/serve/site.rs");
    let bundle = read("crates/bundle/src/main.rs");
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
    let sources = [rust_files(&here::root().join("src")), rust_files(&here::root().join("crates"))];
    for file in sources.into_iter().flatten() {
        let n_lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(n_lines <= MOST_LINES, "{} has {n_lines} lines", file.display());
    }
}
