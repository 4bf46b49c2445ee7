//! The page inside the program, which the build script packs there with the feature `page`.

use anyhow::Result;
use std::borrow::Cow;

#[derive(Debug)]
pub(crate) struct PackedFile {
    /// In the page's folder, with `/`.
    pub(crate) path: &'static str,
    /// Differs where the contents differ.
    pub(crate) tag: &'static str,
    /// Whether `bytes` are its brotli form.
    is_brotli: bool,
    bytes: &'static [u8],
}

#[cfg(feature = "page")]
include!(concat!(env!("OUT_DIR"), "/packed_page.rs"));
#[cfg(not(feature = "page"))]
static FILES: &[PackedFile] = &[];

/// Sorted by path; empty in a program without the page.
pub(crate) fn packed_page() -> &'static [PackedFile] {
    FILES
}

pub(crate) fn packed_file(path: &str) -> Option<&'static PackedFile> {
    let index = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    FILES.get(index)
}

impl PackedFile {
    /// `None` if the file is packed as it is.
    pub(crate) fn brotli(&self) -> Option<&'static [u8]> {
        self.is_brotli.then_some(self.bytes)
    }

    pub(crate) fn plain(&self) -> Result<Cow<'static, [u8]>> {
        if self.is_brotli { Ok(Cow::Owned(decoded(self.bytes)?)) } else { Ok(self.bytes.into()) }
    }
}

#[cfg(feature = "page")]
fn decoded(brotli: &[u8]) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(
        &mut brotli_decompressor::Decompressor::new(brotli, 4096),
        &mut plain,
    )?;
    Ok(plain)
}

#[cfg(not(feature = "page"))]
fn decoded(brotli: &[u8]) -> Result<Vec<u8>> {
    anyhow::bail!("this program cannot decode {} bytes of brotli", brotli.len())
}
