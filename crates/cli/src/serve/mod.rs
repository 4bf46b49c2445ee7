//! `rankscope serve`: the page and a benchmark, to this machine alone.
//!
//! Each connection has a thread, since a browser opens a handful and keeps them: a client that
//! reads slowly, or not at all, delays nobody else. `connection` speaks HTTP/1.1, `request` is what
//! it read, `site` finds the file of a path, `range` reads the `Range` header, and `response` puts
//! the answer together.

mod connection;
mod range;
mod request;
mod response;
mod site;

use crate::output;
use anyhow::{Context, Result, bail};
use site::Site;
use std::{
    io::ErrorKind,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

/// A connection's thread needs little stack: its buffers are on the heap.
const STACK_BYTES: usize = 256 << 10;

/// How long to wait when the machine has no file descriptor or thread for another connection.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// Serve the page and a benchmark, to this machine alone.
///
/// The page is at /, the benchmark's files at /benchmark/. Any other static web server will do as
/// well.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rankscope serve --dist dist --benchmark shapes --port 8080")]
pub(crate) struct Args {
    /// The folder of the built page, with index.html.
    #[arg(long, value_name = "DIR")]
    dist: PathBuf,
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// The port; 0 takes any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

pub(crate) fn run(args: &Args) -> Result<()> {
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
            "port {} is in use: stop the program that uses it, or choose another with --port (0 \
             takes any free one)",
            args.port
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    let address = listener.local_addr()?;
    output::print(&format!("Rankscope is at http://{address}/"))?;
    let site = Arc::new(Site { dist: args.dist.clone(), benchmark: args.benchmark.clone() });
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            thread::sleep(RETRY_AFTER);
            continue;
        };
        let site = site.clone();
        // An error means that the client closed the connection, which is not a failure.
        let serve = move || drop(connection::serve(&stream, &site));
        if thread::Builder::new().stack_size(STACK_BYTES).spawn(serve).is_err() {
            thread::sleep(RETRY_AFTER);
        }
    }
    bail!("the server stopped unexpectedly: start it again")
}
