//! `FILE#NAME`: one part of a file with several, such as an array of an `.npz`, a tensor, a column or a
//! member of a zip archive.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The file, and the name after the last `#`; a path that exists is a whole file.
pub(crate) fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_path_buf(), None);
    if path.exists() {
        return whole();
    }
    let Some((file, part)) = path.to_str().and_then(|text| text.rsplit_once('#')) else {
        return whole();
    };
    if file.is_empty() || part.is_empty() { whole() } else { (file.into(), Some(part.to_owned())) }
}

pub(crate) fn joined(file: PathBuf, part: Option<&str>) -> PathBuf {
    let Some(part) = part else { return file };
    let mut name = OsString::from(file);
    name.push("#");
    name.push(part);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hash_separates_file_and_part() {
        let parts = |text: &str| {
            let (file, part) = split(Path::new(text));
            (file.display().to_string(), part)
        };
        assert_eq!(parts("a/b.npz#clip"), ("a/b.npz".into(), Some("clip".into())));
        assert_eq!(parts("a/b#c.npz#x"), ("a/b#c.npz".into(), Some("x".into())));
        for whole in ["a/b.npz", "a/b.npz#", "#x"] {
            assert_eq!(parts(whole), (whole.into(), None));
        }
        assert_eq!(joined("b_*.npz".into(), Some("x")), Path::new("b_*.npz#x"));
    }
}
