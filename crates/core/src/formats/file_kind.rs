//! What a file is by its first bytes, whatever its name: for guesses, and for messages that name what was
//! given in place of what is needed.

use super::{
    Inflater, comments::without_comments, fbin::is_fbin, grade::grade_from_text, utf16::utf16,
};

/// Enough of a file's beginning to recognise it.
pub const HEAD_BYTES: usize = 1 << 13;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Npy,
    /// `.npz`, numpy's zip archive of arrays.
    Npz,
    Safetensors,
    Parquet,
    /// Two int32 and rows of float32.
    Fbin,
    /// Another zip archive.
    Zip,
    /// Arrow's or Feather's file format.
    Arrow,
    Hdf5,
    /// A Python pickle.
    Pickle,
    /// What `torch.save` writes.
    Torch,
    /// `JPEG`, `PNG`, `GIF` or `WebP`.
    Picture(&'static str),
    Pdf,
    /// The compression's name; it cannot be read.
    Compressed(&'static str),
    Sqlite,
    Run,
    Qrels,
    BeirQrels,
    /// One JSON object or array, which [`super::json_kind`] looks into.
    Json,
    /// A JSON object a line.
    JsonLines,
    /// Values separated by tabs under a header.
    Tsv,
    /// Values separated by commas under a header.
    Csv,
    /// One word a line, such as ids.
    Words,
    /// Other text.
    Text,
    Empty,
    /// No other kind fits these bytes.
    Unknown,
}

/// Magic numbers.
const MARKS: [(&[u8], FileKind); 19] = [
    (b"\x93NUMPY", FileKind::Npy),
    (b"PK\x03\x04", FileKind::Zip),
    (b"PK\x05\x06", FileKind::Zip),
    (b"PAR1", FileKind::Parquet),
    (b"ARROW1", FileKind::Arrow),
    (b"\x89HDF\r\n", FileKind::Hdf5),
    (b"\x80\x04\x95", FileKind::Pickle),
    (b"\x80\x02", FileKind::Pickle),
    (b"\xff\xd8\xff", FileKind::Picture("JPEG")),
    (b"\x89PNG", FileKind::Picture("PNG")),
    (b"GIF8", FileKind::Picture("GIF")),
    (b"RIFF", FileKind::Picture("WebP")),
    (b"%PDF", FileKind::Pdf),
    (b"SQLite format 3", FileKind::Sqlite),
    (b"BZh", FileKind::Compressed("bzip2")),
    (b"\xfd7zXZ\x00", FileKind::Compressed("xz")),
    (b"\x28\xb5\x2f\xfd", FileKind::Compressed("zstd")),
    (b"\x04\x22\x4d\x18", FileKind::Compressed("lz4")),
    (b"7z\xbc\xaf\x27\x1c", FileKind::Compressed("7-Zip")),
];

/// `head` is the first [`HEAD_BYTES`] of a file of `n_bytes`, or all of it. Gzip counts as what it
/// inflates to.
pub fn file_kind(head: &[u8], n_bytes: u64) -> FileKind {
    if head.is_empty() {
        return FileKind::Empty;
    }
    if let Some(kind) = kind_by_mark(head) {
        return kind;
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        let mut inflater = Inflater::new("", head);
        // A head ends within its gzip: what was inflated before counts.
        let _ = inflater.step(HEAD_BYTES);
        let inflated = inflater.finish();
        let is_whole = inflated.len() < HEAD_BYTES && head.len() as u64 == n_bytes;
        return match kind_by_mark(&inflated) {
            Some(kind) => kind,
            None if inflated.is_empty() => FileKind::Unknown,
            None => text_kind(&inflated, is_whole),
        };
    }
    if is_safetensors(head, n_bytes) {
        return FileKind::Safetensors;
    }
    if is_fbin(head, n_bytes) {
        return FileKind::Fbin;
    }
    text_kind(head, head.len() as u64 == n_bytes)
}

pub(super) fn kind_by_mark(head: &[u8]) -> Option<FileKind> {
    let (_, kind) = MARKS.into_iter().find(|(mark, _)| head.starts_with(mark))?;
    let is_zip = kind == FileKind::Zip;
    Some(if is_zip { kind_of_zip(head) } else { kind })
}

/// numpy's and torch's archives are recognised by the name of their first member.
fn kind_of_zip(head: &[u8]) -> FileKind {
    let n_name = head.get(26..28).and_then(|bytes| bytes.first_chunk()).copied();
    let end = 30 + usize::from(u16::from_le_bytes(n_name.unwrap_or_default()));
    let name = head.get(30..end).unwrap_or_default();
    if name.ends_with(b".npy") {
        FileKind::Npz
    } else if name.ends_with(b"/data.pkl") || name.ends_with(b"/.format_version") {
        FileKind::Torch
    } else {
        FileKind::Zip
    }
}

/// A length, and then a header in JSON of that length.
fn is_safetensors(head: &[u8], n_bytes: u64) -> bool {
    let Some((length, header)) = head.split_first_chunk::<8>() else { return false };
    let length = u64::from_le_bytes(*length);
    header.first() == Some(&b'{') && length >= 2 && length.saturating_add(8) <= n_bytes
}

fn text_kind(head: &[u8], is_whole: bool) -> FileKind {
    if let Some(text) = utf16(head.get(..head.len() & !1).unwrap_or_default()) {
        return text_kind(text.as_bytes(), is_whole);
    }
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The head may end within a character.
        Err(e) if !is_whole && e.valid_up_to() + 4 > head.len() => {
            std::str::from_utf8(head.get(..e.valid_up_to()).unwrap_or_default()).unwrap_or("")
        }
        Err(_) => return FileKind::Unknown,
    };
    if text.contains('\0') {
        return FileKind::Unknown;
    }
    let text = text.trim_start_matches('\u{feff}');
    let (text, _) = without_comments(text.into());
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    // The last line of a head is cut.
    if !is_whole && lines.len() > 1 && !text.ends_with('\n') {
        lines.pop();
    }
    let Some(first) = lines.first().copied() else { return FileKind::Empty };
    if first.trim_start().starts_with('{') {
        let is_object = |line: &str| {
            line.trim_start().starts_with('{')
                && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
        };
        let second = lines.get(1);
        let is_lines = is_object(first) && second.is_some_and(|line| is_object(line));
        return if is_lines { FileKind::JsonLines } else { FileKind::Json };
    }
    if first.trim_start().starts_with('[') {
        return FileKind::Json;
    }
    let all = |is_line: fn(&str) -> bool| lines.iter().all(|line| is_line(line));
    if all(is_run_line) {
        FileKind::Run
    } else if all(is_qrel_line) {
        FileKind::Qrels
    } else if is_beir(&lines) {
        FileKind::BeirQrels
    } else if first.contains('\t') {
        FileKind::Tsv
    } else if all(|line| !line.trim().contains([' ', ','])) {
        FileKind::Words
    } else if first.contains(',') && !first.contains(", ") {
        FileKind::Csv
    } else {
        FileKind::Text
    }
}

