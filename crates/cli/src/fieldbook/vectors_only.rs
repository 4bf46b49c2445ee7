//! `rankscope fieldbook build --vectors-only`: a corpus of any size to measure a search with.
//!
//! A scene's vector is the sum of a random direction for each of its facts, and noise: scenes
//! that share facts are near each other, as pictures are in an encoder's space. There are no
//! pictures, no lists and no encoder, so that millions of rows are a matter of a minute.

use crate::{shards::Rows, writer::Writer};
use anyhow::Result;
use rankscope_core::benchmark::{
    Counts, Manifest, Query, RelevanceDefinition, SCHEMA_VERSION, Similarity, System,
};
use rankscope_core::random::SplitMix64;
use rankscope_core::{formats::Qrel, vectors::ShardDtype};
use rankscope_fieldbook::{LICENSE, Scene};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Queries of the corpus; fewer where there are fewer scenes.
const N_QUERIES: u32 = 200;

/// The only system.
const SYSTEM: &str = "facts";

/// How much of a vector is noise, against 1 for the direction of one fact. A query is noisier
/// than a picture, as captions are.
const GALLERY_NOISE: f32 = 0.8;
const QUERY_NOISE: f32 = 1.2;

/// Random directions of facts, made when they are first needed.
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

/// Values from −1 to 1.
fn values(seed: u64, n: usize) -> impl Iterator<Item = f32> {
    let mut random = SplitMix64::new(seed);
    (0..n).map(move |_| random.signed_unit())
}

/// A number for each fact that is to be seen: equal facts have equal numbers.
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

/// Writes gallery, queries and judgements: of each query the scene that it was made from.
pub(super) fn build(
    mut writer: Writer,
    n: u32,
    seed: u64,
    dim: usize,
    shard_rows: Option<usize>,
) -> Result<Manifest> {
    let n_queries = N_QUERIES.min(n);
    // Spread over the corpus.
    let source_of = |query: u32| u64::from(query) * u64::from(n) / u64::from(n_queries);
    let id_of = |query: u32| format!("v-{query:03}");
    let queries: Vec<Query> = (0..n_queries)
        .map(|query| Query {
            id: id_of(query),
            text: format!("the facts of scene {}", source_of(query)),
            split: "test".into(),
            facets: std::collections::BTreeMap::new(),
        })
        .collect();
    writer.add_queries(&queries)?;
    let qrels: Vec<Qrel> = (0..n_queries)
        .map(|query| Qrel { query: id_of(query), document: source_of(query).to_string(), grade: 1 })
        .collect();
    let path = writer.add_relevance("source", &qrels)?;
    let mut directions = Directions::new(dim);
    let gallery = Rows {
        name: "vectors".into(),
        n_rows: n as usize,
        dim,
        rows: (0..u64::from(n)).map(|index| {
            let scene = Scene::generate(seed, index);
            Ok(directions.vector(&scene, GALLERY_NOISE, noise_seed(seed, index)))
        }),
        place_of: Box::new(|row| format!("scene {row}")),
    };
    let gallery = gallery.write_gallery(&mut writer, SYSTEM, ShardDtype::I8, shard_rows)?;
    let mut directions = Directions::new(dim);
    let rows = Rows {
        name: "queries".into(),
        n_rows: n_queries as usize,
        dim,
        rows: (0..n_queries).map(|query| {
            let index = source_of(query);
            let scene = Scene::generate(seed, index);
            Ok(directions.vector(&scene, QUERY_NOISE, noise_seed(!seed, index)))
        }),
        place_of: Box::new(|row| format!("query {row}")),
    };
    let system = System {
        id: SYSTEM.into(),
        title: "Facts".into(),
        description: "A random direction for each fact of a scene, and noise.".into(),
        encoder: None,
        dim: u32::try_from(dim)?,
        metric: Similarity::Cosine,
        parameters: None,
        flops_per_query: None,
        training: None,
        source: "rankscope fieldbook build --vectors-only".into(),
        license: LICENSE.into(),
        gallery,
        queries: Some(rows.write_queries(&mut writer, SYSTEM)?),
    };
    writer.add_system(&system)?;
    writer.finish(Manifest {
        schema_version: SCHEMA_VERSION,
        id: "fieldbook-vectors".into(),
        title: "Fieldbook, vectors only".into(),
        description: "A corpus to measure a search with: no pictures and no lists.".into(),
        version: "1".into(),
        license: LICENSE.into(),
        citation: String::new(),
        homepage: String::new(),
        counts: Counts { queries: n_queries, images: n, captions: 0 },
        relevance: vec![RelevanceDefinition {
            id: "source".into(),
            title: "Source".into(),
            counts_as: "The scene that the query’s vector was made from.".into(),
            default: true,
            only_judged: false,
            complete: false,
            path,
        }],
        systems: vec![system],
        encoders: Vec::new(),
        facets: Vec::new(),
        headlines: Vec::new(),
        files: Vec::new(),
    })
}

/// Another noise for every scene.
fn noise_seed(seed: u64, index: u64) -> u64 {
    SplitMix64::new(seed ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93)).next_u64()
}
