#![no_main]
//! The lists of a benchmark, by the loaders that page and commands share. The first character picks
//! what the manifest says; the files follow, with a zero character between them. Rows that are loaded
//! exist, ids are unique, and judgements are those that the reader of whole files finds.

use libfuzzer_sys::fuzz_target;
use rankscope_core::benchmark::lists::{
    ListSource, Lists, LoadError, check_captions, load_guides, load_lists, load_relevance,
    load_reversed,
};
use rankscope_core::benchmark::{FileEntry, ImageIdList, ImageIds, Manifest, Relevance};
use rankscope_core::formats::{qrels_from_trec, text_from_bytes};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    pin::pin,
    task::{Context, Poll, Waker},
};

/// Images of a corpus without image lists.
const N_UNLISTED: usize = 5;

struct Files<'a>(Vec<(&'static str, &'a str)>);

impl Files<'_> {
    fn text(&self, path: &str) -> &str {
        self.0.iter().find(|(own, _)| *own == path).map_or("", |(_, text)| text)
    }

    fn n_lines(&self, path: &str) -> usize {
        self.text(path).lines().filter(|line| !line.trim().is_empty()).count()
    }
}

impl ListSource for Files<'_> {
    type Error = String;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, String> {
        Ok(self.text(&file.path).as_bytes().to_vec())
    }
}

const QUERIES: &str = "queries.jsonl";
const IMAGES: [&str; 2] = ["images/0.jsonl", "images/1.jsonl"];
const CAPTIONS: &str = "captions.jsonl";
const QRELS: &str = "relevance/a.qrels";
const REVERSE: &str = "reverse/a.qrels";
const GUIDES: &str = "guides/e/images.jsonl.gz";
const GALLERY: &str = "systems/s/gallery.safetensors";

fn manifest(flags: u32, files: &Files<'_>) -> Value {
    let has = |bit: u32| flags & (1 << bit) > 0;
    let file = |path: &str| json!({ "path": path, "bytes": 1 << 20, "sha256": "" });
    let with_rows = |path: &str, start: usize, end: usize| {
        let rows = json!({ "start": start, "end": end });
        json!({ "path": path, "bytes": 1 << 20, "sha256": "", "rows": rows })
    };
    let mut all = vec![file(QUERIES), file(CAPTIONS), file(QRELS)];
    let mut n_images = N_UNLISTED;
    if has(0) {
        n_images = 0;
        for path in IMAGES {
            let n = files.n_lines(path);
            if n > 0 {
                all.push(with_rows(path, n_images, n_images + n));
            }
            n_images += n;
        }
    }
    all.push(with_rows(GALLERY, 0, n_images));
    if has(1) {
        all.push(file("systems/s/captions.safetensors"));
    }
    if has(2) {
        all.push(file(REVERSE));
    }
    let n_guides = files.n_lines(GUIDES);
    let mut guides = Vec::new();
    if n_guides > 0 {
        all.extend([file(GUIDES), file("systems/s/guides-e.safetensors")]);
        guides.push(json!({ "id": "e", "title": "E", "images": n_guides }));
    }
    let n_queries = files.n_lines(QUERIES) + usize::from(has(3));
    let counts = json!({
        "queries": n_queries, "images": n_images, "captions": files.n_lines(CAPTIONS)
    });
    json!({
        "schema_version": 1, "id": "b", "title": "B", "counts": counts, "guides": guides,
        "relevance": [{
            "id": "a", "title": "A", "counts_as": "a", "default": true, "path": QRELS,
            "only_judged": has(4), "complete": has(5),
        }],
        "systems": [{ "id": "s", "title": "S", "dim": 1, "gallery": [GALLERY] }],
        "files": all,
    })
}

