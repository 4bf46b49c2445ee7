//! Which classes of objects each picture shows, as detection sets say it: COCO's and LVIS's instances, and
//! BDD100K's labels. Each class can be a query, to which every picture with an object of it is relevant.

use super::{
    FormatError, Place,
    json::{Id, value_from_json},
};
use rustc_hash::FxHashSet;
use serde::Deserialize;
use std::collections::HashMap;

/// The classes of a file, and the pictures that show them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShownClasses {
    /// In the file's order, or that of their first objects.
    pub names: Vec<String>,
    /// Once for each class and picture, by the class's place in `names`.
    pub shown: Vec<ShownClass>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownClass {
    pub class: usize,
    /// What the file calls the picture: its id, the name of its file, or both.
    pub picture: Vec<String>,
}

impl ShownClasses {
    /// Adds a class by its name, if it is new, and returns its place.
    pub fn class(&mut self, name: &str) -> usize {
        self.names.iter().position(|own| own == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }
}

#[derive(Deserialize)]
struct Instances {
    images: Vec<CocoImage>,
    annotations: Vec<Annotation>,
    categories: Vec<Category>,
}

/// LVIS has an address in place of a file's name.
#[derive(Deserialize)]
struct CocoImage {
    id: Id,
    #[serde(default)]
    file_name: Option<String>,
    #[serde(default)]
    coco_url: Option<String>,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: Id,
    category_id: u64,
}

#[derive(Deserialize)]
struct Category {
    id: u64,
    name: String,
}

#[derive(Deserialize)]
struct Labelled {
    name: String,
    #[serde(default)]
    labels: Option<Vec<Label>>,
}

#[derive(Deserialize)]
struct Label {
    category: String,
}

/// Reads COCO's or LVIS's instances, or BDD100K's labels, which are an array. Refuses an object of a class
/// or picture that the file does not list.
pub fn shown_classes_from_json(file: &str, text: &str) -> Result<ShownClasses, FormatError> {
    let shown = match text.trim_start().starts_with('[') {
        true => of_labels(value_from_json(file, text)?),
        false => of_instances(file, value_from_json(file, text)?)?,
    };
    if shown.shown.is_empty() {
        return Err(FormatError::new(file, Place::File, "no picture shows an object"));
    }
    Ok(shown)
}

fn of_instances(file: &str, instances: Instances) -> Result<ShownClasses, FormatError> {
    let Instances { images, annotations, categories } = instances;
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let place_of: HashMap<u64, usize> =
        categories.iter().zip(0..).map(|(category, place)| (category.id, place)).collect();
    let names_of: HashMap<&str, Vec<String>> = images
        .iter()
        .map(|image| {
            let last = image.coco_url.as_deref().and_then(|address| address.rsplit('/').next());
            let file_name = image.file_name.as_deref().or(last).map(String::from);
            let id = image.id.0.clone();
            (image.id.0.as_str(), std::iter::once(id).chain(file_name).collect())
        })
        .collect();
    let mut seen = FxHashSet::default();
    let mut shown = Vec::new();
    for (number, Annotation { image_id, category_id }) in annotations.iter().enumerate() {
        let class = *place_of.get(category_id).ok_or_else(|| {
            wrong(format!("annotation {number} is of category {category_id}, which is not listed"))
        })?;
        let picture = names_of.get(image_id.0.as_str()).ok_or_else(|| {
            wrong(format!("annotation {number} is of image {}, which is not listed", image_id.0))
        })?;
        if seen.insert((class, image_id.0.as_str())) {
            shown.push(ShownClass { class, picture: picture.clone() });
        }
    }
    Ok(ShownClasses { names: categories.into_iter().map(|own| own.name).collect(), shown })
}

fn of_labels(all: Vec<Labelled>) -> ShownClasses {
    let mut classes = ShownClasses::default();
    for Labelled { name, labels } in all {
        let mut seen = FxHashSet::default();
        for Label { category } in labels.unwrap_or_default() {
            let class = classes.class(&category);
            if seen.insert(class) {
                classes.shown.push(ShownClass { class, picture: vec![name.clone()] });
            }
        }
    }
    classes
}
