//! Scores of one's own: a run, a table, JSON, or a matrix.

use super::judged_topics::judged_topics;
use crate::{
    benchmark::open::Benchmark,
    reading::{
        list_files, named_part,
        score_files::{self, FileScores},
        vectors_file::kind_of,
    },
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::Topics;
use rankscope_core::formats::{IdTable, ScoreSide};
use rankscope_core::topics::{
    EntryRun, JudgedTopic, SuggestionOutcome, SuggestionTest, TagIndex, TopicResult, TopicResults,
    check_entry_shape, is_training_row, ranked_rows, recognised,
};
use std::path::Path;

/// Measures scores of pictures by topic: of the test pictures, or, if this is not recognition, of all.
pub(super) fn topic_results(
    path: &Path,
    benchmark: &Benchmark,
    is_recognition: bool,
    topics: &Topics,
    relevance: &[String],
) -> Result<Vec<TopicResults>> {
    let rows = 0..benchmark.manifest.counts.images;
    let tested: Vec<u32> = rows.filter(|row| !is_recognition || !is_training_row(*row)).collect();
    let topics_list = &topics.topics;
    let scores = match matrix(path)? {
        Some(mut matrix) => {
            let rows = (topics_list.len(), "topics, in their order");
            let columns = (tested.len(), "pictures that are tested, in corpus order");
            check_entry_shape(&path.display().to_string(), matrix.shape(), rows, columns)?;
            all_rows(&mut matrix)?
                .into_iter()
                .map(|scores| tested.iter().copied().zip(scores).collect())
                .collect()
        }
        None => with_run(path, |run| {
            Ok(run.topic_scores(topics_list, &tested, benchmark.image_ids())?)
        })?,
    };
    let result = |topic: &JudgedTopic| {
        let own = scores.get(topic.place).cloned().unwrap_or_default();
        if own.is_empty() {
            bail!("{} has no scores of topic {}: add them", path.display(), topic.id);
        }
        let ranked = ranked_rows(own);
        Ok(match is_recognition {
            true => recognised(topic, &ranked),
            false => TopicResult::new(topic, &ranked, &topic.judgements),
        })
    };
    let mut all = Vec::new();
    for judged in judged_topics(benchmark, topics, relevance)? {
        let topics = judged.topics.iter().map(result).collect::<Result<_>>()?;
        all.push(TopicResults { relevance: judged.relevance, topics });
    }
    Ok(all)
}

/// Measures scores of tags by picture.
pub(super) fn suggestion(
    path: &Path,
    benchmark: &Benchmark,
    mut test: SuggestionTest,
    index: &TagIndex,
) -> Result<SuggestionOutcome> {
    let of_pictures = match matrix(path)? {
        Some(mut matrix) => {
            let tags = test.tags_by_number(index);
            let rows = (test.tested().len(), "test pictures, in corpus order");
            let columns = (tags.len(), "tags, the most frequent first");
            check_entry_shape(&path.display().to_string(), matrix.shape(), rows, columns)?;
            let scores = all_rows(&mut matrix)?.into_iter();
            let scores = scores.map(|scores| tags.iter().copied().zip(scores).collect());
            test.tested().iter().copied().zip(scores).collect()
        }
        None => with_run(path, |run| Ok(run.tag_scores(&test, index, benchmark.image_ids())?))?,
    };
    test.add_scores(of_pictures, index);
    Ok(test.outcome()?)
}

/// `None` if the file is a list.
fn matrix(path: &Path) -> Result<Option<FileScores>> {
    let (file, _) = named_part::split(path);
    let is_matrix = path != Path::new("-") && kind_of(&file)?.0.has_vectors();
    Ok(if is_matrix { Some(score_files::open(path)?) } else { None })
}

fn all_rows(matrix: &mut FileScores) -> Result<Vec<Vec<f64>>> {
    let [n_rows, n_columns] = matrix.shape();
    let rows: Vec<usize> = (0..n_rows).collect();
    let lists = matrix.lists(ScoreSide::Queries, &rows)?;
    Ok(lists.iter().map(|list| (0..n_columns).map(|place| list.score(place)).collect()).collect())
}

fn with_run<T>(path: &Path, read: impl FnOnce(&EntryRun<'_>) -> Result<T>) -> Result<T> {
    let list = list_files::open(path)?;
    let mut documents = IdTable::default();
    let run = list.run(&mut documents)?;
    read(&EntryRun { file: &list.name, text: &list.text, run: &run, documents: &documents })
}
