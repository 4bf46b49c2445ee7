//! What `init` and `view` find of a folder: pictures at any depth, links, encoder packs, archives of many
//! arrays.
#![allow(clippy::unwrap_used)]

use crate::{
    guesses::{built, guessed, pictures, refused},
    made::{Made, marked},
    photos::{bytes_of, half},
    program::{done, fails, line, shapes},
};
use flate2::Crc;
use image::ImageFormat;
use serde_json::Value;
use std::fs;

/// What `init` says of the pictures is what the build makes.
#[track_caller]
fn assert_has_pictures(made: &Made, name: &str, n: usize) {
    let (_, text) = guessed(made, &[name]);
    assert!(text.contains(&format!("# {n} pictures in ")), "{text}");
    assert_eq!(built(made, &text)["counts"]["images"], n, "{text}");
}

#[test]
fn pictures_are_found_at_any_depth() {
    let made = Made::new();
    pictures(&made, "deep/one/two/three/four/five", &["a", "b"]);
    assert_has_pictures(&made, "deep", 2);
    pictures(&made, "mixed/day", &["c"]);
    pictures(&made, "mixed/year/month/day", &["d", "e"]);
    pictures(&made, "mixed/year/month/day/hour/minute", &["f"]);
    assert_has_pictures(&made, "mixed", 4);
    // Another file is no reason to lose any; copies under the same names are none.
    pictures(&made, "listed/train/animals", &["g", "h", "i"]);
    pictures(&made, "listed/test", &["j"]);
    made.write("listed/notes/readme.txt", "one line\nand another line\nand a third\n");
    assert_has_pictures(&made, "listed", 4);
    pictures(&made, "copies/large", &["k", "l"]);
    pictures(&made, "copies/small", &["k"]);
    made.write("copies/notes.txt", "one line\nand another line\nand a third\n");
    assert_has_pictures(&made, "copies", 2);
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_followed_once() {
    use std::os::unix::fs::symlink;
    let made = Made::new();
    pictures(&made, "photos/one", &["a", "b"]);
    pictures(&made, "elsewhere/far/away", &["c"]);
    symlink(made.path("elsewhere"), made.path("photos/one/there")).unwrap();
    symlink(made.path("elsewhere/far"), made.path("photos/one/there-too")).unwrap();
    // Round and round.
    symlink(made.path("photos"), made.path("photos/one/again")).unwrap();
    symlink(made.path("photos/one"), made.path("elsewhere/back")).unwrap();
    symlink(made.path("elsewhere/gone"), made.path("photos/gone.png")).unwrap();
    assert_has_pictures(&made, "photos", 3);
}

#[test]
fn an_encoder_pack_next_to_vectors_makes_typed_words_possible() {
    let made = Made::new();
    let pack = format!("{}/encoders/tiny-bert", shapes());
    let dim: Value =
        serde_json::from_str(&fs::read_to_string(format!("{pack}/encoder.json")).unwrap()).unwrap();
    let dim = usize::try_from(dim["dim"].as_u64().unwrap()).unwrap();
    for file in fs::read_dir(&pack).unwrap().map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        made.write(&format!("data/pack/{name}"), fs::read(file.path()).unwrap());
    }
    let gallery: Vec<Vec<f32>> = (0..3).map(|row| marked(dim, &[row])).collect();
    made.npy("data/gallery.npy", &gallery);
    let (recipe, text) = guessed(&made, &["data"]);
    assert_eq!(recipe["encoders"][0]["path"].as_str(), Some("pack"), "{text}");
    assert_eq!(recipe["systems"][0]["encoder"].as_str(), Some("pack"), "{text}");
    let manifest = built(&made, &text);
    assert_eq!(manifest["systems"][0]["encoder"], "pack", "{text}");
    let system = manifest["systems"][0]["id"].as_str().unwrap();
    let search = ["search", &made.text("built"), "--system", system, "--query", "red hearts"];
    let found = done(&search);
    assert!(found.lines().count() == 4, "{found}");
    // One of other vectors is said to be.
    let other: Vec<Vec<f32>> = (0..3).map(|row| marked(dim + 1, &[row])).collect();
    made.npy("data/gallery.npy", &other);
    let (recipe, text) = guessed(&made, &["data"]);
    assert!(recipe["systems"][0].get("encoder").is_none(), "{text}");
    assert!(text.contains("words cannot be typed") && text.contains("encoder import"), "{text}");
}

