//! Tables with a row for each row of the vectors, such as clip-retrieval's Parquet files: a column of
//! ids, and perhaps captions and URLs.

use super::table::Table;
use crate::build::recipe::Metadata;
use anyhow::{Result, bail};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::fault_of_id;
use std::path::Path;

/// The file's name for messages, and an image for each row.
pub(super) fn images_from_metadata(
    path: &Path,
    metadata: &Metadata,
) -> Result<(String, Vec<Image>)> {
    let optional = [&metadata.caption, &metadata.uri].map(|column| column.as_deref());
    let names = std::iter::once(metadata.id.as_str()).chain(optional.into_iter().flatten());
    let names: Vec<&str> = names.chain(metadata.facets.values().map(String::as_str)).collect();
    let Table { name, columns, .. } = Table::read(path, &names)?;
    let mut columns = columns.into_iter();
    let ids = columns.next().unwrap_or_default();
    let mut column_of = |column: Option<&str>| match column {
        Some(_) => columns.next().unwrap_or_default(),
        None => Vec::new(),
    };
    let [captions, uris] = optional.map(&mut column_of);
    // Where the columns end early, images have no caption and no URL.
    let mut captions = captions.into_iter();
    let mut uris = uris.into_iter();
    let facet_names = metadata.facets.keys();
    let mut facets: Vec<_> = facet_names.zip(columns.map(Vec::into_iter)).collect();
    let image = |(row, id)| {
        let values = facets.iter_mut().filter_map(|(name, values)| {
            // A picture without a value does not have the facet.
            let value = values.next().flatten().filter(|value| !value.trim().is_empty())?;
            Some(((*name).clone(), value))
        });
        Ok(Image {
            facets: values.collect(),
            id: checked_id(&name, row, id, metadata)?,
            caption: captions.next().flatten().unwrap_or_default(),
            uri: uris.next().flatten(),
            ..Image::default()
        })
    };
    let images = ids.into_iter().enumerate().map(image).collect::<Result<_>>()?;
    Ok((name, images))
}

/// The file's name for messages, and the id of each row.
pub(super) fn ids_from_metadata(path: &Path, metadata: &Metadata) -> Result<(String, Vec<String>)> {
    let Table { name, columns, .. } = Table::read(path, &[&metadata.id])?;
    let ids = columns.into_iter().next().unwrap_or_default().into_iter();
    let ids = ids.enumerate().map(|(row, id)| checked_id(&name, row, id, metadata));
    let ids = ids.collect::<Result<_>>()?;
    Ok((name, ids))
}

fn checked_id(name: &str, row: usize, id: Option<String>, metadata: &Metadata) -> Result<String> {
    let Some(mut id) = id else { bail!("{name}, row {row}: nothing is under {:?}", metadata.id) };
    id.push_str(&metadata.suffix);
    match fault_of_id(&id) {
        None => Ok(id),
        Some(fault) => bail!("{name}, row {row}: {fault}"),
    }
}
