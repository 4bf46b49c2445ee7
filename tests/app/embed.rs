//! The blocks that can be shown alone are marked in the views, and no other is.
#![allow(clippy::unwrap_used)]

use crate::here;
use rankscope_core::embed::blocks;
use rankscope_core::views::Page;
use std::{collections::BTreeSet, fs, path::Path};

/// The names in `data-block="…"`, `alone("…", …)`, `block("…", …)` and `folded("…", …)` in a file or a folder.
fn marked(path: &Path, names: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            marked(&entry.unwrap().path(), names);
        }
        return;
    }
    let code = fs::read_to_string(path).unwrap();
    for before in
        ["data-block=\"", "alone(\"", "alone(\n", "block(\"", "block(\n", "folded(\"", "folded(\n"]
    {
        let is_called = |at: &usize| !code[..*at].ends_with("fn ");
        for at in code.match_indices(before).map(|(at, _)| at).filter(is_called) {
            let after = code[at + before.len()..].trim_start().trim_start_matches('"');
            let value = after.split('"').next().unwrap();
            names.extend(value.split(' ').map(String::from));
        }
    }
}

#[test]
fn views_mark_the_blocks_that_addresses_name() {
    for page in Page::ALL {
        let of_page: &[&str] = match page {
            Page::Explore => &["explore"],
            Page::Compare => &["compare"],
            Page::Leaderboard => &["leaderboard"],
            Page::Agreement => &["agreement"],
            Page::Topics => &["topics"],
            Page::Guides => &["guides"],
            Page::Judge => &["judge"],
            Page::Benchmark => &["benchmark", "distribution.rs", "carried.rs"],
            Page::Learn => &["learn.rs"],
        };
        let mut names = BTreeSet::new();
        for path in of_page {
            marked(&here::root().join("src/ui/pages").join(path), &mut names);
        }
        let known = blocks(page).iter().map(|block| block.name.to_string()).collect();
        assert_eq!(names, known, "{page:?}");
    }
}
