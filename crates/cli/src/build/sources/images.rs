//! The corpus: its images, in the order of every gallery's rows.

use super::{
    captions::name_images,
    folder::SourceFolder,
    metadata::images_from_metadata,
    picture_files::{PictureFile, files_of_images},
};
use crate::build::recipe::{BuildRecipe, FileOrder, ImageSource, Images, NamedBy, WhichCaption};
use crate::writing::files::inflated_text;
use anyhow::{Context, Result, bail};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rankscope_core::benchmark::{Image, is_address};
use rankscope_core::formats::{CaptionRecord, CaptionedImage, fault_of_id};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    path::Path,
};

/// What to percent-encode in a path that becomes part of an address.
const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

pub(crate) struct Corpus {
    pub(crate) images: Vec<Image>,
    /// Images left out, which a gallery may have rows for.
    pub(super) left_out: Vec<Image>,
    /// The file of each image, where they are in a folder; otherwise empty.
    pub(crate) files: Vec<PictureFile>,
    /// Two neighbours that Python's `sorted` orders otherwise, where nothing says which order the rows of
    /// vectors have.
    pub(super) unsure_order: Option<[String; 2]>,
}

impl Corpus {
    pub(super) fn left_out_ids(&self) -> HashSet<&str> {
        self.left_out.iter().map(|image| image.id.as_str()).collect()
    }
}

impl SourceFolder {
    pub(crate) fn corpus(
        &self,
        recipe: &BuildRecipe,
        captions: &mut [CaptionRecord],
    ) -> Result<Corpus> {
        let section = &recipe.images;
        let (mut images, files) = self.images_of(section)?;
        if let Some(source) = &recipe.captions {
            name_images(&self.path(&source.path), captions, &images, &files)?;
        }
        let mut seeds = HashSet::new();
        if section.without_seeds
            && let Some(path) = recipe.conqa()
        {
            let queries = self.conqa_queries(path)?.into_iter();
            seeds = queries.flat_map(|query| query.seeds).collect();
        }
        let mut first: HashMap<&str, &str> = HashMap::new();
        if let Some(WhichCaption::First) = section.caption {
            for caption in captions.iter() {
                first.entry(&caption.image).or_insert(&caption.text);
            }
        }
        for image in &mut images {
            if let Some(uri) = &section.uri {
                image.uri = Some(filled_in("uri", uri, &image.id)?);
            }
            if let Some(caption) = first.get(image.id.as_str()) {
                image.caption = (*caption).to_owned();
            }
            image.attribution.clone_from(&section.attribution);
            image.license.clone_from(&section.license);
        }
        if let Some(folder) = &section.tags {
            self.add_tags(&mut images, folder)?;
        }
        if let Some(folder) = &section.licenses {
            self.add_credits(&mut images, folder)?;
        }
        if let Some(source) = &section.fields {
            self.add_facets(&mut images, source)?;
        }
        if let Some(source) = &section.visual_genome {
            self.add_visual_genome(&mut images, source)?;
        }
        let (left_out, images) = images.into_iter().partition(|image| seeds.contains(&image.id));
        let is_by_name = matches!(section.source()?, ImageSource::Folder(_));
        let mut pairs = files.windows(2).filter(|_| is_by_name && section.order.is_none());
        let unsure_order = pairs.find_map(|pair| match pair {
            [a, b] if a.name > b.name => Some([a.name.clone(), b.name.clone()]),
            _ => None,
        });
        Ok(Corpus { images, left_out, files, unsure_order })
    }

    /// The images with what their ids, metadata and files say, and the files of a folder.
    fn images_of(&self, section: &Images) -> Result<(Vec<Image>, Vec<PictureFile>)> {
        let Some(folder) = &section.folder else {
            let mut images = self.listed_images(section)?;
            // Metadata have addresses, and lists names of files.
            if let ImageSource::Ids(_) = section.source()? {
                for uri in images.iter_mut().filter_map(|image| image.uri.as_mut()) {
                    if !is_address(uri) {
                        *uri = utf8_percent_encode(uri, PATH).to_string();
                    }
                }
            }
            return Ok((images, Vec::new()));
        };
        let order = section.order.unwrap_or(FileOrder::Natural);
        let found = self.picture_files(folder, order)?;
        let (mut images, files) = match section.source()? {
            ImageSource::Folder(named_by) => {
                let spaces = section.spaces.as_deref();
                (images_from_files(folder, &found, named_by, spaces)?, found)
            }
            _ => {
                let images = self.listed_images(section)?;
                // A dataset names the file of each image, which is not its id.
                let names = match section.source()? {
                    ImageSource::Ids(_) => names_of_files(&images, &found),
                    _ => images.iter().map(|image| image.id.as_str()).collect(),
                };
                let files = files_of_images(folder, &found, &names)?;
                (images, files)
            }
        };
        for (image, file) in images.iter_mut().zip(&files) {
            match section.caption {
                Some(WhichCaption::Name) => file.title().clone_into(&mut image.caption),
                Some(WhichCaption::Beside) => image.caption = text_beside(file)?,
                Some(WhichCaption::First) | None => {}
            }
            if let Some(parent) = file.parent() {
                image.facets.entry("folder".into()).or_insert_with(|| parent.to_owned());
            }
            // The address that metadata give is that of the picture in full.
            let address = image.uri.take();
            image.original = Some(match (&section.original, address) {
                (Some(template), _) => original_from(template, image, file)?,
                (None, Some(address)) => address,
                // The folder's name alone: what is above it is private.
                (None, None) => match folder.file_name().and_then(|name| name.to_str()) {
                    Some(folder) => format!("{folder}/{}", file.name),
                    None => file.name.clone(),
                },
            });
        }
        Ok((images, files))
    }

