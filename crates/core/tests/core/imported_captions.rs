//! Captions that a visitor drops on the page.

#![allow(clippy::unwrap_used)]

use rankscope_core::{
    formats::FormatError,
    imported::{FoundCaptions, Ids, captions_in},
};

fn found(bytes: &[u8]) -> Option<Result<FoundCaptions, FormatError>> {
    captions_in("dropped", bytes)
}

fn ids() -> Ids {
    Ids::new(["q"].into_iter(), ["a", "b.jpg", "30"].into_iter())
}

/// The captions of each of three images.
fn texts(bytes: &[u8]) -> Vec<Vec<String>> {
    found(bytes).unwrap().unwrap().matched_to("dropped", &ids()).unwrap().texts
}

const WANTED: [&[&str]; 3] = [&["two dogs run", "dogs"], &["a cat, asleep"], &[]];

#[test]
fn every_kind_of_file_gives_the_same_captions() {
    let csv = "image,caption\nphotos/a.jpg,two dogs run\na,dogs\nb.jpg,\"a cat, asleep\"\n";
    let tsv = "caption\tfile_name\ntwo dogs run\ta.jpg\ndogs\ta.png\na cat, asleep\tb.jpg\n";
    let lines = "{\"image_id\": \"a\", \"text\": \"two dogs run\"}\n\
                 {\"image_id\": \"a\", \"text\": \"dogs\"}\n\
                 {\"image_id\": \"b.jpg\", \"text\": \"a cat, asleep\"}\n";
    let with_own_ids = "{\"id\": 1, \"image\": \"a\", \"text\": \"two dogs run\"}\n\
                        {\"id\": 2, \"image\": \"a\", \"text\": \"dogs\"}\n\
                        {\"id\": 3, \"image\": \"b.jpg\", \"text\": \"a cat, asleep\"}\n";
    let array = format!("[{}]", lines.trim_end().replace('\n', ","));
    let coco = r#"{"images": [{"id": 7, "file_name": "a.jpg"}, {"id": 8, "file_name": "b.jpg"}],
        "annotations": [{"id": 1, "image_id": 7, "caption": "two dogs run"},
        {"id": 2, "image_id": 8, "caption": "a cat, asleep"},
        {"id": 3, "image_id": 7, "caption": "dogs"}]}"#;
    let karpathy = r#"{"images": [{"filename": "a.jpg", "imgid": 0, "split": "test", "sentences":
        [{"raw": "two dogs run", "sentid": 0}, {"raw": "dogs", "sentid": 1}]}, {"filename": "b.jpg",
        "imgid": 1, "split": "test", "sentences": [{"raw": "a cat, asleep", "sentid": 2}]}]}"#;
    for text in [csv, tsv, lines, with_own_ids, &array, coco, karpathy] {
        assert_eq!(texts(text.as_bytes()), WANTED, "{text}");
    }
    // COCO's numbers, where the benchmark has them.
    let numbered =
        coco.replace("\"id\": 7", "\"id\": 30").replace("image_id\": 7", "image_id\": 30");
    assert_eq!(texts(numbered.as_bytes())[2], ["two dogs run", "dogs"]);
}

#[test]
fn files_without_captions_are_left_to_others() {
    for other in [
        "q1 Q0 a 1 0.5 t\n",
        "q1 0 a 1\n",
        "query-id\tcorpus-id\tscore\nq\ta\t1\n",
        "{\"q\": {\"a\": 0.5}}",
        "a,b\n1,2\n",
        "a\nb\n",
        "{\"id\": \"a\", \"score\": 1}\n{\"id\": \"b\", \"score\": 2}\n",
        "",
    ] {
        assert!(found(other.as_bytes()).is_none(), "{other}");
    }
    let of_none = found(b"image,caption\nx.jpg,a dog\ny.jpg,a cat\n").unwrap().unwrap();
    let refused = of_none.matched_to("dropped", &ids()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "dropped: none of its 2 captions is of an image in the benchmark: its first is of \"x.jpg\". \
         Images are found by their ids, or by the names of their files"
    );
    let without = found(b"image,caption\na.jpg,\nb.jpg,\n").unwrap().unwrap_err().to_string();
    assert!(without.contains("it has no captions"), "{without}");
    let open =
        found(b"image,caption\na.jpg,\"a dog\nb.jpg,a cat\n").unwrap().unwrap_err().to_string();
    assert!(open.contains("line 2: a quote is opened here or above and not closed"), "{open}");
    let nameless = found(b"image,caption\na.jpg,x\n,a cat\n").unwrap().unwrap_err().to_string();
    assert!(nameless.contains("line 3: a caption without image"), "{nameless}");
}

#[test]
fn what_could_not_be_used_is_said() {
    let some = found(b"image,caption\na.jpg,a dog\nx.jpg,a cat\n").unwrap().unwrap();
    let notes = some.matched_to("dropped", &ids()).unwrap().notes();
    assert!(notes[0].starts_with("Made of the words in 1 caption,"), "{notes:?}");
    assert_eq!(
        notes[1..],
        [
            "2 of 3 images have no caption in the file and are ranked last.",
            "1 caption is of an image that is not in the benchmark (x.jpg)."
        ]
    );
}
