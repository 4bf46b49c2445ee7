//! `rankscope publish`: a site with the same values and hits, of files that a host takes.

use crate::copied::Copied;
use crate::here::fieldbook;
use crate::made::Made;
use crate::program::{self, done, fails, flagged_json, sha256, shapes};
use crate::tree::Tree;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder with files that are named as those of a page.
struct Place(Made);

impl Place {
    fn new() -> Self {
        let place = Self(Made::new());
        for (name, text) in [
            ("index.html", "<!doctype html><script type=module src=boot.js></script>"),
            ("404.html", "<!doctype html>"),
            ("boot.js", "import init from \"./app.js\""),
            ("boot.js.br", "compressed"),
            ("app.js", "export default 1"),
            ("archive.br", "no file is compressed into it"),
            ("style/app.css", "p {}"),
            ("benchmark/benchmark.json", "{}"),
            ("benchmark/queries.jsonl", ""),
        ] {
            place.0.write(&format!("dist/{name}"), text);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn args(&self, benchmark: &str, more: &[&str]) -> Vec<String> {
        let (dist, out) = (self.0.text("dist"), self.0.text("site"));
        let all = ["publish", benchmark, "--dist", &dist, "--out", &out];
        all.iter().chain(more).map(|arg| (*arg).to_owned()).collect()
    }

    #[track_caller]
    fn publish(&self, benchmark: &str, more: &[&str]) -> Value {
        let args = self.args(benchmark, more);
        flagged_json(&args.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[track_caller]
    fn refused(&self, benchmark: &str, more: &[&str], words: &[&str]) {
        let args = self.args(benchmark, more);
        fails(1, &args.iter().map(String::as_str).collect::<Vec<_>>(), words);
    }
}

/// Sizes of all files of a folder.
fn sizes(folder: &Path) -> Vec<(String, usize)> {
    let files = Tree::read(folder).into_files().into_iter();
    files.map(|(path, bytes)| (path.to_str().unwrap().to_owned(), bytes.len())).collect()
}

/// Values by two definitions, hits of a query, and a run with every rank and score.
fn answers(benchmark: &str) -> Vec<Value> {
    let eval = ["eval", benchmark, "--system", "large", "--split", "test"];
    vec![
        program::json(&eval),
        program::json(&[&eval[..], &["--relevance", "pairs"]].concat()),
        program::json(&["search", benchmark, "--system", "large", "--query-id", "q-203"]),
        Value::from(done(&["export", benchmark, "--system", "colours", "-k", "20", "-o", "-"])),
    ]
}

#[test]
fn a_site_has_the_page_and_the_benchmark_as_they_are() {
    let place = Place::new();
    let said = place.publish(shapes(), &[]);
    let site = place.path("site");
    let files = Tree::read(&site).into_files();
    for name in ["index.html", "404.html", "boot.js", "app.js", "archive.br", "style/app.css"] {
        let of_page = fs::read(place.path("dist").join(name)).unwrap();
        assert_eq!(files[Path::new(name)], of_page, "{name}");
    }
    assert!(!files.contains_key(Path::new("boot.js.br")));
    assert_eq!(files[Path::new(".nojekyll")], b"");
    let headers = String::from_utf8(files[Path::new("_headers")].clone()).unwrap();
    assert!(headers.contains("/*\n  Cache-Control: no-cache\n"), "{headers}");
    assert!(headers.contains("/benchmark/*\n  Content-Security-Policy: sandbox;"), "{headers}");
    // The benchmark byte for byte, and nothing of the one in the page's folder.
    assert!(Tree::read(&site.join("benchmark")) == Tree::read(Path::new(shapes())));
    assert_eq!(said["files"], files.len());
    assert_eq!(said["bytes"], files.values().map(Vec::len).sum::<usize>());
    let largest = files.iter().max_by_key(|(_, bytes)| bytes.len()).unwrap();
    assert_eq!(said["largest"]["bytes"], largest.1.len());
    assert_eq!(said["split"], json!([]));
}

#[test]
fn a_split_benchmark_gives_the_same_answers() {
    let place = Place::new();
    let fieldbook = &fieldbook();
    // Less than its largest galleries have, and more than any file that cannot be split.
    let most = 1_200_000;
    let said = place.publish(fieldbook, &["--max-file", "1.2MB"]);
    for (name, bytes) in sizes(&place.path("site")) {
        assert!(bytes <= most, "{name} has {bytes} bytes");
    }
    let split = said["split"].as_array().unwrap();
    assert!(split.len() > 3, "{said}");
    let benchmark = place.0.text("site/benchmark");
    for entry in split {
        let (name, n) = (entry[0].as_str().unwrap(), entry[1].as_u64().unwrap());
        assert!((name.contains("/gallery-") || name.starts_with("images/")) && n > 1, "{entry}");
        assert!(!Path::new(&benchmark).join(name).exists(), "{name}");
    }
    assert_eq!(answers(&benchmark), answers(fieldbook));
    assert_eq!(flagged_json(&["check", &benchmark])["faults"], json!([]));
}

#[test]
fn what_cannot_be_split_is_named_and_nothing_is_left() {
    let place = Place::new();
    fs::write(place.path("dist/engine_bg.wasm"), vec![0; 40_000]).unwrap();
    let words = [
        "--max-file 30000 is too small for files that cannot be split",
        "engine_bg.wasm (40.0 kB)",
        "benchmark/encoders/tiny-bert/weights.safetensors (",
    ];
    place.refused(shapes(), &["--max-file", "30kB"], &words);
    let left = fs::read_dir(place.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["dist"]);
    let args = place.args(shapes(), &["--max-file", "many"]);
    fails(2, &args.iter().map(String::as_str).collect::<Vec<_>>(), &["is not a size"]);
}

#[test]
fn only_a_site_of_its_own_is_replaced() {
    let place = Place::new();
    place.publish(shapes(), &[]);
    place.refused(shapes(), &[], &["exists already", "--force"]);
    place.publish(shapes(), &["--force"]);
    fs::write(place.path("site/CNAME"), "example.org").unwrap();
    place.refused(shapes(), &["--force"], &["rankscope-site.json does not list", "CNAME"]);
    assert_eq!(fs::read_to_string(place.path("site/CNAME")).unwrap(), "example.org");
    fs::remove_file(place.path("site/CNAME")).unwrap();
    fs::remove_file(place.path("site/rankscope-site.json")).unwrap();
    place.refused(shapes(), &["--force"], &["is not a published site"]);
    // Neither into the benchmark nor around it.
    let inside = format!("{}/site", shapes());
    let dist = place.0.text("dist");
    fails(1, &["publish", shapes(), "--dist", &dist, "--out", &inside], &[" overlap: "]);
    fails(1, &["publish", shapes(), "--dist", shapes(), "--out", "x"], &["not a built page"]);
}

#[test]
fn pictures_that_only_a_list_names_are_published_and_drafts_are_not() {
    let place = Place::new();
    let copied = Copied::new();
    copied.change("images/00000.jsonl", |lines| {
        let mut record: Value = serde_json::from_str(&lines[0]).unwrap();
        record["uri"] = json!("my%20photos/a.png");
        lines[0] = record.to_string();
    });
    fs::create_dir(copied.path.join("my photos")).unwrap();
    fs::write(copied.path.join("my photos/a.png"), "a picture").unwrap();
    fs::write(copied.path.join("my photos/b.png"), "not in a list").unwrap();
    let said = place.publish(copied.path.to_str().unwrap(), &[]);
    assert_eq!(said["not_published"], json!(["my photos/b.png"]));
    assert!(place.path("site/benchmark/my photos/a.png").is_file());
    assert!(!place.path("site/benchmark/my photos/b.png").exists());
}

#[test]
fn a_damaged_benchmark_is_not_published() {
    let place = Place::new();
    let copied = Copied::new();
    let shard = "systems/words-8/gallery-00000.safetensors";
    let mut bytes = fs::read(copied.path.join(shard)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(copied.path.join(shard), bytes).unwrap();
    place.refused(copied.path.to_str().unwrap(), &[], &[shard, "SHA-256"]);
    assert!(!place.path("site").exists());
}

#[test]
fn a_host_gets_its_own_files_and_links_are_previewed() {
    let place = Place::new();
    let index = "<!doctype html>\n  <head>\n    <title>Rankscope</title>\n  </head>\n";
    place.0.write("dist/index.html", index);
    let worker =
        |index: &str| format!("FILES = {{ \"index.html\": \"{}\" }}", sha256(index.as_bytes()));
    place.0.write("dist/service_worker.js", worker(index));
    place.publish(shapes(), &["--for", "huggingface"]);
    let text = |name: &str| fs::read_to_string(place.path("site").join(name)).unwrap();
    let card = text("README.md");
    let front = "---\ntitle: \"Shapes (generated fixture)\"\nsdk: static\napp_file: index.html\n";
    assert!(card.starts_with(front), "{card}");
    assert!(card.contains("\nlicense: cc0-1.0\n---\n"), "{card}");
    assert!(card.contains("40 queries, 432 images, 5 systems."), "{card}");
    let page = text("index.html");
    assert!(page.contains("<title>Shapes (generated fixture)</title>"), "{page}");
    let title = "<meta property=\"og:title\" content=\"Shapes (generated fixture)\">";
    assert!(page.contains(title), "{page}");
    assert!(page.contains("og:description\" content=\"Drawings of coloured shapes"), "{page}");
    // The worker checks the page's files by their hashes.
    assert_eq!(text("service_worker.js"), worker(&page));
    place.publish(shapes(), &["--for", "github-pages", "--force"]);
    assert!(!place.path("site").join("README.md").exists());
    let args = place.args(shapes(), &["--for", "cloudflare", "--force"]);
    let said = done(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("npx wrangler pages deploy"), "{said}");
    place.refused(
        shapes(),
        &["--for", "cloudflare", "--force", "--max-file", "1k"],
        &["--max-file 1000 is too small"],
    );
}