    /// The images with their ids and, from metadata and datasets, captions and URLs.
    fn listed_images(&self, section: &Images) -> Result<Vec<Image>> {
        let image = |id: String| Image { id, ..Image::default() };
        match section.source()? {
            ImageSource::Folder(..) => Ok(Vec::new()),
            ImageSource::Ids(path) => {
                if let Some(dataset) = self.dataset(path)? {
                    let of_dataset =
                        |it: CaptionedImage| Image { uri: Some(it.file), ..image(it.id) };
                    return Ok(dataset.images.into_iter().map(of_dataset).collect());
                }
                Ok(self.ids(path)?.into_iter().map(image).collect())
            }
            ImageSource::NamedIn(files) => {
                Ok(self.images_named_in(files)?.into_iter().map(image).collect())
            }
            ImageSource::Range([first, last]) => {
                Ok((first..=last).map(|number| image(number.to_string())).collect())
            }
            ImageSource::Files(pattern) => {
                let numbers = self.numbered(pattern)?.into_iter().map(|file| file.number);
                let numbers: Option<Vec<u64>> = numbers.collect();
                let numbers = numbers.with_context(|| {
                    format!("[images]: files = {pattern:?} needs a * in place of the number")
                })?;
                Ok(numbers.into_iter().map(|number| image(number.to_string())).collect())
            }
            ImageSource::Metadata(metadata) => {
                let mut images = Vec::new();
                let mut ids = HashSet::new();
                for file in self.numbered(&metadata.files)? {
                    let (name, rows) = images_from_metadata(&file.path, metadata)?;
                    for (row, image) in rows.into_iter().enumerate() {
                        if !ids.insert(image.id.clone()) {
                            bail!(
                                "{name}, row {row}: the image {} is in an earlier row already",
                                image.id
                            );
                        }
                        images.push(image);
                    }
                }
                Ok(images)
            }
        }
    }
}

/// The text in the `.txt` of a picture; empty if it has none.
fn text_beside(file: &PictureFile) -> Result<String> {
    let path = file.path.with_extension("txt");
    if !path.is_file() {
        return Ok(String::new());
    }
    let (_, text) = inflated_text(&path)?;
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The file name of each image: the dataset's, with folders if the files have them, or the id.
fn names_of_files<'a>(images: &'a [Image], found: &[PictureFile]) -> Vec<&'a str> {
    let found: HashSet<&str> = found.iter().map(|file| file.name.as_str()).collect();
    let name = |image: &'a Image| match image.uri.as_deref() {
        Some(file) if found.contains(file) => file,
        Some(file) => file.rsplit_once('/').map_or(file, |(_, name)| name),
        None => image.id.as_str(),
    };
    images.iter().map(name).collect()
}

fn images_from_files(
    folder: &Path,
    files: &[PictureFile],
    named_by: NamedBy,
    spaces: Option<&str>,
) -> Result<Vec<Image>> {
    let mut file_of: HashMap<Cow<'_, str>, &str> = HashMap::new();
    let mut images = Vec::with_capacity(files.len());
    for file in files {
        let name = match named_by {
            NamedBy::Stem => file.stem(),
            NamedBy::File => &file.name,
        };
        let id: Cow<'_, str> = match spaces {
            Some(text) => name.split_whitespace().collect::<Vec<_>>().join(text).into(),
            None => name.into(),
        };
        if let Some(fault) = fault_of_id(&id) {
            bail!(
                "{}: {fault}: rename the file, or write spaces = \"_\" into [images], so that _ \
                 stands for it in the ids",
                file.path.display()
            );
        }
        images.push(Image { id: id.clone().into_owned(), ..Image::default() });
        if let Some(first) = file_of.insert(id.clone(), &file.name) {
            let way_out = match named_by {
                NamedBy::Stem => {
                    "write named_by = \"file\" into [images], so that ids have endings"
                }
                NamedBy::File => "rename one of them",
            };
            bail!(
                "{}: {first} and {} have the same id {id}: {way_out}",
                folder.display(),
                file.name
            );
        }
    }
    Ok(images)
}

/// The address of the full picture: `{file}` stands for its path from the folder.
fn original_from(template: &str, image: &Image, file: &PictureFile) -> Result<String> {
    if !template.contains("{file}") {
        return filled_in("original", template, &image.id);
    }
    let name = match is_address(template) {
        true => utf8_percent_encode(&file.name, PATH).into(),
        false => Cow::Borrowed(file.name.as_str()),
    };
    Ok(template.replace("{file}", &name))
}

/// A template with its `{id}`, or `{id:012}` for zeros before it, replaced by an id.
fn filled_in(key: &str, template: &str, id: &str) -> Result<String> {
    let is_encoded = key == "uri" || is_address(template);
    let id = if is_encoded { utf8_percent_encode(id, PATH).into() } else { Cow::Borrowed(id) };
    let wrong =
        || format!("images.{key} {template:?} needs {{id}}, or {{id:012}} for zeros before it");
    let (before, rest) = template.split_once("{id").with_context(wrong)?;
    let (format, after) = rest.split_once('}').with_context(wrong)?;
    let width = match format.strip_prefix(":0") {
        Some(width) => {
            width.parse::<usize>().ok().filter(|width| *width <= 64).with_context(wrong)?
        }
        None if format.is_empty() => 0,
        None => bail!(wrong()),
    };
    Ok(format!("{before}{id:0>width$}{after}"))
}
