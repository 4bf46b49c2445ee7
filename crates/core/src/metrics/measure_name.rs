//! Names of measures, and suggestions for names that do not parse.

use super::{KnownMeasure, Measure, ParameterKind, Protocol, known_measures};
use std::str::FromStr;
use strsim::osa_distance;
use thiserror::Error;

/// Shown where a benchmark or a command names none.
pub fn default_measures() -> Vec<Measure> {
    let names = "eccv:R@1 eccv:R@5 eccv:R@10 eccv:mAP@R eccv:R-Precision trec:P@10 trec:R@10 \
                 trec:AP@50 trec:nDCG@10";
    names.split(' ').filter_map(|name| name.parse().ok()).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", refusal(name))]
pub struct MeasureError {
    pub name: String,
}

/// The refusal with suggestions. A name that lacks only its protocol stands for another formula under each.
fn refusal(name: &str) -> String {
    match under_each_protocol(name).as_slice() {
        [] => format!("{name:?} is not a measure: {}", advice(name)),
        of_each => format!("which {name}? did you mean {}?", listed(of_each, ", ")),
    }
}

fn under_each_protocol(name: &str) -> Vec<Measure> {
    let under = |protocol: Protocol| by_full_name(&format!("{}:{name}", protocol.name()));
    Protocol::ALL.into_iter().filter_map(under).collect()
}

fn listed(measures: &[Measure], separator: &str) -> String {
    measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(separator)
}

/// The nearest names, then the known measures of the name's protocol if it has one, else all.
fn advice(name: &str) -> String {
    let near = match near_measures(name).as_slice() {
        [] => String::new(),
        near => format!("did you mean {}? ", listed(near, " or ")),
    };
    let (protocol, _) = name.split_once(':').unwrap_or_default();
    let protocol = Protocol::ALL.into_iter().find(|known| known.name() == protocol);
    let known = protocol.map_or_else(known_measures, |protocol| {
        KnownMeasure::all_of(protocol).map(KnownMeasure::pattern).collect()
    });
    format!(
        "{near}known are {}, with a whole number from 1 for k, one of 0.0, 0.1 … 1.0 for r and one of \
         0.01, 0.02 … 0.99 for p; (rel=2) after a binary measure's name under trec counts grades from 2 on",
        known.join(", ")
    )
}

impl FromStr for Measure {
    type Err = MeasureError;

    /// By its full name, or by one that other programs give to exactly this value, unless several of our
    /// protocols have it too, as AP.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let elsewhere = || measure_elsewhere(name).filter(|_| under_each_protocol(name).len() < 2);
        let measure = by_full_name(name).or_else(elsewhere);
        measure.ok_or_else(|| MeasureError { name: name.into() })
    }
}

fn by_full_name(name: &str) -> Option<Measure> {
    KnownMeasure::all().find_map(|known| known.named(name))
}

/// A name without its protocol may fit one measure of each.
const MAX_NEAR: usize = 8;
/// The most that another protocol costs, in edits: often the whole name is wrong.
const OTHER_PROTOCOL: usize = 2;
/// Proposed where the name has no readable parameter.
const USUAL_CUTOFF: &str = "10";
const USUAL_RECALL: &str = "0.5";
const USUAL_PERSISTENCE: &str = "0.8";

/// The measures that a mistyped name may mean: those with the fewest edits, by protocol, ignoring case.
/// A missing protocol or parameter costs nothing. A name that other programs use means their measure.
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

