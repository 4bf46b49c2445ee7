//! What pictures carry: MIRFLICKR's `license{N}.txt` and `exif{N}.txt`, and tables with a row for each
//! picture, whose facets and tags become the images'. Fields are read leniently; what is not understood
//! is counted.

use super::{
    folder::{SourceFolder, cannot_read},
    table::{Table, field_columns},
};
use crate::{
    build::recipe::{FieldsLike, FieldsSource, Images},
    terminal::reporter,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    FieldsFile, Image, ImageFields, ImageIds, RowRange, jsonl_from_fields,
};
use rankscope_core::formats::{ExifField, credit_from_text, exif_from_mirflickr};
use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::Path,
};

/// The keys of a recipe, and iNat24's columns for them.
const INQUIRE: [(&str, &str); 6] = [
    ("id", "inat24_file_name"),
    ("creator", "rights_holder"),
    ("licence", "license"),
    ("taken", "date"),
    ("lat", "latitude"),
    ("lon", "longitude"),
];

impl SourceFolder {
    /// In corpus order; `None` where the recipe names no source of fields.
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

    /// Pictures without `exif{N}.txt` have no EXIF: not every camera writes it, and not every owner shows
    /// it.
    fn add_exif(&self, images: &[Image], fields: &mut [ImageFields], folder: &Path) -> Result<()> {
        let (mut n_without, mut n_wrong, mut first) = (0, 0, None);
        for (image, fields) in images.iter().zip(fields) {
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
                Ok(exif) => fields.exif = exif.value,
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
        // Columns that the recipe names must exist; those of a publisher may be missing.
        let mut named: Vec<(&'static str, &str)> = Vec::new();
        for (key, column) in given {
            let usual = INQUIRE.iter().find(|(known, _)| *known == key).map(|(_, column)| *column);
            let usual = usual.filter(|_| source.like == Some(FieldsLike::Inquire));
            named.extend(column.as_deref().or(usual).map(|column| (key, column)));
        }
        let exif = || source.exif.values().map(String::as_str);
        let all: Vec<&str> = named.iter().map(|(_, column)| *column).chain(exif()).collect();
        let mut table = field_columns(path, name, &all)?;
        let is_required = |key: &str| {
            key == "id" || given.iter().any(|(known, column)| *known == key && column.is_some())
        };
        let required = named.iter().filter(|(key, _)| is_required(key)).map(|(_, column)| *column);
        for column in required.chain(exif()) {
            if !table.columns.contains_key(column) {
                bail!("{name} has no column {column:?}, only {}", table.names.join(", "));
            }
        }
        let exif =
            exif().map(|column| table.columns.get(column).cloned().unwrap_or_default()).collect();
        let by_key = named
            .iter()
            .filter_map(|(key, column)| Some((*key, table.columns.remove(*column)?)))
            .collect();
        Ok(Self { by_key, exif, n_rows: table.n_rows })
    }

    fn get(&self, key: &str, row: usize) -> Option<String> {
        self.by_key.get(key)?.get(row)?.clone()
    }

    /// Values of the table replace those of other sources.
    fn fill(&self, row: usize, fields: &mut ImageFields, source: &FieldsSource) {
        for (key, field) in [
            ("creator", &mut fields.creator),
            ("title", &mut fields.title),
            ("licence", &mut fields.licence),
            ("taken", &mut fields.taken),
            ("lat", &mut fields.lat),
            ("lon", &mut fields.lon),
        ] {
            if let Some(value) = self.get(key, row) {
                *field = Some(value);
            }
        }
        for (name, column) in source.exif.keys().zip(&self.exif) {
            if let Some(value) = column.get(row).cloned().flatten() {
                fields.exif.push(ExifField { name: name.clone(), value });
            }
        }
    }
}

/// Adds what is understood of the credits in `license{N}.txt`, which are among the attributions already.
fn add_credits(images: &[Image], fields: &mut [ImageFields]) {
    let mut n_without = [0; 3];
    for (image, fields) in images.iter().zip(fields) {
        let credit = credit_from_text(&image.attribution);
        for (n, is_missing) in n_without
            .iter_mut()
            .zip([&credit.creator, &credit.licence, &credit.title].map(Option::is_none))
        {
            *n += usize::from(is_missing);
        }
        fields.creator = credit.creator;
        fields.licence = credit.licence;
        fields.title = credit.title;
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
    for strange in &read.not_understood {
        reporter::warn(format_args!(
            "{}: {} values are not understood and left out, such as {:?}",
            strange.field, strange.n, strange.example
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

impl SourceFolder {
    /// Adds the facets and tags of `images.fields`, in place of those of other sources. Refuses a picture
    /// in two rows and a table of other pictures.
    pub(super) fn add_facets(&self, images: &mut [Image], source: &FieldsSource) -> Result<()> {
        if source.facets.is_empty() && source.tags.is_none() {
            return Ok(());
        }
        let id = source.id.as_deref().context(
            "images.fields: facets and tags need id, the column with the ids of the images",
        )?;
        let columns = source.facets.values().chain(&source.tags).map(String::as_str);
        let names: Vec<&str> = std::iter::once(id).chain(columns).collect();
        let row_of: HashMap<String, usize> =
            images.iter().enumerate().map(|(row, image)| (image.id.clone(), row)).collect();
        let mut given = HashSet::new();
        for file in self.numbered(&source.files)? {
            let table = Table::read(&file.path, &names)?;
            for row in 0..table.n_rows() {
                let id = format!("{}{}", table.needed(0, row, "id")?, source.suffix);
                let Some(image) = row_of.get(&id).and_then(|place| images.get_mut(*place)) else {
                    continue;
                };
                if !given.insert(id) {
                    bail!("{}: the image {} is in an earlier row already", table.at(row), image.id);
                }
                for (column, facet) in (1..).zip(source.facets.keys()) {
                    // A picture without a value does not have the facet.
                    if let Some(value) = table.value(column, row) {
                        image.facets.insert(facet.clone(), value.to_owned());
                    }
                }
                if source.tags.is_some() {
                    let tags = table.value(names.len() - 1, row).unwrap_or_default();
                    let tags = tags.split([',', ';']).map(str::trim).filter(|tag| !tag.is_empty());
                    image.tags = tags.map(str::to_owned).collect();
                }
            }
        }
        if given.is_empty() {
            bail!(
                "{}: none of its ids is that of an image: see id and suffix of images.fields",
                self.path(&source.files).display()
            );
        }
        if given.len() < images.len() {
            reporter::warn(format_args!(
                "images.fields: {} of {} images have no row, and so no facets and tags of it",
                images.len() - given.len(),
                images.len()
            ));
        }
        Ok(())
    }
}
