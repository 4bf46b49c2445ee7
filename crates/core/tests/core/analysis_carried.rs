//! Conditions on what pictures carry, against a plain look at every picture.
#![allow(clippy::unwrap_used)]

use rankscope_core::analysis::{
    CarriedBy, CarriedFilter, CarriedStatistics, Condition, PictureFilter, Terms, Test, number_of,
    suggestions,
};
use rankscope_core::benchmark::{
    FieldsFile, Image, ImageFields, ImageIds, Moment, RowRange, jsonl_from_fields,
};
use rankscope_core::formats::ExifField;
use std::sync::Arc;

const N: u32 = 90;
const LICENCES: [&str; 3] = ["CC-BY-2.0", "http://creativecommons.org/licenses/by-nc/2.0/", "mine"];

/// A picture of a row: what it carries follows from the row's digits.
fn fields(row: u32) -> ImageFields {
    let some = |is: bool, text: String| is.then_some(text);
    let field = |name: &str, value: String| ExifField { name: name.into(), value };
    let mut exif = vec![
        field("ISO Speed", (100 << (row % 4)).to_string()),
        field("Focal Length", format!("{} mm", 20 + row)),
        field("Exposure", format!("1/{} sec", 10 + row % 5 * 100)),
    ];
    if row.is_multiple_of(5) {
        exif.push(field("Flash", "Flash fired".into()));
    }
    ImageFields {
        creator: some(!row.is_multiple_of(3), ["Ada", "mossy boots"][(row % 2) as usize].into()),
        licence: some(row % 4 != 3, LICENCES[(row % 3) as usize].into()),
        taken: some(
            !row.is_multiple_of(7),
            format!("20{:02}-{:02}-{:02}", row % 11, 1 + row % 12, 1 + row % 28),
        ),
        exif,
        ..ImageFields::default()
    }
}

struct Corpus {
    images: Vec<Image>,
    fields: Vec<ImageFields>,
    files: Vec<Arc<FieldsFile>>,
}

/// Two files, so that texts have other numbers in the second.
fn corpus() -> Corpus {
    let tags = |row: u32| -> Vec<String> {
        let all = [("dog", 2), ("night sky", 3), ("Sea", 5)];
        all.iter().filter(|(_, of)| row.is_multiple_of(*of)).map(|(tag, _)| (*tag).into()).collect()
    };
    let image = |row: u32| Image { id: row.to_string(), tags: tags(row), ..Image::default() };
    let fields: Vec<ImageFields> = (0..N).map(fields).collect();
    let ids = ImageIds::RowNumbers { n_rows: N as usize, beyond: &[] };
    let file = |start: u32, end: u32| {
        let text = jsonl_from_fields(&fields[start as usize..end as usize]).unwrap();
        Arc::new(FieldsFile::read("f", &text, RowRange { start, end }, ids).unwrap())
    };
    let files = vec![file(0, 37), file(37, N)];
    Corpus { images: (0..N).map(image).collect(), files, fields }
}

impl Corpus {
    fn by(&self) -> CarriedBy<'_> {
        CarriedBy { images: &self.images, n_images: N as usize, files: &self.files }
    }

    fn filter(&self, words: &str) -> CarriedFilter {
        CarriedFilter::new(words, self.by())
    }
}

