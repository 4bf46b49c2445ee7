//! What pictures carry: the files, what is understood of them, and what is refused.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::benchmark::{
    FieldsFile, ImageFields, ImageIds, Licence, Moment, RowRange, jsonl_from_fields,
};
use rankscope_core::formats::ExifField;

const ROWS: RowRange = RowRange { start: 2, end: 6 };

fn ids() -> Vec<String> {
    (0..8).map(|row| format!("i{row}")).collect()
}

fn read(text: &str) -> Result<FieldsFile, String> {
    let ids = ids();
    FieldsFile::read("f.jsonl", text, ROWS, ImageIds::from(&*ids)).map_err(|e| e.to_string())
}

#[test]
fn columns_of_texts_numbers_and_rows_are_read() {
    let file = read(concat!(
        "{\"field\":\"creator\",\"texts\":[\"ada\",\"ben\"],\"of\":[0,1,null,0]}\n\n",
        "{\"field\":\"id\",\"rows\":[1],\"values\":[\"i3\"]}\n",
        "{\"field\":\"licence\",\"values\":[\"cc-by-nc-4.0\",null,\"mine\",\"cc-by-nc-4.0\"]}\n",
        "{\"field\":\"lat\",\"values\":[1.5,\"-2.25\",91,4]}\n",
        "{\"field\":\"lon\",\"values\":[10,20,30,null]}\n",
        "{\"field\":\"exif\",\"name\":\"ISO Speed\",\"rows\":[1,3],\"values\":[400,\"100\"]}\n",
        "{\"field\":\"taken\",\"values\":[\"2009\",null,null,\"long ago\"]}\n",
        "{\"field\":\"exif\",\"name\":\"Date and Time (Original)\",\"values\":",
        "[\"2001:01:01 00:00:00\",\"2008:06:12 10:22:00\",\"0000:00:00 00:00:00\",\"\"]}\n",
        "{\"field\":\"mood\",\"values\":[null,\"calm\",\"calm\",null]}\n",
        "{\"field\":\"title\",\"values\":[null,[1],\"dawn\",null]}\n",
    ))
    .unwrap();
    let of = |row: u32| file.of(row).unwrap();
    assert!(file.of(1).is_none() && file.of(6).is_none());
    let creators: Vec<_> = (2..6).map(|row| of(row).creator).collect();
    assert_eq!(creators, [Some("ada"), Some("ben"), None, Some("ada")]);
    assert_eq!(file.creator.counts(), [2, 1]);
    assert_eq!(of(2).licence.unwrap().id, "CC-BY-NC-4.0");
    assert_eq!((of(3).licence, of(4).licence.unwrap().is_known()), (None, false));
    assert_eq!((of(2).place, of(3).place), (Some((1.5, 10.0)), Some((-2.25, 20.0))));
    assert_eq!((of(4).place, of(5).place), (None, None));
    assert_eq!(of(2).taken.unwrap().to_string(), "2009");
    assert_eq!(of(3).taken.unwrap().to_string(), "2008-06-12 10:22");
    assert_eq!((of(4).taken, of(5).taken), (None, None));
    assert_eq!(of(3).exif.first(), Some(&("ISO Speed", "400")));
    assert_eq!(of(4).title, Some("dawn"));
    let not: Vec<_> =
        file.not_understood.iter().map(|own| (&*own.field, own.n, &*own.example)).collect();
    assert_eq!(
        not,
        [
            ("Date and Time (Original)", 1, "0000:00:00 00:00:00"),
            ("lat", 1, "91"),
            ("mood", 2, "calm"),
            ("taken", 1, "long ago"),
            ("title", 1, "[1]"),
        ]
    );
}

#[test]
fn what_a_file_claims_is_checked() {
    for (line, words) in [
        ("{\"field\":\"lat\",\"values\":[1,2]}", "it has 2 values, but 4 are needed"),
        (
            "{\"field\":\"title\",\"texts\":[\"a\"],\"of\":[0,1,0,0]}",
            "names text 1, but there are 1",
        ),
        ("{\"field\":\"title\",\"texts\":[\"a\"]}", "either values, or texts and of"),
        ("{\"field\":\"title\",\"rows\":[1,1],\"values\":[\"a\",\"b\"]}", "rows do not ascend"),
        (
            "{\"field\":\"title\",\"rows\":[4],\"values\":[\"a\"]}",
            "a row 4, but the file has rows 0..4",
        ),
        (
            "{\"field\":\"title\",\"rows\":[0],\"values\":[\"a\",\"b\"]}",
            "2 values, but 1 are needed",
        ),
        ("{\"field\":\"creator\",\"values\":[null,null,null,null]}", "creator is listed twice"),
        ("{\"field\":\"exif\",\"values\":[1,2,3,4]}", "needs its name"),
        (
            "{\"field\":\"exif\",\"name\":\"Flash\",\"values\":[1,2,3,4]}",
            "exif Flash is listed twice",
        ),
        (
            "{\"field\":\"id\",\"rows\":[2],\"values\":[\"i2\"]}",
            "of image i2, but the image there is i4",
        ),
        ("{\"field\":\"taken\"", "not a column of fields"),
        ("[]", "not a column of fields"),
    ] {
        let first = "{\"field\":\"creator\",\"values\":[\"a\",null,null,null]}\n\
                     {\"field\":\"exif\",\"name\":\"Flash\",\"values\":[1,2,3,4]}\n";
        let refused = read(&format!("{first}\n{line}\n")).unwrap_err();
        assert!(refused.contains("f.jsonl, line 4") && refused.contains(words), "{refused}");
    }
}