/// In lower case.
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

    /// `None` if there are too many edits for a slip.
    fn n_edits(&self, known: KnownMeasure) -> Option<usize> {
        let name = known.name().to_lowercase();
        let of = |stem: &str| {
            let n_edits = osa_distance(stem, &name);
            // One in three letters; one in short names.
            let is_near = !stem.is_empty() && n_edits <= stem.chars().count().max(3) / 3;
            is_near.then_some(n_edits)
        };
        let stem = self.cut.as_ref().map(|(stem, _)| stem.as_str());
        let of_name = match known.parameter() {
            ParameterKind::None => {
                // An extra parameter is one edit.
                let without = stem.and_then(of).map(|n_edits| n_edits + 1);
                of(&self.rest).into_iter().chain(without).min()?
            }
            ParameterKind::Cutoff | ParameterKind::Recall | ParameterKind::Persistence => {
                of(stem.unwrap_or(&self.rest))?
            }
        };
        let of_protocol = self.protocol.as_ref().map_or(0, |protocol| {
            osa_distance(protocol, known.protocol().name()).min(OTHER_PROTOCOL)
        });
        Some(of_name + of_protocol)
    }

    /// With the parameter as typed, or a usual one.
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
            ParameterKind::Persistence => {
                let typed = text.trim_start_matches("p=").trim_end_matches('0');
                let typed = format!("0{}", typed.trim_start_matches('0'));
                known.with(&typed).or_else(|| known.with(USUAL_PERSISTENCE))
            }
        }
    }
}

/// A recall rounded to one decimal, as its parameter is spelt; other text unchanged.
fn nearest_recall(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(recall) => format!("{recall:.1}"),
        Err(_) => text.to_string(),
    }
}

/// Names in lower case and the measures with the same values; `#` stands for a cut-off.
const NAMES: &[(&str, &str)] = &[
    // trec_eval and pytrec_eval.
    ("map", "trec:AP"),
    ("map_cut_#", "trec:AP@#"),
    ("p_#", "trec:P@#"),
    ("recall_#", "trec:R@#"),
    ("ndcg_cut_#", "trec:nDCG@#"),
    ("recip_rank", "trec:RR"),
    ("success_#", "trec:Success@#"),
    ("unj_#", "trec:unj@#"),
    // ir_measures, PyTerrier and ranx.
    ("ap", "trec:AP"),
    ("ap@#", "trec:AP@#"),
    ("map@#", "trec:AP@#"),
    ("mrr", "trec:RR"),
    ("rr@#", "inquire:RR@#"),
    ("mrr@#", "inquire:RR@#"),
    ("precision@#", "trec:P@#"),
    ("recall@#", "trec:R@#"),
    ("hit_rate@#", "trec:Success@#"),
    ("r-precision", "trec:Rprec"),
    ("rprec", "trec:Rprec"),
    ("bpref", "trec:bpref"),
    ("success@#", "trec:Success@#"),
    // BEIR and MTEB.
    ("ndcg_at_#", "trec:nDCG@#"),
    ("map_at_#", "trec:AP@#"),
    ("recall_at_#", "trec:R@#"),
    ("precision_at_#", "trec:P@#"),
    ("mrr_at_#", "inquire:RR@#"),
    // open_clip and CLIP_benchmark: whether one of the right images is among the first.
    ("text_to_image_r@#", "trec:Success@#"),
    ("image_retrieval_recall@#", "trec:Success@#"),
    // eccv_caption.
    ("eccv_r#", "eccv:R@#"),
    ("eccv_map_at_r", "eccv:mAP@R"),
    ("eccv_rprecision", "eccv:R-Precision"),
    ("coco_1k_r#", "coco-1k:R@#"),
    ("coco_5k_r#", "coco-5k:R@#"),
    ("cxc_r#", "cxc:R@#"),
];

/// In any case. The level of ir_measures, `AP(rel=2)@10`, says by itself that `trec_eval`'s measure is meant.
pub(super) fn measure_elsewhere(name: &str) -> Option<Measure> {
    let name = name.trim();
    if let Some((before, (level, after))) =
        name.split_once("(rel=").and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
    {
        let usual = format!("{before}{after}");
        let usual = full_name_elsewhere(&usual).unwrap_or_else(|| format!("trec:{usual}"));
        let (name, parameter) = match usual.split_once('@') {
            Some((name, parameter)) => (name, format!("@{parameter}")),
            None => (usual.as_str(), String::new()),
        };
        return by_full_name(&format!("{name}(rel={level}){parameter}"));
    }
    by_full_name(&full_name_elsewhere(name)?)
}

