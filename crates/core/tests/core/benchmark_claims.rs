//! Sizes in a manifest are claims: those that nothing can hold are refused in words, before memory
//! is reserved.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, lines, run};
use rankscope_core::benchmark::{
    ImageIdList,
    lists::{check_captions, load_queries_and_images},
};
use rankscope_core::imported::Ids;
use serde_json::json;

fn without_lists(n_images: u64) -> Made {
    let mut made = Made::small();
    let files = made.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| !file["path"].as_str().unwrap().starts_with("images/"));
    made.manifest["counts"]["images"] = json!(n_images);
    made
}

#[test]
fn a_corpus_without_lists_has_a_limit() {
    for n in [50_000_001, 100_000_000, u64::from(u32::MAX)] {
        let said = without_lists(n).manifest_refusal();
        assert_eq!(
            said,
            format!(
                "benchmark.json: there are {n} images and no image lists, but a corpus without \
                 them can have only 50000000: list the images in images/"
            )
        );
    }
    // Below it, ids are not stored, here and for imported files.
    let made = without_lists(50_000_000);
    let manifest = made.manifest().unwrap();
    let lists = run(load_queries_and_images(&manifest, &made.source())).0.unwrap();
    assert_eq!((lists.queries.len(), lists.images.len()), (3, 0));
    let ids = ImageIdList::row_numbers(50_000_000);
    assert_eq!((ids.len(), ids.stored().len()), (50_000_000, 0));
    assert_eq!(ids.get(49_999_999).as_deref(), Some("49999999"));
    assert_eq!(ids.get(50_000_000), None);
    assert_eq!(Ids::numbered(["q0"].into_iter(), 50_000_000).n_images(), 50_000_000);
}

#[test]
fn a_manifest_has_an_end() {
    let text = " ".repeat((64 << 20) + 1);
    let said = rankscope_core::benchmark::Manifest::from_json(&text).unwrap_err().to_string();
    assert_eq!(said, "benchmark.json: it has more than 67108864 bytes");
}

#[test]
fn shards_have_a_byte_for_each_value() {
    let mut made = without_lists(40_000_000);
    made.write("g", [0; 64], Some((0, 40_000_000)));
    made.push("systems", json!({ "id": "s", "title": "S", "dim": 384, "gallery": ["g"] }));
    assert_eq!(
        made.manifest_refusal(),
        "benchmark.json: g has 64 bytes, too few for 40000000 rows of 384 values"
    );
}

#[test]
fn dims_and_sums_of_sizes_have_limits() {
    let mut made = Made::small();
    made.write("g", [0; 5], Some((0, 5)));
    let system = |dim: u64| json!({ "id": "s", "title": "S", "dim": dim, "gallery": ["g"] });
    made.push("systems", system(u64::from(u32::MAX)));
    assert_eq!(
        made.manifest_refusal(),
        "benchmark.json: system s: dim is 4294967295, but at most 65536 is possible"
    );
    // Sums of two sizes overflowed.
    let mut made = Made::small();
    for file in made.manifest["files"].as_array_mut().unwrap().iter_mut().take(2) {
        file["bytes"] = json!(u64::MAX - 1);
    }
    let said = made.manifest_refusal();
    assert_eq!(said, "benchmark.json: its files have more than 9007199254740991 bytes together");
}

/// What the captions' check says of captions `(id, image)`.
fn said_of(made: &mut Made, records: &[(&str, &str)], n: usize) -> Option<String> {
    let line = |(id, image): &(&str, &str)| {
        format!("{}\n", json!({ "id": id, "image": image, "text": "x" }))
    };
    made.write("captions.jsonl", records.iter().map(line).collect::<String>(), None);
    made.manifest["counts"]["captions"] = json!(n);
    let manifest = made.manifest().unwrap();
    let ids = if manifest.has_image_lists() {
        ImageIdList::listed(["a", "b", "c", "d", "e"].map(String::from).to_vec())
    } else {
        ImageIdList::row_numbers(manifest.counts.images)
    };
    let checked = run(check_captions(&manifest, (&ids).into(), &made.source())).0;
    checked.err().map(|error| error.unify(|e| e.to_string()))
}

#[test]
fn captions_are_checked_by_row() {
    let mut made = Made::small();
    assert_eq!(said_of(&mut made, &[("1", "a"), ("2", "a"), ("3", "e")], 3), None);
    for (captions, n, said) in [
        (
            &[("1", "a"), ("2", "b"), ("1", "c")][..],
            3,
            "captions.jsonl, row 2: caption id 1 is already used by row 0 of captions.jsonl (rows \
             count from 0)",
        ),
        (
            &[("1", "a"), ("2", "zebra")],
            2,
            "captions.jsonl, row 1: image zebra of caption 2 is not in the benchmark (rows count \
             from 0)",
        ),
        (&[("1", "a")], 2, "captions.jsonl has 1 captions, but benchmark.json says 2"),
    ] {
        assert_eq!(said_of(&mut made, captions, n).unwrap(), said);
    }
    let mut made = without_lists(5);
    assert_eq!(said_of(&mut made, &[("1", "0"), ("2", "4")], 2), None);
    assert!(said_of(&mut made, &[("1", "0"), ("2", "5")], 2).unwrap().contains("image 5"));
    // Without such a file there is nothing to check.
    let made = Made::small();
    let manifest = made.manifest().unwrap();
    let ids = ImageIdList::listed(Vec::new());
    assert!(run(check_captions(&manifest, (&ids).into(), &made.source())).0.is_ok());
}

#[test]
fn a_list_with_rows_outside_images_is_not_ignored() {
    let mut made = Made::small();
    made.write("lists/00002.jsonl", lines(&["f"], "caption"), Some((5, 6)));
    assert_eq!(
        made.manifest_refusal(),
        "benchmark.json: lists/00002.jsonl has a row range, but is neither an image list in \
         images/, nor fields of images in fields/, nor a shard: move it, or remove its rows"
    );
}
