//! The native program from outside: what it prints, and how it ends.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    copied::Copied,
    program::{done, fails, folder, json, line, served::Served, shapes, with_files},
    tree::Tree,
};
use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

#[test]
fn the_fixture_is_the_same_on_every_run() {
    let again = folder();
    let said = done(&["fixture", "--out", &again("again")]);
    assert!(said.contains("432 images, 40 queries, 5 systems"), "{said}");
    let [first, second] =
        [shapes(), &again("again")].map(|folder| Tree::read(Path::new(folder)).into_files());
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(second[name] == *bytes, "{} differs", name.display());
    }
    assert_eq!(first.keys().filter(|n| n.extension().is_some_and(|e| e == "svg")).count(), 432);
}

#[test]
fn eval_measures_every_query() {
    let report = json(&["eval", shapes()]);
    assert_eq!(report["relevance"], "exact");
    let runs = report["runs"].as_object().unwrap();
    assert_eq!(runs.len(), 5);
    for (system, measures) in runs {
        let measured = &measures["eccv:mAP@R"];
        assert_eq!(measured["n"], 40, "{system}");
        let values = measured["per_query"].as_object().unwrap();
        assert_eq!(values.len(), 40);
        let sum: f64 = values.values().map(|value| value.as_f64().unwrap()).sum();
        assert!((measured["mean"].as_f64().unwrap() - sum / 40.0).abs() < 1e-12);
    }
    let mean = |system: &str| runs[system]["eccv:mAP@R"]["mean"].as_f64().unwrap();
    assert!(mean("words-64") > mean("words-8"), "more dimensions");
    assert!(mean("words-8") > mean("chance-16"), "more than chance");
}

#[test]
fn eval_takes_systems_measures_and_relevance() {
    let csv = done(&line(&format!(
        "eval {} --system words-64 --relevance pairs --measures trec:P@10,eccv:R@3 --format csv",
        shapes()
    )));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3, "{csv}");
    assert_eq!(lines[0], "run,relevance,group,measure,mean,n,judged");
    assert!(lines[1].starts_with("words-64,pairs,,trec:P@10,"), "{csv}");
    assert!(done(&["eval", shapes()]).contains("chance-16"));
}

#[test]
fn agree_compares_the_columns() {
    let report = json(&["agree", shapes()]);
    let n_columns = report["measures"].as_array().unwrap().len();
    assert_eq!(n_columns, 7, "the headlines");
    assert_eq!(report["relevance"].as_array().unwrap().len(), 7);
    assert_eq!(report["systems"].as_array().unwrap().len(), 5);
    assert_eq!(report["means"].as_array().unwrap().len(), 5);
    assert_eq!(report["n"], 5);
    let tau = report["tau_b"].as_array().unwrap();
    assert_eq!(tau.len(), n_columns);
    for (row, of_row) in tau.iter().enumerate() {
        assert_eq!(of_row.as_array().unwrap().len(), n_columns);
        for (column, other) in tau.iter().enumerate() {
            assert_eq!(of_row[column], other[row]);
        }
    }
    let crossed = json(&line(&format!(
        "agree {} --measures eccv:R@1,trec:R@10 --relevance exact --relevance pairs",
        shapes()
    )));
    assert_eq!(crossed["relevance"], serde_json::json!(["exact", "exact", "pairs", "pairs"]));
}

#[test]
fn search_takes_own_words_and_stored_queries() {
    let stored = json(&line(&format!("search {} --system words-64 --query-id q04 -k 3", shapes())));
    let stored = stored.as_array().unwrap();
    assert_eq!(stored.len(), 3);
    assert_eq!(stored[0]["rank"], 1);
    assert!(stored[0]["id"].as_str().unwrap().starts_with("four-yellow-stars"), "{stored:?}");
    let text = "three red circles on a dark field";
    let words = json(&["search", shapes(), "--system", "tiny-bert", "--query", text, "-k", "2"]);
    assert_eq!(words[0]["id"], "three-red-circles-dark", "the picture's own caption");
    let (first, second) = (&words[0]["score"], &words[1]["score"]);
    assert!(first.as_f64().unwrap() >= second.as_f64().unwrap());
    let search = ["search", shapes(), "--system", "words-64", "--query", "hearts"];
    fails(1, &search, &["system words-64 has no encoder in this benchmark", "--query-id"]);
}

