//! QR codes, whose encoder is in a part of the module that is fetched when a code is first wanted.
#![allow(unsafe_code, reason = "the encoder is a separate module, called across the split")]

use rankscope_core::chart::QrCode;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What there is to show of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Code {
    /// Its modules on each side, and the dark ones as an SVG path.
    Drawn(usize, String),
    TooLong,
    /// The encoder did not arrive.
    NotLoaded,
}

/// A code of at most `most` modules on each side.
pub(super) async fn code_of(text: String, most: usize) -> Code {
    match drawn(text, most).await {
        Ok(Some((n, path))) => Code::Drawn(n, path),
        Ok(None) => Code::TooLong,
        Err(_) => Code::NotLoaded,
    }
}

#[wasm_split(card, fallible)]
fn drawn(text: String, most: usize) -> Result<Option<(usize, String)>, SplitLoaderError> {
    Ok(QrCode::of(&text, most).map(|code| (code.n, code.path())))
}
