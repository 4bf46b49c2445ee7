//! What the commands print as JSON and the pages show: plain structs, made from a [`Dataset`] and the
//! values of its systems.
//!
//! [`Dataset`]: crate::analysis::Dataset

mod agree;
mod annotators;
mod audit;
mod compare;
mod eval;
mod facets;
mod hardness;
mod pairs;
mod rerank;
mod sweep;
mod table_agreement;
mod votes;

pub use agree::AgreeReport;
pub use annotators::{
    AnnotatorsAsked, AnnotatorsReport, BySystem, ErringPeople, GainMatrix, PointOfSweep,
    SweepReport,
};
pub use audit::{
    AuditAsked, AuditFault, AuditLine, AuditReport, AuditedDetectable, AuditedDifference,
    AuditedMean, PRange, Range, RateRange, deviation_from_text,
};
pub use compare::{CompareReport, Compared, PairedValues};
pub use eval::{EvalReport, Indexed, Measured, RunValues, Summary, means_of_both, summarised};
pub use facets::{FACET_KEYS, distribution_json, facets_json};
pub use hardness::{HardnessReport, Hub, HubsReport, Pearson, Spearman};
pub use pairs::{CHANCE_OF_PAIRS, PairsReport};
pub use rerank::{
    CurveOver, FourMeans, Gain, Orders, RerankCurve, RerankCurves, RerankPoint, RerankReport,
};
pub use sweep::{SweptMeasure, SweptOver, SweptPoint, SweptReport};
pub use table_agreement::{
    HALF_OF_LAST_DIGIT, PrintedCoefficients, PrintedDifference, TableAgreement,
};
pub use votes::{VoteOrdersReport, VotesReport, votes_in_words};
