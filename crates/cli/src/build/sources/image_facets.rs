//! Facets and tags of images from a table with a row for each picture.

use super::{folder::SourceFolder, table::Table};
use crate::{build::recipe::FieldsSource, reporter};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Image;
use std::collections::{HashMap, HashSet};

impl SourceFolder {
    /// Adds what `images.fields` has under `facets` and `tags`, in place of what other sources say.
    ///
    /// # Errors
    /// A column that is missing, a picture in two rows, or a table of other pictures.
    pub(super) fn add_facets(&self, images: &mut [Image], source: &FieldsSource) -> Result<()> {
        if source.facets.is_empty() && source.tags.is_none() {
            return Ok(());
        }
        let id = source.id.as_deref().context(
            "images.fields: facets and tags need id, the column with the ids of the images",
        )?;
        let columns = source.facets.values().chain(&source.tags).map(String::as_str);
        let names: Vec<&str> = std::iter::once(id).chain(columns).collect();
        let row_of: HashMap<String, usize> =
            images.iter().enumerate().map(|(row, image)| (image.id.clone(), row)).collect();
        let mut given = HashSet::new();
        for file in self.numbered(&source.files)? {
            let table = Table::read(&file.path, &names)?;
            for row in 0..table.n_rows() {
                let id = format!("{}{}", table.needed(0, row, "id")?, source.suffix);
                let Some(image) = row_of.get(&id).and_then(|place| images.get_mut(*place)) else {
                    continue;
                };
                if !given.insert(id) {
                    bail!("{}: the image {} is in an earlier row already", table.at(row), image.id);
                }
                for (column, facet) in (1..).zip(source.facets.keys()) {
                    // A picture without a value does not have the facet.
                    if let Some(value) = table.value(column, row) {
                        image.facets.insert(facet.clone(), value.to_owned());
                    }
                }
                if source.tags.is_some() {
                    let tags = table.value(names.len() - 1, row).unwrap_or_default();
                    let tags = tags.split([',', ';']).map(str::trim).filter(|tag| !tag.is_empty());
                    image.tags = tags.map(str::to_owned).collect();
                }
            }
        }
        if given.is_empty() {
            bail!(
                "{}: none of its ids is that of an image: see id and suffix of images.fields",
                self.path(&source.files).display()
            );
        }
        if given.len() < images.len() {
            reporter::warn(format_args!(
                "images.fields: {} of {} images have no row, and so no facets and tags of it",
                images.len() - given.len(),
                images.len()
            ));
        }
        Ok(())
    }
}
