//! What this benchmark gives in the place of a printed figure, where it is the benchmark of the paper.

use super::known::Shown;
use crate::ui::state::Session;
use rankscope_core::analysis::{Dataset, positives};
use rankscope_core::formats::PublishedRow;

/// A column, by row.
pub(in crate::ui::pages) struct Here {
    pub(super) title: &'static str,
    pub(super) values: Vec<Option<f64>>,
}

/// The rows of ECCV Caption's Table 3, and the definitions that the recipe of COCO 5K makes of them. The
/// verified pairs are not published.
const DEFINITIONS: [(&str, &str); 3] = [("COCO", "coco"), ("CxC", "cxc"), ("ECCV Caption", "eccv")];

/// Empty for a table of another benchmark.
pub(super) fn here(session: Session, shown: &Shown) -> Vec<Here> {
    let Some(dataset) = session.dataset() else { return Vec::new() };
    match shown.id {
        "eccv-3" => {
            let counted = |dataset: &Dataset, row: &PublishedRow| {
                let name = row.texts.last()?;
                let (_, id) = DEFINITIONS.iter().find(|(title, _)| title == name)?;
                Some(positives(dataset, dataset.definition_index(id)?).n_positives as f64)
            };
            let is_of_paper =
                DEFINITIONS.iter().all(|(_, id)| dataset.definition_index(id).is_some());
            if !is_of_paper {
                return Vec::new();
            }
            let column = |title, dataset: &Dataset| Here {
                title,
                values: shown.table.rows.iter().map(|row| counted(dataset, row)).collect(),
            };
            let texts = session.reverse.lists.value();
            let texts = texts.map(|dataset| column("Captions here", &dataset));
            [column("Images here", &dataset)].into_iter().chain(texts).collect()
        }
        "mirflickr-1" if dataset.manifest.id == "mirflickr" => {
            // An entry of two tags is printed with two numbers.
            let counted = |place: usize, row: &PublishedRow| {
                let tag = row.texts.last()?.split('/').nth(place)?.to_string();
                let has = dataset.images().iter().filter(|image| image.tags.contains(&tag));
                Some(has.count() as f64)
            };
            let column = |title, place| Here {
                title,
                values: shown.table.rows.iter().map(|row| counted(place, row)).collect(),
            };
            vec![column("Here", 0), column("Here, the second", 1)]
        }
        _ => Vec::new(),
    }
}
