//! `rankscope topics`: MIRFLICKR's three challenges.

mod judged_topics;
mod neighbours;
mod propagation;
mod recognition;
mod report;

use crate::{
    benchmark::open::Benchmark,
    terminal::{arguments::Printed, output::PaperFormat},
};
use anyhow::Result;
use judged_topics::{judged_topics, topics_of};
use neighbours::Neighbours;
use rankscope_core::topics::{
    LEAST_PICTURES, N_NEIGHBOURS, Suggesting, SuggestionTest, Suggestions, TagIndex, TopicsError,
    topics_with_tags,
};
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
    --format json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// What to try.
    #[arg(long, value_enum)]
    challenge: Challenge,
    /// The id of the system whose vectors are used.
    #[arg(long, value_name = "ID")]
    system: String,
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
    let system = benchmark.system(&args.system)?;
    let topics = topics_of(&benchmark)?;
    let k = args.k as usize;
    match args.challenge {
        Challenge::Recognition => {
            let judged = judged_topics(&benchmark, &topics, &args.relevance)?;
            let results = recognition::results(&benchmark.gallery(system)?, &judged)?;
            report::print_topics(&results, args.printed.format)
        }
        Challenge::Propagation => {
            let topics = topics_with_tags(topics)?;
            let judged = judged_topics(&benchmark, &topics, &args.relevance)?;
            let index = tags_of(&benchmark)?;
            let neighbours = Neighbours::of_all(&benchmark, system, k)?;
            let results = propagation::results(&neighbours, &index, &topics, &judged)?;
            report::print_topics(&results, args.printed.format)
        }
        Challenge::Suggestion => {
            let index = tags_of(&benchmark)?;
            let suggesting = Suggesting {
                content_tags: &topics.content_tags,
                n_tags: args.tags.map(|n| n as usize),
                least_pictures: args.least_pictures,
            };
            let mut test = SuggestionTest::new(&index, Suggestions::new(suggesting.tags(&index)?));
            let (tested, known) = (test.tested(), test.training());
            let neighbours = Neighbours::among(&benchmark, system, k, tested, known)?;
            neighbours.0.iter().for_each(|(row, hits)| test.add(*row, hits, &index));
            report::print_suggestion(&test.outcome()?, args.printed.format)
        }
    }
}

/// The tags of all pictures.
fn tags_of(benchmark: &Benchmark) -> Result<TagIndex> {
    let images = benchmark.images();
    if images.iter().all(|image| image.tags.is_empty()) {
        return Err(TopicsError::NoTaggedPicture.into());
    }
    Ok(TagIndex::new(images.iter().map(|image| image.tags.as_slice())))
}
