//! `rankscope guide pairing`: which of four captions is of which of four pictures?

use crate::guides::{
    embedders::{Embedder, Needs, chosen},
    plan::{Given, Plan, PlanArgs},
    studio::{Asked, Studio, picture_of},
};
use crate::{
    benchmark::open::Benchmark,
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
        reporter::progress_bar,
    },
};
use anyhow::{Context, Result, bail};
use rankscope_encode::Encoder;
use rankscope_fieldbook::{
    N_PAIRED, Pairing,
    drawing::{PIXELS, Style},
    pairings,
};
use rankscope_guide::{PairedVectors, PairingAccuracy, PairingStudy};
use serde::Serialize;
use std::path::PathBuf;

/// Measure pairing accuracy: four pictures and four captions that differ in one fact.
///
/// A caption is right if its own picture is the nearest of the four, so that chance is 1/4. By text, a
/// picture's score is its cosine to the caption; by guides, the mean cosine to the caption's guides
/// over all embedders. A caption of which nothing is understood has no guides, and counts as chance.
/// Every caption is by itself here. Winoground's and Needle's task, two captions and two pictures that
/// are right or wrong together, is `rankscope pairs`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide pairing public/fieldbook --groups 200")]
pub(super) struct Args {
    /// The benchmark's folder: the shipped Fieldbook.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// Groups of four.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    groups: u32,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

#[derive(Serialize)]
struct Report {
    n_groups: usize,
    chance: f64,
    ways: Vec<PairingAccuracy>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let benchmark = &Benchmark::open(&args.benchmark)?;
    let plan = args.plan.plan(benchmark, Given::TEXT)?;
    if let Some(engine) = plan.engines.iter().find(|engine| !engine.draws()) {
        bail!("engine {} has guides of stored queries, and captions are drawn here", engine.name());
    }
    let embedders = chosen(benchmark, &args.plan.embedders, plan.n_embedders, &Needs::towers())?;
    let encoders = embedders.iter().map(|one| text_encoder(benchmark, one));
    let encoders: Vec<Encoder> = encoders.collect::<Result<_>>()?;
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let groups = pairings(args.groups as usize);
    let progress = progress_bar(groups.len(), "groups");
    let mut study =
        PairingStudy::new(studio.embedders.iter().map(|one| one.id().to_owned()).collect());
    for group in &groups {
        progress.inc(1);
        study.add(&vectors(group, &studio, &encoders, &plan)?);
    }
    progress.finish_and_clear();
    let n_groups = study.n_groups();
    let report = Report { n_groups, chance: 1.0 / N_PAIRED as f64, ways: study.ways()? };
    print(&report, args.printed.format)
}

fn text_encoder(benchmark: &Benchmark, embedder: &Embedder<'_>) -> Result<Encoder> {
    let entries = &benchmark.manifest.encoders;
    let entry = entries.iter().find(|entry| Some(&entry.id) == embedder.system.encoder.as_ref());
    benchmark.encoder(entry.with_context(|| format!("system {} has no encoder", embedder.id()))?)
}

/// A group under each embedder; its pictures are drawn as in the gallery.
fn vectors(
    group: &Pairing,
    studio: &Studio<'_>,
    encoders: &[Encoder],
    plan: &Plan,
) -> Result<Vec<PairedVectors>> {
    // [captions][embedders][guides]
    let guides = group.scenes.iter().map(|(_, caption)| {
        Ok(studio.guides(&Asked { text: caption, query_id: None }, plan)?.vectors)
    });
    let guides: Vec<Vec<Vec<Vec<f32>>>> = guides.collect::<Result<_>>()?;
    let mut all = Vec::new();
    for (place, (embedder, encoder)) in studio.embedders.iter().zip(encoders).enumerate() {
        let tower = embedder.pictures()?;
        let (mut pictures, mut captions) = (Vec::new(), Vec::new());
        for (scene, caption) in &group.scenes {
            let pixels = picture_of(scene, Style::Plate, PIXELS, tower.image_size())?;
            pictures.push(tower.encode_image(&pixels)?);
            captions.push(encoder.encode_blocking(caption)?.vector);
        }
        let guides = guides.iter().map(|of| of.get(place).cloned().unwrap_or_default()).collect();
        all.push(PairedVectors { pictures, captions, guides });
    }
    Ok(all)
}

fn print(report: &Report, format: ListFormat) -> Result<()> {
    if format == ListFormat::Json {
        return output::print_json(report);
    }
    let mut rows = vec![["way", "pairing accuracy"].map(String::from).to_vec()];
    rows.extend(report.ways.iter().map(|way| {
        let accuracy = way.accuracy.map_or("n/a".to_owned(), |value| format!("{value:.4}"));
        vec![way.name.clone(), accuracy]
    }));
    let (n, chance) = (report.n_groups, report.chance);
    output::print(&format!("{}\n{n} groups of four, chance {chance}", output::table(&rows)))
}
