//! The views of the page, each with its name and path: the one list that the router, the bundler
//! and `rankscope serve` share.

/// A view of the page.
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
    /// Pictures of what a query says, which search in its place.
    Guides,
    /// The benchmark: its data, definitions, device and storage.
    Benchmark,
    /// Lessons that lead through the other pages.
    Learn,
}

/// The file served for every view; its own name shows [`Page::Explore`].
pub const INDEX_FILE: &str = "index.html";

impl Page {
    /// All views, in the order of the top bar.
    pub const ALL: [Self; 8] = [
        Self::Explore,
        Self::Compare,
        Self::Leaderboard,
        Self::Agreement,
        Self::Topics,
        Self::Guides,
        Self::Benchmark,
        Self::Learn,
    ];

    /// Its name in the top bar and the window title.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Explore => "Explore",
            Self::Compare => "Compare",
            Self::Leaderboard => "Leaderboard",
            Self::Agreement => "Agreement",
            Self::Topics => "Topics",
            Self::Guides => "Guides",
            Self::Benchmark => "Benchmark",
            Self::Learn => "Learn",
        }
    }

    /// Its path below the app's folder, with a leading slash. Explore is the folder itself.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Explore => "/",
            Self::Compare => "/compare",
            Self::Leaderboard => "/leaderboard",
            Self::Agreement => "/agreement",
            Self::Topics => "/topics",
            Self::Guides => "/guides",
            Self::Benchmark => "/about",
            Self::Learn => "/learn",
        }
    }

    /// Its path below the app's folder without the slash; empty for Explore.
    #[must_use]
    pub fn segment(self) -> &'static str {
        self.path().trim_start_matches('/')
    }
}

/// A path of an address without slashes that follow another; `None` if it has none. With two at the
/// beginning, an address would name another host.
#[must_use]
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
