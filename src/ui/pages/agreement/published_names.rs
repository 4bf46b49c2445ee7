//! The names of measures in ECCV Caption's tables.

pub(super) fn title_of(measure: &str) -> String {
    let known = [
        ("eccv_map_at_r", "ECCV mAP@R"),
        ("eccv_rprecision", "ECCV R-Precision"),
        ("eccv_r1", "ECCV R@1"),
        ("cxc_r1", "CxC R@1"),
        ("coco_1k_r1", "COCO 1K R@1"),
        ("coco_5k_r1", "COCO 5K R@1"),
        ("pmrp", "PMRP"),
    ];
    let found = known.iter().find(|(id, _)| *id == measure);
    found.map_or_else(|| measure.to_string(), |(_, title)| (*title).to_string())
}
