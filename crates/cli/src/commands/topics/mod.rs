//! `rankscope topics`: MIRFLICKR's three challenges.

mod annotations;
mod entries;
mod judged_topics;
mod neighbours;
mod propagation;
mod recognition;
mod report;

use crate::{
    benchmark::{open::Benchmark, space::Space},
    build::mirflickr_tags,
    terminal::{arguments::Printed, output::PaperFormat},
};
use anyhow::{Context, Result};
use judged_topics::{judged_topics, topics_of};
use neighbours::Neighbours;
use rankscope_core::benchmark::Topics;
use rankscope_core::topics::{
    LEAST_PICTURES, N_NEIGHBOURS, Suggesting, SuggestionOutcome, SuggestionTest, Suggestions,
    TagIndex, TagStatistics, TopicResults, TopicsError, topics_with_tags,
};
use rankscope_core::vectors::Vectors;
use std::path::PathBuf;

/// Recognise topics, propagate tags, or suggest them: MIRFLICKR's three challenges.
///
/// recognition trains a classifier for each topic (ridge regression with λ = 1 and a bias, in
/// float64) on three of every five pictures, and ranks the others by its score.
///
/// propagation ranks all pictures by what their nearest neighbours think of a topic's tags: the
/// share of their similarity (cosine) that has one of these tags. The picture itself has no vote.
///
/// suggestion takes the pictures that have a tag that may be suggested, in corpus order: every second
/// is tested and gets the five tags that its neighbours among the others think most of. Counted are
/// those with at least one of their own among the five. Popularity gives everybody the five tags most
/// frequent among the others.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope topics public/fieldbook --challenge recognition --system large\n  \
    rankscope topics public/fieldbook --challenge propagation --system base --relevance wide\n  \
    rankscope topics public/fieldbook --challenge suggestion --system large --tags 30 \\\n    \
    --format json\n  \
    rankscope topics mirflickr --challenge recognition --entries svm.run --by-topic --json\n  \
    rankscope topics mirflickr --tag-statistics --raw-tags meta/tags_raw\n  \
    rankscope topics mirflickr --annotations annotations_v080")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// What to try.
    #[arg(long, value_enum, required_unless_present_any = ["tag_statistics", "annotations"])]
    challenge: Option<Challenge>,
    /// The id of the system whose vectors are used, or an expression such as 'first(a,64)' or 'pca(a,64)'.
    #[arg(long, value_name = "ID", required_unless_present_any = ["entries", "tag_statistics", "annotations"])]
    system: Option<String>,
    /// Measure scores of your own in place of a system's: a run (TREC, JSON, or CSV with columns query,
    /// document and score), or a matrix (.npy, .npz, .safetensors, Parquet). Recognition wants a score of
    /// every test picture for every topic, propagation one of every picture: a run with topics as queries,
    /// or a matrix [topics, pictures]. Suggestion wants scores of tags for test pictures: a run with
    /// pictures as queries and tags as documents, or a matrix [test pictures, tags], the most frequent
    /// tag first. Pictures that train have no place in it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["system", "k"])]
    entries: Option<PathBuf>,
    /// Add every topic's precision at each recall: in JSON at every picture that shows it, to the end.
    #[arg(long)]
    by_topic: bool,
    /// Also rank topics that are part of another only among the pictures that show that, as MIRFLICKR's
    /// subtopics were annotated.
    #[arg(long)]
    inside: bool,
    /// How many neighbours vote.
    #[arg(long, value_name = "N", default_value_t = N_NEIGHBOURS as u32, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// What shows a topic: relevance definitions [default: wide and narrow, or the benchmark's].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    relevance: Vec<String>,
    /// Suggest only the N most frequent of the tags that say what a picture shows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tags: Option<u32>,
    /// Suggest only tags that at least N pictures have.
    #[arg(long, value_name = "N", default_value_t = LEAST_PICTURES)]
    least_pictures: u32,
    /// Count tags instead: tags a picture, different tags, those on at least --least-pictures pictures,
    /// and the most frequent.
    #[arg(long, conflicts_with_all = ["challenge", "annotations", "entries", "system"])]
    tag_statistics: bool,
    /// With --tag-statistics, also the tags as their authors wrote them: a folder of tagsN.txt such as
    /// MIRFLICKR's meta/tags_raw.
    #[arg(long, value_name = "FOLDER", requires = "tag_statistics")]
    raw_tags: Option<PathBuf>,
    /// Compare a folder of MIRFLICKR's annotations (<topic>.txt, <topic>_r1.txt) with the benchmark's
    /// judgements, or two folders with each other: kappa of every topic, and the order of the systems by
    /// mirflickr:AP under either, their union and their intersection. --relevance names the judgements,
    /// of which narrow takes the _r1 files.
    #[arg(long, value_name = "FOLDER", num_args = 1..=2, conflicts_with_all = ["challenge", "entries"])]
    annotations: Vec<PathBuf>,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

