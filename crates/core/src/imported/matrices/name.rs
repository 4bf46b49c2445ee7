//! What the name of a matrix tells.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A row for each image of the benchmark.
    Images,
    /// A row for each query.
    Queries,
}

/// Beginnings of words that name what a matrix holds.
const OF_IMAGES: [&str; 8] =
    ["gallery", "galleries", "image", "img", "photo", "picture", "corpus", "visual"];
const OF_QUERIES: [&str; 7] = ["quer", "text", "txt", "caption", "question", "prompt", "sentence"];
/// Words that tell nothing.
const EMPTY_WORDS: &str = "features feature feats feat embeddings embedding embeds embed embs emb \
                           vectors vector vecs vec of arr";
/// Words for scores of every query for every image.
const OF_SCORES: [&str; 6] = ["sim", "sims", "similarity", "similarities", "score", "scores"];
const ENDINGS: [&str; 5] = [".npy", ".npz", ".safetensors", ".fbin", ".parquet"];

/// `None` if the name tells neither or both.
pub(super) fn role_by_name(name: &str) -> Option<Role> {
    let words: Vec<String> = words(name).collect();
    let has = |beginnings: &[&str]| words.iter().any(|word| begins(word, beginnings));
    match (has(&OF_IMAGES), has(&OF_QUERIES)) {
        (true, false) => Some(Role::Images),
        (false, true) => Some(Role::Queries),
        _ => None,
    }
}

/// Whether a name says that it is of a matrix of scores.
pub fn says_scores(name: &str) -> bool {
    words(name).any(|word| OF_SCORES.contains(&word.as_str()))
}

/// The list of ids that belongs to a matrix, among `(name, length)` of the arrays in its file: one called ids that
/// is as long, unless its name tells that it is of something else.
pub fn ids_of_matrix(matrix: &str, n_rows: usize, lists: &[(String, usize)]) -> Option<usize> {
    let of_matrix = role_by_name(matrix);
    let is_own = |name: &str| match (role_by_name(name), of_matrix) {
        (Some(of_list), Some(of_matrix)) => of_list == of_matrix,
        _ => true,
    };
    let is_called_ids = |name: &str| words(name).any(|word| word == "id" || word == "ids");
    let belongs = |(name, n): &(String, usize)| *n == n_rows && is_called_ids(name) && is_own(name);
    let mut belonging = lists.iter().enumerate().filter(|(_, list)| belongs(list));
    match (belonging.next(), belonging.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

/// A name without its ending and the words that tell what the matrix holds: `clip-b32_image_features.npy` →
/// `clip-b32`.
pub(super) fn stem(name: &str) -> String {
    let name = without_ending(name);
    let is_left = |word: &&str| {
        let word = word.to_lowercase();
        !word.is_empty()
            && !begins(&word, &OF_IMAGES)
            && !begins(&word, &OF_QUERIES)
            && !EMPTY_WORDS.split(' ').any(|empty| empty == word)
    };
    name.split(is_separator).filter(is_left).collect::<Vec<_>>().join("-")
}

/// Without the ending of a file of vectors.
pub(super) fn without_ending(name: &str) -> &str {
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

fn words(name: &str) -> impl Iterator<Item = String> {
    without_ending(name).split(is_separator).map(str::to_lowercase)
}

fn is_separator(c: char) -> bool {
    !c.is_alphanumeric()
}

fn begins(word: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| word.starts_with(beginning))
}
