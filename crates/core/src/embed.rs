//! One block of a page without the page around it, for articles and slides: which blocks there are,
//! the address parameters that choose one, and the HTML of a frame around it.

use crate::views::Page;
use std::fmt;
use thiserror::Error;

/// The value of `embed` that means a page's main block.
const MAIN: &str = "1";

/// A block of a page that can be shown alone. The view marks its element with the name
/// (`data-block`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Its name in addresses, which must stay as it is: articles hold it. No two blocks of a page
    /// share one.
    pub name: &'static str,
    /// What readers call it.
    pub title: &'static str,
}

const fn block(name: &'static str, title: &'static str) -> Block {
    Block { name, title }
}

const EXPLORE: &[Block] = &[
    block("results", "Results"),
    block("curve", "Precision at rank"),
    block("recall", "Precision and recall"),
    block("measures", "Measures of this query"),
];

const COMPARE: &[Block] = &[
    block("measures", "Measures of both systems"),
    block("scatter", "A against B"),
    block("differences", "Difference on every query"),
    block("lists", "Both lists for a query"),
    block("queries", "Queries by contrast"),
];

const LEADERBOARD: &[Block] = &[
    block("leaderboard", "Leaderboard"),
    block("cost", "Cost against quality"),
    block("relevant", "Relevant images per query"),
    block("categories", "Quality by category"),
    block("groups", "Two groups of queries"),
    block("reranking", "Re-ranking"),
];

const AGREEMENT: &[Block] = &[
    block("matrix", "Agreement of measures"),
    block("cell", "Two measures in detail"),
    block("lab", "Annotator lab"),
    block("alike", "How alike the systems are"),
    block("definitions", "Agreement of definitions"),
    block("published", "A published table, recomputed"),
];

const TOPICS: &[Block] = &[
    block("finding", "Finding of a challenge"),
    block("systems", "All systems"),
    block("picture", "Tags of one picture"),
    block("tags", "Tags and topics"),
    block("annotators", "Agreement of annotators"),
];

const GUIDES: &[Block] = &[
    block("lists", "Results by guides and by the text"),
    block("guides", "The guides"),
    block("measures", "Measures of both lists"),
    block("weights", "Weights of the systems"),
    block("study", "What guides are worth"),
];

const BENCHMARK: &[Block] = &[
    block("distribution", "Queries and their relevant images"),
    block("about", "About the benchmark"),
    block("relevance", "Definitions of relevance"),
    block("carried", "What the pictures carry"),
    block("systems", "Systems"),
    block("runs", "Stored runs"),
];

const LEARN: &[Block] = &[block("lessons", "Lessons")];

/// The blocks of a page, its main one first.
#[must_use]
pub const fn blocks(page: Page) -> &'static [Block] {
    match page {
        Page::Explore => EXPLORE,
        Page::Compare => COMPARE,
        Page::Leaderboard => LEADERBOARD,
        Page::Agreement => AGREEMENT,
        Page::Topics => TOPICS,
        Page::Guides => GUIDES,
        Page::Benchmark => BENCHMARK,
        Page::Learn => LEARN,
    }
}

/// A theme that an address fixes, whatever the reader's own is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedTheme {
    /// Dark ink on light paper.
    Light,
    /// The reverse.
    Dark,
}

impl FixedTheme {
    /// Its name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Light, Self::Dark].into_iter().find(|theme| theme.name() == name)
    }
}

/// That one block is shown alone, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// The value in the address; another page's block, or none at all, may be named.
    wanted: String,
    /// The theme, if it is fixed.
    pub theme: Option<FixedTheme>,
}

impl Embed {
    /// A block, in a theme or in the reader's own.
    #[must_use]
    pub fn new(block: Block, theme: Option<FixedTheme>) -> Self {
        Self { wanted: block.name.to_string(), theme }
    }

    /// Reads the values of `embed` and `theme`; `None` if nothing is to be shown alone. A theme that
    /// is none is ignored, as the page does with other settings.
    #[must_use]
    pub fn parse(embed: Option<&str>, theme: Option<&str>) -> Option<Self> {
        let wanted = embed?.trim();
        let theme = theme.and_then(FixedTheme::named);
        (!wanted.is_empty()).then(|| Self { wanted: wanted.to_string(), theme })
    }

    /// The parameters that [`Embed::parse`] reads.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let theme = self.theme.map(|theme| ("theme", theme.name()));
        [("embed", self.wanted.as_str())].into_iter().chain(theme)
    }

    /// The block of a page that is shown.
    ///
    /// # Errors
    /// [`UnknownBlock`] if the page has none of this name.
    pub fn block(&self, page: Page) -> Result<Block, UnknownBlock> {
        let all = blocks(page).iter().enumerate();
        let is_wanted = |(place, own): &(usize, &Block)| {
            own.name == self.wanted || *place == 0 && self.wanted == MAIN
        };
        let found = all.into_iter().find(is_wanted).map(|(_, own)| *own);
        found.ok_or_else(|| UnknownBlock { page, wanted: self.wanted.clone() })
    }
}

/// A name that no block of the page has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} has no block “{wanted}”. Its blocks are {}.", page.name(), Names(blocks(*page)))]
pub struct UnknownBlock {
    /// The page.
    pub page: Page,
    /// The name in the address.
    pub wanted: String,
}

/// The names of blocks, separated by commas.
struct Names(&'static [Block]);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|own| own.name).collect();
        f.write_str(&names.join(", "))
    }
}

/// The HTML of a frame that shows `address`, at a height in pixels until the page in it says its own.
#[must_use]
pub fn frame(address: &str, title: &str, height: u32) -> String {
    let (address, title) = (escaped(address), escaped(title));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{height}\" \
         loading=\"lazy\" style=\"border: 0\"></iframe>"
    )
}

/// A text as the value of an attribute in double quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
