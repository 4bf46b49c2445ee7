//! Queries that have pictures of their own to rank, as INQUIRE-Rerank's do: the lists, and the recipe that says
//! so, which no guess could.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Default)]
pub(super) struct Candidates {
    queries: Vec<Query>,
    place_of: HashMap<String, usize>,
    /// Facets that differ within a query.
    varying: BTreeSet<String>,
}

struct Query {
    text: String,
    facets: BTreeMap<String, String>,
    /// Image, grade, score; without scores they stay in the order in which they come.
    images: Vec<(String, String, Option<f64>)>,
}

impl Candidates {
    pub(super) fn add<'a>(
        &mut self,
        text: &str,
        facets: impl Iterator<Item = (&'a str, String)>,
        image: String,
        grade: &str,
        score: Option<f64>,
    ) {
        let facets: BTreeMap<String, String> =
            facets.map(|(name, value)| (name.to_owned(), value)).collect();
        let place = *self.place_of.entry(text.to_owned()).or_insert(self.queries.len());
        if place == self.queries.len() {
            self.queries.push(Query { text: text.to_owned(), facets, images: Vec::new() });
        } else if let Some(query) = self.queries.get(place) {
            let names = query.facets.keys().chain(facets.keys());
            let varies = |name: &&String| query.facets.get(*name) != facets.get(*name);
            self.varying.extend(names.filter(varies).cloned());
        }
        if let Some(query) = self.queries.get_mut(place) {
            query.images.push((image, grade.to_owned(), score));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// Queries and judgements.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.queries.len(), self.queries.iter().map(|query| query.images.len()).sum())
    }

    /// The files by name, for a data set of this name.
    pub(super) fn lists(&self, name: &str) -> Vec<(String, String)> {
        let [mut ids, mut texts, mut qrels, mut run] = [const { String::new() }; 4];
        for (number, query) in (1..).zip(&self.queries) {
            let id = format!("q{number:03}");
            let is_facet = |(name, _): &(&String, &String)| !self.varying.contains(*name);
            let facets: BTreeMap<_, _> = query.facets.iter().filter(is_facet).collect();
            ids += &format!("{id}\n");
            texts += &json!({ "id": id, "text": query.text, "facets": facets }).to_string();
            texts.push('\n');
            let mut ranked: Vec<_> = query.images.iter().collect();
            let score = |of: &(String, String, Option<f64>)| of.2.unwrap_or(0.0);
            ranked.sort_by(|a, b| score(b).total_cmp(&score(a)));
            for (rank, (image, grade, score)) in (1..).zip(ranked) {
                qrels += &format!("{id} 0 {image} {grade}\n");
                let score = score.map_or_else(|| format!("-{rank}"), |score| format!("{score:?}"));
                run += &format!("{id} Q0 {image} {rank} {score} first-stage\n");
            }
        }
        let lists = [
            ("query_ids.txt", ids),
            ("queries.jsonl", texts),
            ("judged.qrels", qrels),
            ("candidates.run", run),
            ("recipe.toml", recipe(name)),
        ];
        lists.map(|(name, text)| (name.to_owned(), text)).into()
    }
}

fn recipe(name: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let id: String = name.chars().map(|c| if is_safe(c) { c } else { '-' }).collect();
    // A JSON string is a TOML string, too.
    let (id, title) = (Value::from(id), Value::from(name));
    format!(
        r#"# Written by `rankscope unpack`: each query ranks the pictures that came with it.
# docs/recipes.md explains all keys. `rankscope view` opens a tab on this recipe, and
# `rankscope build` makes the benchmark's folder.

id = {id}
title = {title}

[images]
folder = "pictures"

[queries]
ids = "query_ids.txt"
texts = "queries.jsonl"

[[relevance]]
id = "judged"
title = "Judged"
counts_as = "What is marked as relevant among the pictures that came with the query."
default = true
qrels = "judged.qrels"
candidates = "candidates.run"

# The order in which the pictures came.
[[runs]]
id = "first-stage"
title = "First stage"
file = "candidates.run"

# A model's vectors take the place of made_from: gallery = "gallery.npy", queries = "queries.npy".
[[systems]]
id = "pixels"
title = "Colours and edges"
made_from = "pixels"
"#
    )
}
