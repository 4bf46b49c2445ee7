//! `rankscope init`: where it writes, and what it leaves alone.
#![allow(clippy::unwrap_used)]

use crate::{
    guesses::pictures,
    made::Made,
    program::{done, done_saying, fails},
};
use std::fs;

#[test]
fn init_writes_next_to_the_files_and_never_over_a_recipe() {
    let made = Made::new();
    pictures(&made, "photos", &["a", "b"]);
    let photos = made.text("photos");
    let (_, said) = done_saying(&["init", &photos]);
    assert!(said.contains("recipe.toml"), "{said}");
    let recipe = fs::read_to_string(made.path("photos/recipe.toml")).unwrap();
    assert!(recipe.contains("source = \".\""), "{recipe}");
    fails(1, &["init", &photos], &["recipe.toml", "--force"]);
    done(&["init", &photos, "--force"]);
    // It moves with its folder.
    fs::rename(&photos, made.path("moved")).unwrap();
    done(&["build", &made.text("moved/recipe.toml"), "--out", &made.text("out")]);
}