#[test]
fn encoders_encode_and_check_themselves() {
    let pack = format!("{}/encoders/tiny-bert", shapes());
    let encoded = json(&["encode", "--encoder", &pack, "--text", "two green hearts"]);
    assert!(encoded["ids"].as_array().unwrap().len() >= 3);
    let vector = encoded["vector"].as_array().unwrap();
    let norm: f64 = vector.iter().map(|value| value.as_f64().unwrap().powi(2)).sum();
    assert!((norm - 1.0).abs() < 1e-5, "{norm}");
    assert!(done(&["encoder", "check", &pack]).contains("same"));
}

#[test]
fn mistakes_end_with_the_right_status_and_words() {
    fails(2, &["eval"], &["<DIR>"]);
    fails(2, &["eval", "x", "--measures", "P@5"], &["which P@5? did you mean trec:P@5"]);
    fails(2, &["build", "r.toml", "--out", "x", "--encoder", "a"], &["ID=DIR"]);
    fails(2, &["search", "x", "--system", "y"], &["--query"]);
    let blank = ["search", shapes(), "--system", "tiny-bert", "--query", " "];
    fails(1, &blank, &["--query is empty"]);
    fails(1, &["eval", "/nowhere"], &["/nowhere", "rankscope fixture"]);
    fails(1, &["eval", shapes(), "--system", "x"], &["no system x", "words-64"]);
    fails(1, &["eval", shapes(), "--relevance", "x"], &["no relevance x", "pairs"]);
    fails(1, &["eval", shapes(), "--relevance", "pairs|x"], &["no relevance \"x\"", "pairs"]);
    fails(1, &["fixture", "--out", shapes()], &["exists already", "--force"]);
    let help = done(&["--help"]);
    assert!(help.contains("rankscope fixture -o"), "{help}");
}

/// The first commands that `--help` shows, but for `serve`, which goes on until it is stopped.
#[test]
fn the_first_examples_in_help_work() {
    let folder = tempfile::tempdir().unwrap();
    let help = done(&["--help"]);
    let lines = help.lines().map(str::trim).filter_map(|line| line.strip_prefix("rankscope "));
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("serve ")).collect();
    assert!(lines.len() >= 3, "{help}");
    for line in lines {
        let (plain, quoted) = line.split_once('"').unwrap_or((line, ""));
        let quoted = quoted.strip_suffix('"').filter(|text| !text.is_empty());
        let output = Command::new(env!("CARGO_BIN_EXE_rankscope"))
            .args(plain.split_whitespace().chain(quoted))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "{line}: {said}");
    }
}

