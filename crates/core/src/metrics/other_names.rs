//! What other programs call our measures.

use super::Measure;

/// Names in lower case and the measures that have their values; `#` stands for a cut-off.
const NAMES: &[(&str, &str)] = &[
    // trec_eval and pytrec_eval.
    ("map", "trec:AP"),
    ("map_cut_#", "trec:AP@#"),
    ("p_#", "trec:P@#"),
    ("recall_#", "trec:R@#"),
    ("ndcg_cut_#", "trec:nDCG@#"),
    ("recip_rank", "trec:RR"),
    ("success_#", "trec:Success@#"),
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

/// The measure that another program calls by this name, in any case.
pub(super) fn measure_elsewhere(name: &str) -> Option<Measure> {
    let name = name.trim().to_lowercase();
    NAMES.iter().find_map(|(theirs, ours)| {
        let Some((before, after)) = theirs.split_once('#') else {
            return (*theirs == name).then(|| ours.parse().ok())?;
        };
        let k = name.strip_prefix(before)?.strip_suffix(after)?;
        let is_number = k.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| ours.replace('#', k.trim_start_matches('0')).parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::{NAMES, measure_elsewhere};

    #[test]
    fn each_name_is_of_a_measure() {
        for (theirs, ours) in NAMES {
            let measure = measure_elsewhere(&theirs.replace('#', "7"));
            let name = measure.map(|own| own.to_string());
            assert_eq!(name, Some(ours.replace('#', "7")), "{theirs}");
        }
        for other in ["", "map_", "ndcg_cut_", "ndcg_cut_0", "ndcg_cut_x", "p_+5", "accuracy"] {
            assert_eq!(measure_elsewhere(other).map(|own| own.to_string()), None, "{other}");
        }
    }
}
