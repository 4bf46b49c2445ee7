//! Two sets of annotations of a benchmark's topics.

use super::{judged_topics::judged_topics, report::number};
use crate::{
    benchmark::{open::Benchmark, selection::chosen_systems},
    build::mirflickr_topics,
    ranking::measured::measured,
    terminal::{
        output::{self, PaperFormat},
        reporter,
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, Column, Dataset, SystemValues};
use rankscope_core::benchmark::{Judgements, Relevance, Topics};
use rankscope_core::formats::IdTable;
use rankscope_core::metrics::Measure;
use rankscope_core::topics::{
    ANNOTATIONS, AnnotationsReport, JudgedTopics, TopicAgreement, combined,
};
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// The measure by which systems are ordered.
const MEASURE: &str = "mirflickr:AP";
/// The definition of relevance that takes a folder's `_r1` files.
const NARROW: &str = "narrow";

/// Judgements by the id of the topic's query.
type ByTopic = BTreeMap<String, Judgements>;

/// Compares the benchmark's judgements, or those of a first folder, with those of the last folder.
pub(super) fn run(
    benchmark: &Benchmark,
    topics: &Topics,
    (folders, asked): (&[std::path::PathBuf], &[String]),
    system: Option<&str>,
    format: PaperFormat,
) -> Result<()> {
    let judged = judged_topics(benchmark, topics, asked)?;
    let judged = judged.first().context("no definition of relevance was named")?;
    let of_folder = |folder: &Path| of_folder(benchmark, folder, judged.relevance == NARROW);
    let (first, second) = match folders {
        [folder] => (of_benchmark(judged), of_folder(folder)?),
        [one, other] => (of_folder(one)?, of_folder(other)?),
        _ => bail!("give one folder of annotations, or two: --annotations FOLDER"),
    };
    let report = compared(benchmark, &first, &second, system)?;
    match format.layout() {
        None => output::print_json(&report),
        Some(layout) => {
            let rows = rows(&report);
            let mut text = output::laid_out(layout, "topic", &rows);
            text.push('\n');
            text.push_str(&layout.sentence(&sentence(&report)));
            output::print(&text)
        }
    }
}

fn of_benchmark(judged: &JudgedTopics) -> ByTopic {
    judged.topics.iter().map(|topic| (topic.id.clone(), topic.judgements.clone())).collect()
}

fn of_folder(benchmark: &Benchmark, folder: &Path, is_narrow: bool) -> Result<ByTopic> {
    let ids = benchmark.image_ids();
    let mut rows = IdTable::default();
    for id in (0..ids.len()).filter_map(|row| ids.get(row)) {
        rows.row(&id);
    }
    let mut all = ByTopic::new();
    for topic in mirflickr_topics(folder)? {
        let images = if is_narrow { topic.narrow } else { Some(topic.wide) };
        let Some(images) = images else { continue };
        let mut shown = Vec::with_capacity(images.len());
        for image in images {
            let row = rows.row_of(&image.to_string()).with_context(|| {
                format!(
                    "{}: topic {}: the corpus has no picture {image}",
                    folder.display(),
                    topic.name
                )
            })?;
            shown.push((row, 1));
        }
        all.insert(topic.name, Judgements::new(shown));
    }
    Ok(all)
}

fn compared(
    benchmark: &Benchmark,
    first: &ByTopic,
    second: &ByTopic,
    system: Option<&str>,
) -> Result<AnnotationsReport> {
    let known = |id: &&String| benchmark.queries.iter().any(|query| query.id == **id);
    let both: Vec<&String> =
        first.keys().filter(|id| second.contains_key(*id)).filter(known).collect();
    if both.is_empty() {
        bail!("no topic is annotated by both: files are named <topic>.txt by the ids of queries");
    }
    let of_one = first.keys().chain(second.keys()).filter(|id| !both.contains(id));
    let of_one: Vec<&str> = of_one.map(String::as_str).collect();
    if !of_one.is_empty() {
        let names = of_one.join(", ");
        reporter::warn(format_args!("{names} left out: not annotated by both, or no query"));
    }
    let n_pictures = benchmark.manifest.counts.images;
    let mut agreement = BTreeMap::new();
    let mut by_definition =
        vec![vec![Judgements::default(); benchmark.queries.len()]; ANNOTATIONS.len()];
    for (row, query) in benchmark.queries.iter().enumerate() {
        let (Some(one), Some(other)) = (first.get(&query.id), second.get(&query.id)) else {
            continue;
        };
        agreement.insert(query.id.clone(), TopicAgreement::of(one, other, n_pictures));
        for (definition, judged) in by_definition.iter_mut().zip(combined(one, other)) {
            if let Some(place) = definition.get_mut(row) {
                *place = judged;
            }
        }
    }
    let judged = ANNOTATIONS.into_iter().zip(by_definition);
    let judged = judged.map(|(name, by)| (name.to_owned(), Relevance::of_queries(by).complete()));
    let ids = benchmark.image_ids();
    let ids = (0..ids.len()).filter_map(|row| ids.get(row)).map(|id| id.into_owned()).collect();
    let dataset = Arc::new(Dataset::of_judgements(benchmark.queries.to_vec(), ids, judged));
    let measure: Measure = MEASURE.parse()?;
    let columns =
        ANNOTATIONS.iter().filter_map(|name| Column::new(&dataset, measure, name)).collect();
    let board = Board::new(dataset, columns);
    let named: Vec<String> = system.map(str::to_owned).into_iter().collect();
    let systems = chosen_systems(&named, benchmark)?;
    let values = measured(benchmark, &systems, &board, &benchmark.query_rows())?;
    let mean = |of: &SystemValues, place: usize| of.mean(place).map(|mean| mean.mean);
    let means = (0..ANNOTATIONS.len())
        .map(|place| values.iter().map(|of| mean(of, place)).collect())
        .collect();
    let ids = systems.iter().map(|system| system.id.clone()).collect();
    Ok(AnnotationsReport::new(agreement, ids, means))
}

fn rows(report: &AnnotationsReport) -> Vec<Vec<String>> {
    let header = ["topic", "kappa", "first", "second", "union", "intersection"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for (id, topic) in &report.topics {
        let counts = [topic.first, topic.second, topic.union, topic.intersection];
        let mut row = vec![id.clone(), number(topic.kappa)];
        row.extend(counts.map(|n| n.to_string()));
        rows.push(row);
    }
    rows
}

fn sentence(report: &AnnotationsReport) -> String {
    let taus = report.tau_b.iter().map(|(name, tau)| format!("{name} {}", number(*tau)));
    format!(
        "Mean kappa {}. tau-b of the order of {} systems by {MEASURE} with that by the first: {}.\n",
        number(report.mean_kappa),
        report.systems.len(),
        taus.collect::<Vec<_>>().join(", ")
    )
}
