#![no_main]
//! Texts in zip archives, from the list of members to the lines in them: a member that is named is
//! found, is the same by each way to it, and reads as it would unpacked.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    beir_qrels_of_zip, list_kind, member_of_zip, names_from_npz, names_from_zip, qrels_from_beir,
    records_from_beir, text_from_bytes,
};
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let archive = || Cursor::new(bytes);
    let _ = names_from_npz("f", archive());
    let Ok(names) = names_from_zip("f", archive()) else { return };
    for name in &names {
        let Ok((found, content)) = member_of_zip("f", archive(), name) else { continue };
        assert_eq!(&found, name);
        read(&found, &content);
        // By the end of its path, unless another member has the same end.
        if let Some((_, end)) = name.split_once('/')
            && let Ok((found, same)) = member_of_zip("f", archive(), end)
            && found == *name
        {
            assert_eq!(same, content);
        }
    }
    for split in [None, Some("test"), Some("dev")] {
        if let Ok((name, content)) = beir_qrels_of_zip("f", archive(), split) {
            assert!(names.contains(&name) && name.ends_with(".tsv"));
            assert!(split.is_none_or(|split| name.ends_with(&format!("/{split}.tsv"))));
            assert_eq!(member_of_zip("f", archive(), &name).unwrap().1, content);
            read(&name, &content);
        }
    }
});

fn read(name: &str, content: &[u8]) {
    // Gzip has its own target, with a limit that a fuzzer can bear.
    if content.starts_with(&[0x1f, 0x8b]) {
        return;
    }
    let Ok(text) = text_from_bytes(name, content) else { return };
    let _ = list_kind(name, &text);
    if name.ends_with(".tsv") {
        let _ = qrels_from_beir(name, &text);
    } else {
        let _ = records_from_beir(name, &text);
    }
}