fn full_name_elsewhere(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    NAMES.iter().find_map(|(theirs, ours)| {
        let Some((before, after)) = theirs.split_once('#') else {
            return (*theirs == name).then(|| (*ours).to_owned());
        };
        let k = name.strip_prefix(before)?.strip_suffix(after)?;
        let is_number = k.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| ours.replace('#', k.trim_start_matches('0')))
    })
}

#[cfg(test)]
mod tests {
    use super::{Measure, NAMES, measure_elsewhere, near_measures};

    #[test]
    fn an_error_names_the_nearest_measure_before_the_known_ones() {
        let told = |name: &str| name.parse::<Measure>().err().map(|e| e.to_string());
        let told_of = told("trec:nDGC@20").unwrap_or_default();
        let start = "\"trec:nDGC@20\" is not a measure: did you mean trec:nDCG@20? known are \
                     trec:P@k, ";
        assert!(told_of.starts_with(start), "{told_of}");
        let told_of = told("nDCG@10").unwrap_or_default();
        assert_eq!(told_of, "which nDCG@10? did you mean trec:nDCG@10, inquire:nDCG@10?");
        let told_of = told("ndcg@10").unwrap_or_default();
        let start = "\"ndcg@10\" is not a measure: did you mean trec:nDCG@10 or inquire:nDCG@10? ";
        assert!(told_of.starts_with(start), "{told_of}");
        let told_of = told("no:measure").unwrap_or_default();
        assert!(told_of.starts_with("\"no:measure\" is not a measure: known are "), "{told_of}");
    }

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
            ("trec:RBP@.80", "trec:RBP@0.8"),
            ("rbp@p=0.95", "trec:RBP@0.95"),
            ("trec:RBP", "trec:RBP@0.8"),
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

    #[test]
    fn each_name_is_of_a_measure() {
        for (theirs, ours) in NAMES {
            let measure = measure_elsewhere(&theirs.replace('#', "7"));
            let name = measure.map(|ours| ours.to_string());
            assert_eq!(name, Some(ours.replace('#', "7")), "{theirs}");
        }
        for other in ["", "map_", "ndcg_cut_", "ndcg_cut_0", "ndcg_cut_x", "p_+5", "accuracy"] {
            assert_eq!(measure_elsewhere(other).map(|ours| ours.to_string()), None, "{other}");
        }
    }

    #[test]
    fn other_programs_names_are_read_as_the_measure_with_their_value() {
        for (theirs, ours) in [
            ("ndcg_cut_10", "trec:nDCG@10"),
            ("recip_rank", "trec:RR"),
            ("Recall@10", "trec:R@10"),
            ("map@100", "trec:AP@100"),
            ("hit_rate@10", "trec:Success@10"),
            ("mrr@10", "inquire:RR@10"),
            ("AP(rel=2)@10", "trec:AP(rel=2)@10"),
            ("P(rel=3)@5", "trec:P(rel=3)@5"),
            ("Bpref(rel=2)", "trec:bpref(rel=2)"),
            ("RR(rel=2)", "trec:RR(rel=2)"),
        ] {
            assert_eq!(theirs.parse::<Measure>().map(|it| it.to_string()), Ok(ours.into()));
        }
        // Each protocol has another nDCG@10, and gains know no level.
        for name in [
            "AP",
            "AP@50",
            "nDCG@10",
            "R@5",
            "nDCG(rel=2)@10",
            "AP(rel=0)",
            "trec:AP(rel=1)",
            "trec:AP(rel=02)",
        ] {
            assert!(name.parse::<Measure>().is_err(), "{name}");
        }
    }
}
