//! The worker that reads a Parquet file for the page: `parquet_loader.js` starts it and ends with
//! it. A panic on a damaged file ends the whole module, so the reader is neither in the page nor in
//! the engine, and only visitors who drop a Parquet file fetch it.

use crate::{ParquetParts, parts_of_parquet};
use js_sys::{Array, Float32Array};
use rankscope_messages::{ParquetColumn, ParquetHead};
use wasm_bindgen::prelude::*;

pub fn start() {
    console_error_panic_hook::set_once();
}

/// Reads a file's vectors: `[json, values, …]`, see [`ParquetHead`]. The error says why it cannot.
#[wasm_bindgen]
pub fn read_parquet(file: &str, bytes: Vec<u8>) -> Result<Array, JsValue> {
    let error = |reason: String| JsValue::from_str(&reason);
    let parts = parts_of_parquet(file, bytes::Bytes::from(bytes));
    let ParquetParts { matrices, ids } = parts.map_err(|e| error(e.to_string()))?;
    let mut columns = Vec::new();
    let values = Array::new();
    for matrix in matrices {
        values.push(&Float32Array::from(matrix.values.as_slice()));
        let (n_rows, dim) = (matrix.n_rows, matrix.dim);
        columns.push(ParquetColumn { name: matrix.column, n_rows, dim });
    }
    let head = serde_json::to_string(&ParquetHead { columns, ids });
    values.unshift(&JsValue::from_str(&head.map_err(|e| error(e.to_string()))?));
    Ok(values)
}