#[test]
fn each_kind_of_condition_has_the_pictures_of_a_plain_look() {
    let corpus = corpus();
    let exif = |row: u32, name: &str| {
        let own = &corpus.fields[row as usize].exif;
        own.iter().find(|own| own.name == name).map(|own| own.value.clone())
    };
    let taken = |row: u32| corpus.fields[row as usize].taken.clone().unwrap_or_default();
    let is_dated = |row: u32| !taken(row).is_empty();
    let creator = |row: u32| corpus.fields[row as usize].creator.clone();
    type Look<'a> = Box<dyn Fn(u32) -> bool + 'a>;
    let cases: Vec<(&str, Look)> = vec![
        ("tag:dog", Box::new(|row| row % 2 == 0)),
        ("tag:DOG tag:\"night sky\"", Box::new(|row| row % 6 == 0)),
        ("creator:ada", Box::new(|row| creator(row).as_deref() == Some("Ada"))),
        ("creator:\"Mossy Boots\"", Box::new(|row| creator(row).as_deref() == Some("mossy boots"))),
        ("licence:cc-by-nc-2.0", Box::new(|row| row % 3 == 1 && row % 4 != 3)),
        ("license:mine", Box::new(|row| row % 3 == 2 && row % 4 != 3)),
        ("taken:2009", Box::new(|row| taken(row).starts_with("2009"))),
        ("taken:2003..2005-06", Box::new(|row| *taken(row) >= *"2003" && *taken(row) < *"2005-07")),
        ("taken:..2002-03-04", Box::new(|row| is_dated(row) && *taken(row) <= *"2002-03-04")),
        ("taken:2009-05..", Box::new(|row| *taken(row) >= *"2009-05")),
        ("exif:iso>=400", Box::new(|row| row % 4 >= 2)),
        ("exif:iso<400 exif:\"ISO Speed\">100", Box::new(|row| row % 4 == 1)),
        ("exif:iso=100..200", Box::new(|row| row % 4 <= 1)),
        ("exif:flash", Box::new(|row| row % 5 == 0)),
        ("exif:Flash=\"flash fired\"", Box::new(|row| row % 5 == 0)),
        ("exif:focal-length=40", Box::new(|row| exif(row, "Focal Length").unwrap() == "40 mm")),
        ("exif:exposure<=1/200", Box::new(|row| row % 5 >= 2)),
        (
            "tag:sea creator:Ada exif:iso>100",
            Box::new(|row| row % 5 == 0 && creator(row).as_deref() == Some("Ada") && row % 4 > 0),
        ),
    ];
    for (words, look) in cases {
        let found = corpus.filter(words);
        assert_eq!(found.errors, [""; 0], "{words}");
        let expected: Vec<u32> = (0..N).filter(|row| look(*row)).collect();
        assert!(!expected.is_empty() && expected.len() < N as usize, "{words}");
        assert_eq!(found.rows.rows().collect::<Vec<_>>(), expected, "{words}");
    }
}

#[test]
fn what_is_not_known_is_explained_and_left_out() {
    let corpus = corpus();
    for (words, reason) in [
        ("dog", "a condition is one of tag:dog, creator:"),
        ("mood:calm", "a condition is one of"),
        ("tag:", "write it like tag:dog"),
        ("creator:\"ada", "the quote is not closed"),
        ("tag:cat", "no picture has the tag “cat”; known are dog (45), night sky (30), Sea (18)"),
        ("creator:eve", "no creator is “eve”; known are"),
        ("licence:cc-by-9.0", "known are CC-BY-NC-2.0 (23), mine (23), CC-BY-2.0 (22)"),
        ("taken:2031", "dates go from 2000-"),
        ("taken:soon", "write a year, 2009-06"),
        ("taken:..", "write a year"),
        ("exif:lens", "no picture has an EXIF field “lens”; known are Exposure (90)"),
        ("exif:f", "may be Flash or Focal Length"),
        ("exif:iso>=many", "“many” is no number"),
        ("exif:iso>=", "a value is missing after >="),
        ("exif:iso>=900", "no picture has such a ISO Speed; known are 100 (23)"),
        ("exif:flash>1", "Flash has no numbers"),
        ("exif:\"ISO Speed\"!3", "one of >=, <=, >, <, ="),
    ] {
        let found = corpus.filter(words);
        assert!(found.errors.len() == 1 && found.errors[0].contains(reason), "{:?}", found.errors);
        assert_eq!((found.terms.len(), found.rows.len()), (0, N as usize), "{words}");
        let with = corpus.filter(&format!("tag:dog {words}"));
        assert_eq!((with.terms, with.rows.len()), (vec!["tag:dog".to_owned()], 45), "{words}");
    }
    assert_eq!(corpus.filter(" ").rows.len(), N as usize);
    let nothing = corpus.filter("exif:iso=100 exif:iso=200");
    assert!(nothing.rows.is_empty() && nothing.errors.is_empty());
}