fn is_run_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [_, _, _, _, score, _] = fields[..] else { return false };
    score.parse::<f64>().is_ok()
}

fn is_qrel_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [_, _, _, grade] = fields[..] else { return false };
    grade_from_text(grade).is_ok()
}

fn is_beir(lines: &[&str]) -> bool {
    let is_judgement = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        matches!(fields[..], [_, _, grade] if grade_from_text(grade.trim()).is_ok())
    };
    let [header, rest @ ..] = lines else { return false };
    let n_columns = header.split('\t').count();
    n_columns == 3
        && !is_judgement(header)
        && !rest.is_empty()
        && rest.iter().all(|l| is_judgement(l))
}

impl FileKind {
    /// `a NumPy array`
    pub fn words(self) -> String {
        let words = match self {
            Self::Npy => "a NumPy array",
            Self::Npz => "a NumPy archive of arrays",
            Self::Safetensors => "a safetensors file",
            Self::Parquet => "a Parquet file",
            Self::Fbin => "a matrix as .fbin",
            Self::Zip => "a zip archive",
            Self::Arrow => "an Arrow file",
            Self::Hdf5 => "an HDF5 file",
            Self::Pickle => "a Python pickle",
            Self::Torch => "a torch.save file",
            Self::Picture(format) => return format!("a {format} picture"),
            Self::Compressed(by) => return format!("compressed with {by}, which is not supported"),
            Self::Pdf => "a PDF document",
            Self::Sqlite => "an SQLite database",
            Self::Run => "a TREC run",
            Self::Qrels => "TREC qrels",
            Self::BeirQrels => "BEIR's qrels",
            Self::Json => "JSON",
            Self::JsonLines => "JSON lines",
            Self::Tsv => "a table separated by tabs",
            Self::Csv => "a table separated by commas",
            Self::Words => "a list of one word a line",
            Self::Text => "text",
            Self::Empty => "empty",
            Self::Unknown => "of an unknown kind",
        };
        words.to_owned()
    }

    /// Whether it may hold vectors in a format that can be read.
    pub fn has_vectors(self) -> bool {
        matches!(self, Self::Npy | Self::Npz | Self::Safetensors | Self::Parquet | Self::Fbin)
    }

    /// The refusal of a file without readable vectors, and the way to make some.
    pub fn no_vectors(self) -> String {
        format!(
            "it is {}, but vectors are needed (.npy, .npz, .safetensors, Parquet or .fbin): {}",
            self.words(),
            self.vectors_instead()
        )
    }

    /// How to make the vectors in a file of this kind readable.
    pub fn vectors_instead(self) -> &'static str {
        match self {
            Self::Torch => {
                "load it with torch.load and save numpy.save(\"vectors.npy\", tensor.cpu().numpy())"
            }
            Self::Pickle => "load it with Python and save numpy.save(\"vectors.npy\", array)",
            Self::Hdf5 => "save numpy.save(\"vectors.npy\", h5py.File(path)[name][:])",
            Self::Arrow => "save it as Parquet: pyarrow.parquet.write_table(table, path)",
            Self::Compressed(_) => "unpack it, or compress it with gzip",
            Self::Unknown => "an .fbin has two int32 and float32 rows that fill the file exactly",
            _ => "save the array with numpy.save(\"vectors.npy\", array)",
        }
    }
}
