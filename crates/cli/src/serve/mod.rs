//! `rankscope serve`: the page and a benchmark, to this machine alone.

mod answer;
mod connections;
mod hosts;
mod kept;
mod listening;
mod options;
mod packed;
pub(crate) mod packed_page;
mod parts;
mod range;
mod site;

use crate::{
    serve::packed_page::packed_page,
    terminal::{arguments::BenchmarkArgs, output, reporter},
    writing::interrupt,
};
use anyhow::{Result, bail};
use connections::Limits;
use hosts::Hosts;
use kept::Kept;
pub(crate) use options::Serving;
use site::{PageFiles, Site};
use std::{env, path::Path, thread};

/// Serve the page and a benchmark, to this machine alone.
///
/// The page is at /, the benchmark's files at /benchmark/. Any other static web server will do as
/// well.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope serve shapes\n  \
    rankscope serve shapes --dist dist --port 8080 --open")]
pub(crate) struct Args {
    #[command(flatten)]
    benchmark: BenchmarkArgs,
    #[command(flatten)]
    serving: Serving,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    serve(&args.serving, args.benchmark.folder()?, false)
}

/// Refuses to serve without a page, before anything is built for it.
pub(crate) fn check(options: &Serving) -> Result<()> {
    page(options.dist.as_deref()).map(drop)
}

/// Serves the page with a benchmark until the program is ended, and opens a browser if that is asked for
/// or the default.
pub(crate) fn serve(options: &Serving, benchmark: &Path, opens_by_default: bool) -> Result<()> {
    let page = page(options.dist.as_deref())?;
    if !benchmark.join("benchmark.json").is_file() {
        bail!(
            "{} has no benchmark.json: make a benchmark with `rankscope fixture -o DIR`, or of a \
             recipe with `rankscope view recipe.toml`",
            benchmark.display()
        );
    }
    let listen = options.address();
    let hosts = Hosts::new(listen, options.hosts())?;
    let listener = listening::listen(listen, options.port)?;
    let address = listener.local_addr()?;
    if !listen.is_loopback() {
        let dist = options.dist.as_ref().map(|dist| format!("{} and ", dist.display()));
        reporter::warn(format_args!(
            "every machine that reaches {address} can read {}{}, unencrypted",
            dist.unwrap_or_default(),
            benchmark.display()
        ));
    }
    let url = format!("http://{}:{}/", hosts.first_for(listen), address.port());
    output::print(&format!("Rankscope is at {url}"))?;
    interrupt::nothing_to_remove();
    if options.opens(opens_by_default) {
        open_browser(url);
    }
    // On this machine itself, compressing takes longer than it saves.
    let kept = hosts.let_others_in().then(Kept::default);
    let site = Site { page, benchmark: benchmark.to_owned(), kept };
    // One thread for all connections, and tokio's own for reading files.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = answer::router(site, hosts, options.others);
        connections::serve(listener, router, Limits::default()).await;
        bail!("the server stopped unexpectedly: start it again")
    })
}

/// The page in a folder, or the one in the program.
fn page(dist: Option<&Path>) -> Result<PageFiles> {
    match dist {
        Some(dist) if dist.join("index.html").is_file() => Ok(PageFiles::Folder(dist.to_owned())),
        Some(dist) => bail!(
            "{} has no index.html: build the page first, then give its folder as --dist",
            dist.display()
        ),
        None if !packed_page().is_empty() => Ok(PageFiles::Packed),
        None => bail!(
            "this program was built without the page (feature `page`): give the folder of a built \
             one with --dist; scripts/serve builds both and leaves the page in dist"
        ),
    }
}

/// Opens an address in `$BROWSER`, or in the browser that the system prefers. Returns at once, since some
/// systems wait until the browser ends. A failure is only noted: the address was printed.
fn open_browser(address: String) {
    let opening = move || {
        let opened = match env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
            Some(browser) => open::with(&address, browser.to_string_lossy()),
            None => open::that(&address),
        };
        if let Err(error) = opened {
            reporter::note(format_args!(
                "no browser was opened ({error}): open {address} yourself"
            ));
        }
    };
    // Only convenience is lost if no thread can be had.
    let _ = thread::Builder::new().spawn(opening);
}
