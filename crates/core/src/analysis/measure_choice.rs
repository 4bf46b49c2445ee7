//! The measures that a visitor chooses: as the address names them, and as a search finds them.

use crate::benchmark::Manifest;
use crate::metrics::{KnownMeasure, Measure, default_measures};

/// Curves and measures are computed from lists of at least this length.
pub const MIN_DEPTH: usize = 100;

/// The longest ranking that a page asks for, by query: longer ones of many queries do not fit in
/// its memory.
pub const MAX_DEPTH: usize = 100_000;

/// The measures that an address names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MeasureChoice {
    /// The measures to show, in the order of the address; empty for the benchmark's own.
    pub measures: Vec<Measure>,
    /// Those that read more of each ranking of this gallery than [`MAX_DEPTH`].
    pub too_deep: Vec<Measure>,
    /// The names that are no measure's.
    pub unknown: Vec<String>,
}

impl MeasureChoice {
    /// Reads an address, for a gallery of `n_images`.
    pub fn new(address: Option<&str>, n_images: usize) -> Self {
        let mut choice = Self::default();
        for name in names_in_address(address) {
            match name.parse::<Measure>() {
                Ok(measure) if is_too_deep(measure, n_images) => choice.too_deep.push(measure),
                Ok(measure) => choice.measures.push(measure),
                Err(e) => choice.unknown.push(e.name),
            }
        }
        choice
    }
}

/// Whether a measure reads more of each ranking of a gallery than [`MAX_DEPTH`]. How deep R-Precision
/// and its kin read is up to the judgements, which are loaded.
fn is_too_deep(measure: Measure, n_images: usize) -> bool {
    measure.depth(0).min(n_images) > MAX_DEPTH
}

/// The measures of a single ranking: the `chosen` ones, or else the benchmark's own, first those to
/// show, then those that read too much of a gallery of this size.
pub fn measures_of_list(manifest: &Manifest, chosen: &[Measure]) -> (Vec<Measure>, Vec<Measure>) {
    if !chosen.is_empty() {
        return (chosen.to_vec(), Vec::new());
    }
    let n_images = manifest.counts.images as usize;
    own_measures(manifest).into_iter().partition(|measure| !is_too_deep(*measure, n_images))
}

/// How many hits a ranking must have so that every one of these measures has the value that it has
/// of the ranking of all images: `usize::MAX` where one reads to the end.
pub fn depth_of_list(measures: impl IntoIterator<Item = Measure>, n_relevant: usize) -> usize {
    let depths = measures.into_iter().map(|measure| measure.depth(n_relevant));
    depths.fold(MIN_DEPTH, usize::max)
}

/// The names of measures in an address, each once; known or not.
pub fn names_in_address(address: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in address.unwrap_or_default().split(',').map(str::trim) {
        if !name.is_empty() && !names.iter().any(|known| known == name) {
            names.push(name.to_string());
        }
    }
    names
}

/// The address of these names; `None` for the benchmark's own measures.
pub fn address_of_names(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(","))
}

/// A benchmark's own measures: those of its headlines, then the default ones.
pub fn own_measures(manifest: &Manifest) -> Vec<Measure> {
    let headlines = manifest.headlines.iter();
    let headlines = headlines.filter_map(|headline| headline.measure.parse::<Measure>().ok());
    let mut measures: Vec<Measure> = Vec::new();
    for measure in headlines.chain(default_measures()) {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}

/// Whether a search finds a measure: each of its words is in the name, the protocol, the formula
/// or the source. `nDCG@20` finds `nDCG@k`.
pub fn is_found(known: KnownMeasure, search: &str) -> bool {
    let (protocol, pattern) = (known.protocol(), known.pattern());
    let texts = [&pattern, protocol.title(), &known.describe(), known.source()];
    let texts = texts.join("\n").to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| texts.contains(without_number(word)))
}

/// `ndcg@20` → `ndcg@`, as before any parameter.
fn without_number(word: &str) -> &str {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if stem.ends_with('@') { stem } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_in_order_each_name_once_and_what_is_unknown_is_kept() {
        let address = " trec:nDCG@20,eccv:mAP@R,,trec:nDGC@20,trec:nDCG@20, nothing ";
        let choice = MeasureChoice::new(Some(address), 1_000);
        let names: Vec<String> = choice.measures.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["trec:nDCG@20", "eccv:mAP@R"]);
        assert_eq!(choice.unknown, ["trec:nDGC@20", "nothing"]);
        assert_eq!(MeasureChoice::new(None, 1_000), MeasureChoice::default());
        assert_eq!(MeasureChoice::new(Some(" , "), 1_000), MeasureChoice::default());
        let written = address_of_names(&names_in_address(Some(address)));
        assert_eq!(written.as_deref(), Some("trec:nDCG@20,eccv:mAP@R,trec:nDGC@20,nothing"));
        assert_eq!(address_of_names(&[]), None);
    }

    #[test]
    fn what_reads_whole_rankings_is_refused_in_a_large_gallery_only() {
        let address = Some("trec:AP,trec:P@100001,trec:P@100000,eccv:mAP@R,coco-1k:R@1");
        let names = |measures: Vec<Measure>| {
            measures.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        };
        let small = MeasureChoice::new(address, MAX_DEPTH);
        assert_eq!(small.too_deep, []);
        let large = MeasureChoice::new(address, MAX_DEPTH + 1);
        assert_eq!(names(large.measures), "trec:P@100000,eccv:mAP@R");
        assert_eq!(names(large.too_deep), "trec:AP,trec:P@100001,coco-1k:R@1");
    }

    #[test]
    fn a_search_finds_names_protocols_formulas_and_sources() {
        let found = |search: &str| {
            let found = KnownMeasure::all().filter(|known| is_found(*known, search));
            found.map(KnownMeasure::pattern).collect::<Vec<_>>()
        };
        assert_eq!(found("").len(), KnownMeasure::all().count());
        let of_ndcg = ["trec:nDCG", "trec:nDCG@k", "inquire:nDCG@k", "conqa:nDCG"];
        assert_eq!(found("NDCG"), of_ndcg);
        assert_eq!(found("nDCG@20"), ["trec:nDCG@k", "inquire:nDCG@k"]);
        assert_eq!(found("trec:IPrec@0.3"), ["trec:IPrec@r"]);
        assert_eq!(found("musgrave"), ["eccv:mAP@R"]);
        assert_eq!(found("crisscrossed"), ["cxc:R@k"]);
        assert_eq!(found("unjudged precedes"), ["trec:bpref"]);
        assert_eq!(found("no such words"), Vec::<String>::new());
    }
}
