//! "Did you mean": the measures whose names are nearest to a name that is not a measure's.

use super::other_names::measure_elsewhere;
use super::{KnownMeasure, Measure, ParameterKind};
use strsim::osa_distance;

/// At most this many: a name without its protocol may fit one measure of each.
const MAX_NEAR: usize = 8;
/// What another protocol costs at most, in edits: its name is often wrong as a whole.
const OTHER_PROTOCOL: usize = 2;
/// The parameter proposed where the name has none that can be read.
const USUAL_CUTOFF: &str = "10";
const USUAL_RECALL: &str = "0.5";

/// The measures that a mistyped name may mean: those with the fewest edits, by protocol. Upper and
/// lower case are the same, a missing protocol or parameter costs nothing. Empty where nothing is
/// near. One that other programs use means their measure.
#[must_use]
pub fn near_measures(name: &str) -> Vec<Measure> {
    if let Some(measure) = measure_elsewhere(name) {
        return vec![measure];
    }
    let typed = Typed::new(name);
    let of = |known: KnownMeasure| Some((typed.n_edits(known)?, typed.as_one_of(known)?));
    let mut near: Vec<(usize, Measure)> = KnownMeasure::all().filter_map(of).collect();
    let fewest = near.iter().map(|(n_edits, _)| *n_edits).min();
    near.retain(|(n_edits, _)| Some(*n_edits) == fewest);
    near.truncate(MAX_NEAR);
    near.into_iter().map(|(_, measure)| measure).collect()
}

/// A name as typed, in lower case.
struct Typed {
    protocol: Option<String>,
    rest: String,
    /// `rest` cut at its last `@`.
    cut: Option<(String, String)>,
}

impl Typed {
    fn new(name: &str) -> Self {
        let name = name.trim().to_lowercase();
        let (protocol, rest) = match name.split_once(':') {
            Some((protocol, rest)) => (Some(protocol.trim().to_string()), rest.trim().to_string()),
            None => (None, name),
        };
        let cut = rest.rsplit_once('@').map(|(stem, text)| (stem.to_string(), text.to_string()));
        Self { protocol, rest, cut }
    }

    /// The edits between this name and a known one; `None` if there are too many for a slip.
    fn n_edits(&self, known: KnownMeasure) -> Option<usize> {
        let name = known.name().to_lowercase();
        let of = |stem: &str| {
            let n_edits = osa_distance(stem, &name);
            // One in three letters, and one in short names.
            let is_near = !stem.is_empty() && n_edits <= stem.chars().count().max(3) / 3;
            is_near.then_some(n_edits)
        };
        let stem = self.cut.as_ref().map(|(stem, _)| stem.as_str());
        let of_name = match known.parameter() {
            ParameterKind::None => {
                // A parameter too many is one edit.
                let without = stem.and_then(of).map(|n_edits| n_edits + 1);
                of(&self.rest).into_iter().chain(without).min()?
            }
            ParameterKind::Cutoff | ParameterKind::Recall => of(stem.unwrap_or(&self.rest))?,
        };
        let of_protocol = self.protocol.as_ref().map_or(0, |protocol| {
            osa_distance(protocol, known.protocol().name()).min(OTHER_PROTOCOL)
        });
        Some(of_name + of_protocol)
    }

    /// The known measure with the parameter that was typed, or with a usual one.
    fn as_one_of(&self, known: KnownMeasure) -> Option<Measure> {
        let text = self.cut.as_ref().map_or("", |(_, text)| text.as_str());
        match known.parameter() {
            ParameterKind::None => known.with(""),
            ParameterKind::Cutoff => {
                let digits = text.trim_start_matches(['+', '0']);
                known.with(digits).or_else(|| known.with(USUAL_CUTOFF))
            }
            ParameterKind::Recall => {
                known.with(&nearest_recall(text)).or_else(|| known.with(USUAL_RECALL))
            }
        }
    }
}

/// A recall between 0 and 1 to one decimal, as its parameter is spelt; other text unchanged.
fn nearest_recall(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(recall) => format!("{recall:.1}"),
        Err(_) => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::near_measures;

    fn near(name: &str) -> Vec<String> {
        near_measures(name).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_slip_finds_the_measure_and_keeps_its_parameter() {
        for (typed, meant) in [
            ("trec:nDGC@20", "trec:nDCG@20"),
            ("trec:ndcg@20", "trec:nDCG@20"),
            ("TREC:nDCG@20", "trec:nDCG@20"),
            ("trek:nDCG@20", "trec:nDCG@20"),
            ("trec:nDCG@020", "trec:nDCG@20"),
            ("trec:bpre", "trec:bpref"),
            ("trec:succes@5", "trec:Success@5"),
            ("trec:IPrec@.3", "trec:IPrec@0.3"),
            ("trec:IPrec@0.34", "trec:IPrec@0.3"),
            ("trec:IPrec@3", "trec:IPrec@0.5"),
            ("eccv:map@r", "eccv:mAP@R"),
            ("eccv:R-Precison", "eccv:R-Precision"),
            ("coco1k:R@5", "coco-1k:R@5"),
            ("conqa:R@1", "conqa:HR@1"),
            ("conqa:nDCG@10", "conqa:nDCG"),
            ("eccv:R@0", "eccv:R@10"),
            ("eccv:R", "eccv:R@10"),
            ("ndcg_cut_20", "trec:nDCG@20"),
            ("MRR", "trec:RR"),
        ] {
            assert_eq!(near(typed), [meant], "{typed}");
        }
    }

    #[test]
    fn a_name_without_a_protocol_finds_the_measure_under_each() {
        assert_eq!(near("nDCG@20"), ["trec:nDCG@20", "inquire:nDCG@20"]);
        assert_eq!(near("nDCG"), ["trec:nDCG", "trec:nDCG@10", "inquire:nDCG@10", "conqa:nDCG"]);
        let of_r: Vec<String> = ["trec", "inquire", "eccv", "coco-1k", "coco-5k", "cxc", "needle"]
            .map(|protocol| format!("{protocol}:R@1"))
            .into();
        assert_eq!(near("R@1"), of_r);
    }

    #[test]
    fn what_is_near_nothing_proposes_nothing() {
        for typed in ["", ":", "@", "trec:", "trec:@10", "no:measure", "accuracy", "trec:👀👀👀👀"]
        {
            assert_eq!(near(typed), Vec::<String>::new(), "{typed}");
        }
    }
}
