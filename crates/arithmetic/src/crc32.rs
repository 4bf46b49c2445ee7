//! The checksum of gzip, zip and our own files.

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use std::sync::LazyLock;

/// Sixteen bytes at a time. Made at run time: in a module's data, the 16 kB would be fetched by every
/// visit, and they do not compress.
static TABLES: LazyLock<Crc<u32, Table<16>>> =
    LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// A CRC-32 to feed with bytes.
pub fn crc32() -> Digest<'static, u32, Table<16>> {
    TABLES.digest()
}
