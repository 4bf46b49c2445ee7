//! Judgements as a JSON object `{query: [image, …]}`, as ECCV Caption, CxC and COCO's
//! retrieval splits are published: every image listed is relevant.

use super::{FormatError, Place, Qrel, captions::id_from_json};
use serde_json::Value;

/// Reads `{query: [image, …]}` as qrels of grade 1, ordered by query and then as listed.
///
/// # Errors
/// Not an object of lists of ids, or an image that is listed twice for a query.
pub fn judgements_from_json(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|e| FormatError::new(file, Place::File, format!("not JSON: {e}")).because(e))?;
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let Value::Object(queries) = value else {
        return Err(wrong("expected an object {query: [image, …]}".into()));
    };
    let mut qrels = Vec::new();
    for (query, images) in queries {
        let Value::Array(images) = images else {
            return Err(wrong(format!("query {query}: expected a list of images")));
        };
        let mut seen = std::collections::HashSet::new();
        for image in &images {
            let document = id_from_json(image)
                .ok_or_else(|| wrong(format!("query {query}: {image} is not an image's id")))?;
            if !seen.insert(document.clone()) {
                return Err(wrong(format!("query {query}: image {document} is listed twice")));
            }
            qrels.push(Qrel { query: query.clone(), document, grade: 1 });
        }
    }
    Ok(qrels)
}