/// An archive of numpy arrays `[1, 2]`, not compressed: PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16.
fn npz(names: impl Iterator<Item = String>) -> Vec<u8> {
    let mut array = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
    array.extend(format!("{header:117}\n").bytes());
    array.extend([1.0_f32, 0.0].iter().flat_map(|value| value.to_le_bytes()));
    let mut crc = Crc::new();
    crc.update(&array);
    let (mut archive, mut directory, mut n) = (Vec::new(), Vec::new(), 0_u16);
    for name in names.map(|name| name + ".npy") {
        let length = u32::try_from(array.len()).unwrap().to_le_bytes();
        let n_name = u16::try_from(name.len()).unwrap().to_le_bytes();
        let both =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0], &crc.sum().to_le_bytes()[..], &length, &length];
        let both = [&both.concat()[..], &n_name, &[0, 0]].concat();
        let place = u32::try_from(archive.len()).unwrap().to_le_bytes();
        directory.extend([b"PK\x01\x02\x14\0", &both[..], &[0; 10], &place].concat());
        directory.extend(name.bytes());
        archive.extend([b"PK\x03\x04", &both[..], name.as_bytes(), &array].concat());
        n += 1;
    }
    let (start, length) = (archive.len(), directory.len());
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([n.to_le_bytes(), n.to_le_bytes()].concat());
    for size in [length, start] {
        archive.extend(u32::try_from(size).unwrap().to_le_bytes());
    }
    archive.extend([0, 0]);
    archive
}

#[test]
fn an_archive_of_thousands_of_arrays_is_no_benchmark_of_as_many_systems() {
    let made = Made::new();
    made.write("few.npz", npz(["gallery", "queries"].map(str::to_owned).into_iter()));
    let (recipe, text) = guessed(&made, &["few.npz"]);
    assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some("few.npz#gallery"), "{text}");
    made.write("many.npz", npz((0..20_000).map(|number| format!("a{number}"))));
    refused(&made, &["many.npz"], &["many.npz has 20000 matrices", "many.npz#a0"]);
    let (recipe, text) = guessed(&made, &["many.npz#a7"]);
    assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some("many.npz#a7"), "{text}");
}

#[test]
fn a_picture_that_is_all_length_is_refused() {
    let made = Made::new();
    // A PNG's sides are in its first chunk (its specification, section 11.2.2), here 1 × 90,000,000.
    let mut png = bytes_of(&half(1, 2, [1, 2, 3]).into(), ImageFormat::Png);
    png[20..24].copy_from_slice(&90_000_000_u32.to_be_bytes());
    let mut crc = Crc::new();
    crc.update(&png[12..29]);
    png[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    made.write("photos/line.png", png);
    made.write("recipe.toml", "id = \"own\"\ntitle = \"Own\"\n[images]\nfolder = \"photos\"\n");
    let args = ["build", &made.text("recipe.toml"), "-o", &made.text("out")];
    fails(1, &args, &["line.png", "1 × 90000000", "no side", "65535"]);
}

#[test]
fn a_fieldbook_that_memory_cannot_hold_is_refused() {
    let made = Made::new();
    let build = |code: i32, n: &str, words: &[&str]| {
        fails(code, &line(&format!("fieldbook build -o {} --n {n}", made.text("out"))), words);
    };
    build(2, "4294967295", &["--n", "4294967295", "50000000"]);
    build(2, "4294967295 --vectors-only", &["50000000"]);
    build(1, "1000001", &["--n 1000001", "1000000 scenes", "--vectors-only"]);
    assert!(!made.path("out").exists());
}
