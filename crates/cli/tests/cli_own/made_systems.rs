//! Systems that are made without a network.

use crate::{
    made::Made,
    photos::{bytes_of, half},
    program::{fails, json},
};
use image::ImageFormat;
use rankscope_core::{
    imported::{Ids, WORD_DIM, captions_in, vectors_of_words},
    vectors::vectors_from_shard,
};
use rankscope_encode::{Encoder, cosine};
use std::{
    fs,
    pin::pin,
    task::{Context, Poll, Waker},
};

const CAPTIONS: [(&str, &str); 4] = [
    ("fox", "A red fox in the snow."),
    ("hare", "A white hare in the snow."),
    ("heron", "A grey heron, standing in the shallow water"),
    ("boats", "Two boats on the water at dusk"),
];

/// Four pictures, two of which look alike, with a caption each.
fn photos(systems: &str) -> (Made, String) {
    let made = Made::new();
    let colours = [[200, 60, 30], [205, 70, 35], [90, 90, 110], [20, 40, 160]];
    for ((name, _), colour) in CAPTIONS.into_iter().zip(colours) {
        let bytes = bytes_of(&half(320, 200, colour).into(), ImageFormat::Jpeg);
        made.write(&format!("photos/{name}.jpg"), bytes);
    }
    let lines = CAPTIONS.map(|(image, text)| {
        format!("{{\"id\":\"c-{image}\",\"image\":\"{image}\",\"text\":\"{text}\"}}\n")
    });
    made.write("captions.jsonl", lines.concat());
    made.write("lines.txt", "snow\nHERONS and a heron\nnothing of this\n");
    let images = "[images]\nfolder = \"photos\"\ncaption = \"name\"";
    made.write("recipe.toml", format!("id = \"own\"\ntitle = \"Own\"\n{images}\n{systems}"));
    made.build();
    let out = made.text("out");
    (made, out)
}

const PIXELS: &str = "[[systems]]\nid = \"pixels\"\ntitle = \"Pixels\"\nmade_from = \"pixels\"\n";
const WORDS: &str = "[[systems]]\nid = \"words\"\ntitle = \"Words\"\nmade_from = \"captions\"\n";
const FILE: &str = "[captions]\npath = \"captions.jsonl\"\nid = \"id\"\nimage = \"image\"\n\
                    text = \"text\"\n[queries]\nlines = \"lines.txt\"\n";

fn shard(made: &Made, name: &str) -> Vec<Vec<f32>> {
    let path = made.path("out/systems").join(name);
    let rows = vectors_from_shard(name, &fs::read(path).unwrap()).unwrap();
    (0..rows.n_rows()).map(|row| rows.row(row).collect()).collect()
}

#[test]
fn pictures_that_look_alike_are_near() {
    let (made, out) = photos(PIXELS);
    let rows = shard(&made, "pixels/gallery-00000.safetensors");
    assert_eq!(rows.len(), 4);
    // In the order of the names: boats, fox, hare, heron.
    let near = cosine(&rows[1], &rows[2]);
    for other in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        assert!(near > cosine(&rows[other.0], &rows[other.1]), "{other:?}");
    }
    assert!(!made.path("out/systems/pixels/queries.safetensors").exists());
    fails(1, &["search", &out, "--system", "pixels", "--query", "fox"], &["pixels has no encoder"]);
}

#[test]
fn words_of_captions_are_typed_in_the_same_arithmetic() {
    let (made, out) = photos(&format!("{FILE}{WORDS}"));
    let first = |text: &str| {
        let found = json(&["search", &out, "--system", "words", "--query", text]);
        found[0]["id"].as_str().unwrap().to_owned()
    };
    assert_eq!((first("heron").as_str(), first("Fox!").as_str()), ("heron", "fox"));
    let by_score = json(&["search", &out, "--system", "words", "--query", "snow"]);
    let ids: Vec<&str> = (0..2).map(|rank| by_score[rank]["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"fox") && ids.contains(&"hare"), "{by_score}");

    // The stored vectors are those of the pack, and the pack is that of tf-idf: the cosines are close
    // to those that the words and their weights have, counted here.
    let encoder = Encoder::load_dir(&made.path("out/encoders/words")).unwrap();
    let queries = shard(&made, "words/queries.safetensors");
    let typed = encoder.encode_blocking("snow").unwrap().vector;
    assert!(cosine(&queries[0], &typed) > 0.9999);
    let unknown = encoder.encode_blocking("xyzzy").unwrap().vector;
    assert!(unknown.iter().all(|value| value.is_finite()));
    let gallery = shard(&made, "words/gallery-00000.safetensors");
    let words = |text: &str| -> Vec<String> {
        let text = text.to_lowercase().replace(['.', ','], " ");
        text.split_whitespace().map(str::to_owned).collect()
    };
    let n_with = |word: &str| {
        CAPTIONS.iter().filter(|(_, text)| words(text).iter().any(|known| known == word)).count()
    };
    let weight = |word: &str| (5.0 / (1.0 + n_with(word) as f64)).ln();
    let mut sorted = CAPTIONS;
    sorted.sort();
    for (row, (_, text)) in sorted.into_iter().enumerate() {
        let length: f64 = {
            let words = words(text);
            let count = |word: &String| words.iter().filter(|other| *other == word).count() as f64;
            let mut distinct = words.clone();
            distinct.sort();
            distinct.dedup();
            distinct.iter().map(|word| (count(word) * weight(word)).powi(2)).sum::<f64>().sqrt()
        };
        let has_snow = words(text).iter().any(|word| word == "snow");
        let wanted = if has_snow { weight("snow") / length } else { 0.0 };
        let found = cosine(&queries[0], &gallery[row]);
        assert!((found - wanted).abs() < 0.2, "{text}: {found}, and by tf-idf {wanted}");
    }
}

/// What the page makes of the same captions where they are dropped.
#[test]
fn dropped_captions_are_the_same_system() {
    let (made, _out) = photos(&format!("{FILE}{WORDS}"));
    let mut sorted = CAPTIONS;
    sorted.sort();
    let ids = Ids::new(std::iter::empty(), sorted.iter().map(|(id, _)| *id));
    let file = fs::read(made.path("captions.jsonl")).unwrap();
    let found = captions_in("captions.jsonl", &file).unwrap().unwrap();
    let matched = found.matched_to("captions.jsonl", &ids).unwrap();
    let asked = fs::read_to_string(made.path("lines.txt")).unwrap();
    let dropped = pin!(vectors_of_words(&matched.texts, asked.lines(), async || ()));
    let dropped = dropped.poll(&mut Context::from_waker(Waker::noop()));
    let Poll::Ready(Some(dropped)) = dropped else { unreachable!("it waits") };
    for (of_page, of_build) in [
        (dropped.images, shard(&made, "words/gallery-00000.safetensors")),
        (dropped.queries, shard(&made, "words/queries.safetensors")),
    ] {
        assert_eq!(of_page.len(), of_build.len() * WORD_DIM);
        for (row, (page, build)) in of_page.chunks(WORD_DIM).zip(&of_build).enumerate() {
            assert!(cosine(page, build) > 0.9999, "row {row}: {}", cosine(page, build));
        }
    }
}

#[test]
fn names_of_files_are_captions_where_there_are_no_others() {
    let (_made, out) = photos(&format!("{PIXELS}{WORDS}"));
    let found = json(&["search", &out, "--system", "words", "--query", "the hare"]);
    assert_eq!(found[0]["id"], "hare");
}
