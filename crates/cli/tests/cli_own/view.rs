//! `rankscope view`: which benchmark it serves, when it builds one, and what it makes of pictures, arrays
//! and runs without a recipe.
#![allow(clippy::unwrap_used)]

use crate::{
    guesses::pictures,
    made::{Made, marked},
    program::{self, done, fails, rankscope, served::Served, shapes},
};
use serde_json::Value;
use std::{fs, process::Command};

/// A folder with a page of one line, a recipe in `own`, and a separate cache.
struct View(Made);

impl View {
    fn new() -> Self {
        let made = Made::new();
        made.write("page/index.html", "<p>page");
        let rows: Vec<Vec<f32>> = (0..3).map(|place| marked(3, &[place])).collect();
        made.npy("own/data/gallery.npy", &rows);
        made.npy("own/data/queries.npy", &rows[..2]);
        let queries = "{\"_id\":\"a\",\"text\":\"one\"}\n{\"_id\":\"b\",\"text\":\"two\"}\n";
        made.write("own/data/queries.jsonl", queries);
        made.write("own/data/qrels.txt", "a 0 1 1\nb 0 2 1\n");
        made.write(
            "own/recipe.toml",
            "id = \"own\"\ntitle = \"Own\"\nsource = \"data\"\n\
             [images]\nrange = [1, 3]\n\
             [queries]\nbeir = \"queries.jsonl\"\n\
             [[relevance]]\nid = \"judged\"\ntitle = \"Judged\"\ncounts_as = \"Judged.\"\n\
             default = true\nqrels = \"qrels.txt\"\n\
             [[systems]]\nid = \"s\"\ntitle = \"S\"\ngallery = \"gallery.npy\"\nqueries = \"queries.npy\"\n",
        );
        Self(made)
    }

    /// `view` of these files and folders.
    fn command(&self, given: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
        command.args(["view", "--port", "0", "--dist"]).arg(self.0.path("page"));
        command.args(given.iter().map(|name| self.0.path(name)));
        command.env("RANKSCOPE_CACHE", self.0.path("cache")).current_dir(self.0.path("page"));
        command
    }

    fn start(&self, given: &[&str]) -> Served {
        Served::start(self.command(given).arg("--no-open"))
    }

    /// The number of benchmarks in its cache.
    fn kept(&self) -> usize {
        fs::read_dir(self.0.path("cache/views")).map_or(0, Iterator::count)
    }
}

fn manifest(served: &Served) -> Value {
    serde_json::from_slice(&served.get("/benchmark/benchmark.json", "").1).unwrap()
}

#[test]
fn a_benchmark_is_served_as_it_is() {
    let view = View::new();
    let served = view.start(&[shapes()]);
    assert_eq!(manifest(&served), program::manifest(shapes()));
    assert_eq!(served.get("/", "").1, b"<p>page");
    assert_eq!(view.kept(), 0);
}

#[test]
fn a_recipe_is_built_once_and_again_after_a_change() {
    let view = View::new();
    let recipe = "own/recipe.toml";
    let served = view.start(&[recipe]);
    served.says("Building");
    let built = manifest(&served);
    assert_eq!((&built["title"], &built["counts"]["images"]), (&"Own".into(), &3.into()));
    drop(served);
    // The folder stands for its recipe.
    let served = view.start(&["own"]);
    served.says("its recipe is read");
    served.says("Built before");
    drop(served);
    let mut fresh = view.command(&[recipe]);
    Served::start(fresh.args(["--fresh", "--no-open"])).says("Building");
    assert_eq!(view.kept(), 1);

    // A file that it names counts as the recipe itself does.
    let rows: Vec<Vec<f32>> = (0..3).map(|place| marked(4, &[place])).collect();
    view.0.npy("own/data/gallery.npy", &rows);
    view.0.npy("own/data/queries.npy", &rows[..2]);
    let served = view.start(&[recipe]);
    served.says("Building");
    assert_eq!(manifest(&served)["systems"][0]["dim"], 4);
}

