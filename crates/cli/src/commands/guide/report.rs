//! What `rankscope guide` prints of one text.

use super::found::{Found, GuideEntry};
use crate::terminal::output::{self, Format};
use anyhow::{Result, bail};

/// Prints what was read, the guides and the hits.
pub(super) fn print_found(found: &Found, k: usize, format: Format) -> Result<()> {
    match format {
        Format::Json => return output::print_json(found),
        Format::Csv | Format::Latex | Format::Markdown => {
            bail!("csv, latex and markdown are for --eval: take --format json or table")
        }
        Format::Table => {}
    }
    let mut text = String::new();
    let mut line = |said: String| {
        text.push_str(&said);
        text.push('\n');
    };
    if found.query.is_some() {
        let listed = |words: &[String]| {
            if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
        };
        line(format!("understood: {}", listed(&found.understood)));
        line(format!("unknown:    {}", listed(&found.unknown)));
        line(String::new());
    }
    let mut rows = vec![["guide", "from", "held", "outlier score"].map(String::from).to_vec()];
    rows.extend((1..).zip(&found.guides).map(|(number, guide)| guide_row(number, guide)));
    line(output::table(&rows));
    if let Some(why) = &found.outliers {
        line(format!("outliers: {why}\n"));
    }
    let mut rows = vec![["image", "score", "rank", "terms"].map(String::from).to_vec()];
    rows.extend(found.hits.iter().take(k).map(|hit| {
        vec![
            hit.id.clone(),
            format!("{:.4}", hit.score),
            hit.rank.to_string(),
            hit.terms.len().to_string(),
        ]
    }));
    line(output::table(&rows));
    let of = &found.timings;
    line(format!(
        "understand {:.1} ms, draw {:.1} ms, encode {:.1} ms, search {:.1} ms, fuse {:.1} ms",
        of.understand_ms, of.draw_ms, of.encode_ms, of.search_ms, of.fuse_ms
    ));
    output::print(&text)
}

fn guide_row(number: usize, guide: &GuideEntry) -> Vec<String> {
    let held = match (guide.held, guide.wanted) {
        (Some(held), Some(wanted)) => format!("{held} of {wanted}"),
        _ => "–".to_owned(),
    };
    let without = guide.left_out.as_ref().map(|words| format!(", without \"{words}\""));
    let score = guide.outlier_score.map_or("–".to_owned(), |score| format!("{score:.3}"));
    vec![
        number.to_string(),
        format!("{} {}{}", guide.engine, guide.source, without.unwrap_or_default()),
        held,
        if guide.dropped { format!("{score}, left out") } else { score },
    ]
}
