//! Loads what images rank when they are the queries.

use super::{
    ListSource, LoadError,
    captions::{load_captions, row_of_image},
    load::text_of,
};
use crate::benchmark::{
    Caption, ImageIds, JudgedTexts, Manifest, Query, Relevance, RelevanceDefinition, judged_images,
};
use crate::formats::{FormatError, IdTable, Place, Qrel, judgement_lines, lines_of_own_qrels};

/// Images as queries, and the texts that they rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversed {
    /// Id and words of each text with a vector, in the order of the vectors.
    pub texts: Vec<(String, String)>,
    /// Ids of the texts after them: only judgements name these, so they cannot be found.
    pub without_vectors: Vec<String>,
    /// The row in the corpus of the image that each text describes; `None` if the texts are the queries.
    pub caption_images: Option<Vec<u32>>,
    /// Rows in the corpus of images that have a relevant text, ascending.
    pub image_rows: Vec<u32>,
    /// By definition: the judgements of these images, in their order.
    pub relevance: Vec<Relevance>,
}

/// Loads the texts, and the judgements from images to texts of each of `definitions`.
///
/// The texts are the captions if systems have vectors of them, else the queries. A definition's judgements are
/// `given`, from the file of this name, or else those in `reverse/<id>.qrels`. Without this file, an image's captions
/// are relevant to it, or the queries that it is relevant to.
pub async fn load_reversed<S: ListSource>(
    manifest: &Manifest,
    queries: &[Query],
    image_ids: ImageIds<'_>,
    definitions: &[(&RelevanceDefinition, &Relevance)],
    given: Option<(&str, &[Qrel])>,
    source: &S,
) -> Result<Reversed, LoadError<S::Error>> {
    let row_of_image = row_of_image(image_ids);
    let (texts, of_captions) = if manifest.has_caption_vectors() {
        let (captions, image_rows) = load_captions(manifest, &row_of_image, source).await?;
        let text = |Caption { id, text, .. }| (id, text);
        (captions.into_iter().map(text).collect(), Some(image_rows))
    } else {
        let text = |query: &Query| (query.id.clone(), query.text.clone());
        (queries.iter().map(text).collect::<Vec<_>>(), None)
    };
    let mut ids = IdTable::default();
    for (id, _) in &texts {
        ids.row(id);
    }
    let mut judged = Vec::with_capacity(definitions.len());
    for (definition, relevance) in definitions {
        source.pause().await;
        if let Some((name, qrels)) = given {
            let of_file = JudgedTexts::from_qrels(qrels, &row_of_image, &mut ids);
            let of_file = of_file.map_err(|index| {
                let id = qrels.get(index).map_or("", |qrel| qrel.query.as_str());
                FormatError::new(name, Place::File, format!("the corpus has no image {id}"))
            })?;
            judged.push((*definition, of_file));
            continue;
        }
        let of_definition = match (manifest.reverse_file(&definition.id), &of_captions) {
            (Some(file), _) => {
                let text = text_of(file, source).await?;
                let qrels: Result<Vec<_>, _> = lines_of_own_qrels(&file.path, &text)
                    .map(|line| line.map(Qrel::from))
                    .collect();
                let qrels = qrels?;
                JudgedTexts::from_qrels(&qrels, &row_of_image, &mut ids)
                    .map_err(|index| unknown_image(&file.path, &text, index))?
            }
            // An imported definition judges the queries, not the captions.
            (None, Some(_)) if manifest.definition(&definition.id).is_none() => {
                JudgedTexts::default()
            }
            (None, Some(image_rows)) => JudgedTexts::own_captions(image_rows),
            (None, None) => JudgedTexts::turned_round(relevance, manifest.counts.queries),
        };
        judged.push((*definition, of_definition));
    }
    let (image_rows, relevance) = judged_images(judged);
    let without_vectors = ids.ids().get(texts.len()..).unwrap_or_default().to_vec();
    Ok(Reversed { texts, without_vectors, caption_images: of_captions, image_rows, relevance })
}

fn unknown_image(file: &str, text: &str, index: usize) -> FormatError {
    let (line, id) = judgement_lines(text).nth(index).map_or((0, ""), |(number, line)| {
        (number, line.split_whitespace().next().unwrap_or_default())
    });
    FormatError::new(file, Place::Line(line), format!("the corpus has no image {id}"))
}
