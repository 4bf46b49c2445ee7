//! Karpathy's splits and COCO's captions in recipes: the same benchmark as from separate lists.

use crate::program::{done, fails, folder};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

const KARPATHY: &str = r#"{"dataset": "own", "images": [
 {"filepath": "a", "filename": "one.jpg", "imgid": 0, "cocoid": 42, "split": "test", "sentids": [8, 9],
  "sentences": [{"raw": "a red kite ", "sentid": 8, "imgid": 0, "tokens": ["a", "red", "kite"]},
                {"raw": "a kite at dusk", "sentid": 9, "imgid": 0, "tokens": []}]},
 {"filepath": "a", "filename": "two.jpg", "imgid": 1, "cocoid": 7, "split": "train", "sentids": [1],
  "sentences": [{"raw": "a ladder", "sentid": 1, "imgid": 1, "tokens": []}]},
 {"filepath": "b", "filename": "three.jpg", "imgid": 2, "cocoid": 5, "split": "test", "sentids": [3],
  "sentences": [{"raw": "two boats", "sentid": 3, "imgid": 2, "tokens": []}]}]}"#;

const COCO: &str = r#"{"info": {}, "images": [{"id": 42, "file_name": "a/one.jpg"},
 {"id": 5, "file_name": "b/three.jpg"}], "annotations": [
 {"id": 8, "image_id": 42, "caption": "a red kite"}, {"id": 9, "image_id": 42, "caption": "a kite at dusk"},
 {"id": 3, "image_id": 5, "caption": "two boats"}]}"#;

fn fbin(rows: &[[f32; 2]]) -> Vec<u8> {
    let n_rows = u32::try_from(rows.len()).unwrap();
    let mut bytes = [n_rows.to_le_bytes(), 2_u32.to_le_bytes()].concat();
    bytes.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// A recipe of these files.
fn recipe(folder: &Path, images: &str, captions: &str, queries: &str, qrels: &str) -> String {
    fs::write(folder.join("gallery.fbin"), fbin(&[[1.0, 0.0], [0.0, 1.0]])).unwrap();
    let texts = [[1.0, 0.1], [1.0, 0.2], [0.1, 1.0]];
    fs::write(folder.join("queries.fbin"), fbin(&texts)).unwrap();
    let text = format!(
        "id = \"own\"\ntitle = \"Own\"\n[images]\n{images}\ncaption = \"first\"\n\
         [captions]\npath = \"{captions}\"\n[queries]\nids = \"{queries}\"\n\
         [[relevance]]\nid = \"own\"\ntitle = \"Own\"\ncounts_as = \"Own.\"\ndefault = true\n\
         json = \"{qrels}\"\n\
         [[systems]]\nid = \"s\"\ntitle = \"S\"\ngallery = \"gallery.fbin\"\nqueries = \"queries.fbin\"\n\
         captions = \"queries.fbin\"\n"
    );
    let path = folder.join("recipe.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The texts of the built benchmark by file.
fn built(folder: &Path, recipe: &str) -> BTreeMap<String, String> {
    let out = folder.join("built");
    done(&["build", recipe, "--out", out.to_str().unwrap(), "--force"]);
    let names = ["images/00000.jsonl", "captions.jsonl", "queries.jsonl", "relevance/own.qrels"];
    names.map(|name| (name.to_owned(), fs::read_to_string(out.join(name)).unwrap())).into()
}

#[test]
fn a_dataset_in_one_file_is_the_same_benchmark_as_its_lists() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("dataset.json", KARPATHY);
    write("captions.json", COCO);
    write("images.txt", "42\n5\n");
    write(
        "captions.jsonl",
        "{\"id\": \"8\", \"image\": \"42\", \"text\": \"a red kite\"}\n\
         {\"id\": \"9\", \"image\": \"42\", \"text\": \"a kite at dusk\"}\n\
         {\"id\": \"3\", \"image\": \"5\", \"text\": \"two boats\"}\n",
    );
    write("queries.txt", "8\n9\n3\n");
    write("relevant.json", "{\"8\": [\"42\"], \"9\": [\"42\"], \"3\": [\"5\"]}");
    // One template of addresses for all three, since lists know no file.
    let images = |path: &str| format!("ids = \"{path}\"\nuri = \"{{id:03}}.jpg\"");
    let ids = images("images.txt");
    let lists = recipe(folder.path(), &ids, "captions.jsonl", "queries.txt", "relevant.json");
    let lists = built(folder.path(), &lists);
    assert!(lists["queries.jsonl"].contains("a kite at dusk"));
    for file in ["dataset.json#test", "captions.json"] {
        let recipe = recipe(folder.path(), &images(file), file, file, file);
        assert_eq!(built(folder.path(), &recipe), lists, "{file}");
    }
    // Without a template, pictures are where the dataset says.
    let file = "dataset.json#test";
    let recipe = recipe(folder.path(), &format!("ids = \"{file}\""), file, file, file);
    let images = &built(folder.path(), &recipe)["images/00000.jsonl"];
    assert!(images.contains("a/one.jpg") && images.contains("b/three.jpg"), "{images}");
}

#[test]
fn a_split_that_is_not_there_is_refused_with_those_that_are() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("dataset.json"), KARPATHY).unwrap();
    fs::write(folder.path().join("captions.json"), COCO).unwrap();
    let out = folder.path().join("built");
    let refused = |file: &str, words: &[&str]| {
        let recipe = recipe(folder.path(), &format!("ids = \"{file}\""), file, file, file);
        fails(1, &["build", &recipe, "--out", out.to_str().unwrap()], words);
        assert!(!out.exists());
    };
    refused("dataset.json#val", &["dataset.json", "no split \"val\"", "test, train"]);
    refused("captions.json#test", &["captions.json has no splits", "#test"]);
}

#[test]
fn captions_of_a_dataset_become_json_lines() {
    let file = folder();
    let path = &*file("dataset.json");
    fs::write(path, KARPATHY).unwrap();
    let lines = done(&["convert", path, "--to", "captions"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Counted in the file itself.
    let dataset: Value = serde_json::from_str(KARPATHY).unwrap();
    let images = dataset["images"].as_array().unwrap();
    let sentences = |image: &Value| image["sentences"].as_array().unwrap().clone();
    let wanted: Vec<Value> = images.iter().flat_map(sentences).collect();
    assert_eq!(lines.len(), wanted.len());
    for (line, sentence) in lines.iter().zip(&wanted) {
        assert_eq!(line["text"].as_str().unwrap(), sentence["raw"].as_str().unwrap().trim());
    }
    let of_test = done(&["convert", &format!("{path}#test"), "--to", "captions"]);
    let n = images.iter().filter(|image| image["split"] == "test").flat_map(sentences).count();
    assert_eq!(of_test.lines().count(), n);
    fails(1, &["convert", &format!("{path}#none"), "--to", "captions"], &["no split \"none\""]);
    fails(1, &["convert", path, "--to", "captions", "--transpose"], &["leave them out"]);
    fs::write(file("a.run"), "q 0 d 1 1 r\n").unwrap();
    let convert = ["convert", &file("a.run"), "--to", "captions"];
    fails(1, &convert, &["a.run is not a file with captions"]);
}
