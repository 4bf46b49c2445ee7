//! `rankscope serve`: the page and a benchmark, to this machine alone.
//!
//! `connections` accepts them, for HTTP by hyper; `hosts` refuses requests of other sites; `site`
//! finds the file of a path, and `range` reads the `Range` header, both for `answer`, which has
//! tower-http send the file.

mod answer;
mod connections;
mod hosts;
mod range;
mod site;

use crate::{output, reporter};
use anyhow::{Context, Result, bail};
use connections::Limits;
use hosts::Hosts;
use site::Site;
use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
};

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
    /// The IP address to listen on. All but loopback addresses let other machines in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A name or address, besides localhost, under which browsers may ask; may be repeated.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
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
    let hosts = Hosts::new(args.listen, &args.host)?;
    let listener = listen(SocketAddr::from((args.listen, args.port)))?;
    let address = listener.local_addr()?;
    if !args.listen.is_loopback() {
        reporter::warn(format_args!(
            "every machine that reaches {address} can read {} and {}, unencrypted",
            args.dist.display(),
            args.benchmark.display()
        ));
    }
    let name = hosts.first_for(args.listen);
    output::print(&format!("Rankscope is at http://{name}:{}/", address.port()))?;
    let site = Site { dist: args.dist.clone(), benchmark: args.benchmark.clone() };
    // One thread for all connections, and tokio's own for reading files.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        connections::serve(listener, answer::router(site, hosts), Limits::default()).await;
        bail!("the server stopped unexpectedly: start it again")
    })
}

fn listen(address: SocketAddr) -> Result<TcpListener> {
    let listener = match TcpListener::bind(address) {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {} is in use: stop the program that uses it, or choose another with --port (0 \
             takes any free one)",
            address.port()
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    // As tokio expects it.
    listener.set_nonblocking(true)?;
    Ok(listener)
}
