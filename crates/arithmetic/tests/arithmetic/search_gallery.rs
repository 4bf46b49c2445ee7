//! The hits of a gallery are those of the reference, to the last bit.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use rankscope_arithmetic::search::{Gallery, RowMask, SearchError, reference};
use rankscope_arithmetic::vectors::{ShardDtype, Vectors, normalised};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

const DIM: usize = 40;

/// Random vectors, with runs of equal and of almost equal ones.
fn rows(n: usize) -> Vec<Vec<f32>> {
    let mut state = 5u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for row in 0..n {
        let vector = match row % 7 {
            3 => rows[row - 1].clone(),
            5 => rows[row - 1].iter().map(|value| value + 1e-6 * next()).collect(),
            _ => (0..DIM).map(|_| next()).collect(),
        };
        rows.push(normalised(&vector).unwrap());
    }
    rows
}

/// Of the CPU, ready at once.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("the CPU's futures are ready at once"),
    }
}

#[test]
fn it_gives_the_hits_of_the_reference() {
    let (rows, queries) = (rows(900), rows(920).split_off(900));
    for dtype in [ShardDtype::F32, ShardDtype::F16, ShardDtype::I8] {
        let mut vectors = Vectors::new(DIM, dtype);
        rows.iter().for_each(|row| vectors.push(row.iter().copied()));
        let gallery = Gallery::on_cpu(vectors.clone());
        let mask = RowMask::new((0..900).filter(|row| row % 5 < 2));
        for k in [0, 1, 20, 300, 900, 1_000] {
            for among in [None, Some(&mask)] {
                let expected: Vec<_> = queries
                    .iter()
                    .map(|query| reference::top_k_among(query, &vectors, k, among))
                    .collect();
                assert_eq!(now(gallery.top_k(&queries, k, among)).unwrap(), expected);
            }
        }
        let ks: Vec<usize> =
            [0, 1, 7, 300, 2_000].into_iter().cycle().take(queries.len()).collect();
        let each = queries.iter().zip(&ks);
        let expected: Vec<_> = each.map(|(q, k)| reference::top_k(q, &vectors, *k)).collect();
        assert_eq!(now(gallery.top_k_each(&queries, &ks)).unwrap(), expected);
        let refused = now(gallery.top_k(&[vec![1.0; DIM + 1]], 5, None));
        assert!(matches!(refused, Err(SearchError::Dim { query: 41, gallery: 40 })));
        assert_eq!(gallery.vector(899).unwrap(), vectors.row(899).collect::<Vec<_>>());
        assert!(gallery.vector(900).is_none());
        assert!(now(gallery.top_k(&[], 5, None)).unwrap().is_empty());
    }
}
