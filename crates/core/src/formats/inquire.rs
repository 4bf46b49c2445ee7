//! INQUIRE's published files: `inquire_queries_{val,test}.csv` and `inquire_annotations.csv`.

use super::{FormatError, Place, Qrel, ids::fault_of_id, table::Table};
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InquireQuery {
    pub id: String,
    pub text: String,
    /// One of four, such as `Behavior`.
    pub supercategory: String,
    /// One of sixteen.
    pub category: String,
    /// The group of organisms, if the query is about one.
    pub iconic_group: Option<String>,
}

/// The image is relevant to the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InquireAnnotation {
    pub query: String,
    /// In iNat24.
    pub image: String,
    /// In iNat24.
    pub path: String,
}

/// Ignores the index column, which has no name. Only the iconic group may be empty.
pub fn queries_from_inquire(file: &str, text: &str) -> Result<Vec<InquireQuery>, FormatError> {
    let table = Table::read(file, text)?;
    let column = |name| table.column(name);
    let id = column("query_id")?;
    let [text, supercategory, category] =
        [column("query_text")?, column("supercategory")?, column("category")?];
    let iconic_group = column("iconic_group")?;
    let mut first_line_of: HashMap<&str, usize> = HashMap::new();
    let mut queries = Vec::new();
    for row in &table.rows {
        let needed = |column| match row.field(column) {
            "" => Err(table.wrong(row, column, "it is empty")),
            field => Ok(field.to_owned()),
        };
        if let Some(fault) = fault_of_id(row.field(id)) {
            return Err(table.wrong(row, id, &fault));
        }
        if let Some(first) = first_line_of.insert(row.field(id), row.line) {
            let reason = format!("query {} is on line {first} already", row.field(id));
            return Err(table.wrong(row, id, &reason));
        }
        queries.push(InquireQuery {
            id: needed(id)?,
            text: needed(text)?,
            supercategory: needed(supercategory)?,
            category: needed(category)?,
            iconic_group: needed(iconic_group).ok(),
        });
    }
    Ok(queries)
}

/// Reads the annotations, which list relevant images only.
pub fn annotations_from_inquire(
    file: &str,
    text: &str,
) -> Result<Vec<InquireAnnotation>, FormatError> {
    let table = Table::read(file, text)?;
    let [query, image, path] =
        [table.column("query_id")?, table.column("image_id")?, table.column("image_path")?];
    let mut first_line_of: HashMap<(&str, &str), usize> = HashMap::new();
    let mut annotations = Vec::new();
    for row in &table.rows {
        for column in [query, image] {
            if let Some(fault) = fault_of_id(row.field(column)) {
                return Err(table.wrong(row, column, &fault));
            }
        }
        let pair = (row.field(query), row.field(image));
        if let Some(first) = first_line_of.insert(pair, row.line) {
            let reason = format!("image {} of query {} is on line {first} already", pair.1, pair.0);
            return Err(FormatError::new(file, Place::Line(row.line), reason));
        }
        annotations.push(InquireAnnotation {
            query: pair.0.to_owned(),
            image: pair.1.to_owned(),
            path: row.field(path).to_owned(),
        });
    }
    Ok(annotations)
}

/// Grade 1 for each.
pub fn qrels_from_annotations(annotations: &[InquireAnnotation]) -> Vec<Qrel> {
    annotations
        .iter()
        .map(|InquireAnnotation { query, image, .. }| Qrel {
            query: query.clone(),
            document: image.clone(),
            grade: 1,
        })
        .collect()
}
