//! Judgements in reverse: images are the queries, and texts are ranked.

use super::{Judgements, Relevance, RelevanceDefinition};
use crate::formats::{IdTable, Qrel};
use std::collections::BTreeMap;

/// `(row of the text, grade)` of judged texts by the image's row in the corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JudgedTexts {
    of_image: BTreeMap<u32, Vec<(u32, i32)>>,
}

impl JudgedTexts {
    /// Turns judgements of `n_queries` queries round: the texts are these queries.
    pub fn turned_round(relevance: &Relevance, n_queries: u32) -> Self {
        let mut all = Self::default();
        for query in 0..n_queries {
            let judged = relevance.of_query(query).map_or(&[][..], Judgements::as_slice);
            for (image, grade) in judged {
                all.of_image.entry(*image).or_default().push((query, *grade));
            }
        }
        all
    }

    /// Each caption is relevant to the image that it was written for, whose row `image_rows` has for each caption.
    pub fn own_captions(image_rows: &[u32]) -> Self {
        let mut all = Self::default();
        for (caption, image) in (0u32..).zip(image_rows) {
            all.of_image.entry(*image).or_default().push((caption, 1));
        }
        all
    }

    /// Judgements from images to texts. Adds unknown texts to `texts`: without vectors they cannot be found, but
    /// count in R.
    ///
    /// # Errors
    /// The index of the first judgement for an image that is not in the corpus.
    pub fn from_qrels(
        qrels: &[Qrel],
        row_of_image: impl Fn(&str) -> Option<u32>,
        texts: &mut IdTable,
    ) -> Result<Self, usize> {
        let mut all = Self::default();
        for (index, qrel) in qrels.iter().enumerate() {
            let image = row_of_image(&qrel.query).ok_or(index)?;
            let text = texts.row(&qrel.document);
            all.of_image.entry(image).or_default().push((text, qrel.grade));
        }
        Ok(all)
    }
}

/// The rows of images that have a relevant text under any of the definitions, ascending, and each definition's
/// judgements for them.
pub fn judged_images<'a>(
    all: impl IntoIterator<Item = (&'a RelevanceDefinition, JudgedTexts)>,
) -> (Vec<u32>, Vec<Relevance>) {
    let judged = |(definition, texts): (&'a RelevanceDefinition, JudgedTexts)| {
        let of_image = texts.of_image.into_iter();
        let judged = of_image.map(|(image, grades)| (image, Judgements::new(grades)));
        // An image without a relevant text has no value under any measure.
        let judged = judged.filter(|(_, judgements)| judgements.n_relevant() > 0);
        (definition, judged.collect::<BTreeMap<u32, Judgements>>())
    };
    let all: Vec<_> = all.into_iter().map(judged).collect();
    let mut images: Vec<u32> = all.iter().flat_map(|(_, judged)| judged.keys().copied()).collect();
    images.sort_unstable();
    images.dedup();
    let relevance = |(definition, mut judged): (&RelevanceDefinition, BTreeMap<u32, _>)| {
        let of_image = |image| judged.remove(image).unwrap_or_default();
        Relevance::of_queries(images.iter().map(of_image).collect()).of_definition(definition)
    };
    let relevance = all.into_iter().map(relevance).collect();
    (images, relevance)
}