#[test]
fn licences_are_recognised_however_they_are_written() {
    for (text, id, name) in [
        ("CC-BY-NC-SA-4.0", "CC-BY-NC-SA-4.0", "CC BY-NC-SA 4.0"),
        ("cc by 2.0", "CC-BY-2.0", "CC BY 2.0"),
        ("http://creativecommons.org/licenses/by-nd/3.0/deed.de", "CC-BY-ND-3.0", "CC BY-ND 3.0"),
        ("https://creativecommons.org/licenses/by-nd-nc/1.0", "CC-BY-NC-ND-1.0", "CC BY-NC-ND 1.0"),
        ("Attribution-NonCommercial  License", "CC-BY-NC-2.0", "CC BY-NC 2.0"),
        ("CC-BY-NC", "CC-BY-NC", "CC BY-NC, version not stated"),
        ("CC0", "CC0-1.0", "CC0 1.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0", "CC0 1.0"),
        (
            "No known copyright restrictions",
            "No known copyright restrictions",
            "No known copyright restrictions",
        ),
    ] {
        let licence = Licence::from_text(text);
        assert_eq!((licence.id.as_str(), licence.name.as_str()), (id, name), "{text}");
        assert!(licence.is_known() && licence.url.unwrap().starts_with("https://"), "{text}");
        assert_eq!(Licence::from_text(id).id, id);
    }
    for text in ["", "my own", "CC-BY-XX-4.0", "all rights reserved", "creativecommons.org/x"] {
        let licence = Licence::from_text(text);
        assert_eq!((licence.id.as_str(), licence.is_known()), (text, false));
    }
}

#[test]
fn dates_are_read_as_precisely_as_they_are_written() {
    for (text, words) in [
        ("2008:06:12 10:22:05", "2008-06-12 10:22:05"),
        ("2008-06-12T10:22:00.5+02:00", "2008-06-12 10:22"),
        ("2008/06/12", "2008-06-12"),
        (" 2008-06 ", "2008-06"),
        ("2008", "2008"),
        ("2012-02-29 23:59:60 UTC", "2012-02-29 23:59:59"),
    ] {
        assert_eq!(Moment::from_text(text).unwrap().to_string(), words, "{text}");
    }
    for text in [
        "",
        "0000:00:00 00:00:00",
        "08-06-12",
        "2008-13",
        "2009-02-29",
        "1900-02-29",
        "2008-06-31",
        "2008-06 10:00",
        "2008-06-12 24:00",
        "2008-06-12 10",
        "2008-06-12 10:22 o'clock",
        "20080612",
    ] {
        assert_eq!(Moment::from_text(text), None, "{text}");
    }
    let (first, last) = Moment::from_text("2008-02").unwrap().span();
    assert_eq!((first, last), ((2008, 2, 1, (0, 0, 0)), (2008, 2, 29, (23, 59, 59))));
}

fn words() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[a-c]{1,2}")
}

proptest! {
    #[test]
    fn fields_survive_a_round_trip(
        images in prop::collection::vec(
            (words(), words(), words(), prop::collection::btree_map("[A-D]", "[0-9]{1,2}", 0..4)),
            4..=4,
        )
    ) {
        let images: Vec<ImageFields> = images
            .into_iter()
            .map(|(creator, title, licence, exif)| ImageFields {
                creator,
                title,
                licence,
                exif: exif.into_iter().map(|(name, value)| ExifField { name, value }).collect(),
                ..ImageFields::default()
            })
            .collect();
        let file = read(&jsonl_from_fields(&images).unwrap()).unwrap();
        prop_assert!(file.not_understood.is_empty());
        for (row, image) in (2..).zip(&images) {
            let own = file.of(row).unwrap();
            prop_assert_eq!(own.creator, image.creator.as_deref());
            prop_assert_eq!(own.title, image.title.as_deref());
            let licence = image.licence.as_ref().map(|text| Licence::from_text(text));
            prop_assert_eq!(own.licence, licence.as_ref());
            let mut exif: Vec<(&str, &str)> = own.exif;
            exif.sort_unstable();
            let mut expected: Vec<(&str, &str)> =
                image.exif.iter().map(|own| (&*own.name, &*own.value)).collect();
            expected.sort_unstable();
            prop_assert_eq!(exif, expected);
        }
    }
}
