#![no_main]
//! numpy matrices, a row at a time: as many rows as promised, of equal length; seeking to the last
//! row gives that row.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::rows_from_npy;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut rows) = rows_from_npy("f", Cursor::new(bytes)) else { return };
    let (n_rows, dim) = (rows.n_rows(), rows.dim());
    let mut last = None;
    let mut n_read = 0;
    loop {
        match rows.next_row() {
            Ok(Some(row)) => {
                assert_eq!(row.len(), dim);
                n_read += 1;
                last = Some(row);
            }
            Ok(None) => break,
            Err(_) => return,
        }
    }
    assert_eq!(n_read, n_rows);
    if let Some(last) = last {
        let mut again = rows_from_npy("f", Cursor::new(bytes)).unwrap();
        again.go_to(n_rows - 1).unwrap();
        let found = again.next_row().unwrap().unwrap();
        let bits = |row: &[f32]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&found), bits(&last));
    }
});
