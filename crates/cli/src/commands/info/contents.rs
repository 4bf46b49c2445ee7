//! What a benchmark holds, as counts.

use crate::{benchmark::open::Benchmark, commands::codes::is_signs};
use anyhow::Result;
use rankscope_core::benchmark::{
    EXPLANATIONS_FILE, FileEntry, Headline, Manifest, RelevanceDefinition, Remote, StoredRun,
    System, TOPICS_FILE, VISION_FILE,
};
use rankscope_core::vectors::ShardDtype;
use rankscope_guide::COMPLEXITY_FILE;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub(super) struct Contents {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) version: String,
    pub(super) license: String,
    pub(super) images: u32,
    pub(super) queries: u32,
    pub(super) captions: u32,
    pub(super) splits: BTreeMap<String, usize>,
    /// The facets of queries, with the number of their values.
    pub(super) facets: BTreeMap<String, usize>,
    pub(super) definitions: Vec<Definition>,
    pub(super) systems: Vec<OfSystem>,
    pub(super) encoders: Vec<OfEncoder>,
    pub(super) runs: Vec<StoredRun>,
    pub(super) guides: Vec<OfGuides>,
    pub(super) headlines: Vec<Headline>,
    pub(super) topics: usize,
    pub(super) stored_values: usize,
    pub(super) complexity: bool,
    pub(super) files: BTreeMap<&'static str, Amount>,
    pub(super) total: Amount,
}

#[derive(Serialize)]
pub(super) struct Definition {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) default: bool,
    /// Queries with a judgement.
    pub(super) queries: usize,
    pub(super) judgements: usize,
    pub(super) relevant: usize,
    pub(super) only_judged: bool,
    pub(super) complete: bool,
    pub(super) votes: bool,
}

#[derive(Serialize)]
pub(super) struct OfSystem {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) dim: u32,
    /// `None` without images.
    pub(super) dtype: Option<ShardDtype>,
    pub(super) shards: usize,
    pub(super) has_signs: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remote: Option<Remote>,
    pub(super) bytes: u64,
    pub(super) has_queries: bool,
    pub(super) encoder: Option<String>,
    pub(super) parameters: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct OfEncoder {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) dim: usize,
    pub(super) parameters: u64,
    pub(super) pictures: bool,
    pub(super) bytes: u64,
}

#[derive(Serialize)]
pub(super) struct OfGuides {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) images: u32,
    pub(super) systems: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Amount {
    pub(super) files: usize,
    pub(super) bytes: u64,
}

impl Amount {
    fn of<'a>(files: impl IntoIterator<Item = &'a FileEntry>) -> Self {
        files.into_iter().fold(Self::default(), |sum, file| Self {
            files: sum.files + 1,
            bytes: sum.bytes + file.bytes,
        })
    }
}

impl Contents {
    pub(super) fn of(benchmark: &Benchmark) -> Result<Self> {
        let manifest = &benchmark.manifest;
        let mut splits: BTreeMap<String, usize> = BTreeMap::new();
        for query in benchmark.queries.iter() {
            *splits.entry(query.split.clone()).or_default() += 1;
        }
        let facets = manifest.facets.iter().map(|facet| (facet.name.clone(), facet.values.len()));
        let mut files: BTreeMap<&'static str, Amount> = BTreeMap::new();
        for file in &manifest.files {
            let kind = files.entry(kind_of(manifest, &file.path)).or_default();
            (kind.files, kind.bytes) = (kind.files + 1, kind.bytes + file.bytes);
        }
        let values = manifest.systems.iter().filter_map(|one| manifest.values_file(&one.id));
        Ok(Self {
            id: manifest.id.clone(),
            title: manifest.title.clone(),
            description: manifest.description.clone(),
            version: manifest.version.clone(),
            license: manifest.license.clone(),
            images: manifest.counts.images,
            queries: manifest.counts.queries,
            captions: manifest.counts.captions,
            splits,
            facets: facets.collect(),
            definitions: all(&manifest.relevance, |one| definition(benchmark, one))?,
            systems: all(&manifest.systems, |one| system(benchmark, one))?,
            encoders: all(&manifest.encoders, |entry| {
                let encoder = benchmark.encoder(entry)?;
                let pack = entry.path.trim_end_matches('/');
                let in_pack = |file: &&FileEntry| file.path.starts_with(&format!("{pack}/"));
                let of_pictures = [VISION_FILE, rankscope_core::benchmark::IMAGES_FILE];
                let has = |name: &str| manifest.file(&format!("{pack}/{name}")).is_ok();
                Ok(OfEncoder {
                    id: entry.id.clone(),
                    title: entry.title.clone(),
                    dim: encoder.manifest().dim,
                    parameters: encoder.manifest().parameters,
                    pictures: of_pictures.into_iter().any(has),
                    bytes: Amount::of(manifest.files.iter().filter(in_pack)).bytes,
                })
            })?,
            runs: manifest.runs.clone(),
            guides: all(&manifest.guides, |guides| {
                let with = |system: &&System| manifest.guide_vectors(system, &guides.id).is_some();
                let systems = manifest.systems.iter().filter(with);
                Ok(OfGuides {
                    id: guides.id.clone(),
                    title: guides.title.clone(),
                    images: guides.images,
                    systems: systems.map(|system| system.id.clone()).collect(),
                })
            })?,
            headlines: manifest.headlines.clone(),
            topics: benchmark.topics()?.map_or(0, |topics| topics.topics.len()),
            stored_values: values.count(),
            complexity: manifest.file(COMPLEXITY_FILE).is_ok(),
            files,
            total: Amount::of(&manifest.files),
        })
    }
}

