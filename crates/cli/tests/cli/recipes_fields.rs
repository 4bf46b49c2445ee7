//! What pictures carry, from the files that MIRFLICKR and INQUIRE publish and from other tables.
#![allow(clippy::unwrap_used)]

use crate::made::{Made, inquire, marked};
use rankscope_core::benchmark::{FieldsFile, ImageIds, Manifest};
use rankscope_core::formats::{explanations_from_jsonl, text_from_bytes};
use std::fs;

/// The fields of a built benchmark with one file of them.
fn fields(made: &Made, manifest: &Manifest) -> FieldsFile {
    let (file, rows) = manifest.field_files().next().unwrap();
    assert_eq!((manifest.field_files().count(), rows.end), (1, manifest.counts.images));
    let bytes = fs::read(made.path("out").join(&file.path)).unwrap();
    let text = text_from_bytes(&file.path, &bytes).unwrap();
    let ids: Vec<String> = made.images().into_iter().map(|image| image.id).collect();
    FieldsFile::read(&file.path, &text, rows, ImageIds::from(&*ids)).unwrap()
}

#[test]
fn mirflickr_files_are_read_leniently() {
    let made = Made::new();
    let credits = [
        "Creator: someone\r\nLicense: http://creativecommons.org/licenses/by-nc/2.0/\r\nTitle: dawn\r\n",
        "ada\nAttribution-ShareAlike License\nthe sea\n",
        "a credit in other words",
    ];
    for (number, credit) in (1..).zip(credits) {
        made.write(&format!("mirflickr/meta/tags/tags{number}.txt"), "");
        made.write(&format!("mirflickr/meta/license/license{number}.txt"), credit);
    }
    let exif = "-ISO Speed\n400\n-Date and Time (Original)\n2008:06:12 10:22:00\n-Exposure Bias\n-1/3 EV\n";
    made.write("mirflickr/meta/exif/exif1.txt", exif);
    made.write("mirflickr/meta/exif/exif3.txt", "no name comes first\n");
    made.write("annotations/sky.txt", "1\n");
    made.write("annotations/sky_r1.txt", "1\n");
    made.npy("systems/clip/gallery.npy", &[0, 1, 2].map(|place| marked(3, &[place])));
    made.npy("systems/clip/queries.npy", &[marked(3, &[0])]);
    made.recipe("mirflickr.toml", &[("[1, 25000]", "[1, 3]")]);
    let read = fields(&made, &made.build());
    let of = |row: u32| read.of(row).unwrap();
    assert_eq!((of(0).creator, of(0).title), (Some("someone"), Some("dawn")));
    assert_eq!(of(0).licence.unwrap().id, "CC-BY-NC-2.0");
    assert_eq!(of(0).taken.unwrap().to_string(), "2008-06-12 10:22");
    assert_eq!(of(0).exif.last(), Some(&("Exposure Bias", "-1/3 EV")));
    assert_eq!((of(1).creator, of(1).title), (Some("ada"), Some("the sea")));
    assert_eq!(of(1).licence.unwrap().id, "CC-BY-SA-2.0");
    assert_eq!((of(2).creator, of(2).licence, of(2).exif.len()), (None, None, 0));
    // Whatever is understood of it, the credit is shown as it is written.
    assert_eq!(made.images()[2].attribution, credits[2]);
}

const COMMENTED: &str = "# fields = { files = \"inat24/metadata.parquet\", like = \"inquire\" }\n";

fn small_inquire(source: &str) -> Made {
    let made = inquire(&[
        ("val", &["0,30,an owl,Appearance,Sex,Birds".to_owned()]),
        ("test", &["1,7,a newt,Context,Weather,Amphibians".to_owned()]),
    ]);
    made.recipe("inquire.toml", &[(COMMENTED, &format!("fields = {source}\n"))]);
    made
}

