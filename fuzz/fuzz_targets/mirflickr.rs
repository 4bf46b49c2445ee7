#![no_main]
//! MIRFLICKR: the first byte picks the file's folder.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{exif_from_mirflickr, licence_from_mirflickr, tags_from_mirflickr, topics_from_mirflickr};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    // Gzip has its own target, with a limit that a fuzzer can bear.
    if rest.starts_with(&[0x1f, 0x8b]) {
        return;
    }
    match which % 5 {
        0 => {
            let halves = rest.split_at(rest.len() / 2);
            let files = [("sky.txt", halves.0), ("sky_r1.txt", halves.1)];
            let _ = topics_from_mirflickr(files);
        }
        1 => drop(tags_from_mirflickr("tags1.txt", rest)),
        2 => drop(exif_from_mirflickr("exif1.txt", rest)),
        3 => drop(licence_from_mirflickr("license1.txt", rest)),
        _ => {
            let Ok(name) = std::str::from_utf8(rest) else { return };
            let _ = topics_from_mirflickr([(name, &b"1\n2"[..])]);
            let _ = tags_from_mirflickr(name, b"");
        }
    }
});
