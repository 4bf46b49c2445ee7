#![no_main]
//! Karpathy's splits and COCO's captions: ids are unique.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    KarpathyIds, images_from_caption_list, images_from_coco_captions, images_from_karpathy,
};
use std::collections::HashSet;

fuzz_target!(|text: &str| {
    let read = [
        images_from_karpathy("f", text, KarpathyIds::Usual),
        images_from_karpathy("f", text, KarpathyIds::Filename),
        images_from_coco_captions("f", text),
    ];
    for images in read.into_iter().flatten() {
        let ids: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
        assert_eq!(ids.len(), images.len());
    }
    if let Some(Ok(images)) = images_from_caption_list("f", text) {
        let is_id = |id: &str| !id.is_empty() && !id.contains(char::is_whitespace);
        assert!(images.iter().all(|image| is_id(&image.id)));
    }
});
