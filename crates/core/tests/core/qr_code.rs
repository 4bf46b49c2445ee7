//! QR codes of addresses, against the reader of another library.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use rankscope_core::chart::QrCode;

/// Reads a code by another library, from an image of several pixels a module.
fn read(code: &QrCode) -> String {
    const PIXELS: usize = 4;
    let side = code.n * PIXELS;
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
        if code.is_dark(x / PIXELS, y / PIXELS) { 0 } else { 255 }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1);
    grids[0].decode().unwrap().1
}

/// An address of so many bytes, as the page writes it.
fn address(n: usize) -> String {
    let mut text = "https://rankscope.example/explore?q=fox%20on%20snow&also=".to_string();
    while text.len() < n {
        text.push(char::from(b'a' + u8::try_from(text.len() % 26).unwrap()));
    }
    text
}

#[test]
fn another_reader_reads_the_same_address() {
    for n in [60, 100, 300, 700, 1_200, 2_000] {
        let text = address(n);
        assert_eq!(read(&QrCode::of(&text, 185).unwrap()), text, "{n} bytes");
    }
    let other = "https://rankscope.example/explore?q=狐&k=20 ünïcode";
    assert_eq!(read(&QrCode::of(other, 185).unwrap()), other);
}

#[test]
fn a_text_that_is_too_long_for_so_many_modules_has_no_code() {
    // Version 40 takes 2,953 bytes at the lowest level, and version 15 takes 520.
    assert!(QrCode::of(&"~".repeat(2_953), 185).is_some());
    assert!(QrCode::of(&"~".repeat(2_954), 185).is_none());
    assert!(QrCode::of(&"~".repeat(520), 85).is_some());
    assert!(QrCode::of(&"~".repeat(521), 85).is_none());
    assert!(QrCode::of("a", 28).is_none());
    let small = QrCode::of("a", 29).unwrap();
    assert_eq!(small.n, 29);
}

#[test]
fn runs_and_path_draw_the_dark_modules() {
    let code = QrCode::of(&address(80), 185).unwrap();
    let mut drawn = vec![false; code.n * code.n];
    for (x, y, length) in code.runs() {
        for at in x..x + length {
            drawn[y * code.n + at] = true;
        }
    }
    for y in 0..code.n {
        for x in 0..code.n {
            assert_eq!(drawn[y * code.n + x], code.is_dark(x, y));
            let is_quiet = [x, y].iter().any(|at| *at < 4 || *at >= code.n - 4);
            assert!(!(is_quiet && code.is_dark(x, y)));
        }
    }
    assert!(code.path().starts_with("M4,4h7v1h-7z"));
    assert_eq!(code.path().matches('M').count(), code.runs().len());
}
