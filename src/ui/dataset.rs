//! The lists of a benchmark, fetched over the network.
//!
//! The page paints without them, so what reads them is a part of its own, which the browser fetches
//! along with the first: `bundle` names it in `index.html`.
#![allow(unsafe_code, reason = "the reader is in a separate part, called across modules")]

use crate::ui::imports::{has_kept, restored};
use crate::ui::task::{Later, now_ms};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use futures_util::StreamExt;
use gloo::timers::future::TimeoutFuture;
use leptos::task::spawn_local;
use rankscope_core::analysis::{Dataset, lists_in_parts};
use rankscope_core::benchmark::StoredGuides;
use rankscope_core::benchmark::lists::{ListProgress, ListSource, QueryGuides, load_guides};
use rankscope_core::benchmark::{FileEntry, Manifest};
use rankscope_core::formats::text_from_bytes;
use rankscope_guide::{COMPLEXITY_FILE, Complexity};
use rankscope_messages::{Failure, Progress, ProgressUnit};
use rankscope_transfer::{fetch_file, fetch_manifest, keep_build};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The longest time that the page does not respond; a frame has 16 ms.
const TURN_MS: f64 = 12.0;

pub struct Loaded {
    pub dataset: Dataset,
    pub manifest: String,
}

#[derive(Clone)]
pub struct Told {
    pub show: Rc<dyn Fn(Progress)>,
    /// Called with the manifest before anything else is fetched.
    pub expect: Rc<dyn Fn(&Manifest)>,
}

/// The queries and images of the benchmark at `base_url`, with the imports of earlier visits.
/// Dropping the future stops the download. Very long image lists are not loaded yet, unless `all`
/// are wanted or an earlier visit imported something, which names images by id.
pub async fn load(base_url: String, all: bool, told: Told) -> Result<Loaded, Failure> {
    read(base_url, all, told).await.map_err(|_| not_arrived())?.await
}

/// Loads the judgements of some of the benchmark's definitions. All of them complete the lists, of which
/// `manifest` is stored then, if there is one.
pub async fn load_judgements(
    dataset: Arc<Dataset>,
    definitions: Range<usize>,
    manifest: Option<String>,
    show: Rc<dyn Fn(Progress)>,
) -> Result<(), Failure> {
    judge(dataset, definitions, manifest, show).await.map_err(|_| not_arrived())?.await
}

/// Loads one file of the image lists, for a dataset that has only some.
pub async fn load_list(
    dataset: Arc<Dataset>,
    place: usize,
    show: Rc<dyn Fn(Progress)>,
) -> Result<(), Failure> {
    read_list(dataset, place, show).await.map_err(|_| not_arrived())?.await
}

#[wasm_split(lists, fallible)]
fn read_list(
    dataset: Arc<Dataset>,
    place: usize,
    show: Rc<dyn Fn(Progress)>,
) -> Result<Later<Result<(), Failure>>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let base_url = &dataset.base_url;
        let source = Server::new(base_url, &*show);
        let loaded = dataset.load_list(place, &source).await;
        loaded.map_err(|e| e.unify(|e| unreadable(&e, base_url)))
    }))
}

#[wasm_split(lists, fallible)]
fn read(
    base_url: String,
    all: bool,
    told: Told,
) -> Result<Later<Result<Loaded, Failure>>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let Loaded { dataset, manifest } = own_lists(&base_url, all, &told).await?;
        if !dataset.is_partly_listed() {
            return Ok(Loaded { dataset: restored(dataset).await, manifest });
        }
        if has_kept(&base_url).await {
            let Loaded { dataset, manifest } = own_lists(&base_url, true, &told).await?;
            return Ok(Loaded { dataset: restored(dataset).await, manifest });
        }
        Ok(Loaded { dataset, manifest })
    }))
}

#[wasm_split(lists, fallible)]
fn judge(
    dataset: Arc<Dataset>,
    definitions: Range<usize>,
    manifest: Option<String>,
    show: Rc<dyn Fn(Progress)>,
) -> Result<Later<Result<(), Failure>>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let base_url = &dataset.base_url;
        let source = Server::new(base_url, &*show);
        // One by one, so that those that have arrived stay if others are wanted first.
        for definition in definitions {
            let loaded = dataset.load_judgements_of([definition], &source).await;
            loaded.map_err(|e| e.unify(|e| unreadable(&e, base_url)))?;
        }
        // Only when all are loaded: an incomplete build must not replace a complete one.
        if dataset.is_judged()
            && let Some(manifest) = manifest
        {
            keep_build(base_url, &manifest, &dataset.openable.files).await;
        }
        Ok(())
    }))
}

async fn own_lists(
    base_url: &str,
    all: bool,
    Told { show, expect }: &Told,
) -> Result<Loaded, Failure> {
    let text = fetch_manifest(base_url).await.map_err(|e| Failure::from(&e))?;
    let manifest = Manifest::from_json(&text).map_err(|e| unreadable(&e, base_url))?;
    expect(&manifest);
    let source = Server::new(base_url, &**show);
    let url = base_url.to_string();
    let dataset = match !all && lists_in_parts(&manifest) {
        true => Dataset::load_unlisted(url, manifest, &source).await,
        false => Dataset::load_unjudged(url, manifest, &source).await,
    };
    let dataset = dataset.map_err(|e| e.unify(|e| unreadable(&e, base_url)))?;
    Ok(Loaded { dataset, manifest: text })
}

