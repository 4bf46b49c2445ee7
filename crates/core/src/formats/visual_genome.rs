//! Visual Genome's files: the objects of each image's scene graph, and the COCO id of the images that are COCO's.

use super::{
    FormatError,
    json::{Id, value_from_json},
};
use serde::Deserialize;
use std::collections::HashMap;

#[derive(Deserialize)]
struct Graph {
    image_id: Id,
    #[serde(default)]
    objects: Vec<Object>,
}

/// With `names` in `objects.json` and `scene_graphs.json`, with one `name` in those of some versions.
#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    names: Vec<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct ImageData {
    image_id: Id,
    coco_id: Option<Id>,
}

/// From `objects.json` or `scene_graphs.json`: the names of the objects by the image's id, each once, in the
/// order of the file.
pub fn objects_from_visual_genome(
    file: &str,
    text: &str,
) -> Result<HashMap<String, Vec<String>>, FormatError> {
    let graphs: Vec<Graph> = value_from_json(file, text)?;
    let of = |Graph { image_id: Id(id), objects }: Graph| {
        let mut names: Vec<String> = Vec::new();
        for name in
            objects.into_iter().flat_map(|object| object.names.into_iter().chain(object.name))
        {
            let name = name.trim().to_lowercase();
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        (id, names)
    };
    Ok(graphs.into_iter().map(of).collect())
}

/// From `image_data.json`: the COCO id by the image's id, of those that have one.
pub fn coco_ids_from_visual_genome(
    file: &str,
    text: &str,
) -> Result<HashMap<String, String>, FormatError> {
    let images: Vec<ImageData> = value_from_json(file, text)?;
    let of = |ImageData { image_id: Id(id), coco_id }: ImageData| Some((id, coco_id?.0));
    Ok(images.into_iter().filter_map(of).collect())
}
