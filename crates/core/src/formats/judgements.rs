//! Judgements as a JSON object `{query: [image, …]}`, as published for ECCV Caption, CxC and COCO's
//! retrieval splits: every image listed is relevant. The same shape serves both directions,
//! captions → images and images → captions.

use super::{
    FormatError, Qrel,
    json::{Entries, Ids, value_from_json},
};
use serde_json::Value;
use std::collections::HashMap;

/// Reads `{query: [image, …]}` as qrels of grade 1, in the order of the file.
///
/// # Errors
/// Not an object of lists of ids, a duplicate query, or a duplicate image of a query.
pub fn judgements_from_json(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    let Entries(queries) = value_from_json::<Entries<Ids>>(file, text)?;
    let mut qrels = Vec::new();
    for (query, Ids(images)) in queries {
        let of_query = |document| Qrel { query: query.clone(), document, grade: 1 };
        qrels.extend(images.into_iter().map(of_query));
    }
    Ok(qrels)
}

/// Writes `{query: [image, …]}`, queries in order of first appearance and their images as given;
/// ids that are integers are written as numbers, as in the originals.
///
/// The shape has no grades: it lists images with grade 1 or more.
#[must_use]
pub fn json_from_judgements(qrels: &[Qrel]) -> String {
    let mut queries: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut place_of: HashMap<&str, usize> = HashMap::new();
    for Qrel { query, document, .. } in qrels.iter().filter(|qrel| qrel.grade >= 1) {
        let place = *place_of.entry(query).or_insert(queries.len());
        if place == queries.len() {
            queries.push((query, Vec::new()));
        }
        if let Some((_, images)) = queries.get_mut(place) {
            images.push(json_from_id(document));
        }
    }
    // serde_json's own object would sort the queries.
    let entries: Vec<String> = queries
        .into_iter()
        .map(|(query, images)| format!("{}:{}", Value::from(query), Value::from(images)))
        .collect();
    format!("{{{}}}", entries.join(","))
}

/// A number if the id is exactly that: 7 but not 007, which would be read back as another id.
fn json_from_id(id: &str) -> Value {
    match id.parse::<u64>() {
        Ok(number) if number.to_string() == id => Value::from(number),
        _ => Value::from(id),
    }
}
