//! What several tests share: refusals, golden files, measures, hits, and small files.
#![allow(clippy::unwrap_used)]

use rankscope_core::metrics::{Measure, known_measures};
use rankscope_core::ranking::Hit;
use serde_json::Value;
use std::{
    fmt::{Debug, Display},
    io::Write,
    pin::pin,
    task::{Context, Poll, Waker},
};

#[track_caller]
pub(crate) fn refused<T: Debug>(result: Result<T, impl Display>, words: &[&str]) {
    let message = result.map_err(|error| error.to_string()).unwrap_err();
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(crate::here::root().join("tests/fixtures").join(name)).unwrap()
}

pub(crate) fn golden(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
}

/// For goldens with ten decimals.
#[track_caller]
pub(crate) fn close(found: f64, wanted: f64, what: &str) {
    assert!((found - wanted).abs() < 5.1e-11, "{what}: {found}, but the original gives {wanted}");
}

pub(crate) fn measure(name: &str) -> Measure {
    name.parse().unwrap()
}

/// Every known measure, with these parameters.
pub(crate) fn all_measures(k: usize, recall: &str) -> Vec<Measure> {
    let name = |pattern: String| match pattern.rsplit_once('@') {
        Some((stem, "k")) => format!("{stem}@{k}"),
        Some((stem, "r")) => format!("{stem}@{recall}"),
        Some((stem, "p")) => format!("{stem}@0.8"),
        _ => pattern,
    };
    known_measures().into_iter().map(|pattern| measure(&name(pattern))).collect()
}

/// Rows 0, 1, 2 … with these scores.
pub(crate) fn hits(scores: &[f32]) -> Vec<Hit> {
    (0..).zip(scores).map(|(row_in_corpus, &score)| Hit { row_in_corpus, score }).collect()
}

/// These rows, all with the same score.
pub(crate) fn tied(rows: impl IntoIterator<Item = u32>) -> Vec<Hit> {
    rows.into_iter().map(|row_in_corpus| Hit { row_in_corpus, score: 0.0 }).collect()
}

/// Every order of some rows: the brute force behind what is expected of a random one.
pub(crate) fn permutations(rows: &[u32]) -> Vec<Vec<u32>> {
    let [first, rest @ ..] = rows else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// `numpy.save` of an array of this type and shape, by numpy 2.
pub(crate) fn npy(descr: &str, shape: &str, values: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), values].concat()
}

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The result of a future that never waits.
#[track_caller]
pub(crate) fn done<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("nothing waits"),
    }
}