#[test]
fn numbers_are_read_as_cameras_write_them() {
    for (text, number) in [
        ("1/250 sec", Some(0.004)),
        ("f/5.6", Some(5.6)),
        ("26 mm", Some(26.0)),
        ("-0.33 EV", Some(-0.33)),
        ("0.01 sec (1/100)", Some(0.01)),
        ("2008:06:12 10:22:00", None),
        ("1/0", None),
        ("Flash fired", None),
        ("", None),
    ] {
        assert_eq!(number_of(text), number, "{text}");
    }
    let terms = Terms::read("exif:iso=200 taken:2009..");
    let conditions: Vec<Condition> = terms.0.into_iter().map(|(_, own)| own.unwrap()).collect();
    let from = Moment::from_text("2009");
    let iso = Condition::Exif("iso".into(), Test::Is("200".into()));
    assert_eq!(conditions, [iso, Condition::Taken(from, None)]);
}

#[test]
fn what_comes_next_leaves_as_many_pictures_as_it_says() {
    let corpus = corpus();
    for text in [
        "",
        "ta",
        "tag:",
        "tag:d",
        "tag:dog ",
        "tag:dog creator:",
        "tag:dog licence:b",
        "taken:",
        "taken:2004",
        "exif:",
        "exif:iso",
        "exif:iso=",
        "creator:\"mossy",
        "tag:sea exif:\"focal length\"=2",
    ] {
        let next = suggestions(text, corpus.by(), 100);
        assert!(!next.is_empty(), "{text}");
        for own in next.iter().filter(|own| !own.term.ends_with(':')) {
            let found = corpus.filter(&own.words);
            assert_eq!(found.errors, [""; 0], "{}", own.words);
            assert_eq!(found.rows.len(), own.n, "{}", own.words);
        }
    }
    let keys: Vec<(String, usize)> =
        suggestions("", corpus.by(), 9).into_iter().map(|own| (own.term, own.n)).collect();
    let n_tagged = corpus.images.iter().filter(|image| !image.tags.is_empty()).count();
    assert!(keys.contains(&("tag:".into(), n_tagged)) && keys.contains(&("exif:".into(), 90)));
    assert_eq!(suggestions("tag:dog", corpus.by(), 1).len(), 1);
    assert!(suggestions("mood:", corpus.by(), 9).is_empty());
}

#[test]
fn statistics_count_every_picture_once() {
    let corpus = corpus();
    let all = CarriedStatistics::new(corpus.by());
    let n = |is: &dyn Fn(u32) -> bool| (0..N).filter(|row| is(*row)).count();
    let (odd, even) =
        (n(&|row| row % 3 != 0 && row % 2 == 1), n(&|row| row % 3 != 0 && row % 2 == 0));
    assert_eq!(all.creators, [("Ada".into(), even), ("mossy boots".into(), odd)]);
    assert_eq!(all.creators_by_pictures(), [(30, 2)]);
    assert_eq!(all.licences.iter().map(|(_, n)| n).sum::<usize>(), n(&|row| row % 4 != 3));
    assert_eq!(all.years.iter().map(|(_, n)| n).sum::<usize>(), n(&|row| row % 7 != 0));
    assert_eq!(all.years.len(), 11);
    let exif: Vec<(&str, usize, usize, &str, usize)> = all
        .exif
        .iter()
        .map(|own| (&*own.name, own.n, own.n_values, &*own.commonest, own.n_commonest))
        .collect();
    assert_eq!(
        exif,
        [
            ("Exposure", 90, 5, "1/10 sec", 18),
            ("Focal Length", 90, 90, "100 mm", 1),
            ("ISO Speed", 90, 4, "100", 23),
            ("Flash", 18, 1, "Flash fired", 18),
        ]
    );
}

