#![no_main]
//! COCO's instances: each image once, its classes ascending.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::classes_from_coco;
use std::collections::HashSet;

fuzz_target!(|text: &str| {
    let Ok(classes) = classes_from_coco("f", text) else { return };
    let images: HashSet<&String> = classes.iter().map(|(image, _)| image).collect();
    assert_eq!(images.len(), classes.len());
    assert!(classes.iter().all(|(_, of_image)| of_image.is_sorted_by(|a, b| a < b)));
});
