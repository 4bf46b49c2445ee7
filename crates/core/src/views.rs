//! The page's views: the one list that the router, the bundler and `rankscope serve` share.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// One query at a time.
    Explore,
    /// Two systems on all queries.
    Compare,
    /// All systems on all queries.
    Leaderboard,
    /// Whether measures agree about the systems.
    Agreement,
    /// Topics recognised, tags propagated and suggested.
    Topics,
    /// Generated pictures of what a query says, which search in its place.
    Guides,
    /// Rounds of judging by several people: made, answered, joined.
    Judge,
    /// The benchmark: its data, definitions, device and storage.
    Benchmark,
    /// Lessons that lead through the other views.
    Learn,
}

/// Served for every view; under its own name it shows [`Page::Explore`].
pub const INDEX_FILE: &str = "index.html";

impl Page {
    /// In the order of the top bar.
    pub const ALL: [Self; 9] = [
        Self::Explore,
        Self::Compare,
        Self::Leaderboard,
        Self::Agreement,
        Self::Topics,
        Self::Guides,
        Self::Judge,
        Self::Benchmark,
        Self::Learn,
    ];

    /// In the top bar and the window title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Explore => "Explore",
            Self::Compare => "Compare",
            Self::Leaderboard => "Leaderboard",
            Self::Agreement => "Agreement",
            Self::Topics => "Topics",
            Self::Guides => "Guides",
            Self::Judge => "Judge",
            Self::Benchmark => "Benchmark",
            Self::Learn => "Learn",
        }
    }

    /// Below the app's folder, with a leading slash. Explore is the folder itself.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Explore => "/",
            Self::Compare => "/compare",
            Self::Leaderboard => "/leaderboard",
            Self::Agreement => "/agreement",
            Self::Topics => "/topics",
            Self::Guides => "/guides",
            Self::Judge => "/judge",
            Self::Benchmark => "/about",
            Self::Learn => "/learn",
        }
    }

    /// [`Self::path`] without the slash; empty for Explore.
    pub fn segment(self) -> &'static str {
        self.path().trim_start_matches('/')
    }
}

/// Collapses runs of slashes; `None` if the path has none. Two at the beginning would make an address name
/// another host.
pub fn with_single_slashes(path: &str) -> Option<String> {
    path.contains("//").then(|| {
        let mut single = String::with_capacity(path.len());
        for letter in path.chars().filter(|letter| *letter != '\\') {
            if letter != '/' || !single.ends_with('/') {
                single.push(letter);
            }
        }
        single
    })
}
