//! Folders in the layouts that papers and tools publish, made by the tests: vectors that say
//! whose picture they are, so that a build that mixes up rows, ids or judgements shows.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use crate::here;
use parquet::{
    basic::Compression,
    data_type::{ByteArray, ByteArrayType},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use rankscope_cli::build::{Args, build};
use rankscope_core::benchmark::{Image, Manifest, Query, images_from_jsonl, queries_from_jsonl};
use serde_json::Value;
use std::{fs, path::PathBuf, process::Command, sync::Arc};
use tempfile::TempDir;

/// A folder for a recipe and what it points to; the benchmark becomes `out` in it.
pub(crate) struct Made(TempDir);

impl Made {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes `<f4` vectors as numpy does.
    pub(crate) fn npy(&self, name: &str, rows: &[Vec<f32>]) {
        let shape = (rows.len(), rows.first().map_or(1, Vec::len));
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape:?}, }}");
        let header = format!("{header:<117}\n");
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.bytes());
        file.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
        self.write(name, file);
    }

    /// Writes columns of text with Snappy, as pandas does; an empty text is a missing value.
    pub(crate) fn parquet(&self, name: &str, columns: &[(&str, &[String])]) {
        let fields = columns.iter().map(|(name, _)| format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"));
        let schema = format!("message schema {{ {} }}", fields.collect::<String>());
        let schema = Arc::new(parse_message_type(&schema).unwrap());
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
        let mut group = writer.next_row_group().unwrap();
        for (_, values) in columns {
            let mut column = group.next_column().unwrap().unwrap();
            let levels: Vec<i16> = values.iter().map(|value| (!value.is_empty()).into()).collect();
            let given = values.iter().filter(|value| !value.is_empty());
            let given: Vec<ByteArray> = given.map(|value| value.as_str().into()).collect();
            column.typed::<ByteArrayType>().write_batch(&given, Some(&levels), None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
        self.write(name, writer.into_inner().unwrap());
    }

    /// Takes one of the recipes of the repository, with pieces of it replaced.
    pub(crate) fn recipe(&self, name: &str, replaced: &[(&str, &str)]) {
        let folder = here::root().join("recipes");
        let mut recipe = fs::read_to_string(folder.join(name)).unwrap();
        for (old, new) in replaced {
            assert!(recipe.contains(old), "{name} has no {old:?}");
            recipe = recipe.replace(old, new);
        }
        self.write("recipe.toml", recipe);
    }

    fn args(&self) -> Args {
        Args {
            recipe: self.path("recipe.toml"),
            out: self.path("out"),
            source: Some(self.path("")),
            encoders: Vec::new(),
            codes: false,
            force: false,
            json: false,
        }
    }

    pub(crate) fn build(&self) -> Manifest {
        build(&self.args()).unwrap_or_else(|error| panic!("{error:#}"))
    }

    /// The build fails, says all of these words, and leaves nothing.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        let message = match build(&self.args()) {
            Ok(_) => panic!("it was built, and should say {words:?}"),
            Err(error) => format!("{error:#}"),
        };
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
        assert!(!self.path("out").exists(), "something was left behind");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path("out").join(name)).unwrap()
    }

    pub(crate) fn queries(&self) -> Vec<Query> {
        queries_from_jsonl("queries.jsonl", &self.read("queries.jsonl")).unwrap()
    }

    /// The images of the first file of them.
    pub(crate) fn images(&self) -> Vec<Image> {
        images_from_jsonl("images", &self.read("images/00000.jsonl")).unwrap()
    }

    pub(crate) fn qrels(&self, relevance: &str) -> Vec<String> {
        self.read(&format!("relevance/{relevance}.qrels")).lines().map(str::to_owned).collect()
    }

    /// What `rankscope eval` finds for a measure: its mean and the number of queries in it.
    pub(crate) fn eval(&self, system: &str, relevance: &str, measure: &str) -> (f64, u64) {
        let output = Command::new(env!("CARGO_BIN_EXE_rankscope"))
            .args(["eval", "--format", "json", "--measures", measure, "--relevance", relevance])
            .arg(self.path("out"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let measured = &report["runs"][system][measure];
        (measured["mean"].as_f64().unwrap(), measured["n"].as_u64().unwrap())
    }
}

/// A vector of `dim` values that is 1 in these places.
pub(crate) fn marked(dim: usize, places: &[usize]) -> Vec<f32> {
    let mut vector = vec![0.0; dim];
    for place in places {
        vector[*place] = 1.0;
    }
    vector
}

/// INQUIRE's published files for these queries: an image for each query and one that matches
/// none, in two models whose files and rows come in different orders.
pub(crate) fn inquire(queries: &[(&str, &[String])]) -> Made {
    let made = Made::new();
    for (split, rows) in queries {
        let header = ",query_id,query_text,supercategory,category,iconic_group";
        let text = format!("{header}\n{}\n", rows.join("\n"));
        made.write(&format!("inquire/inquire_queries_{split}.csv"), text);
    }
    let ids: Vec<&str> = queries
        .iter()
        .flat_map(|(_, rows)| rows.iter().map(|row| row.split(',').nth(1).unwrap()))
        .collect();
    let mut annotations = "query_id,image_id,image_path\n".to_owned();
    for id in &ids {
        annotations.push_str(&format!("{id},9{id},train/{id}.jpg\n"));
    }
    made.write("inquire/inquire_annotations.csv", annotations);
    // What matches a query, and last the image that matches none.
    let mut images: Vec<(String, Vec<f32>)> = Vec::new();
    for (place, id) in ids.iter().enumerate() {
        images.push((format!("train/{id}"), marked(ids.len() + 1, &[place])));
    }
    images.push(("train/none".into(), marked(ids.len() + 1, &[ids.len()])));
    inquire_model(&made, "vit-b-32", &images, 2);
    images.reverse();
    inquire_model(&made, "other", &images, 3);
    made
}

/// The files of a model, numbered from 9 so that names do not sort as numbers do.
fn inquire_model(made: &Made, model: &str, images: &[(String, Vec<f32>)], n_files: usize) {
    let folder = format!("inat24/embs/{model}");
    for (number, part) in (9..).zip(images.chunks(images.len().div_ceil(n_files))) {
        let (paths, vectors): (Vec<String>, Vec<Vec<f32>>) = part.iter().cloned().unzip();
        made.npy(&format!("{folder}/img_emb/img_emb_{number}.npy"), &vectors);
        let name = format!("{folder}/metadata/metadata_{number}.parquet");
        made.parquet(&name, &[("image_path", &paths)]);
    }
    let n_queries = images.len() - 1;
    let queries: Vec<Vec<f32>> =
        (0..n_queries).map(|place| marked(n_queries + 1, &[place])).collect();
    made.npy(&format!("{folder}/queries.npy"), &queries);
}

/// The second model of [`inquire`], to be added to the recipe.
pub(crate) const OTHER_MODEL: &str = r#"[[systems]]
id = "other"
title = "Other"
gallery = "inat24/embs/other/img_emb/img_emb_*.npy"
gallery_metadata = { files = "inat24/embs/other/metadata/metadata_*.parquet", suffix = ".jpg" }
queries = "inat24/embs/other/queries.npy"

[[systems]]
"#;
