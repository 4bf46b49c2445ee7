//! What other sites show of a link: the benchmark's title and description in the page's head (Open Graph).

use crate::writing::sha256::sha256_hex;
use rankscope_core::benchmark::Manifest;

/// Longer descriptions are cut by those who show them.
const MAX_WORDS: usize = 200;

/// The page's file with the benchmark's title and description.
pub(super) fn titled(html: &str, manifest: &Manifest) -> String {
    let title = escaped(&manifest.title);
    let words = escaped(&shortened(&manifest.description));
    let mut head = format!(
        "    <meta property=\"og:type\" content=\"website\">\n    \
         <meta property=\"og:site_name\" content=\"Rankscope\">\n    \
         <meta property=\"og:title\" content=\"{title}\">\n"
    );
    if !words.is_empty() {
        head += &format!("    <meta property=\"og:description\" content=\"{words}\">\n");
    }
    let html = html.replacen("<title>Rankscope</title>", &format!("<title>{title}</title>"), 1);
    html.replacen("  </head>", &format!("{head}  </head>"), 1)
}

/// The worker that keeps the page for use offline, with the hash of its changed file.
pub(super) fn rehashed(worker: &str, before: &[u8], after: &[u8]) -> String {
    worker.replace(&sha256_hex(before), &sha256_hex(after))
}

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= MAX_WORDS {
        return text;
    }
    let cut: String = text.chars().take(MAX_WORDS).collect();
    cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before).to_owned() + " …"
}

fn escaped(text: &str) -> String {
    let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];
    marks.into_iter().fold(text.to_owned(), |text, (mark, name)| text.replace(mark, name))
}
