//! `rankscope fieldbook build --vectors-only`: a corpus of any size to measure search with.
//!
//! A scene's vector is the sum of a random direction for each of its facts, and noise: scenes that share
//! facts are near each other, as pictures are in an encoder's space. Millions of rows take a minute.

use crate::build::{
    benchmark_writer::{BenchmarkWriter, empty_manifest},
    shards::Rows,
};
use anyhow::Result;
use rankscope_core::benchmark::{Counts, Manifest, Query, RelevanceDefinition, System};
use rankscope_core::random::SplitMix64;
use rankscope_core::{formats::Qrel, vectors::ShardDtype};
use rankscope_fieldbook::{LICENSE, Scene};
use rustc_hash::{FxHashMap, FxHasher};
use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

/// As many as there are scenes if these are fewer.
const N_QUERIES: u32 = 200;

const SYSTEM: &str = "facts";

/// The weight of the noise; the direction of a fact has weight 1. Queries are noisier than
/// pictures, as captions are.
const GALLERY_NOISE: f32 = 0.8;
const QUERY_NOISE: f32 = 1.2;

/// Random directions of facts, made on first use.
struct Directions {
    dim: usize,
    of_fact: FxHashMap<u64, Vec<f32>>,
}

impl Directions {
    fn new(dim: usize) -> Self {
        Self { dim, of_fact: FxHashMap::default() }
    }

    /// The vector `[dim]` of a scene, not yet normalised.
    fn vector(&mut self, scene: &Scene, noise: f32, seed: u64) -> Vec<f32> {
        let mut vector: Vec<f32> = values(seed, self.dim).map(|value| noise * value).collect();
        for fact in facts(scene) {
            let dim = self.dim;
            let direction = self.of_fact.entry(fact).or_insert_with(|| values(fact, dim).collect());
            for (sum, value) in vector.iter_mut().zip(direction) {
                *sum += *value;
            }
        }
        vector
    }
}

/// `n` random values from −1 to 1.
fn values(seed: u64, n: usize) -> impl Iterator<Item = f32> {
    let mut random = SplitMix64::new(seed);
    (0..n).map(move |_| random.signed_unit())
}

/// A number for each visible fact: equal facts have equal numbers.
fn facts(scene: &Scene) -> [u64; 13] {
    [
        number(0, scene.species),
        number(1, scene.group()),
        number(2, scene.life_stage),
        number(3, scene.sex),
        number(4, scene.health),
        number(5, scene.behaviour),
        number(6, scene.companion),
        number(7, scene.count),
        number(8, scene.habitat),
        number(9, scene.substrate),
        number(10, scene.light),
        number(11, scene.weather),
        number(12, (scene.season, scene.impact)),
    ]
}

fn number(field: u64, fact: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    field.hash(&mut hasher);
    fact.hash(&mut hasher);
    hasher.finish()
}

#[derive(Clone, Copy)]
pub(super) struct Corpus {
    pub(super) n: u32,
    pub(super) seed: u64,
    pub(super) dim: usize,
}

impl Corpus {
    fn n_queries(self) -> u32 {
        N_QUERIES.min(self.n)
    }

    /// The scene that a query's vector is made from; the queries spread over the corpus.
    fn source_of(self, query: u32) -> u64 {
        u64::from(query) * u64::from(self.n) / u64::from(self.n_queries())
    }

    /// The vectors of these scenes, with noise from streams of `noise_stream`.
    fn rows(
        self,
        name: &str,
        scenes: impl ExactSizeIterator<Item = u64>,
        noise: f32,
        noise_stream: u64,
    ) -> Rows<impl Iterator<Item = Result<Vec<f32>>>> {
        let mut directions = Directions::new(self.dim);
        let place = name.to_owned();
        Rows {
            name: name.into(),
            n_rows: scenes.len(),
            dim: self.dim,
            rows: scenes.map(move |index| {
                let scene = Scene::generate(self.seed, index);
                Ok(directions.vector(&scene, noise, noise_seed(noise_stream, index)))
            }),
            place_of: Box::new(move |row| format!("{place}, row {row}")),
        }
    }
}

/// Writes the corpus: a gallery, queries, and as the judgement of each query the scene it was made from.
pub(super) fn build(
    mut writer: BenchmarkWriter,
    corpus: Corpus,
    shard_rows: Option<usize>,
) -> Result<Manifest> {
    let Corpus { n, seed, dim } = corpus;
    let n_queries = corpus.n_queries();
    let id_of = |query: u32| format!("v-{query:03}");
    let queries: Vec<Query> = (0..n_queries)
        .map(|query| Query {
            id: id_of(query),
            text: format!("the facts of scene {}", corpus.source_of(query)),
            split: "test".into(),
            facets: BTreeMap::new(),
        })
        .collect();
    writer.add_queries(&queries)?;
    let qrel = |query: u32| Qrel {
        query: id_of(query),
        document: corpus.source_of(query).to_string(),
        grade: 1,
    };
    let qrels: Vec<Qrel> = (0..n_queries).map(qrel).collect();
    let path = writer.add_relevance("source", &qrels)?;
    let scenes = (0..n as usize).map(|index| index as u64);
    let gallery = corpus.rows("vectors", scenes, GALLERY_NOISE, seed);
    let gallery = gallery.write_gallery(&mut writer, SYSTEM, ShardDtype::I8, shard_rows)?;
    let scenes = (0..n_queries).map(|query| corpus.source_of(query));
    let queries = corpus.rows("queries", scenes, QUERY_NOISE, !seed);
    let system = System {
        id: SYSTEM.into(),
        title: "Facts".into(),
        description: "A random direction for each fact of a scene, and noise.".into(),
        dim: u32::try_from(dim)?,
        source: "rankscope fieldbook build --vectors-only".into(),
        license: LICENSE.into(),
        gallery,
        queries: Some(queries.write_queries(&mut writer, SYSTEM)?),
        ..System::default()
    };
    writer.add_system(&system)?;
    writer.finish(Manifest {
        id: "fieldbook-vectors".into(),
        title: "Fieldbook, vectors only".into(),
        description: "A corpus to measure a search with: no pictures and no lists.".into(),
        version: "1".into(),
        license: LICENSE.into(),
        counts: Counts { queries: n_queries, images: n, captions: 0 },
        relevance: vec![RelevanceDefinition {
            id: "source".into(),
            title: "Source".into(),
            counts_as: "The scene that the query’s vector was made from.".into(),
            default: true,
            only_judged: false,
            complete: false,
            path,
            votes: None,
        }],
        systems: vec![system],
        ..empty_manifest()
    })
}

fn noise_seed(stream: u64, index: u64) -> u64 {
    SplitMix64::new(stream ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93)).next_u64()
}
