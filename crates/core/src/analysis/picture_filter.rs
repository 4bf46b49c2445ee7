//! Restricts a search to images with certain facet values.

use super::Dataset;
use super::subset::{Property, Subset};
use super::words;
use crate::benchmark::Image;
use crate::search::RowMask;
use std::collections::BTreeMap;

/// A filter of the images to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFilter {
    /// The conditions, without those in `unknown`.
    pub conditions: Subset,
    /// The rows that meet all conditions.
    rows: RowMask,
    /// The number of rows that meet them.
    pub n: usize,
    /// The number of listed images.
    pub n_images: usize,
    /// The conditions on what images carry that hold, as they were typed.
    carried: Vec<String>,
    /// Conditions in the address that no image meets, as their facet or value does not occur.
    pub unknown: Vec<String>,
}

impl PictureFilter {
    /// Reads the conditions in the address. Those that no image meets go to `unknown`.
    pub fn new(dataset: &Dataset, words: &str) -> Self {
        let images = dataset.images();
        let mut conditions = Subset::default();
        let mut unknown = Vec::new();
        for (name, value) in Subset::parse(words).pairs() {
            if images.iter().any(|image| value_of(image, name) == Some(value)) {
                let values: Vec<String> =
                    conditions.values(name).chain([value]).map(str::to_string).collect();
                conditions = conditions.with(name, values);
            } else {
                unknown.push(format!("pictures with {name} = {value}"));
            }
        }
        if unknown.is_empty() && conditions == Subset::default() && !words.is_empty() {
            unknown.push(format!("the picture filter “{words}”"));
        }
        let holds = |image: &Image| conditions.holds_by(|name| value_of(image, name));
        let rows = if conditions == Subset::default() {
            // Also of a corpus without image lists.
            RowMask::new(0..dataset.manifest.counts.images)
        } else {
            let rows = (0u32..).zip(images).filter(|(_, image)| holds(image));
            RowMask::new(rows.map(|(row, _)| row))
        };
        let carried = Vec::new();
        Self { conditions, n: rows.len(), rows, n_images: dataset.n_images(), carried, unknown }
    }

    /// The filter of those images only that also meet conditions on what they carry; `rows` has
    /// them, `terms` the conditions that hold.
    #[must_use]
    pub fn among(mut self, rows: &RowMask, terms: &[String]) -> Self {
        if !terms.is_empty() {
            self.rows = RowMask::new(self.rows.rows().filter(|row| rows.contains(*row as usize)));
            self.n = self.rows.len();
            self.carried = terms.to_vec();
        }
        self
    }

    /// Whether it has conditions; without any it restricts nothing.
    pub fn has_conditions(&self) -> bool {
        self.conditions != Subset::default() || !self.carried.is_empty()
    }

    /// Whether an image passes the filter.
    pub fn has(&self, row_in_corpus: u32) -> bool {
        self.rows.contains(row_in_corpus as usize)
    }

    /// Whether each image passes the filter, in corpus order.
    pub fn by_row(&self) -> impl Iterator<Item = bool> {
        (0..self.n_images).map(|row| self.rows.contains(row))
    }

    /// `1,204 of 5,000 pictures`.
    pub fn share(&self) -> String {
        let of = words::counted(self.n_images, "picture", "pictures");
        format!("{} of {of}", words::count(self.n))
    }

    /// A summary of the conditions: `habitat farmland or meadow, light night`.
    pub fn summary(&self) -> String {
        let words = |name: &str| {
            let values: Vec<&str> = self.conditions.values(name).collect();
            format!("{} {}", name.replace('_', " "), values.join(" or "))
        };
        let facets = self.conditions.names().into_iter().map(words);
        facets.chain(self.carried.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
}

fn value_of<'a>(image: &'a Image, name: &str) -> Option<&'a str> {
    image.facets.get(name).map(String::as_str)
}

/// Whether any image has facets.
pub fn has_facets(dataset: &Dataset) -> bool {
    dataset.images().iter().any(|image| !image.facets.is_empty())
}

/// Whether there is anything to ask of what images carry: tags, or files of fields.
pub fn has_carried(dataset: &Dataset) -> bool {
    dataset.own.field_files().next().is_some()
        || dataset.images().iter().any(|image| !image.tags.is_empty())
}

/// A facet with more values, such as the species of iNat24, is too long for a list to choose from.
const MOST_VALUES: usize = 400;

/// The facets that distinguish images and have few enough values to choose from. Each value comes with the
/// number of images that have it and meet the conditions on the other facets.
pub fn picture_properties(dataset: &Dataset, conditions: &Subset) -> Vec<Property> {
    let mut facets: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut n_with: BTreeMap<&str, usize> = BTreeMap::new();
    for image in dataset.images() {
        let fails = |name: &&str| {
            let own = value_of(image, name);
            conditions.values(name).all(|value| own != Some(value))
        };
        let failed: Vec<&str> = conditions.names().into_iter().filter(fails).take(2).collect();
        for (name, value) in &image.facets {
            *n_with.entry(name).or_default() += 1;
            let n = facets.entry(name).or_default().entry(value).or_default();
            // A condition on the facet itself does not count: choosing a value replaces it.
            *n += usize::from(failed.iter().all(|failed| failed == name));
        }
    }
    let is_distinguishing = |(name, values): &(&str, BTreeMap<&str, usize>)| {
        values.len() > 1 || n_with.get(name) != Some(&dataset.images().len())
    };
    let can_be_listed = |(_, values): &(&str, BTreeMap<&str, usize>)| values.len() <= MOST_VALUES;
    let property = |(name, values): (&str, BTreeMap<&str, usize>)| Property {
        name: name.to_string(),
        values: values.into_iter().map(|(value, n)| (value.to_string(), n)).collect(),
    };
    facets.into_iter().filter(is_distinguishing).filter(can_be_listed).map(property).collect()
}
