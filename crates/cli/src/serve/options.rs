//! The options of the commands that serve a benchmark: `serve` and `view`.

use clap::Args;
use std::{
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
};

#[derive(Debug, Args)]
pub(crate) struct Serving {
    /// The folder of a built page, with index.html, in place of the page inside this program.
    #[arg(long, value_name = "DIR")]
    pub(super) dist: Option<PathBuf>,
    /// The port; 0 takes any free one [default: 8080, or the next one that is free].
    #[arg(long)]
    pub(super) port: Option<u16>,
    /// An IP address to listen on, such as 0.0.0.0 for all of this machine's, or a name besides
    /// localhost under which browsers may ask; may be repeated. All addresses but loopback ones
    /// let other machines in.
    #[arg(long, value_name = "ADDRESS|NAME")]
    host: Vec<String>,
    /// The IP address to listen on, where browsers ask for another one.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    #[command(flatten)]
    pub(super) others: Others,
    /// Open the browser.
    #[arg(long, overrides_with = "no_open")]
    open: bool,
    /// Do not open the browser.
    #[arg(long, overrides_with = "open")]
    no_open: bool,
}

#[derive(Debug, Default, Clone, Copy, Args)]
pub(super) struct Others {
    /// Let pages of other sites read what is served (CORS).
    #[arg(long)]
    pub(super) cors: bool,
    /// Let pages of this machine, such as notebooks, show the page in a frame.
    #[arg(long)]
    pub(super) framed: bool,
}

impl Serving {
    /// This machine alone, unless others are let in.
    pub(super) fn address(&self) -> IpAddr {
        let named = self.host.iter().find_map(|host| host.trim_matches(['[', ']']).parse().ok());
        self.listen.or(named).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
    }

    pub(super) fn hosts(&self) -> &[String] {
        &self.host
    }

    /// `by_default` is the command's.
    pub(super) fn opens(&self, by_default: bool) -> bool {
        self.open || (by_default && !self.no_open)
    }
}
