//! The pictures of a folder: small copies in the benchmark, and what systems made from pixels need
//! of each.

use super::{
    made::descriptor,
    recipe::{BuildRecipe, MadeFrom},
    sources::{Corpus, PictureFile},
    thumbnail::{self, Encoded},
};
use crate::{
    benchmark_writer::BenchmarkWriter, causes::with_causes, files, picture::decoded, rank, reporter,
};
use anyhow::{Result, bail};
use image::ImageFormat;

/// Pictures that are decoded before their copies are written.
const AT_ONCE: usize = 64;
/// Pictures that cannot be decoded and are named; of the others there is only the number.
const MOST_NAMED: usize = 10;

/// What was made of a picture.
struct Made {
    copy: Encoded,
    descriptor: Option<Vec<f32>>,
}

/// What is wanted of each picture.
#[derive(Clone, Copy)]
struct Wanted {
    is_small: bool,
    descriptor: bool,
}

/// Writes a copy of each picture, `pictures/000000.jpg` …, and says in the images where it is. Leaves
/// out pictures that cannot be decoded, if the recipe says so. Returns the descriptors of all pictures
/// if a system is made from them, and otherwise nothing.
///
/// # Errors
/// Pictures that cannot be decoded, with their files and the reasons.
pub(super) fn add(
    recipe: &BuildRecipe,
    corpus: &mut Corpus,
    writer: &mut BenchmarkWriter,
) -> Result<Vec<Vec<f32>>> {
    if corpus.files.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = Wanted {
        is_small: recipe.images.thumbnails.unwrap_or(true),
        descriptor: recipe.makes_from(MadeFrom::Pixels),
    };
    let progress = reporter::progress_bar(corpus.files.len(), "pictures");
    let mut descriptors = Vec::new();
    let mut faults: Vec<String> = Vec::new();
    // In corpus order: the path of the copy, or nothing.
    let mut copies: Vec<Option<String>> = Vec::with_capacity(corpus.files.len());
    let mut n_copied = 0;
    for files in corpus.files.chunks(AT_ONCE) {
        let made = rank::on_all_cores(files, |file| {
            let made = made(file, wanted);
            progress.inc(1);
            vec![
                made.map_err(|reason| format!("{}: {}", file.path.display(), with_causes(&reason))),
            ]
        })?;
        for made in made {
            let Made { copy, descriptor } = match made {
                Ok(made) => made,
                Err(fault) => {
                    faults.push(fault);
                    copies.push(None);
                    continue;
                }
            };
            let path = format!("pictures/{n_copied:06}.{}", copy.ending);
            n_copied += 1;
            writer.add(&path, &copy.bytes, None)?;
            copies.push(Some(path));
            descriptors.extend(descriptor);
        }
    }
    progress.finish_and_clear();
    said_of(&faults, recipe, copies.len())?;
    let (images, files) = (std::mem::take(&mut corpus.images), std::mem::take(&mut corpus.files));
    for ((mut image, file), copy) in images.into_iter().zip(files).zip(copies) {
        if copy.is_some() {
            image.uri = copy;
            corpus.images.push(image);
            corpus.files.push(file);
        }
    }
    Ok(descriptors)
}

/// Decodes a picture and makes what is wanted of it.
fn made(file: &PictureFile, wanted: Wanted) -> Result<Made> {
    let bytes = files::bytes(&file.path)?;
    let whole = decoded(&bytes)?;
    let small = thumbnail::reduced(&whole.image);
    let descriptor = wanted.descriptor.then(|| descriptor(&thumbnail::on_white(&small)));
    let copy = if wanted.is_small {
        thumbnail::encoded(&small, &whole)?
    } else {
        let ending = match whole.format {
            ImageFormat::Png => "png",
            ImageFormat::WebP => "webp",
            ImageFormat::Gif => "gif",
            _ => "jpg",
        };
        Encoded { bytes, ending }
    };
    Ok(Made { copy, descriptor })
}

/// Refuses pictures that cannot be decoded, or warns of them if the recipe leaves them out.
fn said_of(faults: &[String], recipe: &BuildRecipe, n_pictures: usize) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let named = faults.iter().take(MOST_NAMED);
    let mut lines: String = named.map(|fault| format!("\n  {fault}")).collect();
    if faults.len() > MOST_NAMED {
        lines.push_str(&format!("\n  and {} more", faults.len() - MOST_NAMED));
    }
    let n = faults.len();
    if n == n_pictures {
        bail!("none of the {n} pictures can be decoded:{lines}");
    }
    if !recipe.images.skip_undecodable {
        bail!(
            "{n} of {n_pictures} pictures cannot be decoded: repair them, take them away, or write \
             skip_undecodable = true into [images] to leave them out:{lines}"
        );
    }
    reporter::warn(format_args!(
        "{n} of {n_pictures} pictures are left out, since they cannot be decoded:{lines}"
    ));
    Ok(())
}