#[test]
fn inat_metadata_and_tables_say_who_where_and_when() {
    let json = r#"{"images":[
        {"id":1,"file_name":"train/30.jpg","license":4,"rights_holder":"Eve","date":"2015-06-12 10:22:00+00:00","latitude":51.5,"longitude":-0.25},
        {"id":2,"file_name":"train/elsewhere.jpg","license":1,"rights_holder":"x","date":null,"latitude":null,"longitude":null},
        {"id":3,"file_name":"train/7.jpg","license":9,"rights_holder":null,"date":"someday","latitude":null,"longitude":3}],
        "licenses":[{"id":4,"name":"by-nc","url":"http://creativecommons.org/licenses/by-nc/4.0/"}]}"#;
    let csv = "photo,who,rights,when,north,east,iso\n\
               train/30,Eve,CC-BY-NC-4.0,2015-06-12 10:22,51.5,-0.25,400\ntrain/7,,9,someday,,3,\n";
    let lines = "{\"photo\":\"train/30.jpg\",\"who\":\"Eve\",\"rights\":\"cc by-nc 4.0\",\"when\":\"2015-06-12T10:22\",\"north\":51.5,\"east\":\"-0.25\",\"iso\":400}\n\
                 {\"photo\":\"train/7.jpg\",\"rights\":9,\"when\":\"someday\",\"east\":3}\n";
    let named = "id = \"photo\", creator = \"who\", licence = \"rights\", taken = \"when\", \
                 lat = \"north\", lon = \"east\", exif = { \"ISO Speed\" = \"iso\" }";
    for (file, text, source, n_exif) in [
        (
            "meta.json",
            json,
            "{ files = \"meta.json\", like = \"inquire\", id = \"file_name\" }".to_owned(),
            0,
        ),
        ("meta.csv", csv, format!("{{ files = \"meta.csv\", suffix = \".jpg\", {named} }}"), 1),
        ("meta.jsonl", lines, format!("{{ files = \"meta.jsonl\", {named} }}"), 1),
    ] {
        let made = small_inquire(&source);
        made.write(file, text);
        let read = fields(&made, &made.build());
        let row = |id: &str| {
            let images = made.images();
            u32::try_from(images.iter().position(|image| image.id == id).unwrap()).unwrap()
        };
        let owl = read.of(row("train/30.jpg")).unwrap();
        assert_eq!((owl.creator, owl.place), (Some("Eve"), Some((51.5, -0.25))), "{file}");
        assert_eq!(owl.licence.unwrap().id, "CC-BY-NC-4.0", "{file}");
        assert_eq!(owl.taken.unwrap().to_string(), "2015-06-12 10:22", "{file}");
        assert_eq!(owl.exif.len(), n_exif, "{file}");
        let newt = read.of(row("train/7.jpg")).unwrap();
        assert_eq!((newt.creator, newt.place, newt.taken), (None, None, None), "{file}");
        assert_eq!(newt.licence.unwrap().name, "9", "{file}");
        let not: Vec<&str> = read.not_understood.iter().map(|bad| bad.field.as_str()).collect();
        assert_eq!(not, ["taken"], "{file}");
        let none = read.of(row("train/none.jpg")).unwrap();
        assert_eq!((none.creator, none.licence, none.exif.len()), (None, None, 0));
    }
}

/// Each image's category is named by its annotation; its taxonomy becomes facets of the image.
#[test]
fn the_taxonomy_of_inat_becomes_facets_of_pictures() {
    let json = r#"{"images":[
        {"id":1,"file_name":"train/30.jpg","license":4,"rights_holder":"Eve","date":null,"latitude":51.5,"longitude":-0.25},
        {"id":2,"file_name":"train/7.jpg","license":4,"rights_holder":null,"date":null,"latitude":null,"longitude":null}],
        "annotations":[{"id":1,"image_id":1,"category_id":40},{"id":2,"image_id":2,"category_id":99}],
        "categories":[{"id":40,"name":"Strix aluco","common_name":"Tawny Owl","supercategory":"Birds","kingdom":"Animalia","class":"Aves","family":"Strigidae"}],
        "licenses":[{"id":4,"name":"by-nc","url":"http://creativecommons.org/licenses/by-nc/4.0/"}]}"#;
    let made = small_inquire(
        "{ files = \"meta.json\", like = \"inquire\", id = \"file_name\", facets = { \
         class = \"class\", family = \"family\", species = \"common_name\" } }",
    );
    made.write("meta.json", json);
    let read = fields(&made, &made.build());
    let images = made.images();
    let of = |id: &str| images.iter().find(|image| image.id == id).unwrap();
    let facets: Vec<(&str, &str)> =
        of("train/30.jpg").facets.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(facets, [("class", "Aves"), ("family", "Strigidae"), ("species", "Tawny Owl")]);
    assert!(of("train/7.jpg").facets.is_empty(), "its category is not in the list");
    let row = images.iter().position(|image| image.id == "train/30.jpg").unwrap();
    let owl = read.of(u32::try_from(row).unwrap()).unwrap();
    assert_eq!((owl.creator, owl.licence.unwrap().id.as_str()), (Some("Eve"), "CC-BY-NC-4.0"));
}

