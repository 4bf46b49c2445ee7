//! ECCV Caption: `coco_test_ids.npy`, the 25,000 caption ids of the COCO 5K test split in the order from
//! which five folds are cut; and judgements as `{query: [image, …]}`, in which every listed image is
//! relevant. CxC and COCO's retrieval splits are published like this too. The shape serves captions →
//! images and images → captions.

use super::{
    FormatError, Place, Qrel,
    ids::grouped,
    json::{Entries, Ids, value_from_json},
    npy::{NpyHead, npy_head, row_ids_from_npy},
};
use serde_json::Value;

/// Folds of the COCO 1K protocol.
const N_FOLDS: usize = 5;
/// Captions in a fold: 1,000 images with five captions each.
const N_CAPTIONS_OF_FOLD: usize = 5_000;

/// Reads the caption ids in the order of the file: a `.npy` list of 32- or 64-bit integers.
pub fn ids_from_npy(file: &str, bytes: &[u8]) -> Result<Vec<String>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let NpyHead { descr, shape, .. } = npy_head(bytes).map_err(wrong)?;
    if !["<i8", "<u8", "<i4", "<u4"].contains(&descr.as_str()) {
        return Err(wrong(format!(
            "its type is {descr}, but integers ('<i8') are needed: convert it with \
             array.astype('<i8')"
        )));
    }
    row_ids_from_npy(file, bytes)?.ok_or_else(|| {
        let sizes = shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        wrong(format!("a list [ids] is needed, but its shape is ({sizes})"))
    })
}

/// The five folds of the COCO 1K protocol: 5,000 consecutive caption ids each. A fold's
/// gallery is the images of its captions (`eccv_caption`, its COCO 1K recall).
///
/// # Errors
/// Not 25,000 ids.
pub fn coco_1k_folds<'a>(file: &str, ids: &'a [String]) -> Result<Vec<&'a [String]>, FormatError> {
    let wanted = N_FOLDS * N_CAPTIONS_OF_FOLD;
    if ids.len() != wanted {
        let reason = format!("{} ids, but the five folds need {wanted}", ids.len());
        return Err(FormatError::new(file, Place::File, reason));
    }
    Ok(ids.chunks(N_CAPTIONS_OF_FOLD).collect())
}

/// Every grade is 1.
pub fn judgements_from_json(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    let Entries(queries) = value_from_json::<Entries<Ids>>(file, text)?;
    let mut qrels = Vec::new();
    for (query, Ids(images)) in queries {
        let of_query = |document| Qrel { query: query.clone(), document, grade: 1 };
        qrels.extend(images.into_iter().map(of_query));
    }
    Ok(qrels)
}

/// Writes the images with grade 1 or more, queries in order of first appearance. Ids that are integers
/// are written as numbers, as in the originals.
pub fn json_from_judgements(qrels: &[Qrel]) -> String {
    let relevant = qrels.iter().filter(|qrel| qrel.grade >= 1);
    let queries = grouped(relevant.map(|qrel| (qrel.query.as_str(), json_from_id(&qrel.document))));
    // serde_json's object would sort the queries.
    let entries: Vec<String> = queries
        .into_iter()
        .map(|(query, images)| format!("{}:{}", Value::from(query), Value::from(images)))
        .collect();
    format!("{{{}}}", entries.join(","))
}

/// 7 becomes a number but 007 does not: it would be read back as another id.
fn json_from_id(id: &str) -> Value {
    match id.parse::<u64>() {
        Ok(number) if number.to_string() == id => Value::from(number),
        _ => Value::from(id),
    }
}