fuzz_target!(|text: &str| {
    let mut rest = text.chars();
    let flags = rest.next().map_or(0, u32::from);
    let mut parts = rest.as_str().split('\0');
    let paths = [QUERIES, IMAGES[0], IMAGES[1], CAPTIONS, QRELS, REVERSE, GUIDES];
    let files = Files(paths.map(|path| (path, parts.next().unwrap_or_default())).to_vec());
    let Ok(manifest) = Manifest::from_json(&manifest(flags, &files).to_string()) else { return };
    let Some(lists) = said(now(load_lists(&manifest, &files))) else { return };

    let ids = match manifest.has_image_lists() {
        true => ImageIdList::listed(lists.images.iter().map(|image| image.id.clone()).collect()),
        false => ImageIdList::row_numbers(manifest.counts.images),
    };
    check(&manifest, &lists, &ids, &files);

    let definition = &manifest.relevance[0];
    let alone =
        now(load_relevance(&manifest, definition, &lists.queries, ids.stored(), &files)).unwrap();
    assert_eq!(alone, lists.relevance[0]);

    let ids = ImageIds::from(&ids);
    let captions = said(now(check_captions(&manifest, ids, &files)));
    let judged = [(definition, &lists.relevance[0])];
    if let Some(reversed) = said(now(load_reversed(&manifest, &lists.queries, ids, &judged, &files)))
    {
        assert_eq!(reversed.texts.len(), manifest.n_texts() as usize);
        assert!(reversed.image_rows.is_sorted_by(|a, b| a < b));
        assert!(reversed.image_rows.iter().all(|row| *row < manifest.counts.images));
        let n_texts = reversed.texts.len() + reversed.without_vectors.len();
        for row in 0..reversed.image_rows.len() {
            let judged = reversed.relevance[0].of_query(row as u32).unwrap();
            assert!(judged.n_relevant() > 0);
            assert!(judged.as_slice().iter().all(|(text, _)| (*text as usize) < n_texts));
        }
        assert!(captions.is_some() || !manifest.has_caption_vectors());
    }
    for engine in &manifest.guides {
        let guides = said(now(load_guides(&manifest, engine, &lists.queries, &files)));
        let Some(guides) = guides else { continue };
        let mut rows: Vec<u32> =
            (0..lists.queries.len()).flat_map(|query| guides.of_query(query)).copied().collect();
        rows.sort_unstable();
        assert!(rows.into_iter().eq(0..engine.images));
    }
});

fn check(manifest: &Manifest, lists: &Lists, ids: &ImageIdList, files: &Files<'_>) {
    let row_of_query: HashMap<String, u32> =
        lists.queries.iter().map(|query| query.id.clone()).zip(0..).collect();
    assert_eq!(row_of_query.len(), manifest.counts.queries as usize);
    let n_images = manifest.counts.images as usize;
    let all: HashSet<_> = (0..n_images).map(|row| ids.get(row).unwrap()).collect();
    assert_eq!(all.len(), n_images);
    let row_of_image: HashMap<String, u32> =
        (0..n_images).map(|row| (ids.get(row).unwrap().into_owned(), row as u32)).collect();
    // All that the loader accepts, the reader of whole files accepts.
    let text = text_from_bytes(QRELS, files.text(QRELS).as_bytes()).unwrap();
    let qrels = qrels_from_trec(QRELS, &text).unwrap();
    let whole = Relevance::from_qrels(QRELS, &qrels, &row_of_query, &row_of_image).unwrap();
    assert_eq!(whole.of_definition(&manifest.relevance[0]), lists.relevance[0]);
}

/// What was loaded; a refusal has words.
fn said<T>(loaded: Result<T, LoadError<String>>) -> Option<T> {
    match loaded {
        Ok(value) => return Some(value),
        Err(LoadError::List(error)) => assert!(!error.to_string().is_empty()),
        Err(LoadError::Source(error)) => panic!("{error}"),
    }
    None
}

fn now<T>(loading: impl Future<Output = T>) -> T {
    let Poll::Ready(value) = pin!(loading).poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("nothing is to be waited for");
    };
    value
}
