//! The lists of a benchmark, fetched over the network.

use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{fetch_file, fetch_manifest, keep_build};
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::window;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::lists::{ListProgress, ListSource, list_files};
use rankscope_core::benchmark::{FileEntry, Manifest};
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// Lists that are fetched at a time: as many as browsers ask one server for.
const N_ARRIVING: usize = 6;
/// The page is kept from responding no longer than this at a time; a frame has 16 ms.
const TURN_MS: f64 = 12.0;

/// The lists of the benchmark at `base_url`, without anything imported. `show` gets how far they
/// are; dropping the future stops the download.
///
/// # Errors
/// Which file cannot be fetched or read, and what to do.
pub async fn load(base_url: &str, show: &dyn Fn(Progress)) -> Result<Dataset, Failure> {
    let text = fetch_manifest(base_url).await.map_err(|e| Failure::from(&e))?;
    let manifest = Manifest::from_json(&text).map_err(|e| unreadable(&e, base_url))?;
    let source = Server::new(base_url, &manifest, show);
    let dataset = Dataset::load(base_url.to_string(), manifest, &source).await;
    let dataset = dataset.map_err(|e| e.unify(|e| unreadable(&e, base_url)))?;
    keep_build(base_url, &text, &dataset.own.files).await;
    Ok(dataset)
}

/// Lists from the network or the browser's cache, the next ones on their way while one is read.
struct Server<'a> {
    base_url: &'a str,
    /// When the page could last respond, in milliseconds.
    turn_began: Cell<f64>,
    show: &'a dyn Fn(Progress),
    /// The path of the list that is awaited, whose progress is shown.
    awaited: Rc<RefCell<String>>,
    /// In the order in which they are read.
    arriving: RefCell<Vec<Arriving<'a>>>,
}

/// A list on its way.
struct Arriving<'a> {
    path: String,
    fetch: Pin<Box<dyn Future<Output = Fetched> + 'a>>,
    fetched: Option<Fetched>,
}

type Fetched = Result<Vec<u8>, Failure>;

impl<'a> Server<'a> {
    fn new(base_url: &'a str, manifest: &Manifest, show: &'a dyn Fn(Progress)) -> Self {
        let awaited = Rc::new(RefCell::new(String::new()));
        let arriving = |file: &FileEntry| Arriving {
            path: file.path.clone(),
            fetch: Box::pin(fetched(base_url, file.clone(), awaited.clone(), show)),
            fetched: None,
        };
        let arriving = list_files(manifest).map(arriving).collect();
        let turn_began = Cell::new(now());
        Self { base_url, turn_began, show, awaited, arriving: RefCell::new(arriving) }
    }

    /// Drives the next fetches; ready once the list at `path` is there.
    fn poll(&self, path: &str, context: &mut Context<'_>) -> Poll<Fetched> {
        let mut arriving = self.arriving.borrow_mut();
        for (place, one) in arriving.iter_mut().enumerate() {
            if (place >= N_ARRIVING && one.path != path) || one.fetched.is_some() {
                continue;
            }
            if let Poll::Ready(fetched) = one.fetch.as_mut().poll(context) {
                one.fetched = Some(fetched);
            }
        }
        let is_there = |one: &Arriving| one.path == path && one.fetched.is_some();
        let place = arriving.iter().position(is_there);
        match place.and_then(|place| arriving.remove(place).fetched) {
            Some(fetched) => Poll::Ready(fetched),
            None => Poll::Pending,
        }
    }
}

async fn fetched(
    base_url: &str,
    file: FileEntry,
    awaited: Rc<RefCell<String>>,
    show: &dyn Fn(Progress),
) -> Fetched {
    let mut on_progress = |done, total| {
        if *awaited.borrow() == file.path {
            show(Progress { what: file.path.clone(), done, total, unit: ProgressUnit::Bytes });
        }
    };
    let bytes = fetch_file(base_url, &file, &|| false, &mut on_progress).await;
    bytes.map_err(|e| Failure::from(&e))
}

impl ListSource for Server<'_> {
    type Error = Failure;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, Failure> {
        self.awaited.replace(file.path.clone());
        if !self.arriving.borrow().iter().any(|one| one.path == file.path) {
            let Self { base_url, awaited, show, .. } = self;
            return fetched(base_url, file.clone(), awaited.clone(), show).await;
        }
        poll_fn(|context| self.poll(&file.path, context)).await
    }

    async fn pause(&self) {
        if now() - self.turn_began.get() > TURN_MS {
            TimeoutFuture::new(0).await;
            self.turn_began.set(now());
        }
    }

    fn on_progress(&self, ListProgress { file, done, total }: ListProgress<'_>) {
        let (what, unit) = (file.to_string(), ProgressUnit::Rows);
        (self.show)(Progress { what, done, total, unit });
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

fn unreadable(reason: &dyn std::fmt::Display, base_url: &str) -> Failure {
    Failure {
        title: "The benchmark cannot be read.".into(),
        detail: reason.to_string(),
        advice: format!("Build the benchmark at {base_url} again, or open another one."),
    }
}
