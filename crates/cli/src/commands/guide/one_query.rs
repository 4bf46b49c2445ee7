//! One text, answered by guides.

use super::{
    arguments::{Scoring, SearchArgs},
    found::{Found, FoundHit, FoundTerm, GuideEntry},
    report,
};
use crate::guides::{
    embedders::{Embedder, Needs, chosen},
    engines::{Guide, GuideEngine, StoredGuide},
    plan::{Given, Plan},
    studio::{Asked, Guides, Studio, Timings, ms_since},
};
use crate::{benchmark::open::Benchmark, reading::picture::Picture};
use anyhow::{Context, Result, bail};
use rankscope_core::vectors::score;
use rankscope_fieldbook::{Engine, SceneGuide, Understanding};
use rankscope_guide::{EmbedderLists, Outliers, distance_from_cosine, kept_guides, rank_fused};
use std::time::Instant;

pub(super) fn run(args: &SearchArgs, benchmark: &Benchmark) -> Result<()> {
    let found = found(args, benchmark)?;
    report::print_found(&found, args.k as usize, args.printed.format)
}

fn found(args: &SearchArgs, benchmark: &Benchmark) -> Result<Found> {
    let text = text(args, benchmark)?;
    let guides = !args.guide_image.is_empty() || !args.guide_file.is_empty();
    let plan = args.plan.plan(benchmark, Given { text: text.is_some(), guides })?;
    let mut needs = Needs::of(&plan);
    needs.towers |= !args.guide_file.is_empty();
    let embedders = chosen(benchmark, &args.plan.embedders, plan.n_embedders, &needs)?;
    let weights = args.weights(benchmark, &embedders)?;
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let mut made = match text {
        Some(text) => studio.guides(&Asked { text, query_id: args.query_id.as_deref() }, &plan)?,
        None => Guides {
            understanding: Understanding::of_phrases(""),
            guides: Vec::new(),
            vectors: vec![Vec::new(); studio.embedders.len()],
            timings: Timings::default(),
        },
    };
    let mut entries: Vec<GuideEntry> = made.guides.iter().map(entry_of).collect();
    entries.extend(brought(args, benchmark, &studio.embedders, &mut made)?);
    if entries.is_empty() {
        if !plan.engines.iter().any(GuideEngine::draws) {
            let engines: Vec<&str> = plan.engines.iter().map(GuideEngine::name).collect();
            bail!(
                "there are no guides of {} by {}, which made them for stored queries: choose another \
                 query or engine, or bring a guide (--guide-image, --guide-file)",
                args.query_id.as_deref().unwrap_or("this text"),
                engines.join(", ")
            );
        }
        bail!(
            "nothing of \"{}\" was understood (unknown: {}): use other words, add --engines memory, \
             or bring a guide (--guide-image, --guide-file)",
            text.unwrap_or_default(),
            made.understanding.unknown.join(", ")
        );
    }
    let outliers = judge_outliers(args, &weights, &made, &mut entries)?;
    compare(args, benchmark, &studio, &plan, weights, made, entries).map(|found| Found {
        query: text.map(str::to_owned),
        outliers,
        ..found
    })
}

/// The text that is searched for; `None` where guides are brought without one.
fn text<'a>(args: &'a SearchArgs, benchmark: &'a Benchmark) -> Result<Option<&'a str>> {
    if let Some(text) = &args.text {
        if text.trim().is_empty() {
            bail!("--text is empty: give a text to search for");
        }
        return Ok(Some(text));
    }
    let Some(id) = &args.query_id else {
        if args.guide_image.is_empty() && args.guide_file.is_empty() {
            bail!(
                "give --text TEXT, --query-id ID, or guides of your own (--guide-image, --guide-file)"
            );
        }
        return Ok(None);
    };
    let query = benchmark.queries.iter().find(|query| query.id == *id);
    let query = query.with_context(|| {
        format!("there is no query {id}: the benchmark's queries.jsonl has all ids")
    })?;
    Ok(Some(&query.text))
}

fn entry_of(guide: &Guide) -> GuideEntry {
    match guide {
        Guide::Drawn(guide) => of_scene(guide),
        Guide::Stored(guide) => of_stored(guide),
    }
}

fn of_stored(StoredGuide { engine, image, .. }: &StoredGuide) -> GuideEntry {
    let source = image.uri.as_ref().or(image.scene.as_ref()).unwrap_or(&image.guide);
    GuideEntry::new(engine, source.clone())
}

fn of_scene(guide: &SceneGuide) -> GuideEntry {
    GuideEntry {
        style: Some(guide.style.words()),
        held: (guide.engine != Engine::Memory).then_some(guide.n_held),
        wanted: (guide.engine != Engine::Memory).then_some(guide.n_wanted),
        left_out: guide.dropped.clone(),
        ..GuideEntry::new(guide.engine.name(), guide.scene.to_string())
    }
}