/// MIRFLICKR's challenges 1 to 3.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Challenge {
    /// Which of the other pictures show the topic, by a classifier.
    Recognition,
    /// Which pictures show it, by the tags of their neighbours.
    Propagation,
    /// Which tags a picture should have.
    Suggestion,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let topics = topics_of(&benchmark)?;
    if args.tag_statistics {
        return tag_statistics(args, &benchmark);
    }
    let Some(challenge) = args.challenge else {
        let asked = (args.annotations.as_slice(), args.relevance.as_slice());
        return annotations::run(
            &benchmark,
            &topics,
            asked,
            args.system.as_deref(),
            args.printed.format,
        );
    };
    match challenge {
        Challenge::Suggestion => {
            let outcome = suggestion(args, &benchmark, &topics)?;
            report::print_suggestion(&outcome, args.printed.format)
        }
        Challenge::Recognition | Challenge::Propagation => {
            let results = of_topics(args, &benchmark, challenge, topics)?;
            report::print_topics(&results, (args.by_topic, args.inside), args.printed.format)
        }
    }
}

fn of_topics(
    args: &Args,
    benchmark: &Benchmark,
    challenge: Challenge,
    topics: Topics,
) -> Result<Vec<TopicResults>> {
    let is_recognition = matches!(challenge, Challenge::Recognition);
    let topics = if is_recognition { topics } else { topics_with_tags(topics)? };
    if let Some(path) = &args.entries {
        return entries::topic_results(path, benchmark, is_recognition, &topics, &args.relevance);
    }
    let gallery = gallery(args, benchmark)?;
    let judged = judged_topics(benchmark, &topics, &args.relevance)?;
    if is_recognition {
        return recognition::results(&gallery, &judged);
    }
    let index = tags_of(benchmark)?;
    let neighbours = Neighbours::of_all(gallery, args.k as usize)?;
    propagation::results(&neighbours, &index, &topics, &judged)
}

fn suggestion(args: &Args, benchmark: &Benchmark, topics: &Topics) -> Result<SuggestionOutcome> {
    let index = tags_of(benchmark)?.with_synonyms(&topics.content_tags);
    let suggesting = Suggesting {
        content_tags: &topics.content_tags,
        n_tags: args.tags.map(|n| n as usize),
        least_pictures: args.least_pictures,
    };
    let mut test = SuggestionTest::new(&index, Suggestions::new(suggesting.tags(&index)?));
    if let Some(path) = &args.entries {
        return entries::suggestion(path, benchmark, test, &index);
    }
    let (gallery, k) = (gallery(args, benchmark)?, args.k as usize);
    let neighbours = Neighbours::among(gallery, k, test.tested(), test.training())?;
    neighbours.0.iter().for_each(|(row, hits)| test.add(*row, hits, &index));
    Ok(test.outcome()?)
}

/// The vectors of all pictures by the system that was named.
fn gallery(args: &Args, benchmark: &Benchmark) -> Result<Vectors> {
    let id = args.system.as_deref().context("name a system: --system ID")?;
    Space::gallery_of(benchmark, benchmark.system(id)?)
}

/// How pictures are tagged, as the benchmark has it, and as it was written.
fn tag_statistics(args: &Args, benchmark: &Benchmark) -> Result<()> {
    let images = benchmark.images();
    tags_of(benchmark)?;
    let processed = images.iter().map(|image| image.tags.as_slice());
    let mut all = vec![("processed", TagStatistics::of(processed, args.least_pictures))];
    if let Some(folder) = &args.raw_tags {
        let raw = mirflickr_tags(images, folder)?;
        let raw = raw.iter().map(Vec::as_slice);
        all.push(("raw", TagStatistics::of(raw, args.least_pictures)));
    }
    report::print_tags(&all, args.printed.format)
}

/// The tags of all pictures.
fn tags_of(benchmark: &Benchmark) -> Result<TagIndex> {
    let images = benchmark.images();
    if images.iter().all(|image| image.tags.is_empty()) {
        return Err(TopicsError::NoTaggedPicture.into());
    }
    Ok(TagIndex::new(images.iter().map(|image| image.tags.as_slice())))
}
