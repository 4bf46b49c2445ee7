//! Servers that are slow, are something else, or say what cannot be: each in plain words.

use crate::Test;
use crate::chroma::copied;
use crate::program::manifest;
use crate::servers::{answering, free_port, json};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    process::{Command, Output},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};
use tempfile::TempDir;

pub(crate) const TESTS: &[Test] = &[
    ("a_search_engine_that_is_not_there", not_there),
    ("a_search_engine_that_is_slow", slow),
    ("a_search_engine_that_is_something_else", something_else),
    ("a_search_engine_that_refuses", refuses),
    ("a_search_engine_that_lies", lies),
    ("a_search_engine_with_a_certificate_of_its_own", own_certificate),
    ("a_key_goes_to_the_host_that_was_named_and_to_no_other", a_key_is_for_a_host),
    ("a_search_engine_that_drips", drips),
    ("a_search_engine_that_answers_with_less", answers_with_less),
];

const COLLECTION: &str = r#"{"id":"e07f22b5-5e61-4da7-b404-61ad1bf9c789","name":"c",
    "configuration_json":{"hnsw":{"space":"cosine"},"spann":null},"dimension":64}"#;

/// A benchmark with a system that a server at an address answers for.
fn asking(url: &str) -> (TempDir, String) {
    let (folder, benchmark) = copied();
    let mut whole = manifest(&benchmark);
    let systems = whole["systems"].as_array_mut().unwrap();
    let mut system = systems.iter().find(|system| system["id"] == "words-64").unwrap().clone();
    system["id"] = "elsewhere".into();
    system["gallery"] = serde_json::json!([]);
    system["remote"] = serde_json::json!({ "kind": "chroma", "url": url, "collection": "c" });
    systems.push(system);
    fs::write(Path::new(&benchmark).join("benchmark.json"), whole.to_string()).unwrap();
    (folder, benchmark)
}

/// What the program says of a search that a server answers.
#[track_caller]
fn said(url: &str, timeout_s: u32) -> String {
    let (_folder, benchmark) = asking(url);
    let output = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["search", &benchmark, "--system", "elsewhere", "--query-id", "q01", "-k", "2"])
        .env("RANKSCOPE_REMOTE_TIMEOUT", timeout_s.to_string())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[track_caller]
fn says(url: &str, words: &[&str]) {
    let said = said(url, 20);
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
}

fn not_there() {
    let url = format!("http://127.0.0.1:{}", free_port());
    says(&url, &["cannot be reached", "refused", "Check that it is running"]);
    says("http://nowhere.invalid", &["cannot be reached", "nowhere.invalid"]);
}

fn slow() {
    let url = answering(|_| {
        thread::sleep(Duration::from_secs(30));
        String::new()
    });
    let said = said(&url, 1);
    assert!(said.contains("has not answered in full within 1 seconds"), "{said}");
    assert!(said.contains("try again in a moment"), "{said}");
}

fn something_else() {
    let page = answering(|_| {
        "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<html>".into()
    });
    says(&page, &["does not answer as Chroma does", "Check that the address"]);
    let other = answering(|_| {
        "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".into()
    });
    says(&other, &["does not answer as Chroma does", "404"]);
    let moved = answering(|_| {
        "HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\
         connection: close\r\n\r\n"
            .into()
    });
    says(&moved, &["redirects elsewhere"]);
    let broken = answering(|_| "nonsense\r\n\r\n".into());
    says(&broken, &["cannot be reached"]);
    let named = answering(|_| json(200, &COLLECTION.replace("e07f22b5", "../../x")));
    says(&named, &["the id of the collection is"]);
}

