//! Small benchmarks in memory, made by the tests.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{
    BenchmarkError, FileEntry, Manifest,
    lists::{ListProgress, ListSource, Lists, LoadError, load_lists},
};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

/// A benchmark in memory.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) manifest: Value,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// Its files as a source that counts what is asked of it.
pub(crate) struct Source<'a> {
    pub(crate) files: &'a BTreeMap<String, Vec<u8>>,
    /// Whether a pause suspends the loader.
    pub(crate) suspends: bool,
    pub(crate) n_pauses: Cell<usize>,
    pub(crate) progress: RefCell<Vec<(String, u64, u64)>>,
    pub(crate) read: RefCell<Vec<String>>,
}

impl ListSource for Source<'_> {
    type Error = String;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, String> {
        self.read.borrow_mut().push(file.path.clone());
        self.files.get(&file.path).cloned().ok_or_else(|| format!("{} is not there", file.path))
    }

    async fn pause(&self) {
        self.n_pauses.set(self.n_pauses.get() + 1);
        let mut is_over = !self.suspends;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut is_over, true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    fn on_progress(&self, progress: ListProgress<'_>) {
        let ListProgress { file, done, total } = progress;
        self.progress.borrow_mut().push((file.into(), done, total));
    }
}

/// Runs a future, and counts how often it was suspended.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> (T, usize) {
    let mut future = pin!(future);
    let mut n_suspended = 0;
    loop {
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => return (value, n_suspended),
            Poll::Pending => n_suspended += 1,
        }
    }
}

impl Made {
    /// Three queries, five images in two lists, two definitions of relevance.
    pub(crate) fn small() -> Self {
        let mut made = Self {
            manifest: json!({
                "schema_version": 1, "id": "small", "title": "Small",
                "counts": { "queries": 3, "images": 5 },
                "relevance": [
                    { "id": "strict", "title": "Strict", "counts_as": "x", "default": true,
                      "path": "relevance/strict.qrels" },
                    { "id": "pool", "title": "Pool", "counts_as": "y", "only_judged": true,
                      "complete": true, "path": "relevance/pool.qrels" },
                ],
                "systems": [], "files": [],
            }),
            files: BTreeMap::new(),
        };
        made.write("queries.jsonl", lines(&["q0", "q1", "q2"], "text"), None);
        made.write("images/00000.jsonl", lines(&["a", "b", "c"], "caption"), Some((0, 3)));
        made.write("images/00001.jsonl", lines(&["d", "e"], "caption"), Some((3, 5)));
        made.write("relevance/strict.qrels", "q0 0 a 1\nq1 0 e 2\nq1 0 b 0\n", None);
        made.write("relevance/pool.qrels", "q2 0 c 1\n", None);
        made
    }

    /// Puts a file where one of this path was, or after all others.
    pub(crate) fn write(&mut self, path: &str, text: impl AsRef<[u8]>, rows: Option<(u32, u32)>) {
        let bytes = text.as_ref().to_vec();
        let mut entry = json!({ "path": path, "bytes": bytes.len(), "sha256": "0".repeat(64) });
        if let Some((start, end)) = rows {
            entry["rows"] = json!({ "start": start, "end": end });
        }
        let files = self.manifest["files"].as_array_mut().unwrap();
        match files.iter_mut().find(|file| file["path"] == path) {
            Some(file) => *file = entry,
            None => files.push(entry),
        }
        self.files.insert(path.into(), bytes);
    }

    /// Queries, images in one list, definitions of relevance by id with their qrels (the first is
    /// the default), and systems by id with stored query vectors.
    pub(crate) fn new(
        queries: &[Value],
        images: &[Value],
        relevance: &[(&str, &str)],
        systems: &[&str],
    ) -> Self {
        let mut made = Self {
            manifest: json!({
                "schema_version": 1, "id": "made", "title": "Made",
                "counts": { "queries": queries.len(), "images": images.len() },
                "relevance": [], "systems": [], "files": [],
            }),
            files: BTreeMap::new(),
        };
        let text = |records: &[Value]| records.iter().map(|r| format!("{r}\n")).collect::<String>();
        let rows = Some((0, u32::try_from(images.len()).unwrap()));
        made.write("queries.jsonl", text(queries), None);
        made.write("images/00000.jsonl", text(images), rows);
        for (place, (id, qrels)) in relevance.iter().enumerate() {
            let path = format!("relevance/{id}.qrels");
            made.write(&path, qrels, None);
            made.push("relevance", json!({
                "id": id, "title": format!("Title of {id}"), "counts_as": "", "default": place == 0,
                "path": path,
            }));
        }
        // A manifest with fewer bytes than a byte a value is refused.
        made.write("gallery", vec![0; 2 * images.len()], rows);
        made.write("vectors", "", None);
        for id in systems {
            made.push(
                "systems",
                json!({
                    "id": id, "title": format!("Title of {id}"), "dim": 2, "gallery": ["gallery"],
                    "queries": "vectors",
                }),
            );
        }
        made
    }

    /// Adds to a list of the manifest.
    pub(crate) fn push(&mut self, list: &str, value: Value) {
        self.manifest[list].as_array_mut().unwrap().push(value);
    }

    /// As pages load it.
    #[track_caller]
    pub(crate) fn dataset(&self) -> Arc<Dataset> {
        let (manifest, source) = (self.manifest().unwrap(), self.source());
        match run(Dataset::load("https://x/".into(), manifest, &source)) {
            (Ok(dataset), _) => Arc::new(dataset),
            (Err(error), _) => panic!("{}", error.unify(|e| e.to_string())),
        }
    }

    pub(crate) fn manifest(&self) -> Result<Manifest, BenchmarkError> {
        Manifest::from_json(&self.manifest.to_string())
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            files: &self.files,
            suspends: false,
            n_pauses: Cell::new(0),
            progress: RefCell::default(),
            read: RefCell::default(),
        }
    }

    pub(crate) fn load(&self) -> Result<Lists, LoadError<String>> {
        run(load_lists(&self.manifest().unwrap(), &self.source())).0
    }

    /// What the loader says, whichever entry is used.
    #[track_caller]
    pub(crate) fn refusal(&self) -> String {
        match self.load() {
            Ok(_) => panic!("it was loaded"),
            Err(error) => error.unify(|e| e.to_string()),
        }
    }

    #[track_caller]
    pub(crate) fn manifest_refusal(&self) -> String {
        self.manifest().unwrap_err().to_string()
    }
}

pub(crate) fn lines(ids: &[&str], field: &str) -> String {
    ids.iter()
        .map(|id| format!("{}\n", json!({ "id": id, field: format!("{field} of {id}") })))
        .collect()
}

/// A record of `queries.jsonl` or of an image list, with facets.
pub(crate) fn record(id: &str, facets: &[(&str, &str)]) -> Value {
    let facets: BTreeMap<&str, &str> = facets.iter().copied().collect();
    json!({ "id": id, "text": format!("text of {id}"), "facets": facets })
}

/// Records `prefix0`, `prefix1` … without facets.
pub(crate) fn records(prefix: &str, n: usize) -> Vec<Value> {
    (0..n).map(|row| record(&format!("{prefix}{row}"), &[])).collect()
}

/// Numbers that look random and are the same on every run.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    /// One below `n`: the upper bits of Knuth's linear congruential generator.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    /// The numbers below `n` in some order.
    pub(crate) fn order(&mut self, n: usize) -> Vec<u32> {
        let mut rows: Vec<u32> = (0u32..).take(n).collect();
        for last in (1..n).rev() {
            rows.swap(last, self.below(last + 1));
        }
        rows
    }
}
