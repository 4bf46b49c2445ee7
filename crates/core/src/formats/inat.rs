//! iNaturalist's metadata, as COCO publishes its own: `images`, `licenses` by number, and in `annotations` the
//! category of each image, whose taxonomy is in `categories`.

use super::{FormatError, json::value_from_json};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// What a category has beside its taxonomy.
const NOT_OF_IMAGES: [&str; 1] = ["id"];

#[derive(Deserialize)]
struct Published {
    images: Vec<Map<String, Value>>,
    #[serde(default)]
    licenses: Vec<Map<String, Value>>,
    #[serde(default)]
    annotations: Vec<Annotation>,
    #[serde(default)]
    categories: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
struct Annotation {
    #[serde(default)]
    image_id: Value,
    #[serde(default)]
    category_id: Value,
}

/// Images with the columns of their category: `kingdom`, `class`, `family`, `name`, `common_name` ….
pub(super) struct InatImages {
    images: Vec<Map<String, Value>>,
    licences: HashMap<String, String>,
    /// By image: its place in `categories`.
    category: Vec<Option<usize>>,
    categories: Vec<Map<String, Value>>,
}

/// Whether it is a whole object, and not one a line.
pub(super) fn is_inat(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_line = serde_json::from_str::<Map<String, Value>>(first)
        .is_ok_and(|object| !object.contains_key("images"));
    text.trim_start().starts_with('{') && !is_line
}

impl InatImages {
    pub(super) fn read(file: &str, text: &str) -> Result<Self, FormatError> {
        let Published { images, licenses, annotations, categories } = value_from_json(file, text)?;
        let licence = |licence: &Map<String, Value>| {
            let words = text_of(licence.get("url")?).or_else(|| text_of(licence.get("name")?))?;
            Some((licence.get("id")?.to_string(), words))
        };
        let place = |(place, category): (usize, &Map<String, Value>)| {
            Some((category.get("id")?.to_string(), place))
        };
        let place_of: HashMap<String, usize> =
            categories.iter().enumerate().filter_map(place).collect();
        // Of several annotations the first counts.
        let mut of_image: HashMap<String, usize> = HashMap::new();
        for Annotation { image_id, category_id } in &annotations {
            if let Some(place) = place_of.get(&category_id.to_string()) {
                of_image.entry(image_id.to_string()).or_insert(*place);
            }
        }
        let category =
            |image: &Map<String, Value>| of_image.get(&image.get("id")?.to_string()).copied();
        Ok(Self {
            category: images.iter().map(category).collect(),
            licences: licenses.iter().filter_map(licence).collect(),
            images,
            categories,
        })
    }

    pub(super) fn n(&self) -> usize {
        self.images.len()
    }

    /// Of the images and of their categories.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: &String| {
            if !names.contains(name) {
                names.push(name.clone());
            }
        };
        self.images.iter().flat_map(Map::keys).for_each(&mut add);
        if self.category.iter().any(Option::is_some) {
            let own = self.categories.iter().flat_map(Map::keys);
            own.filter(|name| !NOT_OF_IMAGES.contains(&name.as_str())).for_each(add);
        }
        names
    }

    /// An image's own value before that of its category. A number under `license` is looked up.
    pub(super) fn value(&self, row: usize, name: &str) -> Option<String> {
        let own = self.images.get(row).and_then(|image| image.get(name));
        if let Some(number) = own.filter(|_| name == "license") {
            return self.licences.get(&number.to_string()).cloned().or_else(|| text_of(number));
        }
        let of_category = || {
            let place = (*self.category.get(row)?)?;
            self.categories.get(place)?.get(name)
        };
        let is_of_images = !NOT_OF_IMAGES.contains(&name);
        own.or_else(|| is_of_images.then(of_category).flatten()).and_then(text_of)
    }
}

pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        _ => None,
    }
}
