//! Union and intersection of definitions of relevance: `a|b` and `a&b`.
//!
//! In a union an image has the highest of its grades, in an intersection the lowest, and 0 where one of the
//! definitions does not judge it. No id of a benchmark has `|` or `&`.

use super::{Dataset, Imported, ImportedKind, words};
use crate::benchmark::{Judgements, Manifest, Relevance};
use std::collections::BTreeMap;

/// Two or more definitions by id, all joined alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedDefinition {
    parts: Vec<String>,
    is_union: bool,
}

impl JoinedDefinition {
    /// `None` if the name has neither sign.
    ///
    /// # Errors
    /// Says what is wrong: both signs, or a part that is twice or no definition.
    pub fn named(manifest: &Manifest, named: &str) -> Option<Result<Self, String>> {
        let is_union = named.contains('|');
        let sign = if is_union { '|' } else { '&' };
        if !named.contains(sign) {
            return None;
        }
        let parts: Vec<String> = named.split(sign).map(|part| part.trim().to_owned()).collect();
        if is_union && named.contains('&') {
            return Some(Err(
                "join definitions by | (union) or by & (intersection), not both".into()
            ));
        }
        for (place, part) in parts.iter().enumerate() {
            if manifest.definition(part).is_none() {
                let known: Vec<&str> = manifest.relevance.iter().map(|of| of.id.as_str()).collect();
                return Some(Err(format!(
                    "there is no relevance {part:?}: known are {}",
                    known.join(", ")
                )));
            }
            if parts.iter().take(place).any(|earlier| earlier == part) {
                return Some(Err(format!("{part} is in it twice")));
            }
        }
        Some(Ok(Self { parts, is_union }))
    }

    /// Its parts.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(String::as_str)
    }

    /// `a|b`.
    pub fn id(&self) -> String {
        self.parts.join(if self.is_union { "|" } else { "&" })
    }

    /// A definition to add to the lists; it ranks all images. `None` before all parts' judgements have arrived.
    pub fn definition(&self, dataset: &Dataset) -> Option<Imported> {
        let places = self.parts.iter().map(|part| dataset.definition_index(part));
        let places: Vec<usize> = places.collect::<Option<_>>()?;
        let judged = places.iter().map(|place| dataset.relevance.get(*place));
        let judged: Vec<&Relevance> = judged.collect::<Option<_>>()?;
        let titles = places.iter().filter_map(|place| dataset.manifest.relevance.get(*place));
        let titles: Vec<String> = titles.map(|of| of.title.clone()).collect();
        let rows = (0u32..).take(dataset.queries.len());
        let of_query: Vec<Judgements> = rows.map(|row| self.of_query(&judged, row)).collect();
        let n_judged: usize = of_query.iter().map(|own| own.as_slice().len()).sum();
        let (word, which) = if self.is_union { ("or", "at least one") } else { ("and", "each") };
        Some(Imported {
            id: self.id(),
            file: self.id(),
            kind: ImportedKind::Judgements(Relevance::of_queries(of_query)),
            summary: format!(
                "{} joined here.",
                words::counted(n_judged, "judgement", "judgements")
            ),
            notes: Vec::new(),
            computed: Some((
                titles.join(&format!(" {word} ")),
                format!("Relevant by {which} of: {}.", words::listed(&titles)),
            )),
        })
    }

    fn of_query(&self, judged: &[&Relevance], row: u32) -> Judgements {
        let mut grades: BTreeMap<u32, (i32, usize)> = BTreeMap::new();
        for relevance in judged {
            for (image, grade) in relevance.of_query(row).map_or(&[][..], Judgements::as_slice) {
                let (joined, n) = grades.entry(*image).or_insert((*grade, 0));
                *joined = match self.is_union {
                    true => (*joined).max(*grade),
                    false => (*joined).min(*grade),
                };
                *n += 1;
            }
        }
        let joined = grades.into_iter().map(|(image, (grade, n))| {
            let is_judged = self.is_union || n == judged.len();
            (image, if is_judged { grade } else { grade.min(0) })
        });
        Judgements::new(joined)
    }
}
