//! Cases of two queries and two images that belong together in pairs: JSON lines, an array of JSON
//! objects, or a table with a header.
//!
//! ```json
//! {"query_0":"c7","query_1":"c8","image_0":"i7","image_1":"i8"}
//! {"captions":["c7","c8"],"images":["i7","i8"]}
//! ```

use super::{
    FormatError, Place,
    ids::fault_of_id,
    json::{Id, lines_from_jsonl, value_from_json},
    named_columns::{columns_from_text, names_from_text},
};
use serde::Deserialize;

/// Query 0 is of image 0, and query 1 of image 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairCase {
    /// In the file, for messages.
    pub place: Place,
    pub queries: [String; 2],
    pub images: [String; 2],
}

#[derive(Deserialize)]
struct Lists {
    #[serde(alias = "captions")]
    queries: [Id; 2],
    images: [Id; 2],
}

/// Reads the columns `query_0`, `query_1`, `image_0` and `image_1`, or, in JSON, lists of two called
/// `queries` and `images`. Captions are another word for queries. Ignores other columns. Refuses a case
/// that names one query or one image twice, and a file without cases.
pub fn pairs_from_text(file: &str, text: &str) -> Result<Vec<PairCase>, FormatError> {
    let names = names_from_text(text);
    let has = |name: &str| names.iter().any(|known| known == name);
    let is_listed = has("images") && (has("queries") || has("captions"));
    let cases = if is_listed {
        of_lists(file, text)?
    } else if has("caption_0") && !has("query_0") {
        of_columns(file, text, ["caption_0", "caption_1", "image_0", "image_1"])?
    } else {
        of_columns(file, text, ["query_0", "query_1", "image_0", "image_1"])?
    };
    if cases.is_empty() {
        return Err(FormatError::new(file, Place::File, "it has no cases"));
    }
    for PairCase { place, queries, images } in &cases {
        for (of, [first, second]) in [("query", queries), ("image", images)] {
            if first == second {
                let reason = format!("{of} {first} is there twice, and two are needed");
                return Err(FormatError::new(file, *place, reason));
            }
        }
    }
    Ok(cases)
}

fn of_lists(file: &str, text: &str) -> Result<Vec<PairCase>, FormatError> {
    let lists: Vec<(Place, Lists)> = if text.trim_start().starts_with('[') {
        let lists: Vec<Lists> = value_from_json(file, text)?;
        lists.into_iter().enumerate().map(|(row, case)| (Place::Row(row), case)).collect()
    } else {
        let lines = lines_from_jsonl(file, text)?.into_iter();
        lines.map(|(number, case)| (Place::Line(number), case)).collect()
    };
    let case = |(place, Lists { queries, images }): (Place, Lists)| PairCase {
        place,
        queries: queries.map(|Id(id)| id),
        images: images.map(|Id(id)| id),
    };
    Ok(lists.into_iter().map(case).collect())
}

fn of_columns(file: &str, text: &str, names: [&str; 4]) -> Result<Vec<PairCase>, FormatError> {
    let table = columns_from_text(file, text, &names)?;
    let case = |(row, place): (usize, &Place)| {
        let id = |column: usize| {
            let value = table.columns.get(column).and_then(|column| column.get(row)?.as_deref());
            let id = value.unwrap_or_default();
            match fault_of_id(id) {
                None => Ok(id.to_owned()),
                Some(fault) => {
                    let name = names.get(column).copied().unwrap_or_default();
                    Err(FormatError::new(file, *place, format!("{name}: {fault}")))
                }
            }
        };
        Ok(PairCase { place: *place, queries: [id(0)?, id(1)?], images: [id(2)?, id(3)?] })
    };
    table.places.iter().enumerate().map(case).collect()
}
