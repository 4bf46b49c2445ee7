//! Suggestions while a query is typed.

use crate::benchmark::Query;

/// A word of fewer letters than this is not looked for while longer ones are there.
const SHORT: usize = 3;

/// The first `n` queries that fit what is typed, as rows in `queries`; the first `n` of all if
/// nothing is. Queries whose id begins with it come first, then those with most of its words: a query
/// need not have every word. A word matches within longer ones.
pub fn suggested_queries(queries: &[Query], typed: &str, n: usize) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    let mut words: Vec<&str> = typed.split_whitespace().collect();
    if words.iter().any(|word| word.chars().count() >= SHORT) {
        words.retain(|word| word.chars().count() >= SHORT);
    }
    let fits = |(row, query): (usize, &Query)| {
        let text = query.text.to_lowercase();
        let n_words = words.iter().filter(|word| text.contains(**word)).count();
        let has_id = !typed.is_empty() && query.id.to_lowercase().starts_with(&typed);
        (has_id || n_words > 0 || typed.is_empty()).then_some((has_id, n_words, row))
    };
    let mut fitting: Vec<_> = queries.iter().enumerate().filter_map(fits).collect();
    fitting.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    fitting.into_iter().take(n).map(|(_, _, row)| row).collect()
}

/// The query that a text names: by its id, or by exactly its text.
pub fn named_query<'a>(queries: &'a [Query], text: &str) -> Option<&'a Query> {
    let text = text.trim();
    let by_text = queries.iter().find(|query| query.text.trim() == text);
    by_text.or_else(|| queries.iter().find(|query| query.id == text))
}