#[test]
fn a_recipe_that_cannot_be_built_leaves_nothing_to_serve() {
    let view = View::new();
    view.0.write("own/data/qrels.txt", "a 0 1 1\nb 0 2 high\n");
    for _ in 0..2 {
        let output = view.command(&["own/recipe.toml"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("Building") && said.contains("qrels.txt"), "{said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn without_anything_the_generated_benchmark_is_shown() {
    let view = View::new();
    let served = view.start(&[]);
    served.says("Fieldbook is not here");
    assert_eq!(manifest(&served), program::manifest(shapes()));
    // Below the current folder it is Fieldbook.
    done(&["fixture", "--out", &view.0.text("page/public/fieldbook")]);
    view.start(&[]).says("this is Fieldbook");
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_unless_that_is_forbidden() {
    let (view, browser) = (View::new(), crate::serving::Browser::new());
    let mut without = view.command(&[shapes()]);
    let served = Served::start(without.arg("--no-open").env("BROWSER", browser.path()));
    assert_eq!(served.get("/", "").1, b"<p>page");
    assert!(!browser.has_opened());
    drop(served);
    let served = Served::start(view.command(&[shapes()]).env("BROWSER", browser.path()));
    assert_eq!(browser.opens(), format!("http://{}/", served.address));
}

#[test]
fn what_cannot_be_shown_is_refused_with_the_nearest_that_can() {
    let view = View::new();
    let page = &*view.0.text("page");
    fails(1, &["view", "--dist", page, page], &[page, "benchmark.json", "recipe.toml"]);
    fails(1, &["view", "--dist", page, "nowhere"], &["cannot read nowhere"]);
    // Before it builds.
    let output = rankscope(&["view", "--dist", &view.0.text("own/data"), "nowhere"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("index.html"));
}

#[test]
fn what_is_served_is_not_removed_however_old_it_is() {
    let view = View::new();
    let served = view.start(&["own/recipe.toml"]);
    let mut kept = fs::read_dir(view.0.path("cache/views")).unwrap();
    let built = kept.next().unwrap().unwrap().path();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(40 * 86_400);
    let age = || {
        let looked_at = fs::OpenOptions::new().append(true).open(built.join("looked-at")).unwrap();
        looked_at.set_modified(long_ago).unwrap();
    };
    age();
    // Another run, which builds and looks for what is old.
    drop(view.start(&[]));
    assert_eq!(manifest(&served)["title"], "Own");
    drop(served);
    age();
    let again = Served::start(view.command(&[]).args(["--fresh", "--no-open"]));
    again.says("unused for a month");
    assert!(!built.exists());
}

#[test]
fn what_is_built_opens_with_a_query_that_finds_something() {
    let view = View::new();
    let angle = |n: u8| vec![(0.01 * f32::from(n)).cos(), (0.01 * f32::from(n)).sin()];
    view.0.npy("gallery.npy", &(0..200).map(angle).collect::<Vec<_>>());
    view.0.npy("queries.npy", &vec![angle(0); 5]);
    view.0.write("queries.txt", "one\ntwo\nthree\nfour\nfive\n");
    let recipe = "id = \"own\"\ntitle = \"Own\"\n[images]\nrange = [1, 200]\n\
        [queries]\nlines = \"queries.txt\"\n\
        [[relevance]]\nid = \"r\"\ntitle = \"R\"\ncounts_as = \"R.\"\ndefault = true\n\
        qrels = \"r.qrels\"\n\
        [[headlines]]\nmeasure = \"eccv:R@5\"\nrelevance = \"r\"\n\
        [[systems]]\nid = \"s\"\ntitle = \"S\"\ngallery = \"gallery.npy\"\nqueries = \"queries.npy\"\n";
    let opens_with = |middle: u32, welcome: &str| {
        // Every query ranks the images by their numbers. The fourth finds its image first.
        let qrels = format!("1 0 190 1\n2 0 191 1\n3 0 {middle} 1\n4 0 1 1\n5 0 192 1\n");
        view.0.write("r.qrels", qrels);
        view.0.write("own.toml", format!("{recipe}{welcome}"));
        manifest(&view.start(&["own.toml"]))["welcome"]["query"].clone()
    };
    assert_eq!(opens_with(150, ""), "4");
    // The one in the middle is what a page opens with by itself.
    assert!(opens_with(2, "").is_null());
    // What the recipe says holds.
    assert_eq!(opens_with(150, "[welcome]\nquery = \"5\"\n"), "5");
}

#[test]
fn what_is_guessed_is_said_and_built_once_and_again_after_a_change() {
    let view = View::new();
    pictures(&view.0, "photos", &["a", "b"]);
    let served = view.start(&["photos"]);
    assert!(served.says("Understood").starts_with("Understood"));
    assert!(served.says("2 pictures in").contains("2 pictures in"));
    served.says("To say it otherwise");
    served.says("Building");
    assert_eq!(manifest(&served)["counts"]["images"], 2);
    drop(served);
    view.start(&["photos"]).says("Built before");
    pictures(&view.0, "photos", &["a", "b", "c"]);
    let served = view.start(&["photos"]);
    served.says("Building");
    assert_eq!(manifest(&served)["counts"]["images"], 3);
}

#[test]
fn arrays_and_lists_are_given_by_themselves() {
    let view = View::new();
    let rows = [0, 1, 2].map(|place| marked(3, &[place]));
    view.0.npy("gallery.npy", &rows);
    view.0.npy("queries.npy", &rows[..2]);
    view.0.write("ids.txt", "x\ny\nz\n");
    view.0.write("queries.txt", "one thing\nanother\n");
    view.0.write("judged.qrels", "1 0 x 1\n2 0 y 1\n");
    let served =
        view.start(&["gallery.npy", "queries.npy", "ids.txt", "queries.txt", "judged.qrels"]);
    served.says("guessed: ");
    let manifest = manifest(&served);
    assert_eq!(manifest["counts"]["images"], 3);
    assert_eq!(manifest["relevance"][0]["id"], "judged");
    assert_eq!(manifest["systems"][0]["dim"], 3);
}
