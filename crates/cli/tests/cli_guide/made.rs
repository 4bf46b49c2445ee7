//! `rankscope guide make` against a server of the test's own.

use crate::program::{done, fails};
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

/// A red pixel, as PNG.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// What it was asked: the head in lower case, and the body.
type Asked = Arc<Mutex<Vec<(String, Value)>>>;

/// Answers every request alike.
fn server(status: &'static str, answer: String) -> (String, Asked) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Asked::default();
    let kept = asked.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            kept.lock().unwrap().push(read(&mut stream));
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                answer.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    (url, asked)
}

fn read(stream: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let n = stream.read(&mut part).unwrap();
        bytes.extend_from_slice(&part[..n]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.map_or(0, |length| length.parse().unwrap());
        if body.len() >= length {
            return (head, serde_json::from_str(body).unwrap_or_default());
        }
    }
}

fn benchmark(folder: &Path) -> String {
    fs::write(folder.join("queries.txt"), "a red fox\nan owl at night\n").unwrap();
    let recipe = "id = \"own\"\ntitle = \"Own\"\n[images]\nrange = [1, 2]\n[queries]\nlines = \"queries.txt\"\n";
    fs::write(folder.join("recipe.toml"), recipe).unwrap();
    let (recipe, out) = (folder.join("recipe.toml"), folder.join("own"));
    let out = out.to_str().unwrap().to_owned();
    done(&["build", recipe.to_str().unwrap(), "--out", &out]);
    out
}

#[test]
fn a_server_is_asked_for_each_guide_once_and_an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let own = benchmark(folder.path());
    let (url, asked) = server("200 OK", json!({ "data": [{ "b64_json": PNG }] }).to_string());
    let out = folder.path().join("guides");
    let out = out.to_str().unwrap();
    let args = [
        "guide",
        "make",
        &own,
        "--generator",
        &url,
        "-o",
        out,
        "--size",
        "64x64",
        "--model",
        "tiny",
    ];
    let made = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(args)
        .env("RANKSCOPE_GENERATOR_KEY", "secret")
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let all = std::mem::take(&mut *asked.lock().unwrap());
    assert_eq!(all.len(), 4);
    assert!(all[0].0.starts_with("post /v1/images/generations "), "{}", all[0].0);
    assert!(all[0].0.contains("authorization: bearer secret"), "{}", all[0].0);
    let wanted = |text: &str| json!({ "prompt": text, "n": 1, "size": "64x64", "response_format": "b64_json", "model": "tiny" });
    let prompts: Vec<Value> = all.into_iter().map(|(_, body)| body).collect();
    let fox = "a red fox";
    assert_eq!(
        prompts,
        [wanted(fox), wanted(fox), wanted("an owl at night"), wanted("an owl at night")]
    );
    let list = fs::read_to_string(format!("{out}/guides.jsonl")).unwrap();
    let lines: Vec<Value> = list.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[3], json!({ "query": "2", "guide": "1", "uri": "2-1.png", "size": "64" }));
    assert!(fs::read(format!("{out}/2-1.png")).unwrap().starts_with(b"\x89PNG"));
    // One is missing, as after an interruption.
    fs::remove_file(format!("{out}/1-1.png")).unwrap();
    done(&args);
    assert_eq!(asked.lock().unwrap().len(), 1);
    assert_eq!(fs::read_to_string(format!("{out}/guides.jsonl")).unwrap(), list);
}

#[test]
fn what_is_no_picture_is_refused_with_the_servers_words() {
    let folder = tempfile::tempdir().unwrap();
    let own = benchmark(folder.path());
    let out = folder.path().join("guides");
    let out = out.to_str().unwrap();
    let refused = |status, answer: Value, words: &[&str]| {
        let (url, _) = server(status, answer.to_string());
        fails(1, &["guide", "make", &own, "--generator", &url, "-o", out], words);
    };
    refused(
        "500 Oops",
        json!({ "error": "out of memory" }),
        &["query 1, guide 0", "answered 500", "out of memory"],
    );
    refused("401 No", json!({}), &["answered 401", "RANKSCOPE_GENERATOR_KEY"]);
    refused("200 OK", json!({ "images": [] }), &["answered no", "images"]);
    refused("200 OK", json!({ "data": [] }), &["without a picture"]);
    refused("200 OK", json!({ "data": [{ "b64_json": "aGVsbG8=" }] }), &["answered no picture"]);
    refused("200 OK", json!({ "data": [{ "b64_json": "*" }] }), &["no base64"]);
    refused(
        "200 OK",
        json!({ "data": [{ "url": "http://elsewhere.test/a.png" }] }),
        &["another server"],
    );
    let closed = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let url = format!("http://{closed}");
    fails(1, &["guide", "make", &own, "--generator", &url, "-o", out], &["does not answer"]);
    fails(
        1,
        &["guide", "make", &own, "--generator", "ftp://x", "-o", out],
        &["http://127.0.0.1:8080"],
    );
}
