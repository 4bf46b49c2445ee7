//! `rankscope serve`: the page and a benchmark on this machine alone.
//!
//! A thread for each connection, since a browser opens a handful and keeps them: whoever reads
//! slowly, or not at all, waits alone. `connection` speaks HTTP/1.1, `site` knows which file an
//! address means, `answer` makes the response, `range` reads which bytes are wanted.

mod answer;
mod connection;
mod range;
mod site;

use super::output;
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

/// What a connection's thread holds is on the heap.
const STACK_BYTES: usize = 256 << 10;

/// Where the machine has no room for another connection, some that end make it.
const WAIT_FOR_ROOM: Duration = Duration::from_millis(50);

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
    output::print(&format!("Rankscope is at http://{address}/"))?;
    let site = Arc::new(Site { dist: args.dist.clone(), benchmark: args.benchmark.clone() });
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            thread::sleep(WAIT_FOR_ROOM);
            continue;
        };
        let site = site.clone();
        // A visitor who went away is no failure of the server.
        let serve = move || drop(connection::serve(&stream, &site));
        if thread::Builder::new().stack_size(STACK_BYTES).spawn(serve).is_err() {
            thread::sleep(WAIT_FOR_ROOM);
        }
    }
    bail!("the server stopped unexpectedly: start it again")
}
