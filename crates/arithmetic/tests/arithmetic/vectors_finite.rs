//! Vectors that are not finite are refused on reading, by file and row.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope_arithmetic::search::large::{LargeShard, SIGN_SEED};
use rankscope_arithmetic::vectors::{
    ShardDtype, ShardFile, Vectors, shard_from_rows, vectors_from_shard,
};
use std::{pin::pin, task};

const DIM: usize = 40;
const N_ROWS: usize = 300;

/// A shard of ones with one other value.
fn shard(dtype: ShardDtype, row: usize, column: usize, value: f32) -> Vec<u8> {
    let mut vectors = Vectors::new(DIM, dtype);
    for at in 0..N_ROWS {
        vectors.push((0..DIM).map(|c| if (at, c) == (row, column) { value } else { 1.0 }));
    }
    shard_from_rows("x", &vectors).unwrap()
}

/// The error while signs are taken, as for a gallery on disk.
fn said_by_large(bytes: Vec<u8>) -> Option<String> {
    assert_eq!(SIGN_SEED, 1);
    let file = ShardFile::open("g.safetensors", bytes).unwrap();
    let coding = LargeShard::coded(1_000, file, async |_| true);
    match pin!(coding).poll(&mut task::Context::from_waker(task::Waker::noop())) {
        task::Poll::Ready(coded) => coded.err().map(|error| error.to_string()),
        task::Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn nan_and_infinities_are_refused_by_row() {
    for dtype in [ShardDtype::F16, ShardDtype::F32] {
        for (value, said) in
            [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")]
        {
            for (row, column) in [(0, 0), (7, DIM - 1), (102, 16), (102, 15), (N_ROWS - 1, DIM - 1)]
            {
                let bytes = shard(dtype, row, column, value);
                let start = format!("g.safetensors, row {row}: value {column} is {said}: ");
                let whole = vectors_from_shard("g.safetensors", &bytes).unwrap_err().to_string();
                assert!(whole.starts_with(&start), "{whole}");
                let file = ShardFile::open("g.safetensors", bytes.clone()).unwrap();
                let rows = file.rows(row, 1).unwrap_err().to_string();
                assert!(rows.starts_with(&start), "{rows}");
                let at = u32::try_from(row).unwrap();
                let chosen = file.chosen_rows(&[at]).unwrap_err().to_string();
                assert!(chosen.starts_with(&start), "{chosen}");
                assert_eq!(said_by_large(bytes).unwrap(), whole);
            }
        }
    }
}

#[test]
fn extreme_values_that_are_finite_are_read() {
    for (dtype, value) in [
        (ShardDtype::F16, 65504.0),
        (ShardDtype::F16, -65504.0),
        (ShardDtype::F16, 5.960_464_5e-8),
        (ShardDtype::F32, f32::MAX),
        (ShardDtype::F32, f32::MIN),
        (ShardDtype::F32, f32::MIN_POSITIVE / 8.0),
        (ShardDtype::F32, -0.0),
    ] {
        let vectors = vectors_from_shard("g", &shard(dtype, 3, 4, value)).unwrap();
        assert!((vectors.row(3).nth(4).unwrap() - value).abs() <= value.abs() / 1000.0, "{value}");
    }
}

/// A finite scale of which the largest code makes an infinite value.
#[test]
fn scales_that_make_infinite_values_are_refused() {
    let mut bytes = shard(ShardDtype::I8, 0, 0, 1.0);
    let header = 8 + usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap();
    let header_text = String::from_utf8(bytes[8..header].to_vec()).unwrap();
    let parsed: serde_json::Value = serde_json::from_str(&header_text).unwrap();
    let start = usize::try_from(parsed["scales"]["data_offsets"][0].as_u64().unwrap()).unwrap();
    let place = header + start + 4 * 5;
    for scale in [3e38f32, f32::NAN, f32::INFINITY, -1.0] {
        bytes[place..place + 4].copy_from_slice(&scale.to_le_bytes());
        let said = vectors_from_shard("g", &bytes).unwrap_err().to_string();
        assert!(said.starts_with("g, row 5: its scale is "), "{said}");
        assert!(ShardFile::open("g", bytes.clone()).unwrap_err().to_string() == said);
    }
}

/// It divided by zero: no rows, of vectors so long that a row's bytes overflow.
#[test]
fn a_shard_without_rows_whose_dim_overflows_is_refused() {
    for dim in [1u64 << 63, 1 << 62, 1 << 32, 1 << 17] {
        for (name, dtype) in [("vectors", "F16"), ("vectors", "F32")] {
            let header = format!(
                r#"{{"{name}":{{"dtype":"{dtype}","shape":[0,{dim}],"data_offsets":[0,0]}}}}"#
            );
            let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
            bytes.extend(header.bytes());
            let said = vectors_from_shard("g", &bytes).unwrap_err().to_string();
            assert!(said.contains(&format!("dim {dim}")) && said.contains("65536"), "{said}");
            assert!(ShardFile::open("g", bytes).is_err());
        }
    }
}
