//! Where tests find their data.
#![allow(dead_code)]

use std::{env, path::PathBuf};

/// The folder of the checkout; a test's own manifest lies two folders below it, or in it.
pub(crate) fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    if manifest.join("tests/browser").is_dir() { manifest } else { manifest.join("../..") }
}

/// Data that may not be redistributed: `$RANKSCOPE_SHARED`, or next to the checkout.
pub(crate) fn shared() -> PathBuf {
    env::var_os("RANKSCOPE_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from)
}

/// The built-in benchmark.
pub(crate) fn fieldbook() -> String {
    root().join("public/fieldbook").display().to_string()
}

pub(crate) fn fixture(name: &str) -> String {
    root().join("tests/fixtures").join(name).display().to_string()
}
