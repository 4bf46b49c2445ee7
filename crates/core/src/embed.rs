//! One block of a page without the page around it, for articles and slides: the blocks, the address parameters that
//! choose one, and the HTML of a frame around it.

use crate::views::Page;
use std::fmt;
use thiserror::Error;

/// The value of `embed` for a page's main block.
const MAIN: &str = "1";

/// Can be shown alone. The view marks its element with the name (`data-block`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Used in addresses, and unique on its page. It must never change, since articles hold it.
    pub name: &'static str,
    /// For readers.
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
    block("audit", "Audit of a number"),
];

const LEADERBOARD: &[Block] = &[
    block("leaderboard", "Leaderboard"),
    block("cost", "Cost against quality"),
    block("relevant", "Relevant images per query"),
    block("categories", "Quality by category"),
    block("groups", "Two groups of queries"),
    block("reranking", "Re-ranking"),
    block("sweep", "By dimensions, rounds, β or guides"),
    block("hardness", "What makes a query hard"),
    block("hubs", "Hubs"),
];

const AGREEMENT: &[Block] = &[
    block("matrix", "Agreement of measures"),
    block("cell", "Two measures in detail"),
    block("lab", "Annotator lab"),
    block("votes", "Agreement of people"),
    block("alike", "How alike the systems are"),
    block("definitions", "Agreement of definitions"),
    block("published", "A table of models and measures"),
    block("audit", "Audit of a number"),
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

const JUDGE: &[Block] = &[block("sheet", "A sheet to judge")];

const BENCHMARK: &[Block] = &[
    block("distribution", "Queries and their relevant images"),
    block("about", "About the benchmark"),
    block("relevance", "Definitions of relevance"),
    block("carried", "What the pictures carry"),
    block("systems", "Systems"),
    block("runs", "Stored runs"),
];

const LEARN: &[Block] = &[block("lessons", "Lessons")];

/// The main block comes first.
pub const fn blocks(page: Page) -> &'static [Block] {
    match page {
        Page::Explore => EXPLORE,
        Page::Compare => COMPARE,
        Page::Leaderboard => LEADERBOARD,
        Page::Agreement => AGREEMENT,
        Page::Topics => TOPICS,
        Page::Guides => GUIDES,
        Page::Judge => JUDGE,
        Page::Benchmark => BENCHMARK,
        Page::Learn => LEARN,
    }
}

/// Set by an address, whatever the reader's theme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedTheme {
    Light,
    Dark,
}

impl FixedTheme {
    /// In addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        [Self::Light, Self::Dark].into_iter().find(|theme| theme.name() == name)
    }
}

/// One block shown alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// The value in the address, which may be unknown on this page.
    wanted: String,
    /// `None` for the reader's.
    pub theme: Option<FixedTheme>,
}

impl Embed {
    pub fn new(block: Block, theme: Option<FixedTheme>) -> Self {
        Self { wanted: block.name.to_string(), theme }
    }

    /// Reads the values of `embed` and `theme`; `None` if nothing is to be shown alone. An unknown theme is ignored, like
    /// other unknown settings.
    pub fn parse(embed: Option<&str>, theme: Option<&str>) -> Option<Self> {
        let wanted = embed?.trim();
        let theme = theme.and_then(FixedTheme::named);
        (!wanted.is_empty()).then(|| Self { wanted: wanted.to_string(), theme })
    }

    /// For [`Embed::parse`].
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let theme = self.theme.map(|theme| ("theme", theme.name()));
        [("embed", self.wanted.as_str())].into_iter().chain(theme)
    }

    /// Fails if the page has no block of this name.
    pub fn block(&self, page: Page) -> Result<Block, UnknownBlock> {
        let all = blocks(page).iter().enumerate();
        let is_wanted = |(place, block): &(usize, &Block)| {
            block.name == self.wanted || *place == 0 && self.wanted == MAIN
        };
        let found = all.into_iter().find(is_wanted).map(|(_, block)| *block);
        found.ok_or_else(|| UnknownBlock { page, wanted: self.wanted.clone() })
    }
}

/// A name that no block of the page has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} has no block “{wanted}”. Its blocks are {}.", page.name(), Names(blocks(*page)))]
pub struct UnknownBlock {
    pub page: Page,
    /// The name in the address.
    pub wanted: String,
}

/// Separated by commas.
struct Names(&'static [Block]);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|block| block.name).collect();
        f.write_str(&names.join(", "))
    }
}

/// `height` is in pixels, until the page in the frame sends its own.
pub fn frame(address: &str, title: &str, height: u32) -> String {
    let (address, title) = (escaped(address), escaped(title));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{height}\" \
         loading=\"lazy\" style=\"border: 0\"></iframe>"
    )
}

/// For an attribute in double quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