/// From images to texts: see [`Dataset::reversed`].
pub async fn load_reversed(dataset: &Dataset, show: &dyn Fn(Progress)) -> Result<Dataset, Failure> {
    let base_url = &dataset.base_url;
    let source = Server::new(base_url, show);
    dataset.reversed(&source).await.map_err(|e| e.unify(|e| unreadable(&e, base_url)))
}

pub async fn load_stored_guides(
    dataset: &Dataset,
    engine: &StoredGuides,
    show: &dyn Fn(Progress),
) -> Result<QueryGuides, Failure> {
    let base_url = &dataset.base_url;
    let source = Server::new(base_url, show);
    let guides = load_guides(&dataset.own, engine, &dataset.queries, &source).await;
    guides.map_err(|e| e.unify(|e| unreadable(&e, base_url)))
}

/// The benchmark's model of how hard queries are; `None` if it has none.
pub async fn load_complexity(dataset: &Dataset) -> Result<Option<Complexity>, Failure> {
    if dataset.own.file(COMPLEXITY_FILE).is_err() {
        return Ok(None);
    }
    let unreadable = |detail: String| Failure {
        title: "The model of query difficulty cannot be read".into(),
        detail,
        advice: "Fit it again: rankscope guide complexity DIR --store.".into(),
    };
    let text = text_of(dataset, COMPLEXITY_FILE, unreadable).await?;
    let model = Complexity::from_json(COMPLEXITY_FILE, &text, &dataset.own, &dataset.queries);
    model.map(Some).map_err(|e| unreadable(e.to_string()))
}

/// The text of a small file of the benchmark; `unreadable` words what is wrong with it.
pub async fn text_of(
    dataset: &Dataset,
    path: &str,
    unreadable: impl Fn(String) -> Failure,
) -> Result<String, Failure> {
    let file = dataset.own.file(path).map_err(|e| unreadable(e.to_string()))?;
    let bytes = fetch_file(&dataset.base_url, file, &|| false, &mut |_, _| {}).await;
    let bytes = bytes.map_err(|e| Failure::from(&e))?;
    let text = text_from_bytes(path, &bytes).map_err(|e| unreadable(e.to_string()))?;
    Ok(text.into_owned())
}

/// Lists from the network or the browser's cache.
struct Server<'a> {
    base_url: &'a str,
    show: &'a dyn Fn(Progress),
    /// When the page could last respond, in milliseconds.
    turn_began: Cell<f64>,
    /// What is being fetched, by path. Dropping it ends the downloads.
    ahead: RefCell<Vec<(String, UnboundedReceiver<Arriving>)>>,
}

enum Arriving {
    Bytes(u64, u64),
    Whole(Result<Vec<u8>, Failure>),
}

impl<'a> Server<'a> {
    fn new(base_url: &'a str, show: &'a dyn Fn(Progress)) -> Self {
        Self { base_url, show, turn_began: Cell::new(now_ms()), ahead: RefCell::default() }
    }

    /// The receiver for a file, which has a single reader.
    fn arriving(&self, path: &str) -> Option<UnboundedReceiver<Arriving>> {
        let mut ahead = self.ahead.borrow_mut();
        let place = ahead.iter().position(|(own, _)| own == path)?;
        Some(ahead.swap_remove(place).1)
    }
}

impl ListSource for Server<'_> {
    type Error = Failure;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, Failure> {
        self.will_read(file);
        let mut arriving = self.arriving(&file.path).ok_or_else(not_arrived)?;
        while let Some(told) = arriving.next().await {
            match told {
                Arriving::Bytes(done, total) => {
                    let (what, unit) = (file.path.clone(), ProgressUnit::Bytes);
                    (self.show)(Progress { what, done, total, unit });
                }
                Arriving::Whole(bytes) => return bytes,
            }
        }
        // Who fetches it says how that ended.
        Err(not_arrived())
    }

    fn will_read(&self, file: &FileEntry) {
        let mut ahead = self.ahead.borrow_mut();
        if ahead.iter().any(|(path, _)| *path == file.path) {
            return;
        }
        let (sender, arriving) = unbounded();
        ahead.push((file.path.clone(), arriving));
        let (base_url, file) = (self.base_url.to_string(), file.clone());
        // The receiver is gone once the lists are not wanted.
        spawn_local(async move {
            let mut on_progress =
                |done, total| drop(sender.unbounded_send(Arriving::Bytes(done, total)));
            let is_unwanted = || sender.is_closed();
            let bytes = fetch_file(&base_url, &file, &is_unwanted, &mut on_progress).await;
            let whole = Arriving::Whole(bytes.map_err(|e| Failure::from(&e)));
            drop(sender.unbounded_send(whole));
        });
    }

    async fn pause(&self) {
        if now_ms() - self.turn_began.get() > TURN_MS {
            TimeoutFuture::new(0).await;
            self.turn_began.set(now_ms());
        }
    }

    fn on_progress(&self, ListProgress { file, done, total }: ListProgress<'_>) {
        let (what, unit) = (file.to_string(), ProgressUnit::Rows);
        (self.show)(Progress { what, done, total, unit });
    }
}

fn not_arrived() -> Failure {
    Failure {
        title: "The benchmark cannot be read.".into(),
        detail:
            "A file of the page did not arrive: the network may be down, or the server may have \
                 a newer version."
                .into(),
        advice: "Try again. If that fails, reload the page.".into(),
    }
}

fn unreadable(reason: &dyn std::fmt::Display, base_url: &str) -> Failure {
    Failure {
        title: "The benchmark cannot be read.".into(),
        detail: reason.to_string(),
        advice: format!("Build the benchmark at {base_url} again, or open another one."),
    }
}
