//! COCO's `instances_*.json`: the classes of the objects outlined in a picture. The image and the
//! class of each annotation are read, the outlines are ignored.

use super::{
    FormatError, IdTable,
    json::{Id, value_from_json},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Instances {
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: Id,
    category_id: u32,
}

/// Reads `(image, its classes)`: images in order of first appearance, classes ascending without
/// duplicates. Pictures without an object are missing.
///
/// # Errors
/// Not JSON, or not an object with `annotations` that have `image_id` and `category_id`; the error
/// gives the line.
pub fn classes_from_coco(file: &str, text: &str) -> Result<Vec<(String, Vec<u32>)>, FormatError> {
    let Instances { annotations } = value_from_json(file, text)?;
    let mut rows = IdTable::default();
    let mut classes: Vec<(String, Vec<u32>)> = Vec::new();
    for Annotation { image_id: Id(image), category_id } in annotations {
        let row = rows.row(&image) as usize;
        if row == classes.len() {
            classes.push((image, Vec::new()));
        }
        if let Some((_, of_image)) = classes.get_mut(row) {
            of_image.push(category_id);
        }
    }
    for (_, of_image) in &mut classes {
        of_image.sort_unstable();
        of_image.dedup();
    }
    Ok(classes)
}
