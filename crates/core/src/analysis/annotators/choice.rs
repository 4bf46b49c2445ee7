//! What a page's address says of the annotator lab.

use super::{Group, HumanError, Pool};
use crate::analysis::{Column, Dataset, Subset};
use crate::metrics::Measure;

/// The most of its first hits that a system can propose in the page.
pub const MAX_LAB_DEPTH: usize = 20;
/// As many systems proposed in ECCV Caption, and as many of each one's hits were looked at.
const N_PROPOSERS: usize = 5;
const DEPTH: usize = 5;
/// The measure by which ECCV Caption ranks.
const MEASURE: &str = "eccv:mAP@R";
/// Of each size that has more groups, the sweep looks at a sample of this many: as many as
/// `rankscope annotators --sweep`.
const N_SAMPLED: usize = 100;

/// An experiment in the lab. Text form: `systems=a,b;depth=5;measure=eccv:mAP@R;…`, where what is
/// absent takes its default.
#[derive(Debug, Clone, PartialEq)]
pub struct LabChoice {
    /// The systems that can be ranked again, in the order of the manifest.
    pub systems: Vec<String>,
    /// Those of them that propose.
    pub proposers: Group,
    /// How many of its first hits each proposes for a query, 1 to [`MAX_LAB_DEPTH`].
    pub depth: usize,
    /// The measure under the truth, with its index on the board.
    pub column: (usize, Column),
    /// Whether the truth claims to be complete. Otherwise it is itself what somebody saw.
    pub is_complete: bool,
    /// Ids of the definitions whose relevant images are seen in any case, in the order of the manifest.
    pub kept: Vec<String>,
    /// How those who verify err; `None` if they do not.
    pub error: Option<HumanError>,
    /// Whether fewer of the systems propose, too.
    pub has_sweep: bool,
}

impl LabChoice {
    /// Resolves the address. `systems` can be ranked again; `columns` are those of the board. `None`
    /// if there is none.
    pub fn new(
        dataset: &Dataset,
        systems: Vec<String>,
        columns: &[Column],
        address: &str,
    ) -> Option<Self> {
        let given = Subset::parse(address);
        let proposers = match given.value("systems") {
            None => Group::of(0..systems.len().min(N_PROPOSERS)),
            Some(ids) => {
                let places =
                    ids.split(',').filter_map(|id| systems.iter().position(|own| own == id));
                Group::of(places)
            }
        };
        let depth = given.value("depth").and_then(|depth| depth.parse().ok());
        let depth = depth.filter(|depth| (1..=MAX_LAB_DEPTH).contains(depth)).unwrap_or(DEPTH);
        let truths = truths(dataset, columns);
        let named = |truth: Option<&str>, measure: Option<&str>| {
            let wanted: Measure = measure?.parse().ok()?;
            let is_wanted = |(_, column): &&(usize, Column)| {
                column.measure == wanted && truth.is_none_or(|id| column.relevance == id)
            };
            truths.iter().find(is_wanted)
        };
        let (truth, measure) = (given.value("truth"), given.value("measure"));
        let column = named(truth, measure)
            .or_else(|| named(truth, Some(MEASURE)))
            .or_else(|| named(None, measure))
            .or_else(|| named(None, Some(MEASURE)))
            .or_else(|| truths.first());
        let column = column?.clone();
        let definitions = &dataset.manifest.relevance;
        let kept: Vec<&str> = given.value("keep").unwrap_or_default().split(',').collect();
        let is_kept = |id: &str| id != column.1.relevance && kept.contains(&id);
        let kept = definitions.iter().filter(|own| is_kept(&own.id));
        let kept = kept.map(|own| own.id.clone()).collect();
        let truth = definitions.get(column.1.definition);
        let error = given.value("error").and_then(|p| p.parse::<f64>().ok());
        let error = error.filter(|probability| *probability > 0.0 && *probability <= 1.0);
        let seed = given.value("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        Some(Self {
            proposers,
            depth,
            is_complete: truth.is_some_and(|own| own.complete),
            kept,
            column,
            error: error.map(|probability| HumanError { probability, seed }),
            has_sweep: given.value("sweep") == Some("yes"),
            systems,
        })
    }

    /// The ids of the systems that propose.
    pub fn annotators(&self) -> Vec<&str> {
        let id = |place| self.systems.get(place).map(String::as_str);
        self.proposers.places().filter_map(id).collect()
    }

    /// The groups to look at.
    pub fn pool(&self) -> Pool {
        let seed = self.error.map_or(0, |error| error.seed);
        match self.has_sweep {
            true => Pool::with_all_sizes(self.proposers, N_SAMPLED, seed),
            false => Pool::with_singles(self.proposers),
        }
    }
}

/// The columns with their indices, those under a complete definition first: there, what nobody saw was
/// judged, too. Of any other definition the truth is itself what somebody saw.
pub fn truths(dataset: &Dataset, columns: &[Column]) -> Vec<(usize, Column)> {
    let is_complete = |(_, column): &(usize, Column)| {
        let definition = dataset.manifest.relevance.get(column.definition);
        definition.is_some_and(|definition| definition.complete)
    };
    let all = columns.iter().cloned().enumerate();
    let (complete, others): (Vec<_>, Vec<_>) = all.partition(is_complete);
    complete.into_iter().chain(others).collect()
}
