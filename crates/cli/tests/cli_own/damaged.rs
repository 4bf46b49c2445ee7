//! Damaged files: every byte of every fixture changed in turn, and every length cut short. A reader
//! refuses them or reads them; it never panics, and never makes more of a file than it holds.
//! (`fuzz/` goes further.)

use crate::here;
use rankscope_core::formats::{
    FormatError, IdTable, KarpathyIds, MatrixRows, beir_qrels_of_zip, columns_from_text, file_kind,
    images_from_coco_captions, images_from_karpathy, json_kind, list_kind, member_of_zip,
    part_of_predictions, rows_from_fbin, rows_from_npy, rows_from_npz, rows_from_safetensors,
    scores_from_json,
};
use rankscope_parquet::ParquetVectors;
use std::{
    fs,
    io::{Cursor, Read},
    panic::{self, AssertUnwindSafe},
};

fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = here::root().join("tests/fixtures").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The file with a byte changed, for every byte and two changes; then every beginning of it.
fn damaged(whole: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let step = (whole.len() / 1500).max(1);
    let changed = (0..whole.len()).step_by(step).flat_map(move |place| {
        [0xff, 0x01].map(|mask| {
            let mut bytes = whole.to_vec();
            bytes[place] ^= mask;
            bytes
        })
    });
    changed.chain((0..whole.len()).step_by(step).map(|end| whole[..end].to_vec()))
}

/// The number of rows that can be read.
fn read(rows: Result<MatrixRows<impl Read>, FormatError>) -> Result<usize, FormatError> {
    let mut rows = rows?;
    let mut n_rows = 0;
    while rows.next_row()?.is_some() {
        n_rows += 1;
    }
    Ok(n_rows)
}

#[test]
fn damaged_vectors_are_refused_or_read() {
    let (mut n_refused, mut n_read) = (0, 0);
    for (name, whole) in fixtures("own_vectors") {
        for bytes in damaged(&whole) {
            let n_bytes = bytes.len() as u64;
            let _ = file_kind(&bytes, n_bytes);
            let cursor = || Cursor::new(bytes.as_slice());
            let result = match name.rsplit_once('.').unwrap().1 {
                "npy" => read(rows_from_npy("f", cursor())),
                "fbin" => read(rows_from_fbin("f", cursor(), n_bytes)),
                "safetensors" => read(rows_from_safetensors("f", cursor(), n_bytes, None)),
                "npz" => {
                    let mut n_rows = 0;
                    rows_from_npz("f", cursor(), None, |rows| {
                        n_rows = read(Ok(rows))?;
                        Ok::<_, FormatError>(())
                    })
                    .map(|()| n_rows)
                }
                _ => continue,
            };
            match result {
                Ok(n_rows) => {
                    assert!(n_rows as u64 <= n_bytes, "{name}");
                    n_read += 1;
                }
                Err(e) => {
                    assert!(e.to_string().starts_with('f'), "{e}");
                    n_refused += 1;
                }
            }
        }
    }
    assert!(n_refused > 1000 && n_read > 1000, "{n_refused} refused, {n_read} read");
}

#[test]
fn damaged_columns_of_vectors_are_refused_or_read() {
    // The Parquet crate panics on some damaged files, which the program catches.
    let mut n_refused = 0;
    for (name, whole) in fixtures("own_vectors") {
        if !name.ends_with(".parquet") {
            continue;
        }
        for bytes in damaged(&whole) {
            let mut file = tempfile::tempfile().unwrap();
            std::io::Write::write_all(&mut file, &bytes).unwrap();
            let read = panic::catch_unwind(AssertUnwindSafe(|| -> Result<(), FormatError> {
                let mut rows = ParquetVectors::open("f", file, None)?;
                while rows.next_row()?.is_some() {}
                Ok(())
            }));
            n_refused += usize::from(!matches!(read, Ok(Ok(()))));
        }
    }
    assert!(n_refused > 1000, "{n_refused} refused");
}

#[test]
fn damaged_lists_and_tables_are_refused_or_read() {
    let mut n_refused = 0;
    for (_, whole) in fixtures("own_lists") {
        for bytes in damaged(&whole) {
            let _ = file_kind(&bytes, bytes.len() as u64);
            let zip = beir_qrels_of_zip("f", Cursor::new(&bytes), Some("test"));
            let member = member_of_zip("f", Cursor::new(&bytes), "queries.jsonl");
            n_refused += usize::from(zip.is_err()) + usize::from(member.is_err());
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            let mut documents = IdTable::default();
            let refusals = [
                json_kind("f", text).is_err(),
                list_kind("f", text).is_err(),
                scores_from_json("f", text, &mut documents).is_err(),
                part_of_predictions("f", text, None).is_err(),
                images_from_karpathy("f", text, KarpathyIds::Usual).is_err(),
                images_from_coco_captions("f", text).is_err(),
                columns_from_text("f", text, &["id"]).is_err(),
            ];
            n_refused += refusals.into_iter().filter(|is_refused| *is_refused).count();
        }
    }
    assert!(n_refused > 1000, "{n_refused} refused");
}

#[test]
fn an_archive_that_promises_more_than_it_can_hold_is_refused_before_it_is_inflated() {
    let (_, mut bytes) =
        fixtures("own_vectors").into_iter().find(|(name, _)| name == "two_deflated.npz").unwrap();
    // The size of the first member, in the central directory: 24 bytes after its mark.
    let central = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    bytes[central + 24..central + 28].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
    let taken =
        rows_from_npz(
            "bomb.npz",
            Cursor::new(&bytes),
            Some("images"),
            |_| Ok::<_, FormatError>(()),
        );
    let said = taken.unwrap_err().to_string();
    assert!(said.contains("more than it can"), "{said}");
}
