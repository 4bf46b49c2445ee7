#![no_main]
//! Vectors as .fbin, safetensors and .npz; the first byte picks. As many rows as promised, of equal
//! length; a row that is sought is the row that was read.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    FormatError, MatrixRows, rows_from_fbin, rows_from_npz, rows_from_safetensors,
};
use std::io::{Cursor, Read, Seek};

fuzz_target!(|data: &[u8]| {
    let Some((pick, bytes)) = data.split_first() else { return };
    let n_bytes = bytes.len() as u64;
    let name = (pick & 4 > 0).then_some("x");
    match pick % 3 {
        0 => rows_from_fbin("f", Cursor::new(bytes), n_bytes).map(sought).unwrap_or_default(),
        1 => rows_from_safetensors("f", Cursor::new(bytes), n_bytes, name)
            .map(sought)
            .unwrap_or_default(),
        _ => {
            let _ = rows_from_npz("f", Cursor::new(bytes), name, |mut rows| {
                counted(&mut rows);
                Ok::<(), FormatError>(())
            });
        }
    }
});

fn sought(mut rows: MatrixRows<impl Read + Seek>) {
    let n_rows = rows.n_rows();
    let Some(last) = counted(&mut rows) else { return };
    rows.go_to(n_rows - 1).unwrap();
    let found = rows.next_row().unwrap().unwrap();
    let bits = |row: &[f32]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&found), bits(&last));
}

/// The last row, if all can be read.
fn counted(rows: &mut MatrixRows<impl Read>) -> Option<Vec<f32>> {
    let (mut last, mut n_read) = (None, 0);
    loop {
        match rows.next_row() {
            Ok(Some(row)) => {
                assert_eq!(row.len(), rows.dim());
                n_read += 1;
                last = Some(row);
            }
            Ok(None) => break,
            Err(_) => return None,
        }
    }
    assert_eq!(n_read, rows.n_rows());
    last
}
