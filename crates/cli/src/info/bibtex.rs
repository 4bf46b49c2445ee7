//! A benchmark as BibTeX, with the publications behind its measures: what the page has under *Cite this
//! view*, without a view.

use crate::reporter;
use rankscope_core::{
    analysis::own_measures,
    benchmark::Manifest,
    citation::{CitedRelevance, CitedView},
};

/// The entries; warns if the benchmark's own cannot be read.
pub(super) fn text(manifest: &Manifest) -> String {
    let relevance = manifest.relevance.iter();
    let view = CitedView {
        manifest,
        page: None,
        query: None,
        systems: Vec::new(),
        relevance: relevance
            .map(|own| CitedRelevance { title: own.title.clone(), path: own.path.clone() })
            .collect(),
        measures: own_measures(manifest),
        publications: Vec::new(),
        address: manifest.homepage.clone(),
        accessed: None,
    };
    let bibliography = view.bibliography();
    if let Some(fault) = bibliography.fault {
        reporter::warn(format!("the benchmark's own BibTeX is left out: {fault}"));
    }
    bibliography.text
}