fn all<S, T>(list: &[S], of: impl Fn(&S) -> Result<T>) -> Result<Vec<T>> {
    list.iter().map(of).collect()
}

fn definition(benchmark: &Benchmark, of: &RelevanceDefinition) -> Result<Definition> {
    let relevance = benchmark.relevance(&of.id)?;
    let mut counted = (0, 0, 0);
    for query in 0..benchmark.manifest.counts.queries {
        let Some(judged) = relevance.of_query(query) else { continue };
        let (queries, judgements, relevant) = counted;
        let n = judged.as_slice().len();
        counted = (queries + usize::from(n > 0), judgements + n, relevant + judged.n_relevant());
    }
    let (queries, judgements, relevant) = counted;
    Ok(Definition {
        id: of.id.clone(),
        title: of.title.clone(),
        default: of.default,
        queries,
        judgements,
        relevant,
        only_judged: of.only_judged,
        complete: of.complete,
        votes: of.votes.is_some(),
    })
}

fn system(benchmark: &Benchmark, of: &System) -> Result<OfSystem> {
    let manifest = &benchmark.manifest;
    let first = of.gallery.first().map(|path| benchmark.shard_dtype(path));
    let vectors = |file: &&FileEntry| {
        file.path.starts_with(&format!("systems/{}/", of.id)) && file.path.ends_with(SHARD)
    };
    Ok(OfSystem {
        id: of.id.clone(),
        title: of.title.clone(),
        dim: of.dim,
        dtype: first.transpose()?,
        shards: of.gallery.len(),
        has_signs: manifest.has_signs(of),
        remote: of.remote.clone(),
        bytes: Amount::of(manifest.files.iter().filter(vectors)).bytes,
        has_queries: of.queries.is_some(),
        encoder: of.encoder.clone(),
        parameters: of.parameters,
    })
}

const SHARD: &str = ".safetensors";

fn kind_of(manifest: &Manifest, path: &str) -> &'static str {
    let (folder, _) = path.split_once('/').unwrap_or((path, ""));
    let is_of_pack = |pack: &str| path.starts_with(&format!("{}/", pack.trim_end_matches('/')));
    match folder {
        _ if manifest.encoders.iter().any(|encoder| is_of_pack(&encoder.path)) => "encoders",
        "systems" if path.ends_with(SHARD) => "vectors",
        "systems" if is_signs(manifest, path) => "signs",
        "images" | "queries.jsonl" | "captions.jsonl" | "systems" | TOPICS_FILE => "lists",
        "fields" => "fields",
        "relevance" | "reverse" | "votes" | EXPLANATIONS_FILE => "judgements",
        "values" | "seeds" | COMPLEXITY_FILE => "stored values",
        "runs" => "runs",
        "guides" => "guides",
        _ => "pictures and others",
    }
}
