//! What the pictures of a benchmark carry, counted.

use super::by::CarriedBy;
use crate::benchmark::{Licence, NotUnderstood};
use std::collections::BTreeMap;

/// Counts over all pictures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CarriedStatistics {
    /// How many pictures there are.
    pub n_images: usize,
    /// EXIF fields, the most frequent first.
    pub exif: Vec<ExifLine>,
    /// Creators with their pictures, those with the most first.
    pub creators: Vec<(String, usize)>,
    /// Licences with their pictures, the most frequent first.
    pub licences: Vec<(Licence, usize)>,
    /// Years with the pictures taken in them, ascending.
    pub years: Vec<(u16, usize)>,
    /// How many pictures have a title.
    pub n_titled: usize,
    /// How many pictures have a place.
    pub n_placed: usize,
    /// The fields of the map with pictures, from south to north and from west to east.
    pub places: Vec<PlaceField>,
    /// Values that are not understood, by field.
    pub not_understood: Vec<NotUnderstood>,
}

/// The sides of a field of the map, in degrees.
pub const FIELD_DEGREES: i16 = 5;

/// A field of the map and its pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceField {
    /// Its southern edge, in degrees.
    pub south: i16,
    /// Its western edge.
    pub west: i16,
    /// How many pictures were taken in it.
    pub n: usize,
}

impl PlaceField {
    /// The southern and western edge of a place's field. The pole and the last meridian belong to the last
    /// fields.
    #[expect(clippy::cast_possible_truncation, reason = "clamped to degrees")]
    pub(super) fn edges((lat, lon): (f64, f64)) -> (i16, i16) {
        let edge = |degrees: f64, most: i16| {
            let side = f64::from(FIELD_DEGREES);
            let edge = (degrees / side).floor() * side;
            edge.clamp(f64::from(-most), f64::from(most - FIELD_DEGREES)) as i16
        };
        (edge(lat, 90), edge(lon, 180))
    }

    /// The conditions that its pictures meet, as a person types them.
    pub fn words(&self) -> String {
        let (north, east) = (self.south + FIELD_DEGREES, self.west + FIELD_DEGREES);
        format!("lat:{}..{north} lon:{}..{east}", self.south, self.west)
    }

    /// `50°–55° N, 5°–0° W`.
    pub fn title(&self) -> String {
        let side = |low: i16, positive: &str, negative: &str| {
            let high = low + FIELD_DEGREES;
            match low >= 0 {
                true => format!("{low}°–{high}° {positive}"),
                false => format!("{}°–{}° {negative}", -low, -high),
            }
        };
        format!("{}, {}", side(self.south, "N", "S"), side(self.west, "E", "W"))
    }
}

/// An EXIF field over all pictures: a line of MIRFLICKR's Table 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExifLine {
    /// Its name.
    pub name: String,
    /// How many pictures have it.
    pub n: usize,
    /// How many different values it has.
    pub n_values: usize,
    /// The most frequent value; of several, the first in the alphabet.
    pub commonest: String,
    /// How many pictures have that.
    pub n_commonest: usize,
}

impl CarriedStatistics {
    /// Counts what all pictures carry.
    pub fn new(by: CarriedBy<'_>) -> Self {
        let mut creators: BTreeMap<&str, usize> = BTreeMap::new();
        let mut licences: BTreeMap<&Licence, usize> = BTreeMap::new();
        let mut years: BTreeMap<u16, usize> = BTreeMap::new();
        let mut exif: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut not: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        let mut places: BTreeMap<(i16, i16), usize> = BTreeMap::new();
        let (mut n_titled, mut n_placed) = (0, 0);
        for file in by.files {
            for (text, n) in file.creator.texts().iter().zip(file.creator.counts()) {
                *creators.entry(text).or_default() += n;
            }
            for (licence, n) in file.licences.iter().zip(file.licence.counts()) {
                *licences.entry(licence).or_default() += n;
            }
            for taken in file.taken.iter().flatten() {
                *years.entry(taken.year()).or_default() += 1;
            }
            for (name, column) in &file.exif {
                let values = exif.entry(name).or_default();
                for (text, n) in column.texts().iter().zip(column.counts()) {
                    *values.entry(text).or_default() += n;
                }
            }
            for own in &file.not_understood {
                not.entry(&own.field).or_insert((0, &own.example)).0 += own.n;
            }
            n_titled += file.title.n_with();
            for place in file.place.iter().flatten() {
                n_placed += 1;
                *places.entry(PlaceField::edges(*place)).or_default() += 1;
            }
        }
        let mut exif: Vec<ExifLine> = exif.into_iter().filter_map(line).collect();
        exif.sort_by(|a, b| b.n.cmp(&a.n).then_with(|| a.name.cmp(&b.name)));
        let not = not.into_iter().map(|(field, (n, example))| NotUnderstood {
            field: field.to_owned(),
            n,
            example: example.to_owned(),
        });
        Self {
            n_images: by.n_images,
            exif,
            creators: by_count(creators.into_iter().map(|(name, n)| (name.to_owned(), n))),
            licences: by_count(licences.into_iter().map(|(licence, n)| (licence.clone(), n))),
            years: years.into_iter().collect(),
            n_titled,
            n_placed,
            places: places
                .into_iter()
                .map(|((south, west), n)| PlaceField { south, west, n })
                .collect(),
            not_understood: not.collect(),
        }
    }

    /// How many creators have so many pictures, ascending by pictures.
    pub fn creators_by_pictures(&self) -> Vec<(usize, usize)> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, n) in &self.creators {
            *counts.entry(*n).or_default() += 1;
        }
        counts.into_iter().collect()
    }
}

fn line((name, values): (&str, BTreeMap<&str, usize>)) -> Option<ExifLine> {
    let n = values.values().sum();
    let n_values = values.len();
    let (commonest, n_commonest) =
        values.into_iter().rev().max_by_key(|(_, n)| *n).filter(|(_, n)| *n > 0)?;
    Some(ExifLine {
        name: name.to_owned(),
        n,
        n_values,
        commonest: commonest.to_owned(),
        n_commonest,
    })
}

fn by_count<T: Ord>(counted: impl Iterator<Item = (T, usize)>) -> Vec<(T, usize)> {
    let mut all: Vec<(T, usize)> = counted.filter(|(_, n)| *n > 0).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all
}
