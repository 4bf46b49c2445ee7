//! `rankscope serve`: the page and a benchmark on this machine alone.

use super::output;
use anyhow::{Context, Result, bail};
use std::{
    fs::File,
    io::ErrorKind,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};
use tiny_http::{Header, Method, Request, Response, Server};

/// The addresses of the page's own views, which index.html answers.
const VIEWS: [&str; 5] = ["/compare", "/agreement", "/leaderboard", "/about", "/learn"];

/// `tiny_http` 0.12 may give two connections to one idle thread (`TaskPool::spawn` counts it as
/// idle until it wakes), and a browser keeps the first one open for minutes: the second waits as
/// long. A connection that ends at once frees a thread, which takes what waits.
const KNOCK_EVERY: Duration = Duration::from_millis(100);

/// Serve the page and a benchmark, to this machine alone.
///
/// The page is at /, the benchmark's files at /benchmark/. Any static web server does the
/// same: the page needs no server of its own.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The built page: a folder with index.html.
    #[arg(long, value_name = "DIR")]
    dist: PathBuf,
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// The port; 0 takes any that is free.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

pub(super) fn run(args: &Args) -> Result<()> {
    for (folder, file, way_out) in [
        (&args.dist, "index.html", "build the page first, then give its folder as --dist"),
        (&args.benchmark, "benchmark.json", "make a benchmark with `rankscope fixture --out DIR`"),
    ] {
        if !folder.join(file).is_file() {
            bail!("{} has no {file}: {way_out}", folder.display());
        }
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let listener = match TcpListener::bind(address) {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {} is in use: stop what runs there, or choose another with --port (0 takes any \
             that is free)",
            args.port
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    let address = listener.local_addr()?;
    let server = Server::from_listener(listener, None)
        .map_err(|error| anyhow::anyhow!("cannot serve on {address}: {error}"))?;
    output::print(&format!("Rankscope is at http://{address}/"))?;
    thread::spawn(move || {
        loop {
            thread::sleep(KNOCK_EVERY);
            // What it is for is done when the connection ends; that it fails is no matter.
            drop(TcpStream::connect(address));
        }
    });
    let (dist, benchmark) = (Arc::new(args.dist.clone()), Arc::new(args.benchmark.clone()));
    for request in server.incoming_requests() {
        let (dist, benchmark) = (dist.clone(), benchmark.clone());
        // A thread each: whoever does not read an answer to its end waits alone.
        thread::spawn(move || {
            // A visitor who went away is no failure of the server.
            let _ = answer(request, &dist, &benchmark);
        });
    }
    bail!("the server stopped unexpectedly: start it again")
}

fn answer(request: Request, dist: &Path, benchmark: &Path) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("only GET here").with_status_code(405));
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let wanted = match path.strip_prefix("/benchmark/") {
        Some(file) => within(benchmark, file),
        None if path == "/" || VIEWS.contains(&path) => Some(dist.join("index.html")),
        None => within(dist, path.trim_start_matches('/')),
    };
    let Some(wanted) = wanted.filter(|file| file.is_file()) else {
        return request.respond(Response::from_string("not found").with_status_code(404));
    };
    let takes_brotli = request.headers().iter().any(|header| {
        header.field.equiv("Accept-Encoding") && header.value.as_str().contains("br")
    });
    let mut compressed = wanted.clone().into_os_string();
    compressed.push(".br");
    let compressed = PathBuf::from(compressed);
    let is_compressed = takes_brotli && compressed.is_file();
    let file = File::open(if is_compressed { &compressed } else { &wanted })?;
    let mut response = Response::from_file(file);
    // Files change when they are built again: the browser asks each time.
    let headers = [("Content-Type", content_type(&wanted)), ("Cache-Control", "no-cache")];
    let encoding = is_compressed.then_some(("Content-Encoding", "br"));
    for (name, value) in headers.into_iter().chain(encoding) {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// A file below a folder; nothing that would lead out of it.
fn within(folder: &Path, relative: &str) -> Option<PathBuf> {
    let relative = Path::new(relative);
    let stays = relative.components().all(|part| matches!(part, Component::Normal(_)));
    stays.then(|| folder.join(relative))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("jsonl") => "application/jsonl; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("qrels" | "txt" | "run") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
