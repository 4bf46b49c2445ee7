//! One test for each bug that was mended.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope::ranking::top_k_rows_with_margin;
use rankscope::statistics::tau_b_matrix;

/// A device's NaN took a place among the k best, and its row was never scored again.
#[test]
fn rows_with_a_nan_score_are_scored_again() {
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2, 0.9, 0.5], 2, 0.0), [0, 2, 3]);
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2], 5, 0.0), [0, 1]);
}

/// τ-b of (x, y) and of (y, x) differed in the last digit, so the matrix was not symmetric.
#[test]
fn tau_b_does_not_depend_on_which_comes_first() {
    let tau = tau_b_matrix(&[vec![0.0, 0.0, 1.0, 2.0], vec![0.0, 1.0, 2.0, 3.0]]);
    assert_eq!(tau[0][1], tau[1][0]);
}

/// A damaged length of a numpy header made the reader ask for gigabytes (found by fuzzing).
#[cfg(feature = "arrays")]
#[test]
fn a_numpy_header_does_not_promise_gigabytes() {
    let bytes = b"\x93NUMPY\x03\x00\xbd\xbc\xbc\x8c{'descr': '<f4'}";
    let Err(error) = rankscope::formats::NpyRows::new("g.npy", &bytes[..]) else {
        panic!("it was read");
    };
    assert!(error.to_string().contains("header would take 2361179325 bytes"), "{error}");
}

/// Brackets in a damaged numpy header took minutes to be read (found by fuzzing).
#[cfg(feature = "arrays")]
#[test]
fn a_numpy_header_of_brackets_is_refused_at_once() {
    let text = format!("{{'descr': {}", "{".repeat(60));
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.bytes());
    let Err(error) = rankscope::formats::NpyRows::new("g.npy", &bytes[..]) else {
        panic!("it was read");
    };
    assert!(error.to_string().contains("61 brackets"), "{error}");
}

/// Four visitors who did not read their answers to the end stopped the server for all others.
#[cfg(feature = "cli")]
#[test]
fn whoever_does_not_read_does_not_stop_the_server() {
    use std::{
        fs,
        io::{BufRead, BufReader, Read, Write},
        net::TcpStream,
        process::{Command, Stdio},
        time::Duration,
    };
    let folder = tempfile::tempdir().unwrap();
    for (name, len) in [("index.html", 10), ("app.js", 10), ("large.wasm", 32 << 20)] {
        fs::write(folder.path().join(name), vec![b'x'; len]).unwrap();
    }
    fs::write(folder.path().join("benchmark.json"), "{}").unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["serve", "--port", "0", "--dist"])
        .arg(folder.path())
        .arg("--benchmark")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/').to_owned();
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        stream
    };
    let silent: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = ask("/large.wasm");
            // The answer has begun, and nobody reads on.
            stream.read_exact(&mut [0; 12]).unwrap();
            stream
        })
        .collect();
    let mut status = [0; 12];
    let read = ask("/").read_exact(&mut status);
    server.kill().unwrap();
    server.wait().unwrap();
    drop(silent);
    read.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}
