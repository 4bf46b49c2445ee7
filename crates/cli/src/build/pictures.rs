//! The pictures of a folder: small copies in the benchmark, and the descriptors of systems made from
//! pixels.

use super::{
    made::descriptor,
    recipe::{BuildRecipe, MadeFrom},
    sources::{Corpus, PictureFile},
    thumbnail::{self, Encoded},
};
use crate::{
    benchmark::exact,
    build::benchmark_writer::BenchmarkWriter,
    reading::picture::decoded,
    terminal::{causes::with_causes, reporter},
    writing::files,
};
use anyhow::{Result, bail};
use image::ImageFormat;

/// Pictures to decode before their copies are written.
const AT_ONCE: usize = 64;
/// Undecodable pictures to name; the others are only counted.
const MOST_NAMED: usize = 10;

struct Made {
    copy: Encoded,
    descriptor: Option<Vec<f32>>,
}

#[derive(Clone, Copy)]
struct Wanted {
    is_small: bool,
    descriptor: bool,
}

/// Writes a copy of each picture, `pictures/000000.jpg` …, and records in the images where it is. Pictures
/// that cannot be decoded are refused, with the reasons, or left out if the recipe says so. Returns the
/// descriptors of all pictures if a system is made from them, and otherwise nothing.
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
    // The path of the copy, in corpus order; `None` of an undecodable picture.
    let mut copies: Vec<Option<String>> = Vec::with_capacity(corpus.files.len());
    let mut n_copied = 0;
    for files in corpus.files.chunks(AT_ONCE) {
        let made = exact::on_all_cores(files, |file| {
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
