//! What pictures carry: MIRFLICKR's `license{N}.txt` and `exif{N}.txt`, and tables with a row for
//! each picture. Their wording is open, so they are read leniently, and what is not understood is
//! counted.

use super::{
    folder::{SourceFolder, cannot_read},
    parquet::field_columns,
};
use crate::{
    build::recipe::{FieldsLike, FieldsSource, Images},
    reporter,
    vectors_file::kind_of,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    FieldsFile, Image, ImageFields, ImageIds, RowRange, jsonl_from_fields,
};
use rankscope_core::formats::{
    ExifField, FieldTable, FileKind, credit_from_text, exif_from_mirflickr, field_table,
    text_from_bytes,
};
use std::{collections::HashMap, fs, io, path::Path};

/// iNat24's names: key, column.
const INQUIRE: [(&str, &str); 6] = [
    ("id", "inat24_file_name"),
    ("creator", "rights_holder"),
    ("licence", "license"),
    ("taken", "date"),
    ("lat", "latitude"),
    ("lon", "longitude"),
];

impl SourceFolder {
    /// What the images carry, in corpus order; `None` where the recipe names no source of it.
    pub(crate) fn fields(
        &self,
        section: &Images,
        images: &[Image],
    ) -> Result<Option<Vec<ImageFields>>> {
        let table = section.fields.as_ref().filter(|source| source.has_fields());
        if section.licenses.is_none() && section.exif.is_none() && table.is_none() {
            return Ok(None);
        }
        let mut fields = vec![ImageFields::default(); images.len()];
        if section.licenses.is_some() {
            add_credits(images, &mut fields);
        }
        if let Some(folder) = &section.exif {
            self.add_exif(images, &mut fields, folder)?;
        }
        if let Some(source) = table {
            self.add_table(images, &mut fields, source)?;
        }
        report_not_understood(images, &fields)?;
        Ok(Some(fields))
    }

    /// Adds the fields in `exif{N}.txt`. A picture without the file has none: not every camera
    /// writes them, and not every owner shows them.
    fn add_exif(&self, images: &[Image], fields: &mut [ImageFields], folder: &Path) -> Result<()> {
        let (mut n_without, mut n_wrong, mut first) = (0, 0, None);
        for (image, own) in images.iter().zip(fields) {
            let path = self.path(&folder.join(format!("exif{}.txt", image.id)));
            let name = path.display().to_string();
            let bytes = match fs::read(&path) {
                Ok(bytes) => bytes,
                Err(e) if e.kind() == io::ErrorKind::NotFound => {
                    n_without += 1;
                    continue;
                }
                Err(e) => return Err(e).with_context(|| cannot_read(&name)),
            };
            match exif_from_mirflickr(&name, &bytes) {
                Ok(exif) => own.exif = exif.value,
                Err(e) => {
                    n_wrong += 1;
                    first.get_or_insert(e);
                }
            }
        }
        if n_without == images.len() {
            reporter::warn(format_args!(
                "{} has no exif{{N}}.txt of any image, so they have no EXIF",
                self.path(folder).display()
            ));
        }
        if let Some(first) = first {
            reporter::warn(format_args!(
                "the EXIF of {n_wrong} of {} images is not understood and left out; the first: \
                 {first}",
                images.len()
            ));
        }
        Ok(())
    }

    fn add_table(
        &self,
        images: &[Image],
        fields: &mut [ImageFields],
        source: &FieldsSource,
    ) -> Result<()> {
        let row_of: HashMap<&str, usize> =
            images.iter().enumerate().map(|(row, image)| (image.id.as_str(), row)).collect();
        let mut is_given = vec![false; images.len()];
        let mut n_elsewhere = 0;
        for file in self.numbered(&source.files)? {
            let name = file.path.display().to_string();
            let columns = Columns::read(&file.path, &name, source)?;
            for row in 0..columns.n_rows {
                let Some(id) = columns.get("id", row) else {
                    bail!("{name}, row {row}: it has no id");
                };
                let id = format!("{id}{}", source.suffix);
                let Some(place) = row_of.get(id.as_str()).copied() else {
                    n_elsewhere += 1;
                    continue;
                };
                if std::mem::replace(&mut is_given[place], true) {
                    bail!("{name}, row {row}: the image {id} is in an earlier row already");
                }
                columns.fill(row, &mut fields[place], source);
            }
        }
        let n_given = is_given.iter().filter(|is| **is).count();
        if n_given == 0 {
            bail!(
                "{}: none of its ids is that of an image: see id and suffix of images.fields",
                self.path(&source.files).display()
            );
        }
        if n_given < images.len() || n_elsewhere > 0 {
            reporter::warn(format_args!(
                "images.fields: {} of {} images have no row, and {n_elsewhere} rows are of other \
                 images",
                images.len() - n_given,
                images.len()
            ));
        }
        Ok(())
    }
}

