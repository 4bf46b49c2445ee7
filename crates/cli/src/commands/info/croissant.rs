//! A benchmark as Croissant, the JSON-LD in which MLCommons describes data sets: its files with their hashes,
//! its queries as records, and of the RAI vocabulary what the manifest says.
//!
//! Source: Croissant 1.0 and Croissant RAI 1.0, docs.mlcommons.org/croissant.

use rankscope_core::benchmark::{FileEntry, Manifest};
use serde_json::{Map, Value, json};

const VERSION: &str = "http://mlcommons.org/croissant/1.0";
const RAI_VERSION: &str = "http://mlcommons.org/croissant/RAI/1.0";
const QUERIES: &str = "queries.jsonl";

/// Terms of the context that are their namespace and their own name.
const TERMS: [&str; 25] = [
    "citeAs",
    "column",
    "equivalentProperty",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "separator",
    "source",
    "subField",
];

pub(super) fn croissant_of(manifest: &Manifest) -> Value {
    let mut all = Map::new();
    let mut put = |key: &str, value: Value| {
        let is_empty = value.as_str().is_some_and(str::is_empty);
        if !is_empty {
            all.insert(key.into(), value);
        }
    };
    put("@context", context());
    put("@type", json!("sc:Dataset"));
    put("conformsTo", json!([VERSION, RAI_VERSION]));
    put("name", json!(manifest.id));
    put("alternateName", json!(manifest.title));
    put("description", json!(description(manifest)));
    put("version", json!(manifest.version));
    put("license", json!(manifest.license));
    put("url", json!(manifest.homepage));
    put("citeAs", json!(manifest.citation));
    put("rai:dataUseCases", json!(["Evaluation of text-to-image retrieval"]));
    let judged = manifest.relevance.iter();
    let judged = judged.map(|definition| format!("{}: {}", definition.title, definition.counts_as));
    put("rai:dataAnnotationProtocol", json!(judged.collect::<Vec<_>>()));
    put("distribution", json!(manifest.files.iter().map(file_object).collect::<Vec<_>>()));
    put("recordSet", json!(queries(manifest)));
    Value::Object(all)
}

/// Croissant requires one.
fn description(manifest: &Manifest) -> String {
    if !manifest.description.is_empty() {
        return manifest.description.clone();
    }
    let counts = &manifest.counts;
    format!(
        "A benchmark of text-to-image retrieval with {} queries, {} images and {} systems.",
        counts.queries,
        counts.images,
        manifest.systems.len()
    )
}

fn context() -> Value {
    let mut context = Map::new();
    let spaces = [
        ("@language", "en"),
        ("@vocab", "https://schema.org/"),
        ("cr", "http://mlcommons.org/croissant/"),
        ("rai", "http://mlcommons.org/croissant/RAI/"),
        ("dct", "http://purl.org/dc/terms/"),
        ("sc", "https://schema.org/"),
        ("conformsTo", "dct:conformsTo"),
        ("transform", "cr:transform"),
    ];
    context.extend(spaces.map(|(key, value)| (key.to_owned(), json!(value))));
    context.extend(TERMS.map(|term| (term.to_owned(), json!(format!("cr:{term}")))));
    for (term, kind) in [("data", "@json"), ("examples", "@json"), ("dataType", "@vocab")] {
        context.insert(term.into(), json!({ "@id": format!("cr:{term}"), "@type": kind }));
    }
    Value::Object(context)
}

fn file_object(file: &FileEntry) -> Value {
    json!({
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "contentUrl": file.path,
        "contentSize": format!("{} B", file.bytes),
        "encodingFormat": media_type(&file.path),
        "sha256": file.sha256,
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "gz" => "application/gzip",
        "jsonl" => "application/jsonlines",
        "json" => "application/json",
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "txt" | "qrels" | "run" => "text/plain",
        _ => "application/octet-stream",
    }
}

/// The queries, if there are any. Facets differ from benchmark to benchmark and stay in the file.
fn queries(manifest: &Manifest) -> Vec<Value> {
    if !manifest.files.iter().any(|file| file.path == QUERIES) {
        return Vec::new();
    }
    let field = |name: &str, description: &str| {
        json!({
            "@type": "cr:Field",
            "@id": format!("queries/{name}"),
            "name": name,
            "description": description,
            "dataType": "sc:Text",
            "source": { "fileObject": { "@id": QUERIES }, "extract": { "column": name } },
        })
    };
    vec![json!({
        "@type": "cr:RecordSet",
        "@id": "queries",
        "name": "queries",
        "key": { "@id": "queries/id" },
        "field": [
            field("id", "The id that judgements and runs name."),
            field("text", "What is searched for."),
        ],
    })]
}
