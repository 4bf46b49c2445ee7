//! Reads the judgements of a definition of relevance, with ids resolved to rows.

use super::{ListError, ListSource, id_rows::IdRows, paced::Pace};
use crate::benchmark::{Judgements, Relevance};
use crate::formats::lines_of_own_qrels;

/// Reads TREC qrels, with ids resolved to rows. Judgements of unknown queries are ignored:
/// published judgements often cover more queries than a benchmark uses.
pub(super) async fn relevance_from_qrels(
    file: &str,
    text: &str,
    rows: &IdRows<'_>,
    source: &impl ListSource,
) -> Result<Relevance, ListError> {
    let n_lines = text.bytes().filter(|byte| *byte == b'\n').count();
    let mut by_query: Vec<Vec<(u32, i32)>> = vec![Vec::new(); rows.n_queries()];
    let mut pace = Pace::of_file(source, file, n_lines as u64);
    for (n_before, line) in lines_of_own_qrels(file, text).enumerate() {
        let (query, image, grade) = line?;
        if let Some(query_row) = rows.query(query) {
            let Some(row) = rows.image(image) else {
                return Err(ListError::UnknownImage {
                    file: file.into(),
                    line: line_of_judgement(text, n_before),
                    query: query.into(),
                    image: image.into(),
                });
            };
            if let Some(judged) = by_query.get_mut(query_row as usize) {
                judged.push((row, grade));
            }
        }
        pace.step().await;
    }
    let judged = by_query.into_iter().map(|grades| Ok::<_, ListError>(Judgements::new(grades)));
    Ok(Relevance::of_queries(Pace::silent(source).collect(judged).await?))
}

/// The line, from 1, of the judgement after `n_before` others; skips empty lines.
fn line_of_judgement(text: &str, n_before: usize) -> usize {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty());
    lines.map(|(number, _)| number).nth(n_before).unwrap_or(0)
}
