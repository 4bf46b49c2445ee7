//! Queries, in the order of the systems' query vectors.

use super::{captioned::Dataset, folder::SourceFolder};
use crate::{
    build::recipe::{Queries, QuerySource, QueryTable, SplitFile},
    reading::list_files,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::SPLIT;
use rankscope_core::benchmark::Query;
use rankscope_core::formats::{
    CaptionKeys, CaptionRecord, ConqaQuery, fault_of_id, queries_from_conqa, queries_from_inquire,
    records_from_beir,
};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

/// What a line of texts may have besides the text, as in a benchmark's `queries.jsonl`.
#[derive(Default, Deserialize)]
struct MoreOfText {
    #[serde(default)]
    id: serde_json::Value,
    split: Option<String>,
    #[serde(default)]
    facets: BTreeMap<String, String>,
}

impl SourceFolder {
    pub(crate) fn queries(
        &self,
        queries: &Queries,
        captions: &[CaptionRecord],
    ) -> Result<Vec<Query>> {
        let split = &queries.split;
        let query =
            |id: String, text: String, facets| Query { id, text, split: split.clone(), facets };
        let plain = |id: String, text: String| query(id, text, BTreeMap::new());
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
                let topics = topics.into_iter().map(|topic| topic.name);
                topics.map(|name| plain(name.clone(), name.replace('_', " "))).collect()
            }
            QuerySource::Beir(path) => {
                let (name, text) = list_files::text_in(&self.path(path), "queries.jsonl")?;
                let records = records_from_beir(&name, &text)?.into_iter();
                records.map(|it| plain(it.id, it.text)).collect()
            }
            QuerySource::Table(table) => {
                let first = u64::from(queries.first.unwrap_or(1));
                self.query_rows(table, first, split)?
            }
            QuerySource::Lines(path) => {
                let (_, text) = self.text(path)?;
                let texts = text.lines().map(str::trim).filter(|line| !line.is_empty());
                let numbered = (u64::from(queries.first.unwrap_or(1))..).zip(texts);
                numbered.map(|(n, text)| plain(n.to_string(), text.to_owned())).collect()
            }
            // Without texts, the id is what is asked.
            QuerySource::Range([first, last]) => {
                (first..=last).map(|n| plain(n.to_string(), n.to_string())).collect()
            }
            QuerySource::Classes(path) => {
                let named = self.shown_classes(path)?.queries()?.into_iter();
                named.map(|(id, text)| plain(id, text)).collect()
            }
            QuerySource::NamedIn(files) => {
                let ids = self.queries_named_in(files)?.into_iter();
                ids.map(|id| plain(id.clone(), id)).collect()
            }
        };
        if found.is_empty() {
            bail!("the recipe's [queries] point to files without a query");
        }
        if let Some(query) = found.iter().find(|query| query.facets.contains_key(SPLIT)) {
            bail!(
                "query {} has a facet called {SPLIT}, as the page calls the splits: give it as the \
                 split, or name it otherwise",
                query.id
            );
        }
        Ok(found)
    }

    fn listed(
        &self,
        path: &Path,
        queries: &Queries,
        captions: &[CaptionRecord],
    ) -> Result<Vec<Query>> {
        let dataset = self.dataset(path)?.map(Dataset::captions);
        let ids = match &dataset {
            Some(captions) => captions.iter().map(|caption| caption.id.clone()).collect(),
            None => self.ids(path)?,
        };
        if queries.texts.is_none() && captions.is_empty() && dataset.is_none() {
            let split = &queries.split;
            let query = |id: String| Query {
                text: id.clone(),
                id,
                split: split.clone(),
                facets: BTreeMap::new(),
            };
            return Ok(ids.into_iter().map(query).collect());
        }
        let more = queries.texts.as_ref().map(|path| self.more_of_texts(path)).transpose()?;
        let mut more = more.unwrap_or_default();
        let given: Vec<CaptionRecord>;
        let (texts, source) = match &queries.texts {
            Some(path) => {
                let key = |name: &str| name.to_owned();
                // These texts have no image, so the id fills the key.
                let keys = CaptionKeys { id: key("id"), image: key("id"), text: key("text") };
                given = self.records(path, &keys)?;
                (given.as_slice(), self.path(path).display().to_string())
            }
            None => (captions, "the captions".to_owned()),
        };
        let text_of: HashMap<&str, &str> =
            texts.iter().map(|record| (record.id.as_str(), record.text.as_str())).collect();
        let query = |(line, id): (usize, String)| match text_of.get(id.as_str()) {
            Some(text) if !text.is_empty() => {
                let MoreOfText { split, facets, .. } = more.remove(&id).unwrap_or_default();
                let split = split.unwrap_or_else(|| queries.split.clone());
                Ok(Query { text: (*text).to_owned(), id, split, facets })
            }
            _ => bail!(
                "{}, line {line}: the query {id} has no text in {source}",
                self.path(path).display()
            ),
        };
        (1..).zip(ids).map(query).collect()
    }

    /// The splits and facets in the lines of texts, by id.
    fn more_of_texts(&self, path: &Path) -> Result<HashMap<String, MoreOfText>> {
        let (name, text) = self.text(path)?;
        let mut more = HashMap::new();
        if !text.trim_start().starts_with('{') {
            return Ok(more);
        }
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let of_line: MoreOfText = serde_json::from_str(text).with_context(|| {
                format!(
                    "{name}, line {line}: split must be a text, and facets texts by name, such as \
                     {{\"id\": …, \"text\": …, \"facets\": {{\"kind\": \"animal\"}}}}"
                )
            })?;
            let id = match &of_line.id {
                serde_json::Value::String(id) => id.clone(),
                id => id.to_string(),
            };
            more.insert(id, of_line);
        }
        Ok(more)
    }

    fn query_rows(
        &self,
        QueryTable { file, id, text, split, facets }: &QueryTable,
        first: u64,
        usual_split: &str,
    ) -> Result<Vec<Query>> {
        let names = std::iter::once(text).chain(facets.values()).chain(split).chain(id);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let (of_split, of_id) = (1 + facets.len(), names.len() - 1);
        let table = self.table(file, &names)?;
        let mut row_of: HashMap<String, usize> = HashMap::new();
        let mut rows = Vec::with_capacity(table.n_rows());
        for (number, row) in (first..).zip(0..table.n_rows()) {
            let query_id = if id.is_some() { table.id(of_id, row)? } else { number.to_string() };
            if let Some(before) = row_of.insert(query_id.clone(), row) {
                bail!(
                    "{}: the id {query_id} occurs twice, first at {}",
                    table.at(row),
                    table.at(before)
                );
            }
            let split = split.as_ref().and_then(|_| table.value(of_split, row));
            let values = (1..).zip(facets.keys());
            let values = values.filter_map(|(column, facet)| {
                Some((facet.clone(), table.value(column, row)?.to_owned()))
            });
            rows.push(Query {
                id: query_id,
                text: table.needed(0, row, text)?.to_owned(),
                split: split.unwrap_or(usual_split).to_owned(),
                facets: values.collect(),
            });
        }
        Ok(rows)
    }

    fn inquire_queries(&self, files: &[SplitFile]) -> Result<Vec<Query>> {
        let mut file_of: HashMap<String, String> = HashMap::new();
        let mut queries = Vec::new();
        for SplitFile { file, split } in files {
            let (name, text) = self.text(file)?;
            for it in queries_from_inquire(&name, &text)? {
                if let Some(first) = file_of.insert(it.id.clone(), name.clone()) {
                    bail!("{name}: the query {} is in {first} already", it.id);
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

    pub(super) fn conqa_queries(&self, path: &Path) -> Result<Vec<ConqaQuery>> {
        let (name, text) = self.text(path)?;
        Ok(queries_from_conqa(&name, &text)?)
    }
}