/// Adds the guides that the arguments bring: images of the gallery by their stored vectors, and
/// pictures by the towers.
fn brought(
    args: &SearchArgs,
    benchmark: &Benchmark,
    embedders: &[Embedder<'_>],
    made: &mut Guides,
) -> Result<Vec<GuideEntry>> {
    let mut entries = Vec::new();
    let mut add = |engine: &str, source: String| {
        entries.push(GuideEntry::new(engine, source));
    };
    for id in &args.guide_image {
        let row = benchmark
            .image_ids()
            .row_of(id)
            .with_context(|| format!("--guide-image: the benchmark has no image {id}"))?;
        for (embedder, vectors) in embedders.iter().zip(&mut made.vectors) {
            vectors.push(embedder.gallery.vectors().row(row).collect());
        }
        add("image", id.clone());
    }
    let start = Instant::now();
    for file in &args.guide_file {
        let picture = Picture::from_file(file)?;
        for (embedder, vectors) in embedders.iter().zip(&mut made.vectors) {
            vectors.push(embedder.pictures()?.encode_picture(picture.rgba())?);
        }
        add("file", file.display().to_string());
    }
    if !args.guide_file.is_empty() {
        made.timings.encode_ms += ms_since(start);
    }
    Ok(entries)
}

/// Scores guides as outliers, marks those beyond the threshold, and removes their vectors. Returns
/// why nothing was judged, if so.
fn judge_outliers(
    args: &SearchArgs,
    weights: &[f64],
    made: &Guides,
    entries: &mut [GuideEntry],
) -> Result<Option<String>> {
    let outliers = made.outliers(weights, args.reduction.into())?;
    let scores = match &outliers {
        Outliers::Off { n_guides } => {
            return Ok(Some(format!(
                "off: {n_guides} guides, and fewer than {} have no neighbourhood",
                rankscope_guide::LEAST_GUIDES
            )));
        }
        Outliers::Scores { scores, .. } => scores,
    };
    for (entry, score) in entries.iter_mut().zip(scores) {
        entry.outlier_score = Some(*score);
    }
    let Some(threshold) = args.tau else { return Ok(None) };
    let kept = kept_guides(&outliers, threshold);
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.dropped = !kept.contains(&place);
    }
    Ok(None)
}

/// Searches with the guides that stay, and fuses what they find.
fn compare(
    args: &SearchArgs,
    benchmark: &Benchmark,
    studio: &Studio<'_>,
    plan: &Plan,
    weights: Vec<f64>,
    made: Guides,
    guides: Vec<GuideEntry>,
) -> Result<Found> {
    let Guides { understanding, vectors, mut timings, .. } = made;
    // The places of the guides that stay, among all guides.
    let kept: Vec<usize> = (0..guides.len())
        .filter(|place| guides.get(*place).is_some_and(|guide| !guide.dropped))
        .collect();
    let vectors: Vec<Vec<Vec<f32>>> = vectors
        .into_iter()
        .map(|of| kept.iter().filter_map(|place| of.get(*place).cloned()).collect())
        .collect();
    let id_of = |row: usize| benchmark.image_ids().get(row).unwrap_or_default().into_owned();
    let number = |guide: usize| kept.get(guide).map_or(0, |place| place + 1);
    let name = |embedder: usize| {
        studio.embedders.get(embedder).map(|one| one.id().to_owned()).unwrap_or_default()
    };
    let start = Instant::now();
    let lists = studio.lists(&vectors, plan.depth, None);
    let nearest = match args.score {
        Scoring::Distance => studio.nearest(&vectors, args.k as usize)?,
        Scoring::Rank => Vec::new(),
    };
    timings.search_ms = ms_since(start);
    let start = Instant::now();
    let of_embedder = |(place, lists): (usize, &Vec<Vec<u32>>)| EmbedderLists {
        embedder: name(place),
        weight: weights.get(place).copied().unwrap_or(0.0),
        lists: lists.clone(),
    };
    let fusable: Vec<EmbedderLists<u32>> = lists.iter().enumerate().map(of_embedder).collect();
    let hits: Vec<FoundHit> = match args.score {
        Scoring::Rank => {
            let fused = rank_fused(&fusable, plan.depth).into_iter().take(args.k as usize);
            let hit = |(rank, hit): (usize, rankscope_guide::FusedHit<u32>)| FoundHit {
                rank,
                id: id_of(hit.item as usize),
                score: hit.score,
                terms: hit
                    .terms
                    .iter()
                    .map(|term| FoundTerm {
                        embedder: name(term.embedder),
                        guide: number(term.guide),
                        rank: Some(term.rank),
                        adds: term.adds,
                    })
                    .collect(),
            };
            (1..).zip(fused).map(hit).collect()
        }
        Scoring::Distance => {
            let n_terms: usize = vectors.iter().map(Vec::len).sum();
            let hit = |(rank, hit): (usize, rankscope_guide::DistanceHit)| {
                let mut terms = Vec::with_capacity(n_terms);
                for (place, (embedder, vectors)) in
                    studio.embedders.iter().zip(&vectors).enumerate()
                {
                    for (guide, vector) in vectors.iter().enumerate() {
                        let cosine = score(vector, embedder.gallery.vectors().row(hit.row));
                        let distance = distance_from_cosine(f64::from(cosine));
                        let adds = distance / n_terms as f64;
                        let (embedder, guide) = (name(place), number(guide));
                        terms.push(FoundTerm { embedder, guide, rank: None, adds });
                    }
                }
                FoundHit { rank, id: id_of(hit.row), score: hit.distance, terms }
            };
            (1..).zip(nearest).map(hit).collect()
        }
    };
    timings.fuse_ms = ms_since(start);
    let named = fusable.into_iter().map(|one| {
        let ids = |list: Vec<u32>| list.into_iter().map(|row| id_of(row as usize)).collect();
        (one.embedder, one.lists.into_iter().map(ids).collect())
    });
    Ok(Found {
        query: None,
        understood: understanding
            .reading
            .clauses()
            .iter()
            .map(rankscope_fieldbook::Clause::words)
            .collect(),
        unknown: understanding.unknown,
        weights: studio.embedders.iter().map(|one| one.id().to_owned()).zip(weights).collect(),
        guides,
        outliers: None,
        lists: named.collect(),
        hits,
        timings,
    })
}
