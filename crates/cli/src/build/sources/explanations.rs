//! `[explanations]` of a recipe: what experts say of queries, and of pictures as answers to them.

use super::folder::SourceFolder;
use crate::{build::recipe::ExplanationsSource, terminal::reporter};
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{Image, Query};
use rankscope_core::formats::{Explanation, Place, checked_explanations};
use std::collections::HashSet;

impl SourceFolder {
    /// Explanations of the benchmark's queries, in the order of the file. Refuses an unknown image, with file
    /// and row.
    pub(crate) fn explanations(
        &self,
        source: &ExplanationsSource,
        queries: &[Query],
        images: &[Image],
    ) -> Result<Vec<Explanation>> {
        let ExplanationsSource { file, query, image, text, by } = source;
        let optional = [image, by].map(|name| name.as_deref());
        let names: Vec<&str> = [Some(query.as_str()), Some(text.as_str())]
            .into_iter()
            .chain(optional)
            .flatten()
            .collect();
        let table = self.table(file, &names)?;
        let place_of = |wanted: &Option<String>| {
            wanted.as_deref().and_then(|wanted| names.iter().position(|name| *name == wanted))
        };
        let (image_column, by_column) = (place_of(image), place_of(by));
        let known: HashSet<&str> = queries.iter().map(|query| query.id.as_str()).collect();
        let corpus: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
        let mut read: Vec<(Place, Explanation)> = Vec::new();
        let mut unknown = Vec::new();
        for row in 0..table.n_rows() {
            let value = |column: Option<usize>| {
                column.and_then(|column| table.value(column, row)).map(str::to_owned)
            };
            let own = Explanation {
                query: table.id(0, row)?,
                image: value(image_column),
                text: table.needed(1, row, text)?.to_owned(),
                by: value(by_column),
            };
            if !known.contains(own.query.as_str()) {
                unknown.push(own.query);
                continue;
            }
            if let Some(image) = own.image.as_ref().filter(|id| !corpus.contains(id.as_str())) {
                bail!("{}: image {image} is not in the corpus", table.at(row));
            }
            read.push((table.place(row), own));
        }
        checked_explanations(&table.name, read.iter().map(|(place, own)| (*place, own)))?;
        if let Some(first) = unknown.first() {
            let left = counted(unknown.len(), "explanation", "explanations");
            if read.is_empty() {
                bail!("{}: none of its queries is in the benchmark, such as {first}", table.name);
            }
            reporter::warn(format_args!(
                "{}: {left} of queries that the benchmark lacks left out, such as of {first}",
                table.name
            ));
        }
        Ok(read.into_iter().map(|(_, own)| own).collect())
    }
}
