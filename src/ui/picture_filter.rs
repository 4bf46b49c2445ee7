//! Some of the pictures: those with certain values of facets, in which alone is searched.

use super::dataset::Dataset;
use super::subset::{Property, Subset};
use super::words;
use crate::messages::RowSet;
use rankscope_core::benchmark::Image;
use std::collections::BTreeMap;

/// The part of a gallery that may be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFilter {
    /// The conditions that the benchmark's pictures can meet.
    pub conditions: Subset,
    /// Which rows meet them.
    pub rows: RowSet,
    /// How many do.
    pub n: usize,
    /// Pictures in all.
    pub n_images: usize,
    /// Conditions of the address on a facet or a value that no picture has.
    pub unknown: Vec<String>,
}

impl PictureFilter {
    /// What the words of the address mean. Conditions that no picture can meet are left out.
    #[must_use]
    pub fn new(dataset: &Dataset, words: &str) -> Self {
        let images = dataset.images();
        let mut conditions = Subset::default();
        let mut unknown = Vec::new();
        for (name, value) in Subset::parse(words).pairs() {
            if images.iter().any(|image| value_of(image, name) == Some(value)) {
                conditions = conditions.with(name, Some(value.to_string()));
            } else {
                unknown.push(format!("pictures with {name} = {value}"));
            }
        }
        if unknown.is_empty() && conditions == Subset::default() {
            unknown.push(format!("pictures by “{words}”"));
        }
        let holds = |image: &Image| conditions.holds_by(|name| value_of(image, name));
        let rows = RowSet::new(images.iter().map(holds));
        let n = images.iter().filter(|image| holds(image)).count();
        Self { conditions, rows, n, n_images: images.len(), unknown }
    }

    /// Whether it leaves anything out, as far as its conditions go.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        self.conditions != Subset::default()
    }

    /// Whether a picture may be found.
    #[must_use]
    pub fn has(&self, row_in_corpus: u32) -> bool {
        self.rows.has(row_in_corpus)
    }

    /// `1,204 of 5,000 pictures`.
    #[must_use]
    pub fn share(&self) -> String {
        let of = words::counted(self.n_images, "picture", "pictures");
        format!("{} of {of}", words::count(self.n))
    }

    /// The conditions as they are read: `habitat farmland, light night`.
    #[must_use]
    pub fn told(&self) -> String {
        let told = |(name, value): (&str, &str)| format!("{} {value}", name.replace('_', " "));
        self.conditions.pairs().map(told).collect::<Vec<_>>().join(", ")
    }
}

fn value_of<'a>(image: &'a Image, name: &str) -> Option<&'a str> {
    image.facets.get(name).map(String::as_str)
}

/// Whether pictures have facets to choose by.
#[must_use]
pub fn has_facets(dataset: &Dataset) -> bool {
    dataset.images().iter().any(|image| !image.facets.is_empty())
}

/// The facets of the pictures that tell them apart, each value with how many pictures have it and
/// meet the conditions on the other facets.
#[must_use]
pub fn picture_properties(dataset: &Dataset, conditions: &Subset) -> Vec<Property> {
    let mut facets: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut n_with: BTreeMap<&str, usize> = BTreeMap::new();
    for image in dataset.images() {
        let fails = |(name, value): &(&str, &str)| value_of(image, name) != Some(*value);
        let failed: Vec<&str> =
            conditions.pairs().filter(fails).map(|(name, _)| name).take(2).collect();
        for (name, value) in &image.facets {
            *n_with.entry(name).or_default() += 1;
            let n = facets.entry(name).or_default().entry(value).or_default();
            // Met but for the facet itself, whose condition another choice would replace.
            *n += usize::from(failed.iter().all(|failed| failed == name));
        }
    }
    let tells_apart = |(name, values): &(&str, BTreeMap<&str, usize>)| {
        values.len() > 1 || n_with.get(name) != Some(&dataset.images().len())
    };
    let property = |(name, values): (&str, BTreeMap<&str, usize>)| Property {
        name: name.to_string(),
        values: values.into_iter().map(|(value, n)| (value.to_string(), n)).collect(),
    };
    facets.into_iter().filter(tells_apart).map(property).collect()
}
