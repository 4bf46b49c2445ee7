//! The contents as aligned tables.

use super::contents::{Contents, Definition, OfEncoder, OfGuides, OfSystem};
use crate::terminal::output::table;
use rankscope_core::analysis::words::{bytes, count, counted};
use rankscope_core::benchmark::{RunKind, StoredRun};
use rankscope_core::vectors::ShardDtype;

/// Leaves out parts that a benchmark lacks.
pub(super) fn text(contents: &Contents) -> String {
    let mut parts = vec![head(contents)];
    let mut part = |columns: &[&str], rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            let titles = columns.iter().map(|title| (*title).to_owned()).collect();
            parts.push(table(&[vec![titles], rows].concat()));
        }
    };
    part(
        &["definition", "queries", "judgements", "relevant", ""],
        contents.definitions.iter().map(definition).collect(),
    );
    part(
        &["system", "dim", "stored as", "shards", "bytes", "queries", "encoder", "parameters"],
        contents.systems.iter().map(system).collect(),
    );
    let remote = |of: &OfSystem| {
        let remote = of.remote.as_ref()?;
        let (kind, metric) = (remote.kind.title(), remote.metric.name());
        let cells = [&of.id, kind, remote.base(), &remote.collection, metric];
        Some(cells.map(str::to_owned).to_vec())
    };
    part(
        &["asks a search engine", "which", "at", "collection", "compares by"],
        contents.systems.iter().filter_map(remote).collect(),
    );
    part(
        &["encoder", "dim", "parameters", "bytes", "takes"],
        contents.encoders.iter().map(encoder).collect(),
    );
    part(&["run", "of", "depth", "from"], contents.runs.iter().map(run).collect());
    part(&["guides", "pictures", "systems"], contents.guides.iter().map(guides).collect());
    let total = ("together", &contents.total);
    let files = contents.files.iter().map(|(kind, amount)| (*kind, amount)).chain([total]);
    part(
        &["files", "number", "bytes"],
        files.map(|(kind, of)| vec![kind.into(), count(of.files), bytes(of.bytes)]).collect(),
    );
    parts.join("\n")
}

fn head(contents: &Contents) -> String {
    let Contents { id, title, description, version, license, .. } = contents;
    let mut lines = vec![format!("{title} ({id})")];
    if !description.is_empty() {
        lines.push(description.clone());
    }
    let named = [("version", version), ("licence", license)];
    let named = named.into_iter().filter(|(_, text)| !text.is_empty());
    let named: Vec<String> = named.map(|(name, text)| format!("{name} {text}")).collect();
    if !named.is_empty() {
        lines.push(named.join(", "));
    }
    let mut counts = vec![counted(contents.images as usize, "image", "images")];
    let splits = contents.splits.iter().filter(|(split, _)| !split.is_empty());
    let splits: Vec<String> =
        splits.map(|(split, n)| format!("{} of {split}", count(*n))).collect();
    let of_splits =
        if splits.is_empty() { String::new() } else { format!(" ({})", splits.join(", ")) };
    let queries = counted(contents.queries as usize, "query", "queries");
    counts.push(queries + &of_splits);
    for (n, one, many) in [
        (contents.captions as usize, "caption", "captions"),
        (contents.topics, "topic", "topics"),
        (contents.facets.len(), "facet", "facets"),
        (contents.stored_values, "system with stored values", "systems with stored values"),
    ] {
        if n > 0 {
            counts.push(counted(n, one, many));
        }
    }
    lines.push(counts.join(", "));
    lines.join("\n") + "\n"
}

fn definition(of: &Definition) -> Vec<String> {
    let marks = [
        (of.default, "default"),
        (of.complete, "complete"),
        (of.only_judged, "only judged"),
        (of.votes, "votes"),
    ];
    let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
    vec![
        of.id.clone(),
        count(of.queries),
        count(of.judgements),
        count(of.relevant),
        marks.join(", "),
    ]
}

fn system(of: &OfSystem) -> Vec<String> {
    let dtype = of.dtype.map_or("", |dtype| match dtype {
        ShardDtype::F16 => "float16",
        ShardDtype::F32 => "float32",
        ShardDtype::I8 => "int8",
    });
    vec![
        of.id.clone(),
        count(of.dim),
        dtype.into(),
        count(of.shards),
        bytes(of.bytes),
        if of.has_queries { "yes" } else { "no" }.into(),
        of.encoder.clone().unwrap_or_else(|| "–".into()),
        of.parameters.map_or_else(|| "–".into(), count),
    ]
}

fn encoder(of: &OfEncoder) -> Vec<String> {
    vec![
        of.id.clone(),
        count(of.dim),
        count(of.parameters),
        bytes(of.bytes),
        if of.pictures { "texts and pictures" } else { "texts" }.into(),
    ]
}

fn run(of: &StoredRun) -> Vec<String> {
    vec![
        of.id.clone(),
        of.of.clone().unwrap_or_else(|| "–".into()),
        count(of.depth),
        match of.kind {
            RunKind::Run => "a TREC run",
            RunKind::Logits => "logits",
        }
        .into(),
    ]
}

fn guides(of: &OfGuides) -> Vec<String> {
    vec![of.id.clone(), count(of.images), of.systems.join(", ")]
}