#[test]
fn a_table_in_parquet_is_read_too() {
    let made = small_inquire("{ files = \"meta.parquet\", like = \"inquire\" }");
    let column = |values: [&str; 2]| values.map(str::to_owned);
    made.parquet(
        "meta.parquet",
        &[
            ("inat24_file_name", &column(["train/30.jpg", "train/7.jpg"])),
            ("latitude", &column(["51.5", ""])),
            ("longitude", &column(["-0.25", "1"])),
            ("license", &column(["CC0", ""])),
        ],
    );
    let read = fields(&made, &made.build());
    let placed: Vec<_> = read.place.iter().flatten().collect();
    assert_eq!(placed, [&(51.5, -0.25)]);
    assert_eq!(read.licences[0].id, "CC0-1.0");
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    for (source, text, words) in [
        (
            "{ files = \"m.csv\", id = \"a\", creator = \"c\" }",
            "a,b\ntrain/7.jpg,x\n",
            &["m.csv", "no column \"c\"", "a, b"][..],
        ),
        ("{ files = \"m.csv\", id = \"a\" }", "a,b\nx,y\n", &["m.csv", "none of its ids"]),
        (
            "{ files = \"m.csv\", id = \"a\" }",
            "a,b\ntrain/7.jpg,y\ntrain/7.jpg,z\n",
            &["row 1", "in an earlier row"],
        ),
        ("{ files = \"m.csv\", id = \"a\" }", "a,b\n,y\n", &["row 0", "no id"]),
        ("{ files = \"m.csv\" }", "", &["images.fields needs id"]),
        ("{ files = \"m.csv\", id = \"a\", mood = \"b\" }", "", &["mood"]),
        ("{ files = \"m.csv\", id = \"a\" }", "[{\"a\":1},3]", &["m.csv", "line 1"]),
        ("{ files = \"no.csv\", id = \"a\" }", "", &["cannot read", "no.csv"]),
    ] {
        let made = small_inquire(source);
        made.write("m.csv", text);
        made.refused(words);
    }
}

/// What experts say of queries and of pictures is kept by id, and held to the queries and the corpus.
#[test]
fn explanations_are_kept_by_query_and_pair() {
    const FIRST: &str = "[[relevance]]\n";
    let of = |table: &str, keys: &str| {
        let made = small_inquire("{ files = \"meta.csv\", id = \"photo\" }");
        made.write("meta.csv", "photo\ntrain/30.jpg\n");
        made.write("why.csv", table);
        let section = format!("[explanations]\nfile = \"why.csv\"\n{keys}\n\n{FIRST}");
        let fields = "fields = { files = \"meta.csv\", id = \"photo\" }\n";
        made.recipe("inquire.toml", &[(COMMENTED, fields), (FIRST, &section)]);
        made
    };
    let keys = "query = \"query_id\"\nimage = \"image_path\"\nby = \"expert\"";
    let head = "query_id,image_path,explanation,expert\n";
    let rows = "30,train/30.jpg,\"The ear tufts, and the\nyellow eyes.\",Ada\n30,,An owl is nocturnal.,\n\
                7,train/none.jpg,No newt.,\n99,,of no query,\n";
    let made = of(&format!("{head}{rows}"), keys);
    made.build();
    let path = "explanations.jsonl.gz";
    let bytes = fs::read(made.path("out").join(path)).unwrap();
    let kept = explanations_from_jsonl(path, &text_from_bytes(path, &bytes).unwrap()).unwrap();
    let kept: Vec<(&str, Option<&str>, &str, Option<&str>)> = kept
        .iter()
        .map(|(_, own)| (&*own.query, own.image.as_deref(), &*own.text, own.by.as_deref()))
        .collect();
    let wanted = [
        ("30", Some("train/30.jpg"), "The ear tufts, and the\nyellow eyes.", Some("Ada")),
        ("30", None, "An owl is nocturnal.", None),
        ("7", Some("train/none.jpg"), "No newt.", None),
    ];
    assert_eq!(kept, wanted);
    let refused = |rows: &str, keys: &str, words: &[&str]| {
        of(&format!("{head}{rows}"), keys).refused(words);
    };
    refused("7,train/8.jpg,x,\n", keys, &["why.csv, line 2", "train/8.jpg is not in the corpus"]);
    refused("7,,x,\n7,,y,\n", keys, &["why.csv, line 3", "query 7 has an explanation already"]);
    refused("7,,,Ada\n", keys, &["why.csv, line 2", "no explanation"]);
    refused("8,,x,\n", keys, &["none of its queries", "8"]);
    refused("7,,x,\n", "query = \"nothing\"", &["no column \"nothing\""]);
}
