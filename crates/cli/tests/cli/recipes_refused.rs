//! What `build` refuses of the papers' layouts: by file and row, and with the way out.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::made::{Made, inquire, marked};

const FIRST: &str = "inat24/embs/vit-b-32";
const QUERIES: [&str; 2] = ["0,30,an owl,Appearance,Sex,Birds", "1,7,a newt,Context,Weather,"];

/// INQUIRE's files: the images 30 and 7 in files 9 and (with `none`) 10.
fn small() -> Made {
    let [val, test] = QUERIES.map(|row| vec![row.to_owned()]);
    let made = inquire(&[("val", &val), ("test", &test)]);
    made.recipe("inquire.toml", &[]);
    made
}

fn paths(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

#[test]
fn a_section_has_exactly_one_source() {
    let cases: [(&str, &str, &[&str]); 9] = [
        ("[images]\n", "[images]\nids = \"x\"\n", &["[images]", "ids and metadata", "range"]),
        ("[queries]\n", "[queries]\nbeir = \"x\"\n", &["[queries]", "inquire and beir", "conqa"]),
        (
            "default = true\n",
            "default = true\nqrels = \"x\"\n",
            &["relevance inquire", "qrels and inquire", "json, qrels, beir, inquire, conqa"],
        ),
        ("[images]\nmetadata =", "[images]\nmetadat =", &["unknown field `metadat`"]),
        ("split = \"val\" }", "spilt = \"val\" }", &["unknown field `spilt`"]),
        ("image_path\" }\n\n[[systems]]", "path\" }\n\n[[systems]]", &["unknown variant `path`"]),
        ("[queries]\n", "[queries]\nsplit = \"test\"\n", &["leave queries.split out"]),
        ("[queries]\n", "[queries]\ntexts = \"x\"\n", &["queries.texts", "queries.ids"]),
        (
            "gallery_metadata",
            "gallery_ids = \"x\"\ngallery_metadata",
            &["system vit-b-32", "gallery_ids or gallery_metadata"],
        ),
    ];
    for (old, new, words) in cases {
        let made = small();
        made.recipe("inquire.toml", &[(old, new)]);
        made.refused(words);
    }
    let made = small();
    let old = "[images]\nmetadata = {";
    made.recipe("inquire.toml", &[(old, "[images]\n[other]\nmetadata = {")]);
    made.refused(&["unknown field `other`"]);
    made.recipe("mirflickr.toml", &[("range = [1, 25000]\n", "")]);
    made.refused(&["[images]: give one of ids, range, files, metadata"]);
    made.recipe("mirflickr.toml", &[("[1, 25000]", "[3, 2]")]);
    made.refused(&["range = [3, 2]"]);
    made.recipe("mirflickr.toml", &[("\"wide\" }", "\"broad\" }")]);
    made.refused(&["unknown variant `broad`", "wide"]);
    made.recipe("conqa.toml", &[("rule = \"sure\"", "rule = \"certain\"")]);
    made.refused(&["\"certain\" is not one of full_relevant, sure, unsure"]);
    made.recipe("conqa.toml", &[("conqa = \"seed.json\"", "mirflickr = \"topics\"")]);
    made.refused(&["images.without_seeds", "conqa = \"seed.json\""]);
}

#[test]
fn metadata_that_do_not_fit_the_vectors_are_refused_by_file_and_row() {
    let nine = format!("{FIRST}/metadata/metadata_9.parquet");
    let ten = format!("{FIRST}/metadata/metadata_10.parquet");
    // What the file of metadata says, for the system alone, and what is said of it.
    let second = |of: &str| of.replace(FIRST, "second");
    let cases: [(&str, &[&str], &[&str]); 5] = [
        (&nine, &["train/30", "train/30"], &["metadata_9", "row 1", "30.jpg has a row before"]),
        (&nine, &["train/30", "train/8"], &["metadata_9", "row 1", "no image train/8.jpg"]),
        (&nine, &["train/30", ""], &["metadata_9", "row 1", "nothing is under \"image_path\""]),
        (&nine, &["train/30", "a b"], &["metadata_9", "row 1", "\"a b.jpg\" has white space"]),
        (&ten, &["train/none", "x"], &["img_emb_10.npy has 1 rows", "metadata_10.parquet has 2"]),
    ];
    for (file, rows, words) in cases {
        let made = with_second_model();
        made.parquet(&second(file), &[("image_path", &paths(rows))]);
        made.refused(words);
    }
    let made = with_second_model();
    made.parquet(&second(&nine), &[("path", &paths(&["a", "b"]))]);
    made.refused(&["metadata_9", "no column \"image_path\", only path"]);
    let made = with_second_model();
    made.write(&second(&nine), "PAR1 and no more");
    made.refused(&["metadata_9", "not a Parquet file"]);
    let made = with_second_model();
    std::fs::remove_file(made.path(&second(&ten))).unwrap();
    made.refused(&["img_emb_9.npy", "metadata_*.parquet", "do not have the same numbers"]);
    let made = with_second_model();
    std::fs::remove_file(made.path(&second(&ten))).unwrap();
    std::fs::remove_file(made.path("second/img_emb/img_emb_10.npy")).unwrap();
    made.refused(&["metadata_*.parquet", "1 images have no row, train/none.jpg"]);
}

/// [`small`], whose gallery comes from a second folder of the same images.
fn with_second_model() -> Made {
    let made = small();
    for (number, rows) in [(9, vec!["train/30", "train/7"]), (10, vec!["train/none"])] {
        made.parquet(
            &format!("second/metadata/metadata_{number}.parquet"),
            &[("image_path", &paths(&rows))],
        );
        let vectors = vec![marked(3, &[0]); rows.len()];
        made.npy(&format!("second/img_emb/img_emb_{number}.npy"), &vectors);
    }
    let of_system = format!("gallery = \"{FIRST}");
    let metadata = format!("gallery_metadata = {{ files = \"{FIRST}");
    made.recipe(
        "inquire.toml",
        &[(&of_system, "gallery = \"second"), (&metadata, "gallery_metadata = { files = \"second")],
    );
    made
}

#[test]
fn vectors_in_several_files_are_refused_by_file_and_row() {
    let nine = format!("{FIRST}/img_emb/img_emb_9.npy");
    let ten = format!("{FIRST}/img_emb/img_emb_10.npy");
    let made = small();
    made.npy(&ten, &[vec![0.0, f32::NAN, 0.0]]);
    made.refused(&["system vit-b-32", "img_emb_10.npy, row 0", "NaN"]);
    let made = small();
    made.npy(&ten, &[marked(4, &[0])]);
    made.refused(&["img_emb_10.npy has vectors of dim 4", "img_emb_9.npy of dim 3"]);
    let made = small();
    let bytes = std::fs::read(made.path(&nine)).unwrap();
    made.write(&nine, &bytes[..bytes.len() - 1]);
    made.refused(&["img_emb_9.npy, row 1", "ends here"]);
    made.write(&nine, [&bytes[..], b"x"].concat());
    made.refused(&["img_emb_9.npy", "continues after its 2 rows"]);
    made.write(&nine, &bytes);
    made.write(&format!("{FIRST}/img_emb/img_emb_09.npy"), &bytes);
    made.refused(&["img_emb_09.npy", "img_emb_9.npy", "the same number 9"]);
    let made = small();
    made.write(&format!("{FIRST}/img_emb/img_emb_last.npy"), &bytes);
    made.refused(&["img_emb_last.npy", "\"last\" is not a number"]);
    let made = small();
    made.recipe("inquire.toml", &[("img_emb_*.npy", "emb_*.npy")]);
    made.refused(&["no file", "emb_*.npy", "a number for *"]);
}

#[test]
fn the_files_of_inquire_are_refused_by_line() {
    let header = "query_id,image_id,image_path";
    let cases: [(&str, &[&str]); 4] = [
        ("30,1,train/30.jpg\n\n7,2,train/8.jpg", &["line 4", "query 7", "image train/8.jpg"]),
        ("30,1,train/30.jpg\n30,2,train/30.jpg", &["line 3", "image train/30.jpg twice"]),
        ("30,1,train/30.jpg\n30,1,train/30.jpg", &["line 3", "line 2 already"]),
        ("99,1,train/30.jpg", &["no image relevant to any query"]),
    ];
    for (rows, words) in cases {
        let made = small();
        made.write("inquire/inquire_annotations.csv", format!("{header}\n{rows}\n"));
        made.refused(&[words, &["inquire_annotations.csv"]].concat());
    }
    let made = small();
    let val = std::fs::read(made.path("inquire/inquire_queries_val.csv")).unwrap();
    made.write("inquire/inquire_queries_test.csv", val);
    made.refused(&["inquire_queries_test.csv", "query 30 is in ", "inquire_queries_val.csv"]);
    let made = small();
    made.recipe("inquire.toml", &[(", images_by = \"image_path\"", "")]);
    made.refused(&["inquire_annotations.csv, line 2", "judges image 930"]);
}

/// ConQA's files: the image 4 is a seed.
fn conqa() -> Made {
    let made = Made::new();
    made.write("seed.json", "{\"0\": {\"Text\": \"joy\", \"Conceptual\": true, \"Seeds\": [4]}}");
    made.write("mturk.json", "{\"0\": {\"3\": [2, 0, 0], \"4\": [3, 0, 0]}}");
    made.write("vg_subset.txt", "3\n4\n5\n");
    made.npy("systems/clip/gallery.npy", &[1, 0, 0].map(|place| marked(2, &[place])));
    made.npy("systems/clip/queries.npy", &[marked(2, &[1])]);
    made.recipe("conqa.toml", &[]);
    made
}

#[test]
fn the_files_of_conqa_are_refused_with_what_is_wrong() {
    let made = conqa();
    assert_eq!(made.build().counts.images, 2);
    let cases: [(&str, &str, &[&str]); 5] = [
        ("mturk.json", "{\"0\": {\"3\": [2, 0]}}", &["mturk.json, line 1", "0.3"]),
        ("mturk.json", "{\"0\": {\"8\": [2, 0, 0]}}", &["mturk.json", "image 8", "no such image"]),
        ("seed.json", "{\"0\": {\"Text\": \"joy\"}}", &["seed.json, line 1", "Conceptual"]),
        ("seed.json", "{}", &["[queries]", "without a query"]),
        ("vg_subset.txt", "3\n4\n3\n", &["vg_subset.txt, line 3", "line 1 already"]),
    ];
    for (name, text, words) in cases {
        let made = conqa();
        made.write(name, text);
        made.refused(words);
    }
    let made = conqa();
    made.recipe("conqa.toml", &[("gallery_ids = \"vg_subset.txt\"\n", "")]);
    made.refused(&["gallery.npy", "3 rows for 2 images without seeds", "gallery_ids"]);
    made.recipe("conqa.toml", &[("gallery_ids = \"vg_subset.txt\"", "gallery_ids = \"rows.txt\"")]);
    for (rows, words) in [
        ("3\n4\n", ["gallery.npy has 3 rows", "2 ids in rows.txt"]),
        ("3\n4\n6\n", ["rows.txt, line 3", "no image 6"]),
    ] {
        made.write("rows.txt", rows);
        made.refused(&words);
    }
}

#[test]
fn the_folders_of_mirflickr_are_refused_by_file() {
    let made = || {
        let made = Made::new();
        for number in 1..=2 {
            made.write(&format!("mirflickr/meta/tags/tags{number}.txt"), "");
            made.write(&format!("mirflickr/meta/license/license{number}.txt"), "someone");
        }
        made.write("annotations/sky.txt", "1\n");
        made.write("annotations/sky_r1.txt", "1\n");
        made.npy("systems/clip/gallery.npy", &[0, 1].map(|place| marked(2, &[place])));
        made.npy("systems/clip/queries.npy", &[marked(2, &[0])]);
        made.recipe("mirflickr.toml", &[("[1, 25000]", "[1, 2]")]);
        made
    };
    assert_eq!(made().build().counts.images, 2);
    let cases: [(&str, &str, &[&str]); 6] = [
        ("annotations/sky.txt", "1\n1\n", &["sky.txt, line 2", "image 1 is on line 1"]),
        ("annotations/sky.txt", "3\n", &["sky.txt", "query sky", "image 3", "no such image"]),
        ("annotations/sky_r1.txt", "4\n", &["sky_r1.txt", "query sky", "image 4"]),
        ("annotations/sea_r1.txt", "1\n", &["sea_r1.txt", "add sea.txt"]),
        ("annotations/the sea.txt", "1\n", &["annotations", "\"the sea\" has white space"]),
        ("mirflickr/meta/license/license2.txt", " ", &["license2.txt", "it credits nobody"]),
    ];
    for (name, text, words) in cases {
        let made = made();
        made.write(name, text);
        made.refused(words);
    }
    let without_tags = made();
    std::fs::remove_file(without_tags.path("mirflickr/meta/tags/tags2.txt")).unwrap();
    without_tags.refused(&["cannot read", "tags2.txt"]);
    let missing = made();
    missing.recipe("mirflickr.toml", &[("annotations = \"annotations\"", "annotations = \"no\"")]);
    missing.refused(&["cannot read", "no"]);
}
