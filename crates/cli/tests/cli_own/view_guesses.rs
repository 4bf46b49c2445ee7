//! `rankscope view` of pictures, arrays and runs without a recipe.
#![allow(clippy::unwrap_used)]

use crate::{
    guesses::pictures,
    made::{Made, marked},
    program::served::Served,
};
use serde_json::Value;
use std::process::Command;

/// A page of one line, and `rankscope view` with a cache of its own.
struct View {
    made: Made,
}

impl View {
    fn new() -> Self {
        let made = Made::new();
        made.write("page/index.html", "<p>page");
        Self { made }
    }

    fn start(&self, names: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
        command.args(["view", "--no-open", "--port", "0", "--dist"]).arg(self.made.path("page"));
        command.args(names.iter().map(|name| self.made.path(name)));
        command.env("RANKSCOPE_CACHE", self.made.path("cache")).current_dir(self.made.path("page"));
        Served::start(&mut command)
    }

    fn manifest(served: &Served) -> Value {
        serde_json::from_slice(&served.get("/benchmark/benchmark.json", "").1).unwrap()
    }
}

#[test]
fn what_is_guessed_is_said_and_built_once_and_again_after_a_change() {
    let view = View::new();
    pictures(&view.made, "photos", &["a", "b"]);
    let served = view.start(&["photos"]);
    assert!(served.says("Understood").starts_with("Understood"));
    assert!(served.says("2 pictures in").contains("2 pictures in"));
    served.says("To say it otherwise");
    served.says("Building");
    assert_eq!(View::manifest(&served)["counts"]["images"], 2);
    drop(served);
    view.start(&["photos"]).says("Built before");
    pictures(&view.made, "photos", &["a", "b", "c"]);
    let served = view.start(&["photos"]);
    served.says("Building");
    assert_eq!(View::manifest(&served)["counts"]["images"], 3);
}

#[test]
fn arrays_and_lists_are_given_by_themselves() {
    let view = View::new();
    let rows = [0, 1, 2].map(|place| marked(3, &[place]));
    view.made.npy("gallery.npy", &rows);
    view.made.npy("queries.npy", &rows[..2]);
    view.made.write("ids.txt", "x\ny\nz\n");
    view.made.write("queries.txt", "one thing\nanother\n");
    view.made.write("judged.qrels", "1 0 x 1\n2 0 y 1\n");
    let served =
        view.start(&["gallery.npy", "queries.npy", "ids.txt", "queries.txt", "judged.qrels"]);
    served.says("guessed: ");
    let manifest = View::manifest(&served);
    assert_eq!(manifest["counts"]["images"], 3);
    assert_eq!(manifest["relevance"][0]["id"], "judged");
    assert_eq!(manifest["systems"][0]["dim"], 3);
}
