//! Files that are neither a run nor judgements, by their first bytes.

/// First bytes, what such a file is, and what to do with it.
const KINDS: [(&[u8], &str, Advice); 11] = [
    (b"\x93NUMPY", "a NumPy array", Advice::Vectors),
    (b"PK\x03\x04", "a zip archive", Advice::Unpack),
    (b"PAR1", "a Parquet file", Advice::Vectors),
    (b"\x89HDF\r\n", "an HDF5 file", Advice::Vectors),
    (b"\x80\x04\x95", "a Python pickle", Advice::Vectors),
    (b"\xff\xd8\xff", "a JPEG picture", Advice::Picture),
    (b"\x89PNG", "a PNG picture", Advice::Picture),
    (b"GIF8", "a GIF picture", Advice::Picture),
    (b"RIFF", "a WebP picture", Advice::Picture),
    (b"%PDF", "a PDF document", Advice::None),
    (b"SQLite format 3", "an SQLite database", Advice::None),
];

#[derive(Clone, Copy)]
enum Advice {
    Vectors,
    Unpack,
    Picture,
    None,
}

impl Advice {
    fn words(self) -> &'static str {
        match self {
            Self::Vectors => {
                ". Vectors become a system of a benchmark by a recipe and `rankscope build`"
            }
            Self::Unpack => ". Unpack it, and drop the files or the folder in it",
            Self::Picture => ". To search with a picture, drop it on Explore",
            Self::None => "",
        }
    }
}

/// Why a file cannot be a run or judgements, if its first bytes are those of another kind of file.
pub(super) fn refusal(bytes: &[u8]) -> Option<String> {
    let (_, kind, advice) = KINDS.into_iter().find(|(start, ..)| bytes.starts_with(start))?;
    Some(format!("{kind}, neither a run nor judgements{}", advice.words()))
}
