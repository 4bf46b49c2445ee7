//! Queries, in the order of the systems' query vectors.

use super::folder::SourceFolder;
use crate::build::recipe::{Queries, QuerySource, SplitFile};
use anyhow::{Result, bail};
use rankscope_core::benchmark::Query;
use rankscope_core::formats::{
    CaptionKeys, CaptionRecord, ConqaQuery, fault_of_id, queries_from_conqa, queries_from_inquire,
    records_from_beir,
};
use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

impl SourceFolder {
    /// All queries, with their texts and facets.
    pub(crate) fn queries(
        &self,
        queries: &Queries,
        captions: &[CaptionRecord],
    ) -> Result<Vec<Query>> {
        let split = &queries.split;
        let query =
            |id: String, text: String, facets| Query { id, text, split: split.clone(), facets };
        let found: Vec<Query> = match queries.source()? {
            QuerySource::Ids(ids) => self.listed(ids, queries, captions)?,
            QuerySource::Inquire(files) => self.inquire_queries(files)?,
            QuerySource::Conqa(path) => {
                let of_kind = |it: ConqaQuery| {
                    let kind = if it.is_conceptual { "conceptual" } else { "descriptive" };
                    let facets = BTreeMap::from([("kind".to_owned(), kind.to_owned())]);
                    query(it.id, it.text, facets)
                };
                self.conqa_queries(path)?.into_iter().map(of_kind).collect()
            }
            QuerySource::Mirflickr(folder) => {
                let topics = self.topics(folder)?;
                if let Some(fault) = topics.iter().find_map(|topic| fault_of_id(&topic.name)) {
                    bail!("{}: {fault}", self.path(folder).display());
                }
                let of_topic = |name: String| {
                    let text = name.replace('_', " ");
                    query(name, text, BTreeMap::new())
                };
                topics.into_iter().map(|topic| of_topic(topic.name)).collect()
            }
            QuerySource::Beir(path) => {
                let (name, text) = self.text(path)?;
                let records = records_from_beir(&name, &text)?.into_iter();
                records.map(|it| query(it.id, it.text, BTreeMap::new())).collect()
            }
        };
        if found.is_empty() {
            bail!("the recipe's [queries] point to files without a query");
        }
        Ok(found)
    }

    /// The queries of a list of ids, with their texts.
    fn listed(
        &self,
        path: &Path,
        queries: &Queries,
        captions: &[CaptionRecord],
    ) -> Result<Vec<Query>> {
        let ids = self.ids(path)?;
        let own: Vec<CaptionRecord>;
        let (texts, source) = match &queries.texts {
            Some(path) => {
                let key = |name: &str| name.to_owned();
                // These texts have no image, so the id fills the key.
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
                facets: BTreeMap::new(),
            }),
            _ => bail!(
                "{}, line {line}: the query {id} has no text in {source}",
                self.path(path).display()
            ),
        };
        (1..).zip(ids).map(query).collect()
    }

    fn inquire_queries(&self, files: &[SplitFile]) -> Result<Vec<Query>> {
        let mut file_of: HashMap<String, String> = HashMap::new();
        let mut queries = Vec::new();
        for SplitFile { file, split } in files {
            let (name, text) = self.text(file)?;
            for it in queries_from_inquire(&name, &text)? {
                if let Some(first) = file_of.insert(it.id.clone(), name.clone()) {
                    bail!("{name}: the query {} stands in {first} already", it.id);
                }
                let facets = [
                    ("supercategory", Some(it.supercategory)),
                    ("category", Some(it.category)),
                    ("iconic_group", it.iconic_group),
                ];
                let given =
                    facets.into_iter().filter_map(|(key, value)| Some((key.into(), value?)));
                queries.push(Query {
                    id: it.id,
                    text: it.text,
                    split: split.clone(),
                    facets: given.collect(),
                });
            }
        }
        Ok(queries)
    }

    /// ConQA's queries with their seed images.
    pub(super) fn conqa_queries(&self, path: &Path) -> Result<Vec<ConqaQuery>> {
        let (name, text) = self.text(path)?;
        Ok(queries_from_conqa(&name, &text)?)
    }
}
