//! Vectors in the containers that people have, as numpy, pandas, pyarrow and safetensors wrote them
//! (`tests/fixtures/own_vectors.py`).

use crate::{
    here,
    made::Made,
    program::{done, fails, folder, line},
};
use std::{fs, path::PathBuf};

fn fixtures() -> PathBuf {
    here::root().join("tests/fixtures/own_vectors")
}

/// A recipe for five pictures and five queries with these vectors.
fn made(gallery: &str, queries: &str, more: &str) -> Made {
    let made = Made::new();
    let ids = |letter: &str| (0..5).map(|n| format!("{letter}{n}\n")).collect::<String>();
    made.write("images.txt", ids("p"));
    made.write("queries.txt", ids("q"));
    let texts = (0..5).map(|n| format!("{{\"id\": \"q{n}\", \"text\": \"query {n}\"}}\n"));
    made.write("texts.jsonl", texts.collect::<String>());
    made.write("judged.qrels", "q0 0 p0 1\n");
    let text = format!(
        "id = \"own\"\ntitle = \"Own\"\n[images]\nids = \"images.txt\"\n\
         [queries]\nids = \"queries.txt\"\ntexts = \"texts.jsonl\"\n\
         [[relevance]]\nid = \"judged\"\ntitle = \"Judged\"\ncounts_as = \"Judged.\"\n\
         default = true\nqrels = \"judged.qrels\"\n\
         [[systems]]\nid = \"a\"\ntitle = \"A\"\ndtype = \"f32\"\n\
         gallery = {:?}\nqueries = {:?}\n{more}",
        fixtures().join(gallery),
        fixtures().join(queries)
    );
    made.write("recipe.toml", text);
    made
}

/// The bytes of the built gallery.
#[track_caller]
fn gallery_of(made: &Made) -> Vec<u8> {
    done(&["build", &made.text("recipe.toml"), "--out", &made.text("built")]);
    fs::read(made.path("built/systems/a/gallery-00000.safetensors")).unwrap()
}

#[track_caller]
fn built(gallery: &str) -> Vec<u8> {
    gallery_of(&made(gallery, "f4.npy", ""))
}

#[track_caller]
fn refused(gallery: &str, words: &[&str]) {
    let made = made(gallery, "f4.npy", "");
    fails(1, &["build", &made.text("recipe.toml"), "--out", &made.text("built")], words);
    assert!(!made.path("built").exists());
}

#[test]
fn every_container_gives_the_same_gallery() {
    let wanted = built("f4.npy");
    for gallery in line(
        "f2.npy f8.npy big_endian.npy fortran.npy two.npz#images two_deflated.npz#images one.npz \
         one.npz#vectors two.safetensors#images one.safetensors bf16.safetensors x.fbin \
         pandas.parquet pandas_zstd.parquet#vector float_snappy.parquet double_zstd.parquet \
         half_none.parquet gzip.parquet brotli.parquet lz4.parquet two.parquet#vector",
    ) {
        assert!(built(gallery) == wanted, "{gallery}");
    }
    let other = built("two.npz#texts");
    assert!(other != wanted);
    for gallery in ["two_deflated.npz#texts", "two.safetensors#texts", "two.parquet#other"] {
        assert!(built(gallery) == other, "{gallery}");
    }
}