#[test]
fn a_changed_file_is_found_out() {
    let copied = Copied::new();
    let shard = copied.path.join("systems/words-8/gallery-00000.safetensors");
    let whole = fs::read(&shard).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let args = ["eval", copied.path.to_str().unwrap(), "--system", "words-8"];
    fs::write(&shard, flipped).unwrap();
    fails(1, &args, &["words-8/gallery-00000.safetensors", "SHA-256", "copy the benchmark again"]);
    fs::write(&shard, &whole[1..]).unwrap();
    fails(1, &args, &["words-8/gallery-00000.safetensors", "bytes"]);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["eval", shapes(), "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_leaves_nothing() {
    let recipe = "id = \"x\"\ntitle = \"x\"\n[images]\nids = \"ids.txt\"\n[queries]\n\
                  ids = \"ids.txt\"\ntexts = \"texts.jsonl\"\n[[relevance]]\nid = \"r\"\n\
                  title = \"r\"\ncounts_as = \"r\"\ndefault = true\nqrels = \"r.qrels\"\n\
                  [[systems]]\nid = \"s\"\ntitle = \"s\"\ngallery = \"g.npy\"\nqueries = \"q.npy\"\n";
    let folder = with_files(&[
        ("recipe.toml", recipe),
        ("ids.txt", "1\n"),
        ("texts.jsonl", "{\"id\": 1, \"text\": \"x\"}"),
        ("r.qrels", "1 0 1 1\n"),
    ]);
    // A pipe without a writer, where the build waits.
    let pipe = folder.path().join("g.npy");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["build", "recipe.toml", "--out", "out"])
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    let names = || -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    };
    let started = Instant::now();
    while !names().iter().any(|name| name.starts_with(".rankscope-unfinished")) {
        assert!(started.elapsed() < Duration::from_secs(30), "the build did not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = names();
    assert!(!left.iter().any(|name| name.starts_with(".rankscope") || name == "out"), "{left:?}");
}

#[test]
fn serve_serves_the_page_and_the_benchmark() {
    let dist = with_files(&[
        ("index.html", "<p>page"),
        ("app.js", "1"),
        ("app_bg.wasm", "raw"),
        ("app_bg.wasm.br", "squeezed"),
    ]);
    let served = Served::new(dist.path(), Path::new(shapes()));
    for view in ["/", "/leaderboard", "/about", "/learn", "/leaderboard?system=x"] {
        let (head, body) = served.get(view, "");
        assert!(head.contains(" 200 "), "{view}: {head}");
        assert!(head.contains("content-type: text/html"), "{view}: {head}");
        assert!(head.contains("cache-control: no-cache"), "{view}: {head}");
        assert_eq!(body, b"<p>page", "{view}");
    }
    assert!(served.get("/app.js", "").0.contains("content-type: text/javascript"));
    let (head, body) = served.get("/app_bg.wasm", "accept-encoding: br\r\n");
    assert!(head.contains("content-encoding: br"), "{head}");
    assert!(head.contains("content-type: application/wasm"), "{head}");
    assert_eq!(body, b"squeezed");
    assert_eq!(served.get("/app_bg.wasm", "").1, b"raw");
    let (head, body) = served.get("/benchmark/benchmark.json", "");
    assert!(head.contains("content-type: application/json"), "{head}");
    assert_eq!(body, fs::read(Path::new(shapes()).join("benchmark.json")).unwrap());
    for path in line("/nothing.js /benchmark/nothing.json /leaderboard/x /benchmark/../../x") {
        let (head, _) = served.get(path, "");
        assert!(head.contains(" 404 "), "{path}: {head}");
    }
}

#[test]
fn serve_gives_parts_of_files_and_says_where_nothing_changed() {
    let dist = with_files(&[
        ("index.html", "page"),
        ("codes.bin", "0123456789"),
        ("codes.bin.br", "squeezed"),
        ("empty.bin", ""),
    ]);
    let served = Served::new(dist.path(), Path::new(shapes()));
    // A part is one of the file, also where the browser takes another coding.
    let (head, body) =
        served.get("/codes.bin", "range: bytes=2-4\r\naccept-encoding: gzip, br\r\n");
    assert!(head.contains(" 206 ") && head.contains("content-range: bytes 2-4/10"), "{head}");
    assert!(head.contains("content-length: 3") && !head.contains("content-encoding"), "{head}");
    assert_eq!(body, b"234");
    assert_eq!(served.get("/codes.bin", "range: bytes=-3\r\n").1, b"789");
    assert_eq!(served.get("/codes.bin", "range: bytes=7-\r\n").1, b"789");
    let (head, _) = served.get("/codes.bin", "range: bytes=10-\r\n");
    assert!(head.contains(" 416 ") && head.contains("content-range: bytes */10"), "{head}");
    assert!(served.get("/empty.bin", "range: bytes=0-\r\n").0.contains(" 416 "));
    // Several parts, as RFC 9110 has them, and of this file too where it is there in a coding.
    let (head, body) =
        served.get("/codes.bin", "range: bytes=0-1,4-5\r\naccept-encoding: gzip, br\r\n");
    assert!(head.contains(" 206 ") && !head.contains("content-encoding"), "{head}");
    let (_, boundary) = head.split_once("multipart/byteranges; boundary=").unwrap();
    let boundary = boundary.lines().next().unwrap().trim();
    let part = |place: &str, bytes: &str| {
        format!(
            "--{boundary}\r\nContent-Type: application/octet-stream\r\n\
             Content-Range: bytes {place}/10\r\n\r\n{bytes}\r\n"
        )
    };
    let parts = part("0-1", "01") + &part("4-5", "45") + &format!("--{boundary}--\r\n");
    assert_eq!(String::from_utf8(body).unwrap(), parts);

    let tag_of = |head: &str| {
        let line = head.lines().find(|line| line.starts_with("etag: ")).unwrap();
        line["etag: ".len()..].to_owned()
    };
    let (head, _) = served.get("/codes.bin", "");
    assert!(head.contains("accept-ranges: bytes"), "{head}");
    let tag = tag_of(&head);
    let (head, body) = served.get("/codes.bin", &format!("if-none-match: \"x\", W/{tag}\r\n"));
    assert!(head.contains(" 304 ") && body.is_empty(), "{head}");
    // Codings are not the same bytes.
    let squeezed = tag_of(&served.get("/codes.bin", "accept-encoding: br;q=0.5\r\n").0);
    assert_ne!(squeezed, tag);
    assert_eq!(served.get("/codes.bin", "accept-encoding: br;q=0\r\n").1, b"0123456789");
    let range =
        |tag: &str| served.get("/codes.bin", &format!("range: bytes=0-0\r\nif-range: {tag}\r\n"));
    assert_eq!(range(&tag).1, b"0");
    fs::write(dist.path().join("codes.bin"), "another file").unwrap();
    assert_eq!(range(&tag).1, b"another file");
    assert!(served.get("/codes.bin", &format!("if-none-match: {tag}\r\n")).0.contains(" 200 "));
}

#[test]
fn serve_speaks_http() {
    let dist = with_files(&[
        ("index.html", "page"),
        ("404.html", "the page's own"),
        ("sub folder/index.html", "below"),
        ("sub folder/é.txt", "accents"),
    ]);
    let served = Served::new(dist.path(), Path::new(shapes()));
    // Names with blanks and letters beyond ASCII, folders, and what is not there.
    assert_eq!(served.get("/sub%20folder/", "").1, b"below");
    assert_eq!(served.get("/sub%20folder/%C3%A9.txt?x=%2f", "").1, b"accents");
    let (head, _) = served.get("/sub%20folder", "");
    assert!(head.contains(" 308 ") && head.contains("location: /sub%20folder/\r\n"), "{head}");
    let (head, body) = served.get("/nowhere", "");
    assert!(head.contains(" 404 ") && head.contains("text/html"), "{head}");
    assert_eq!(body, b"the page's own");
    // Nothing leads out of the folders.
    assert!(served.get("//etc/passwd", "").0.contains("location: /etc/passwd\r\n"));
    for path in ["/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "/benchmark/%2Fetc/passwd", "/%ff"] {
        assert!(served.get(path, "").0.contains(" 404 "), "{path}");
    }
    // A proxy names the host too.
    assert_eq!(served.get("http://localhost/index.html", "").1, b"page");

    // Several at once over one connection, the last of which ends it.
    let (first, rest) = served.ask(
        "HEAD / HTTP/1.1\r\nhost: localhost\r\n\r\n\
         GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    assert!(first.contains("content-length: 4") && !first.contains("connection: close"), "{first}");
    let rest = String::from_utf8(rest).unwrap().to_lowercase();
    let (last, body) = rest.split_once("\r\n\r\n").unwrap();
    assert!(last.starts_with("http/1.1 200 ok") && body == "page", "{rest}");
    assert!(last.contains("connection: close"), "{rest}");
    // What it does not do, it says, and goes on with others.
    let (head, _) =
        served.ask("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\n\r\nabc");
    assert!(head.contains(" 405 ") && head.contains("allow: get, head"), "{head}");
    assert!(served.ask("no request\r\n\r\n").0.contains(" 400 "));
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(40_000));
    assert!(served.ask(&long).0.contains(" 431 "));
    assert!(served.get("/", "").0.contains(" 200 "));
}

#[test]
fn a_port_in_use_is_reported_with_the_way_out() {
    let dist = with_files(&[("index.html", "")]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let dist = dist.path().to_str().unwrap();
    let args = ["serve", shapes(), "--dist", dist, "--port", &port];
    fails(1, &args, &[&port, "in use", "--port"]);
    fails(1, &["serve", shapes(), "--dist", shapes()], &["no index.html"]);
}
