#![no_main]
//! `benchmark.json`: what is accepted does not contradict itself, and is accepted again once written.

use libfuzzer_sys::fuzz_target;
use rankscope_core::{benchmark::Manifest, limits};

fuzz_target!(|text: &str| {
    let Ok(manifest) = Manifest::from_json(text) else { return };
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    assert!(bytes <= limits::MAX_BENCHMARK_BYTES);
    let n_listed: u32 = manifest.image_files().map(|(_, rows)| rows.end - rows.start).sum();
    assert!(!manifest.has_image_lists() || n_listed == manifest.counts.images);
    for system in &manifest.systems {
        assert!((1..=limits::MAX_DIM).contains(&(system.dim as usize)));
        let rows = system.gallery.iter().map(|path| manifest.file(path).unwrap().rows.unwrap());
        assert_eq!(rows.map(|rows| rows.end - rows.start).sum::<u32>(), manifest.counts.images);
        assert_eq!(manifest.system(&system.id), Some(system));
    }
    for definition in &manifest.relevance {
        assert_eq!(manifest.definition(&definition.id), Some(definition));
    }
    let written = serde_json::to_string(&manifest).unwrap();
    // Floats may lose their last bit on the way.
    assert_eq!(Manifest::from_json(&written).unwrap().files, manifest.files);
});
