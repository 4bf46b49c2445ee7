//! Files that are neither a run nor judgements, and where they can be read.

use crate::formats::{FileKind, FormatError, HEAD_BYTES, file_kind};

/// If the first bytes are those of another kind of file.
pub(super) fn refusal(bytes: &[u8]) -> Option<String> {
    let kind = kind_of(bytes);
    let advice = match kind {
        FileKind::Npy
        | FileKind::Npz
        | FileKind::Safetensors
        | FileKind::Fbin
        | FileKind::Parquet => {
            ". Vectors become a system of a benchmark: drop them on the page, or name them in a recipe"
                .into()
        }
        FileKind::Arrow | FileKind::Hdf5 | FileKind::Pickle | FileKind::Torch => {
            format!(". For its vectors, {}", kind.vectors_instead())
        }
        FileKind::Zip => ". Unpack it, and drop the files or the folder in it".into(),
        FileKind::Picture(_) => ". To search with a picture, drop it on Explore".into(),
        FileKind::Pdf | FileKind::Sqlite => String::new(),
        _ => return None,
    };
    Some(format!("{}, neither a run nor judgements{advice}", kind.words()))
}

/// Adds what the text may be and where that is read.
pub(super) fn with_advice(error: FormatError, bytes: &[u8]) -> FormatError {
    let advice = match kind_of(bytes) {
        FileKind::Csv | FileKind::Tsv | FileKind::JsonLines => {
            "Captions have a column of the images’ ids (id, image_id, image or file_name) and one of \
             texts (caption or text). Tables of facts are read by a recipe, and `rankscope view photos \
             captions.csv` opens a table with its pictures"
        }
        FileKind::Words => {
            "Lists of ids come with their vectors: `rankscope view gallery.npy ids.txt` opens both, and \
             a recipe reads them"
        }
        _ => return error,
    };
    let reason = format!("{}. {advice}", error.reason);
    FormatError { reason, ..error }
}

fn kind_of(bytes: &[u8]) -> FileKind {
    file_kind(bytes.get(..HEAD_BYTES).unwrap_or(bytes), bytes.len() as u64)
}
