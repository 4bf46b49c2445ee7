//! What names of files say: `clip/image_embeddings.npy` is the gallery of a system `clip`.

use crate::reading::named_part::split;
use std::path::Path;

/// Which side of a search a file is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Images,
    Queries,
}

const IMAGES: &str = "image images img imgs picture pictures photo photos gallery corpus document \
                      documents doc docs database db visual vision files paths passages items";
const QUERIES: &str = "query queries question questions topic topics text texts txt caption captions \
                       sentence sentences prompts q";
/// Words for vectors or a list of either side.
const KINDS: &str = "emb embs embed embedding embeddings vector vectors vec vecs feature features feat \
                     feats array matrix run results qrels";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// The side that a file's name says; `None` if it names both or neither.
pub(super) fn side(path: &Path) -> Option<Side> {
    let words = words(&stem(path));
    let has = |side: &str| words.iter().any(|word| is_in(side, word));
    match (has(IMAGES), has(QUERIES)) {
        (true, false) => Some(Side::Images),
        (false, true) => Some(Side::Queries),
        _ => None,
    }
}

/// Whether a file's name says that it holds ids.
pub(super) fn says_ids(path: &Path) -> bool {
    words(&stem(path)).iter().any(|word| ["id", "ids", "names"].contains(&word.as_str()))
}

/// Whether a file's name says that it holds a matrix of scores.
pub(super) fn says_scores(path: &Path) -> bool {
    rankscope_core::imported::says_scores(&stem(path))
}

/// What the path from a folder says besides side and kind: the name of a system, or nothing.
pub(super) fn rest(path: &Path, base: &Path) -> String {
    let mut all = Vec::new();
    // The name of a part may have a slash.
    let (file, _) = split(path);
    let relative = file.strip_prefix(base).unwrap_or(&file);
    if let Some(parent) = relative.parent() {
        all.extend(parent.iter().next_back().map(|name| name.to_string_lossy().into_owned()));
    }
    all.push(stem(path));
    let words = all.iter().flat_map(|part| words(part));
    let is_other = |word: &String| ![IMAGES, QUERIES, KINDS].iter().any(|list| is_in(list, word));
    words.filter(is_other).collect::<Vec<String>>().join("-")
}

/// A file's name without its endings, `.gz` included; of `FILE#ARRAY` the array's.
pub(super) fn stem(path: &Path) -> String {
    if let (_, Some(part)) = split(path) {
        return part;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { name.to_owned() } else { stem.to_owned() }
}

fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A name as an id: letters, digits, `-`, `_` and `.`, a letter or digit first.
pub(super) fn id_from(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let id: String = name.chars().map(kept).collect();
    let id = id.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    if id.is_empty() { "own".to_owned() } else { id.chars().take(64).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_side_and_system() {
        let base = Path::new("data");
        for (path, expected, system) in [
            ("data/gallery.npy", Some(Side::Images), ""),
            ("data/clip/image_embeddings.npy", Some(Side::Images), "clip"),
            ("data/clip_txt.npy", Some(Side::Queries), "clip"),
            ("data/SigLIP-B16.queries.npy", Some(Side::Queries), "siglip-b16"),
            ("data/img_emb_0.npy", Some(Side::Images), "0"),
            ("data/query_images.npy", None, ""),
            ("data/x.npy", None, "x"),
            ("data/x.npz#clip_gallery", Some(Side::Images), "clip"),
            ("data/x.safetensors#clip/gallery", Some(Side::Images), "clip"),
        ] {
            let path = Path::new(path);
            assert_eq!((side(path), rest(path, base).as_str()), (expected, system), "{path:?}");
        }
        assert!(says_ids(Path::new("query_ids.txt")) && !says_ids(Path::new("queries.txt")));
        assert_eq!(stem(Path::new("a/bm25.run.gz")), "bm25");
        assert_eq!(id_from(" Meine Bilder!"), "Meine-Bilder");
        assert_eq!(id_from("…"), "own");
    }
}
