//! `rankscope guide pairing`: which of four captions is of which of four pictures?

use super::{
    embedders::{Embedder, Needs, chosen},
    plan::{Given, Plan, PlanArgs},
    studio::{Asked, Studio, picture_of},
};
use crate::{
    arguments::Printed,
    open::Benchmark,
    output::{self, ListFormat},
    reporter::progress_bar,
};
use anyhow::{Context, Result, bail};
use rankscope_encode::{Encoder, cosine};
use rankscope_fieldbook::{
    N_PAIRED, Pairing,
    drawing::{PIXELS, Style},
    pairings,
};
use rankscope_guide::pairing_accuracy;
use serde::Serialize;
use std::path::PathBuf;

/// Measure pairing accuracy: four pictures and four captions that differ in one fact.
///
/// A caption is right if its own picture is the nearest of the four, so that chance is 1/4. By text, a
/// picture's score is its cosine to the caption; by guides, the mean cosine to the caption's guides
/// over all embedders. A caption of which nothing is understood has no guides, and counts as chance.
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
    ways: Vec<Accuracy>,
}

#[derive(Serialize)]
struct Accuracy {
    name: String,
    accuracy: Option<f64>,
}

/// Scores of one way, `[groups][captions][pictures]`.
type Scores = Vec<Vec<Vec<f64>>>;

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
    let mut by_text: Vec<Scores> = vec![Vec::new(); encoders.len()];
    let (mut by_all_texts, mut by_guides) = (Scores::new(), Scores::new());
    for group in &groups {
        progress.inc(1);
        let pictures = pictures(group, &studio)?;
        let mut all = vec![vec![0.0; N_PAIRED]; N_PAIRED];
        for ((encoder, pictures), scores) in encoders.iter().zip(&pictures).zip(&mut by_text) {
            let mut of_group = Vec::with_capacity(N_PAIRED);
            for ((_, caption), sums) in group.scenes.iter().zip(&mut all) {
                let text = encoder.encode_blocking(caption)?.vector;
                let scores: Vec<f64> =
                    pictures.iter().map(|picture| cosine(picture, &text)).collect();
                sums.iter_mut().zip(&scores).for_each(|(sum, score)| *sum += score);
                of_group.push(scores);
            }
            scores.push(of_group);
        }
        by_all_texts.push(all);
        by_guides.push(of_guides(group, &studio, &plan, &pictures)?);
    }
    progress.finish_and_clear();
    let mut ways = Vec::new();
    let mut add = |name: String, scores: &Scores| -> Result<()> {
        ways.push(Accuracy { name, accuracy: pairing_accuracy(scores)? });
        Ok(())
    };
    for (embedder, scores) in studio.embedders.iter().zip(&by_text) {
        add(format!("text, {}", embedder.id()), scores)?;
    }
    add("text, mean of all".to_owned(), &by_all_texts)?;
    add("guides, mean of all".to_owned(), &by_guides)?;
    print(
        &Report { n_groups: groups.len(), chance: 1.0 / N_PAIRED as f64, ways },
        args.printed.format,
    )
}

fn text_encoder(benchmark: &Benchmark, embedder: &Embedder<'_>) -> Result<Encoder> {
    let entries = &benchmark.manifest.encoders;
    let entry = entries.iter().find(|entry| Some(&entry.id) == embedder.system.encoder.as_ref());
    benchmark.encoder(entry.with_context(|| format!("system {} has no encoder", embedder.id()))?)
}

/// The pictures of a group under each embedder, `[embedders][pictures][dim]`, drawn as in the gallery.
fn pictures(group: &Pairing, studio: &Studio<'_>) -> Result<Vec<Vec<Vec<f32>>>> {
    let of = |embedder: &Embedder<'_>| {
        let tower = embedder.pictures()?;
        let encoded = group.scenes.iter().map(|(scene, _)| {
            let pixels = picture_of(scene, Style::Plate, PIXELS, tower.image_size())?;
            Ok(tower.encode_image(&pixels)?)
        });
        encoded.collect()
    };
    studio.embedders.iter().map(of).collect()
}

/// The mean cosine of each picture to the guides of each caption, `[captions][pictures]`.
fn of_guides(
    group: &Pairing,
    studio: &Studio<'_>,
    plan: &Plan,
    pictures: &[Vec<Vec<f32>>],
) -> Result<Vec<Vec<f64>>> {
    let of_caption = |(_, caption): &(rankscope_fieldbook::Scene, String)| {
        let made = studio.guides(&Asked { text: caption, query_id: None }, plan)?;
        let mut sums = vec![0.0; N_PAIRED];
        for (pictures, guides) in pictures.iter().zip(&made.vectors) {
            for (sum, picture) in sums.iter_mut().zip(pictures) {
                *sum += guides.iter().map(|guide| cosine(picture, guide)).sum::<f64>();
            }
        }
        Ok(sums)
    };
    group.scenes.iter().map(of_caption).collect()
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
