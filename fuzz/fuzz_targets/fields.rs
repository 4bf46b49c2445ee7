#![no_main]
//! What pictures carry: what is read belongs to its rows, and reads the same again once written.

use libfuzzer_sys::fuzz_target;
use rankscope_core::benchmark::{FieldsFile, ImageFields, ImageIds, RowRange, jsonl_from_fields};
use rankscope_core::formats::ExifField;

const ROWS: RowRange = RowRange { start: 0, end: 4 };

fuzz_target!(|text: &str| {
    let ids = ImageIds::RowNumbers { n_rows: 4, beyond: &[] };
    let Ok(file) = FieldsFile::read("f", text, ROWS, ids) else { return };
    let images: Vec<ImageFields> = (0..4)
        .map(|row| {
            let own = file.of(row).unwrap();
            let field = |(name, value): (&str, &str)| ExifField {
                name: name.to_owned(),
                value: value.to_owned(),
            };
            ImageFields {
                creator: own.creator.map(str::to_owned),
                title: own.title.map(str::to_owned),
                licence: own.licence.map(|licence| licence.id.clone()),
                taken: own.taken.map(|taken| taken.to_string()),
                lat: own.place.map(|(lat, _)| lat.to_string()),
                lon: own.place.map(|(_, lon)| lon.to_string()),
                exif: own.exif.into_iter().map(field).collect(),
            }
        })
        .collect();
    let written = jsonl_from_fields(&images).unwrap();
    let again = FieldsFile::read("f", &written, ROWS, ids).unwrap();
    for row in 0..4 {
        let (own, again) = (file.of(row).unwrap(), again.of(row).unwrap());
        assert_eq!(own.creator, again.creator);
        assert_eq!(own.title, again.title);
        assert_eq!(own.taken, again.taken);
        assert_eq!(own.place, again.place);
        assert_eq!(own.exif.len(), again.exif.len());
    }
});
