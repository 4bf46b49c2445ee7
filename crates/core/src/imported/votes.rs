use super::{Ids, ImportError, TURN_LINES, Unmatched};
use crate::formats::{FormatError, Place, VotedImage};
use rustc_hash::FxHashMap;
use std::collections::HashSet;

/// Votes on images of the corpus for queries of the benchmark. Others are left out: ConQA's votes are on its
/// seed images too, which its corpus does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedVotes {
    /// In the order of the file.
    pub voted: Vec<VotedImage>,
    /// Their rows: query and image.
    pub rows: Vec<(u32, u32)>,
    /// Of the benchmark, which have votes here.
    pub n_queries: usize,
    /// Of the benchmark, without votes here.
    pub unvoted_queries: Unmatched,
    /// Of the votes, which are not in the benchmark.
    pub unknown_queries: Unmatched,
    /// Of the votes, which are not in the corpus.
    pub unknown_images: Unmatched,
}

/// Replaces ids by rows; `pause` is awaited every few milliseconds. `file` is their file's name, for messages.
///
/// # Errors
/// None of the queries, or of the images, is in the benchmark; or a pair has votes twice.
pub async fn matched_votes(
    file: &str,
    voted: &[VotedImage],
    ids: &Ids,
    pause: &impl AsyncFn(),
) -> Result<MatchedVotes, ImportError> {
    let mut query_rows: FxHashMap<&str, Option<u32>> = FxHashMap::default();
    let mut image_rows: FxHashMap<&str, Option<u32>> = FxHashMap::default();
    let (mut unknown_queries, mut unknown_images) = (Unmatched::default(), Unmatched::default());
    let mut has_votes = HashSet::new();
    let mut pairs = HashSet::new();
    let mut found = Vec::new();
    let mut rows = Vec::new();
    for (n_read, own) in (1usize..).zip(voted) {
        if n_read.is_multiple_of(TURN_LINES) {
            pause().await;
        }
        let query_row = *query_rows.entry(&own.query).or_insert_with(|| {
            let row = ids.query_row(&own.query);
            if row.is_none() {
                unknown_queries.add(&own.query);
            }
            row
        });
        let Some(query_row) = query_row.filter(|_| own.votes.n() > 0) else { continue };
        let image_row = *image_rows.entry(&own.image).or_insert_with(|| {
            let row = ids.row_in_corpus(&own.image);
            if row.is_none() {
                unknown_images.add(&own.image);
            }
            row
        });
        let Some(image_row) = image_row else { continue };
        if !pairs.insert((query_row, image_row)) {
            let reason = format!(
                "image {} has votes for query {} twice: give each pair one entry",
                own.image, own.query
            );
            return Err(FormatError::new(file, Place::File, reason).into());
        }
        has_votes.insert(query_row);
        found.push(own.clone());
        rows.push((query_row, image_row));
    }
    ids.compare_queries(file, &mut unknown_queries, query_rows.len())?;
    ids.compare_images(file, &mut unknown_images, image_rows.len())?;
    if found.is_empty() {
        let reason = format!(
            "none of its images with votes for the benchmark's queries is in the corpus: the first is \
             {:?}",
            unknown_images.first()
        );
        return Err(FormatError::new(file, Place::File, reason).into());
    }
    Ok(MatchedVotes {
        voted: found,
        rows,
        n_queries: has_votes.len(),
        unvoted_queries: ids.queries_without(&has_votes),
        unknown_queries,
        unknown_images,
    })
}

impl MatchedVotes {
    /// What does not match and how it is treated, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let unvoted = self.unvoted_queries.sentence(
            "query of the benchmark has no votes and no value",
            "queries of the benchmark have no votes and no value",
        );
        let images = self.unknown_images.sentence(
            "of its images is not in the corpus: the votes on it are left out, as ConQA leaves out seeds",
            "of its images are not in the corpus: the votes on them are left out, as ConQA leaves out seeds",
        );
        [unvoted, self.unknown_queries.left_out(), images].into_iter().flatten().collect()
    }
}