#[test]
fn a_file_with_several_matrices_needs_a_name_and_says_which_there_are() {
    for file in ["two.npz", "two.safetensors"] {
        refused(file, &["2 matrices", "images", "texts", &format!("{file}#NAME")]);
        refused(&format!("{file}#pictures"), &["pictures", "only", "images", "texts"]);
    }
    refused("two.parquet", &["2 matrices", "vector", "other", "two.parquet#NAME"]);
    refused("two.parquet#id", &["column id", "one value a row"]);
    refused("two.parquet#vektor", &["no column \"vektor\"", "id, vector, other"]);
    refused("one.npz#ids", &["array ids", "its type is"]);
    refused("f4.npy#x", &["f4.npy", "has one matrix: leave #x out"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_what_would_work() {
    refused("beyond.npy", &["beyond.npy", "2 rows"]);
    refused("ragged.parquet", &["ragged.parquet, row 1", "vector", "1 values", "have 2"]);
    refused("holes.parquet", &["holes.parquet, row 1", "vector", "null"]);
    refused("missing.parquet", &["missing.parquet, row 1", "no list"]);
    refused("empty.parquet", &["empty.parquet, row 1", "empty list"]);
    refused("whole.parquet", &["column vector", "INT64", "float, double or half", "astype"]);
    let words = ["image_id", "d0, d1, d2, d3", "df.loc[:, 'd0':'d3'].values.tolist()"];
    refused("wide.parquet", &words);
    refused("nested.parquet", &["lists of lists", "df['vector'].map(numpy.concatenate)"]);
    refused("matrix.json", &["matrix.json", "it is JSON, but vectors are needed", "numpy.save"]);
    refused("nothing.npz#a", &["cannot read", "nothing.npz"]);
}

#[test]
fn a_double_beyond_float32_is_refused_by_row_and_column() {
    let bytes = fs::read(fixtures().join("beyond.npy")).unwrap();
    let mut rows = rankscope_core::formats::rows_from_npy("beyond.npy", bytes.as_slice()).unwrap();
    assert_eq!(rows.next_row().unwrap().unwrap(), [1.0, 2.0]);
    let said = rows.next_row().unwrap_err().to_string();
    assert_eq!(said, "beyond.npy, row 1: column 1 is 1e300, which is beyond float32");
}

#[test]
fn sizes_that_a_header_claims_are_checked_against_the_file() {
    let path = folder();
    let shortened = |name: &str| {
        let bytes = fs::read(fixtures().join(name)).unwrap();
        fs::write(path(name), &bytes[..bytes.len() - 1]).unwrap();
        path(name)
    };
    refused(&shortened("x.fbin"), &["x.fbin", "unknown kind", "fill the file exactly"]);
    refused(&shortened("one.safetensors"), &["one.safetensors", "its header says"]);
    refused(&shortened("one.npz"), &["one.npz", "damaged, or not a zip archive"]);
    refused(&shortened("f4.npy"), &["f4.npy, row 4", "ends here"]);
    refused(&shortened("float_snappy.parquet"), &["float_snappy.parquet", "not a Parquet file"]);
}

#[test]
fn rows_of_a_parquet_file_follow_the_ids_next_to_them() {
    let ids = fixtures().join("pandas.parquet");
    let ids = format!("gallery_metadata = {{ files = {ids:?}, id = \"id\" }}\n");
    let made = made("pandas.parquet#vector", "two.npz#texts", &ids);
    made.write("images.txt", (0..5).rev().map(|n| format!("p{n}\n")).collect::<String>());
    // `texts` are the same directions in the opposite order.
    assert!(gallery_of(&made) == built("two.npz#texts"));
}

#[test]
fn vectors_become_numpys_array_of_float32() {
    let path = folder();
    let fixture = |name: &str| here::fixture(&format!("own_vectors/{name}"));
    // What numpy itself wrote of the same values.
    let wanted = fs::read(fixtures().join("f4.npy")).unwrap();
    for from in ["f4.npy", "one.npz", "one.safetensors", "float_snappy.parquet", "x.fbin"] {
        let out = &path(&format!("{from}.npy"));
        let convert = ["convert", &fixture(from), "--to", "npy", "-o", out];
        done(&convert);
        assert!(fs::read(out).unwrap() == wanted, "{from}");
        fails(1, &convert, &["exists already"]);
    }
    fails(1, &["convert", &fixture("f4.npy"), "--to", "npy"], &["give --out a file"]);
    let (cut, out) = (&path("short.npy"), &path("cut.npy"));
    fs::write(cut, &wanted[..wanted.len() - 5]).unwrap();
    fails(1, &["convert", cut, "--to", "npy", "-o", out], &["short.npy"]);
    assert!(!fs::exists(out).unwrap());
}