fn refuses() {
    let none = answering(|_| json(404, r#"{"error":"NotFoundError","message":"no"}"#));
    says(&none, &["has no collection c", "rankscope index DIR --to URL"]);
    for status in [401, 403] {
        let key = answering(move |_| json(status, r#"{"error":"AuthError"}"#));
        let option = format!("--key {},", key.trim_start_matches("http://"));
        says(&key, &["asks for a key", &option, "RANKSCOPE_REMOTE_KEY", &status.to_string()]);
    }
    let busy = answering(|_| json(503, r#"{"error":"Busy","message":"come\u001b[31m back"}"#));
    says(&busy, &["status 503: come[31m back", "Try again in a moment"]);
    let dim = answering(|_| json(200, &COLLECTION.replace("64}", "65}")));
    says(&dim, &["have 65 dimensions, those of the system 64"]);
    let squared = answering(|_| json(200, &COLLECTION.replace("cosine", "l2")));
    says(&squared, &["compares by l2"]);
    let few = answering(|head| match head.contains("/count") {
        true => json(200, "7"),
        false => json(200, COLLECTION),
    });
    says(&few, &["holds 7 points"]);
}

/// Answers the search itself with this.
fn lying(answer: &'static str) -> String {
    let (_folder, benchmark) = copied();
    let n = manifest(&benchmark)["counts"]["images"].to_string();
    answering(move |head| match () {
        () if head.contains("/count") => json(200, &n),
        () if head.contains("/query") => json(200, answer),
        () => json(200, COLLECTION),
    })
}

fn lies() {
    for (answer, word) in [
        (r#"{"ids":[["99999999"]],"distances":[[0.1]]}"#, "99999999"),
        (r#"{"ids":[["-1"]],"distances":[[0.1]]}"#, "the ids must be the rows"),
        (r#"{"ids":[["01"]],"distances":[[0.1]]}"#, "the ids must be the rows"),
        (r#"{"ids":[["1","1"]],"distances":[[0.1,0.2]]}"#, "point 1 twice"),
        (r#"{"ids":[["1"]],"distances":[[null]]}"#, "the score of point 1 is NaN"),
        (r#"{"ids":[["1"]],"distances":[[1e300]]}"#, "the score of point 1"),
        (r#"{"ids":[["1","2","3"]],"distances":[[0.1,0.2,0.3]]}"#, "3 hits, but 2"),
        (r#"{"ids":[],"distances":[]}"#, "0 lists, but 1"),
        (r#"{"ids":[["1","2"]],"distances":[[0.1]]}"#, "another number of ids"),
        (r#"{"ids":[["1"]],"distances":null}"#, "no distances"),
        (r#"{"ids":"#, "not as expected"),
    ] {
        says(&lying(answer), &[word]);
    }
    let endless = answering(|_| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
        format!("{head}{}", " ".repeat(3 << 20))
    });
    says(&endless, &["more than was asked for"]);
}

fn own_certificate() {
    // A server without TLS has no certificate either.
    let url = answering(|_| "HTTP/1.1 400 Bad Request\r\n\r\n".into()).replace("http:", "https:");
    let said = said(&url, 20);
    assert!(said.contains("search engine"), "{said}");
}

/// A search with keys in variables.
fn searched(benchmark: &str, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["search", benchmark, "--system", "elsewhere", "--query-id", "q01", "-k", "2"])
        .args(options)
        .env("RANKSCOPE_REMOTE_KEY", "s3cret")
        .env("OTHER_KEY", "0ther")
        .output()
        .unwrap()
}

fn a_key_is_for_a_host() {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let asked = heads.clone();
    let url = answering(move |head| {
        asked.lock().unwrap().push(head.to_lowercase());
        json(401, r#"{"error":"AuthError"}"#)
    });
    let host = url.trim_start_matches("http://");
    let (_folder, benchmark) = asking(&url);
    let sent = |options: &[&str]| {
        let said = String::from_utf8(searched(&benchmark, options).stderr).unwrap();
        assert!(!said.contains("s3cret") && !said.contains("0ther"), "{said}");
        (heads.lock().unwrap().drain(..).collect::<String>(), said)
    };
    // The author of the manifest named this host, not the user.
    for options in [&[][..], &["--key", "search.example.org"], &["--key", "127.0.0.1:1=OTHER_KEY"]]
    {
        let (head, said) = sent(options);
        assert!(!head.is_empty() && !head.contains("s3cret") && !head.contains("0ther"), "{head}");
        let option = format!("--key {host},");
        assert!(said.contains("asks for a key") && said.contains(&option), "{said}");
    }
    for (options, key) in [
        (["--key", host], "s3cret"),
        (["--key", "127.0.0.1"], "s3cret"),
        (["--key", &format!("{host}=OTHER_KEY")], "0ther"),
        (["--key", &format!("{url}=OTHER_KEY")], "0ther"),
    ] {
        let (head, said) = sent(&options);
        assert!(head.contains(&format!("x-chroma-token: {key}")), "{options:?}: {head}");
        assert!(said.contains("refuses this key"), "{said}");
    }
    let (head, said) = sent(&["--key", "127.0.0.1=not-a-variable-but-the-key-itself"]);
    assert!(head.is_empty() && said.contains("--key 127.0.0.1"), "{said}");
    assert!(said.contains("environment variable") && !said.contains("the-key-itself"), "{said}");
}

fn drips() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut connection in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || {
                let _ = connection.read(&mut [0; 1 << 12]);
                let _ = connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 600\r\n\r\n");
                for _ in 0..600 {
                    let _ = connection.write_all(b" ");
                    thread::sleep(Duration::from_millis(200));
                }
            });
        }
    });
    // Without a time limit on the whole answer, it would say after two minutes that this is not Chroma.
    let said = said(&url, 1);
    assert!(said.contains("has not answered in full within 1 seconds"), "{said}");
}

fn answers_with_less() {
    let url = lying(r#"{"ids":[["1"]],"distances":[[0.5]]}"#);
    let (_folder, benchmark) = asking(&url);
    let output = searched(&benchmark, &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("warning: elsewhere: Chroma at ") && said.contains("1 of 2"), "{said}");
    let none = lying(r#"{"ids":[[]],"distances":[[]]}"#);
    let (_folder, benchmark) = asking(&none);
    let said = String::from_utf8(searched(&benchmark, &[]).stderr).unwrap();
    assert!(said.contains("1 query (1 got none), such as 0 of 2"), "{said}");
}
