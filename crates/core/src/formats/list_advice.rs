//! What a line of runs or qrels that cannot be read may be, for error messages.

/// The end of a message: `: …`, or nothing if the line looks like nothing known.
pub(super) fn advice_for(line: &str) -> String {
    known_as(line).map(|advice| format!(": {advice}")).unwrap_or_default()
}

fn known_as(line: &str) -> Option<String> {
    if let Some(mark) = line.chars().find(|c| c.is_whitespace() && !c.is_ascii_whitespace()) {
        return Some(format!(
            "U+{:04X} is white space and separates fields: replace it in the ids, for example by _",
            u32::from(mark)
        ));
    }
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_whole = |field: &str| field.parse::<i64>().is_ok();
    let is_number = |field: &str| {
        field.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit())
    };
    match fields.as_slice() {
        [_, qid, ..] if qid.starts_with("qid:") => Some(
            "this looks like training data of LETOR or SVMlight, grade first: write `query 0 document \
             grade`"
                .into(),
        ),
        [_, _, rank] if is_whole(rank) => Some(
            "three columns are MS MARCO's run (query, document, rank), which needs a score, `awk '{print \
             $1, \"Q0\", $2, $3, -$3, \"run\"}'`; or judgements, which need `query 0 document grade`, `awk \
             '{print $1, 0, $2, $3}'`"
                .into(),
        ),
        [_, _, _, rank, score] if is_whole(rank) && is_number(score) => {
            Some("the run's name, the last field, is missing: add any word".into())
        }
        [_, _, _, rank, score, _, _, ..] if is_whole(rank) && is_number(score) => {
            Some("the run's name, the last field, is one word: remove its white space".into())
        }
        _ if line.contains(',') => Some(
            "this looks like a table: it is read if its header names query_id, doc_id and relevance or \
             score"
                .into(),
        ),
        _ => None,
    }
}

/// Whether a line names columns, which runs and qrels do not have.
pub(super) fn is_header(line: &str) -> bool {
    let fields = line.split_whitespace();
    let names =
        ["query", "qid", "doc", "score", "rank", "relevance", "grade", "iter", "image", "topic"];
    let is_name = |field: &str| {
        let field = field.to_ascii_lowercase();
        names.iter().any(|name| field.contains(name))
    };
    fields.filter(|field| is_name(field)).count() >= 2
}
