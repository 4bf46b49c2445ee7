//! The header of a NumPy array, for page and program. A crate for it brings a parser generator, which is
//! too large for the page and was a tenth of the program's crates. (NEP 1 describes the format.)

use crate::limits::MAX_NPY_HEADER_BYTES;

/// The first bytes of every npy file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// What a `.npy` file says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NpyHead {
    /// The type as numpy writes it: `<f4`. A list of fields is kept as it is.
    pub(super) descr: String,
    /// Whether columns follow each other instead of rows.
    pub(super) is_fortran: bool,
    /// Its sizes, none for a single number.
    pub(super) shape: Vec<u64>,
    /// Where the first value is, in bytes from the file's start.
    pub(super) offset: u64,
}

/// Reads the header at the beginning of a file; `head` may end after it.
///
/// # Errors
/// Not an npy file, or a header that is cut short, too long or not as numpy writes it.
pub(super) fn npy_head(head: &[u8]) -> Result<NpyHead, String> {
    let rest =
        head.strip_prefix(MAGIC).ok_or("not a NumPy array: it does not begin with \\x93NUMPY")?;
    let cut_short = || String::from("not a NumPy array: its header is cut short");
    // The length has two bytes in version 1 and four in versions 2 and 3.
    let (&[major, _minor], rest) = rest.split_first_chunk().ok_or_else(cut_short)?;
    let (n_bytes, rest) = match major {
        1 => rest.split_first_chunk().map(|(n, rest)| (u16::from_le_bytes(*n).into(), rest)),
        2 | 3 => rest.split_first_chunk().map(|(n, rest)| (u32::from_le_bytes(*n), rest)),
        other => return Err(format!("not a NumPy array: it has version {other}, not 1 to 3")),
    }
    .ok_or_else(cut_short)?;
    if n_bytes > MAX_NPY_HEADER_BYTES {
        return Err(format!("not a NumPy array: its header would have {n_bytes} bytes"));
    }
    let text = rest.get(..n_bytes as usize).ok_or_else(cut_short)?;
    let offset = (head.len() - rest.len()) as u64 + u64::from(n_bytes);
    let text = String::from_utf8_lossy(text);
    let of_key = |key: &str| {
        let after = text.split_once(&format!("'{key}'")).map(|(_, after)| after.trim_start());
        let after = after.and_then(|after| after.strip_prefix(':')).map(str::trim_start);
        after.ok_or_else(|| format!("not a NumPy array: its header has no {key}: {}", text.trim()))
    };
    let quoted = of_key("descr")?;
    let descr = match quoted.strip_prefix('\'').and_then(|rest| rest.split_once('\'')) {
        Some((descr, _)) => descr,
        // The fields of a structured array.
        None => quoted.split_once(']').map_or(quoted, |(fields, _)| fields),
    };
    let is_fortran = of_key("fortran_order")?.starts_with("True");
    let sizes = of_key("shape")?.strip_prefix('(').and_then(|shape| shape.split_once(')'));
    let sizes = sizes.map(|(sizes, _)| sizes.split(',').map(str::trim));
    let sizes = sizes.map(|sizes| sizes.filter(|size| !size.is_empty()).map(str::parse));
    let shape = sizes.and_then(|sizes| sizes.collect::<Result<Vec<u64>, _>>().ok());
    let shape = shape
        .ok_or_else(|| format!("not a NumPy array: its header has no shape: {}", text.trim()))?;
    Ok(NpyHead { descr: descr.to_owned(), is_fortran, shape, offset })
}