/// The columns of a file under the keys of the recipe.
struct Columns {
    by_key: HashMap<&'static str, Vec<Option<String>>>,
    exif: Vec<Vec<Option<String>>>,
    n_rows: usize,
}

impl Columns {
    fn read(path: &Path, name: &str, source: &FieldsSource) -> Result<Self> {
        let given = [
            ("id", &source.id),
            ("creator", &source.creator),
            ("title", &source.title),
            ("licence", &source.licence),
            ("taken", &source.taken),
            ("lat", &source.lat),
            ("lon", &source.lon),
        ];
        // Those that the recipe names must be there; those of a publisher may be missing.
        let mut named: Vec<(&'static str, &str)> = Vec::new();
        for (key, column) in given {
            let usual = INQUIRE.iter().find(|(own, _)| *own == key).map(|(_, column)| *column);
            let usual = usual.filter(|_| source.like == Some(FieldsLike::Inquire));
            named.extend(column.as_deref().or(usual).map(|column| (key, column)));
        }
        let all: Vec<&str> = named
            .iter()
            .map(|(_, column)| *column)
            .chain(source.exif.values().map(String::as_str))
            .collect();
        let mut table = table_of(path, name, &all)?;
        let is_explicit =
            |key: &str| given.iter().any(|(own, column)| *own == key && column.is_some());
        let required = named.iter().filter(|(key, _)| *key == "id" || is_explicit(key));
        let required =
            required.map(|(_, column)| *column).chain(source.exif.values().map(String::as_str));
        for column in required {
            if !table.columns.contains_key(column) {
                bail!("{name} has no column {column:?}, only {}", table.names.join(", "));
            }
        }
        let exif = source
            .exif
            .values()
            .map(|column| table.columns.get(column).cloned().unwrap_or_default());
        let exif = exif.collect();
        let by_key = named
            .iter()
            .filter_map(|(key, column)| Some((*key, table.columns.remove(*column)?)))
            .collect();
        Ok(Self { by_key, exif, n_rows: table.n_rows })
    }

    fn get(&self, key: &str, row: usize) -> Option<String> {
        self.by_key.get(key)?.get(row)?.clone()
    }

    /// Values of the table come before those of other sources.
    fn fill(&self, row: usize, own: &mut ImageFields, source: &FieldsSource) {
        for (key, field) in [
            ("creator", &mut own.creator),
            ("title", &mut own.title),
            ("licence", &mut own.licence),
            ("taken", &mut own.taken),
            ("lat", &mut own.lat),
            ("lon", &mut own.lon),
        ] {
            if let Some(value) = self.get(key, row) {
                *field = Some(value);
            }
        }
        for (name, column) in source.exif.keys().zip(&self.exif) {
            if let Some(value) = column.get(row).cloned().flatten() {
                own.exif.push(ExifField { name: name.clone(), value });
            }
        }
    }
}

fn table_of(path: &Path, name: &str, columns: &[&str]) -> Result<FieldTable> {
    if kind_of(path).with_context(|| cannot_read(name))?.0 == FileKind::Parquet {
        return field_columns(path, columns);
    }
    let bytes = fs::read(path).with_context(|| cannot_read(name))?;
    Ok(field_table(name, &text_from_bytes(name, &bytes)?, columns)?)
}

/// Adds what the credits in `license{N}.txt`, already among the attributions, are understood to say.
fn add_credits(images: &[Image], fields: &mut [ImageFields]) {
    let mut n_without = [0; 3];
    for (image, own) in images.iter().zip(fields) {
        let credit = credit_from_text(&image.attribution);
        for (n, is_missing) in n_without
            .iter_mut()
            .zip([&credit.creator, &credit.licence, &credit.title].map(Option::is_none))
        {
            *n += usize::from(is_missing);
        }
        own.creator = credit.creator;
        own.licence = credit.licence;
        own.title = credit.title;
    }
    let [creators, licences, titles] = n_without;
    if creators + licences + titles > 0 {
        reporter::warn(format_args!(
            "of the credits of {} images, {creators} name no creator, {licences} no licence and \
             {titles} no title that is understood; all are shown as they are written",
            images.len()
        ));
    }
}

/// Warns of values that readers will leave out.
fn report_not_understood(images: &[Image], fields: &[ImageFields]) -> Result<()> {
    let end = u32::try_from(fields.len())?;
    let ids: Vec<String> = images.iter().map(|image| image.id.clone()).collect();
    let text = jsonl_from_fields(fields)?;
    let rows = RowRange { start: 0, end };
    let read = FieldsFile::read("fields", &text, rows, ImageIds::from(&*ids))?;
    for own in &read.not_understood {
        reporter::warn(format_args!(
            "{}: {} values are not understood and left out, such as {:?}",
            own.field, own.n, own.example
        ));
    }
    let n_licences = read.licences.iter().filter(|licence| !licence.is_known()).count();
    if n_licences > 0 {
        reporter::note(format_args!(
            "{n_licences} licences are not known and shown as they are written"
        ));
    }
    Ok(())
}
