//! What a recipe points to, read and checked against each other.

use super::recipe::{Images, Queries, Recipe, RelevanceSource, WhichCaption};
use crate::benchmark::{Caption, Image, Query};
use crate::formats::{
    CaptionKeys, CaptionRecord, Qrel, captions_from_jsonl, ids_from_lines, judgements_from_json,
    qrels_from_trec,
};
use anyhow::{Context, Result, bail};
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// The folder that a recipe's paths are relative to.
pub(super) struct Sources(pub(super) PathBuf);

impl Sources {
    /// A path of the recipe, as it is shown in messages.
    pub(super) fn path(&self, path: &Path) -> PathBuf {
        self.0.join(path)
    }

    fn text(&self, path: &Path) -> Result<(String, String)> {
        let path = self.path(path);
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).with_context(|| {
            format!("cannot read {name} (paths are relative to the recipe's source, or --source)")
        })?;
        Ok((name, text))
    }

    /// Ids in the order of a matrix's rows.
    pub(super) fn ids(&self, path: &Path) -> Result<Vec<String>> {
        let (name, text) = self.text(path)?;
        let ids = ids_from_lines(&name, &text)?;
        if ids.is_empty() {
            bail!("{name} is empty: one id a line is needed");
        }
        Ok(ids)
    }

    /// The captions, none twice.
    pub(super) fn captions(&self, recipe: &Recipe) -> Result<Vec<CaptionRecord>> {
        let Some(captions) = &recipe.captions else { return Ok(Vec::new()) };
        self.records(&captions.path, &captions.keys())
    }

    fn records(&self, path: &Path, keys: &CaptionKeys) -> Result<Vec<CaptionRecord>> {
        let (name, text) = self.text(path)?;
        let records = captions_from_jsonl(&name, &text, keys)?;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let mut first_line_of = HashMap::new();
        for (record, (line, _)) in records.iter().zip(lines) {
            if let Some(first) = first_line_of.insert(record.id.as_str(), line) {
                bail!("{name}, line {line}: the id {} stands on line {first} already", record.id);
            }
        }
        Ok(records)
    }

    /// The queries with their texts, in the order of the ids.
    pub(super) fn queries(
        &self,
        queries: &Queries,
        captions: &[CaptionRecord],
    ) -> Result<Vec<Query>> {
        let ids = self.ids(&queries.ids)?;
        let own: Vec<CaptionRecord>;
        let (texts, source) = match &queries.texts {
            Some(path) => {
                let key = |name: &str| name.to_owned();
                // A text's image is not asked for: its id stands in.
                let keys = CaptionKeys { id: key("id"), image: key("id"), text: key("text") };
                own = self.records(path, &keys)?;
                (own.as_slice(), self.path(path).display().to_string())
            }
            None => (captions, "the captions".to_owned()),
        };
        let text_of: HashMap<&str, &str> =
            texts.iter().map(|record| (record.id.as_str(), record.text.as_str())).collect();
        let query = |(line, id): (usize, String)| match text_of.get(id.as_str()) {
            Some(text) if !text.is_empty() => Ok(Query {
                text: (*text).to_owned(),
                id,
                split: queries.split.clone(),
                facets: Default::default(),
            }),
            _ => bail!(
                "{}, line {line}: the query {id} has no text in {source}",
                self.path(&queries.ids).display()
            ),
        };
        (1..).zip(ids).map(query).collect()
    }

    /// The judgements of the queries that are asked, in the queries' order.
    pub(super) fn judgements(
        &self,
        relevance: &RelevanceSource,
        queries: &[Query],
        images: &[Image],
    ) -> Result<Vec<Qrel>> {
        let row_of: HashMap<&str, usize> =
            queries.iter().enumerate().map(|(row, query)| (query.id.as_str(), row)).collect();
        let corpus: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
        let (name, mut qrels, lines) = if let Some(path) = &relevance.qrels {
            let (name, text) = self.text(path)?;
            let lines: Vec<usize> = (1..)
                .zip(text.lines())
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(number, _)| number)
                .collect();
            (name.clone(), qrels_from_trec(&name, &text)?, lines)
        } else {
            let path = relevance.json.as_deref().context("a relevance without a file")?;
            let (name, text) = self.text(path)?;
            (name.clone(), judgements_from_json(&name, &text)?, Vec::new())
        };
        for (index, Qrel { query, document, .. }) in qrels.iter().enumerate() {
            if row_of.contains_key(query.as_str()) && !corpus.contains(document.as_str()) {
                let place = lines.get(index).map_or(String::new(), |line| format!(", line {line}"));
                bail!(
                    "{name}{place}: query {query} judges image {document}, and the corpus has no such image"
                );
            }
        }
        qrels.retain(|qrel| row_of.contains_key(qrel.query.as_str()));
        qrels.sort_by_key(|qrel| row_of.get(qrel.query.as_str()).copied());
        if !qrels.iter().any(|qrel| qrel.grade >= 1) {
            bail!(
                "{name}: it finds no image relevant to any query of this benchmark; are the ids the same?"
            );
        }
        Ok(qrels)
    }
}

/// The images, each with its address and caption.
pub(super) fn images_from_ids(
    ids: Vec<String>,
    recipe: &Images,
    captions: &[CaptionRecord],
) -> Result<Vec<Image>> {
    let mut first: HashMap<&str, &str> = HashMap::new();
    if let Some(WhichCaption::First) = recipe.caption {
        for caption in captions {
            first.entry(&caption.image).or_insert(&caption.text);
        }
    }
    let image = |id: String| -> Result<Image> {
        Ok(Image {
            uri: recipe.uri.as_deref().map(|uri| filled_in(uri, &id)).transpose()?,
            caption: first.get(id.as_str()).map(|text| (*text).to_owned()).unwrap_or_default(),
            attribution: recipe.attribution.clone(),
            license: recipe.license.clone(),
            id,
            ..Image::default()
        })
    };
    ids.into_iter().map(image).collect()
}

/// The captions of the corpus' images, in their file's order.
pub(super) fn captions_of(images: &[Image], captions: &[CaptionRecord]) -> Vec<Caption> {
    let corpus: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
    captions
        .iter()
        .filter(|caption| corpus.contains(caption.image.as_str()))
        .map(|caption| Caption {
            id: caption.id.clone(),
            image: caption.image.clone(),
            text: caption.text.clone(),
        })
        .collect()
}

/// Puts an id into a template with `{id}` or `{id:012}`, zeros before it.
fn filled_in(template: &str, id: &str) -> Result<String> {
    let wrong =
        || format!("images.uri {template:?} needs {{id}}, or {{id:012}} for zeros before it");
    let (before, rest) = template.split_once("{id").with_context(wrong)?;
    let (format, after) = rest.split_once('}').with_context(wrong)?;
    let width = match format.strip_prefix(":0") {
        Some(width) => {
            width.parse::<usize>().ok().filter(|width| *width <= 64).with_context(wrong)?
        }
        None if format.is_empty() => 0,
        None => bail!(wrong()),
    };
    Ok(format!("{before}{id:0>width$}{after}"))
}