#[test]
fn facets_and_conditions_restrict_together() {
    let corpus = corpus();
    let made = crate::made_benchmark::Made::new(
        &crate::made_benchmark::records("q", 1),
        &(0..N)
            .map(|row| {
                let light = if row < 45 { "day" } else { "night" };
                crate::made_benchmark::record(&row.to_string(), &[("light", light)])
            })
            .collect::<Vec<_>>(),
        &[("strict", "")],
        &[],
    );
    let dataset = made.dataset();
    let own = corpus.filter("tag:dog mood:x");
    let both = PictureFilter::new(&dataset, "light=day").among(&own.rows, &own.terms);
    assert_eq!((both.n, both.summary().as_str()), (23, "light day, tag:dog"));
    assert!(both.has_conditions() && both.unknown.is_empty() && both.has(44) && !both.has(46));
    let alone = PictureFilter::new(&dataset, "").among(&own.rows, &own.terms);
    assert!(alone.has_conditions() && alone.n == 45 && alone.unknown.is_empty());
    let none = PictureFilter::new(&dataset, "").among(&own.rows, &[]);
    assert!(!none.has_conditions() && none.n == 90);
}

/// Every field of the map leaves the pictures that it counts, and ranges may cross the date line.
#[test]
fn places_are_counted_by_fields_and_filtered_by_degrees() {
    let places = [
        Some((50.0, -0.5)),
        Some((54.999, -5.0)),
        Some((55.0, -3.0)),
        Some((-18.0, 179.5)),
        Some((-18.0, -179.5)),
        Some((90.0, 180.0)),
        Some((-90.0, -180.0)),
        None,
    ];
    let of = |place: &Option<(f64, f64)>| ImageFields {
        lat: place.map(|(lat, _)| lat.to_string()),
        lon: place.map(|(_, lon)| lon.to_string()),
        ..ImageFields::default()
    };
    let fields: Vec<ImageFields> = places.iter().map(of).collect();
    let n_images = places.len();
    let rows = RowRange { start: 0, end: 8 };
    let ids = ImageIds::RowNumbers { n_rows: n_images, beyond: &[] };
    let text = jsonl_from_fields(&fields).unwrap();
    let files = [Arc::new(FieldsFile::read("f", &text, rows, ids).unwrap())];
    let by = CarriedBy { images: &[], n_images, files: &files };
    let left = |words: &str| -> Vec<usize> {
        let found = CarriedFilter::new(words, by);
        assert!(found.errors.is_empty(), "{words}: {:?}", found.errors);
        (0..n_images).filter(|row| found.rows.contains(*row)).collect()
    };
    let all = CarriedStatistics::new(by);
    let counted: Vec<(i16, i16, usize)> =
        all.places.iter().map(|field| (field.south, field.west, field.n)).collect();
    let wanted =
        [(-90, -180, 1), (-20, -180, 1), (-20, 175, 1), (50, -5, 2), (55, -5, 1), (85, 175, 1)];
    assert_eq!((all.n_placed, counted), (7, wanted.to_vec()));
    for field in &all.places {
        assert_eq!(left(&field.words()).len(), field.n, "{}", field.title());
    }
    assert_eq!(all.places[3].title(), "50°–55° N, 5°–0° W");
    assert_eq!(left("lat:50.. lon:-10..0"), [0, 1, 2]);
    assert_eq!(left("lon:179..-179"), [3, 4, 5, 6], "across the date line");
    assert_eq!(left("lat:..-18"), [6], "the end is not in it");
    let refused = |words: &str| CarriedFilter::new(words, by).errors.concat();
    assert!(refused("lat:100..110").contains("from -90 to 90, such as lat:35..70"));
    assert!(refused("lat:20..10").contains("not a range of latitudes"));
    assert!(refused("lon:x").contains("not a range of longitudes"));
    assert!(refused("lat:10..20").contains("the place of 7 pictures is known"));
    let next = suggestions("lat:", by, 9);
    assert_eq!((next[0].term.as_str(), next[0].n), ("lat:-20..-15", 2));
}
