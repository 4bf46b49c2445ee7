#![no_main]
//! Files of vectors as the page finds matrices in them, and lists of ids with them: what is found
//! lies within the file, and all of its rows can be read.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{bytes_of_head, matrices_in, row_ids_from_npy};

fuzz_target!(|bytes: &[u8]| {
    let n_bytes = bytes.len() as u64;
    let head = usize::try_from(bytes_of_head(bytes, n_bytes)).unwrap();
    if let Some(Ok(places)) = matrices_in("f", &bytes[..head], n_bytes) {
        for place in places {
            let range = place.bytes_of(0..place.n_rows);
            assert!(range.end <= n_bytes);
            let range = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
            let rows = place.rows_from_bytes("f", 0, &bytes[range]).unwrap();
            let n_read = rows.take_while(Result::is_ok).count();
            assert!(n_read <= place.n_rows);
        }
    }
    if let Ok(Some(ids)) = row_ids_from_npy("f", bytes) {
        assert!(ids.len() <= bytes.len());
    }
});
