//! Parquet files as pandas, pyarrow and others write them (`tests/fixtures/own_vectors.py`).
#![allow(clippy::unwrap_used)]

#[path = "../../../tests/support/here.rs"]
mod here;

use rankscope_parquet::parts_of_parquet;
use std::fs;

#[test]
fn parquet_gives_its_matrices_and_ids_unasked() {
    let read = |name: &str| {
        let path = here::root().join("tests/fixtures/own_vectors").join(name);
        parts_of_parquet(name, bytes::Bytes::from(fs::read(path).unwrap()))
    };
    let matrix = fs::read_to_string(here::root().join("tests/fixtures/own_vectors/matrix.json"));
    let matrix: Vec<Vec<f32>> = serde_json::from_str(&matrix.unwrap()).unwrap();
    for name in [
        "pandas.parquet",
        "float_snappy.parquet",
        "half_none.parquet",
        "double_zstd.parquet",
        "gzip.parquet",
        "brotli.parquet",
        "lz4.parquet",
    ] {
        let parts = read(name).unwrap();
        assert_eq!(parts.matrices.len(), 1, "{name}");
        let found = &parts.matrices[0];
        assert_eq!((found.column.as_str(), found.n_rows, found.dim), ("vector", 5, 3), "{name}");
        assert_eq!(found.values, matrix.concat(), "{name}");
        assert_eq!(parts.ids[0].0, "id");
        assert_eq!(parts.ids[0].1.len(), 5);
    }
    let two = read("two.parquet").unwrap();
    let columns: Vec<&str> = two.matrices.iter().map(|matrix| matrix.column.as_str()).collect();
    assert_eq!(columns, ["vector", "other"]);
    for (name, words) in [
        ("ragged.parquet", "row 1"),
        ("empty.parquet", "empty list"),
        ("whole.parquet", "no column of lists of numbers, only vector"),
    ] {
        let refused = read(name).unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}
