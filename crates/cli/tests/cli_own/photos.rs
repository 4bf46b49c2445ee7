//! A folder of pictures becomes a benchmark.

use crate::made::Made;
use crate::program::sha256;
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, Rgb, RgbImage,
    RgbaImage, codecs::jpeg::JpegEncoder,
};
use rankscope_core::benchmark::{Image, Manifest};
use std::{collections::BTreeMap, fs, io::Cursor};

/// A picture of one colour with a white left half.
pub(crate) fn half(width: u32, height: u32, colour: [u8; 3]) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if 2 * x < width { Rgb([255; 3]) } else { Rgb(colour) })
}

pub(crate) fn bytes_of(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A small picture.
fn png() -> Vec<u8> {
    bytes_of(&half(8, 8, [0; 3]).into(), ImageFormat::Png)
}

/// A JPEG whose EXIF says to turn it (1 to 8, as TIFF numbers them).
fn turned_jpeg(picture: &RgbImage, orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let mut jpeg = Vec::new();
    let (width, height) = picture.dimensions();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 95);
    encoder.write_image(picture, width, height, ExtendedColorType::Rgb8).unwrap();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

fn recipe(made: &Made, images: &str) {
    made.write("recipe.toml", format!("id = \"own\"\ntitle = \"Own\"\n[images]\n{images}\n"));
}

/// The ids, and the picture that each image's address leads to.
fn shown(made: &Made, images: &[Image]) -> BTreeMap<String, DynamicImage> {
    let picture = |image: &Image| {
        let path = made.path("out").join(image.uri.as_ref().unwrap());
        let reader = ImageReader::open(path).unwrap().with_guessed_format().unwrap();
        (image.id.clone(), reader.decode().unwrap())
    };
    images.iter().map(picture).collect()
}

fn listed_as_they_are(made: &Made, manifest: &Manifest) {
    for file in &manifest.files {
        let bytes = fs::read(made.path("out").join(&file.path)).unwrap();
        assert_eq!(bytes.len() as u64, file.bytes, "{}", file.path);
        assert_eq!(sha256(&bytes), file.sha256, "{}", file.path);
    }
}

#[test]
fn a_folder_alone_is_a_benchmark_with_thumbnails() {
    let made = Made::new();
    let red = half(1200, 600, [200, 30, 30]);
    made.write("photos/10.jpg", bytes_of(&red.clone().into(), ImageFormat::Jpeg));
    made.write("photos/9.JPG", turned_jpeg(&red, 6));
    made.write("photos/2.png", bytes_of(&half(40, 20, [0, 0, 255]).into(), ImageFormat::Png));
    let mut glass = RgbaImage::from_pixel(300, 300, image::Rgba([10, 200, 10, 255]));
    glass.put_pixel(0, 0, image::Rgba([0, 0, 0, 0]));
    made.write("photos/birds/glass.png", bytes_of(&glass.into(), ImageFormat::Png));
    made.write("photos/birds/w.webp", bytes_of(&half(64, 64, [9, 9, 9]).into(), ImageFormat::WebP));
    made.write("photos/birds/g.gif", bytes_of(&half(64, 64, [9, 9, 9]).into(), ImageFormat::Gif));
    made.write("photos/.hidden.jpg", "not a picture");
    made.write("photos/notes.txt", "not a picture");
    made.write("photos/raw.heic", "not read");
    recipe(&made, "folder = \"photos\"\ncaption = \"name\"\nlicense = \"CC0-1.0\"");
    let manifest = made.build();
    listed_as_they_are(&made, &manifest);
    assert_eq!((manifest.counts.images, manifest.counts.queries), (6, 0));
    assert!(manifest.relevance.is_empty() && manifest.systems.is_empty());
    assert!(manifest.files.iter().all(|file| file.path != "queries.jsonl"));
    let images = made.images();
    let ids: Vec<&str> = images.iter().map(|image| image.id.as_str()).collect();
    // 9 before 10, as people count.
    assert_eq!(ids, ["2", "9", "10", "birds/g", "birds/glass", "birds/w"]);
    let captions: Vec<&str> = images.iter().map(|image| image.caption.as_str()).collect();
    assert_eq!(captions, ["2", "9", "10", "g", "glass", "w"]);
    assert_eq!(images[0].original.as_deref(), Some("photos/2.png"));
    assert_eq!(images[3].original.as_deref(), Some("photos/birds/g.gif"));
    assert_eq!(images[3].facets["folder"], "birds");
    assert!(images[0].facets.is_empty());
    assert_eq!(images[0].license, "CC0-1.0");
    let pictures = shown(&made, &images);
    let size = |id: &str| (pictures[id].width(), pictures[id].height());
    assert_eq!((size("10"), size("2"), size("birds/glass")), ((256, 128), (40, 20), (256, 256)));
    // Turned a quarter to the right: what was left is above.
    assert_eq!(size("9"), (128, 256));
    let turned = pictures["9"].to_rgb8();
    assert!(turned.get_pixel(64, 10).0.iter().all(|value| *value > 240), "{turned:?}");
    assert!(turned.get_pixel(64, 245).0[1] < 60);
    // What is transparent stays so, and the rest is JPEG.
    let ending = |place: usize| images[place].uri.as_ref().unwrap().rsplit('.').next().unwrap();
    assert_eq!((ending(4), ending(0), ending(3)), ("png", "jpg", "jpg"));
    assert_eq!(pictures["birds/glass"].to_rgba8().get_pixel(128, 128).0[3], 255);
    // Nothing of the camera's notes comes along.
    let written = fs::read(made.path("out").join(images[1].uri.as_ref().unwrap())).unwrap();
    assert!(!written.windows(4).any(|four| four == b"Exif"));
}

#[test]
fn pictures_are_copied_as_they_are_and_link_to_where_they_are_in_full() {
    let made = Made::new();
    let jpeg = turned_jpeg(&half(800, 400, [1, 2, 3]), 3);
    made.write("photos/a b.jpg", &jpeg);
    recipe(
        &made,
        "folder = \"photos\"\nthumbnails = false\nspaces = \"_\"\nnamed_by = \"file\"\n\
         original = \"https://example.org/{file}?full\"",
    );
    made.build();
    let image = made.images().remove(0);
    assert_eq!(image.id, "a_b.jpg");
    assert_eq!(image.original.as_deref(), Some("https://example.org/a%20b.jpg?full"));
    assert_eq!(fs::read(made.path("out").join(image.uri.unwrap())).unwrap(), jpeg);
}

#[test]
fn ids_of_a_list_are_matched_with_files() {
    let made = Made::new();
    for name in ["a.png", "deep/b.png", "c.png"] {
        made.write(&format!("p/{name}"), png());
    }
    made.write("ids.txt", "c\ndeep/b\na.png\n");
    let images = "folder = \"p\"\nids = \"ids.txt\"\noriginal = \"https://example.org/{id}\"";
    recipe(&made, images);
    made.build();
    let images = made.images().into_iter().map(|image| image.original.unwrap());
    let wanted = ["c", "deep/b", "a.png"].map(|id| format!("https://example.org/{id}"));
    assert_eq!(images.collect::<Vec<_>>(), wanted);
    for (ids, words) in [
        ("c\nx\n", &["no picture for the image x", "x.jpg"][..]),
        ("c\nc.png\n", &["the images c and c.png have the same picture, c.png"]),
    ] {
        let refused = Made::new();
        refused.write("p/c.png", png());
        refused.write("ids.txt", ids);
        recipe(&refused, "folder = \"p\"\nids = \"ids.txt\"");
        refused.refused(words);
    }
}

#[test]
fn what_cannot_be_named_or_decoded_is_refused_with_the_way_out() {
    let made = Made::new();
    made.write("p/a.png", png());
    made.write("p/a.jpg", bytes_of(&half(8, 8, [0; 3]).into(), ImageFormat::Jpeg));
    recipe(&made, "folder = \"p\"");
    made.refused(&["a.jpg and a.png have the same id a", "named_by = \"file\""]);
    let made = Made::new();
    made.write("p/a b.png", png());
    recipe(&made, "folder = \"p\"");
    made.refused(&["a b.png", "white space", "spaces = \"_\""]);
    let made = Made::new();
    made.write("p/photo.heic", "x");
    recipe(&made, "folder = \"p\"");
    made.refused(&["no JPEG, PNG, WebP or GIF", "1 .heic"]);
    recipe(&made, "folder = \"nowhere\"");
    made.refused(&["nowhere"]);

    let made = Made::new();
    made.write("p/good.png", png());
    made.write("p/bad.png", &png()[..40]);
    made.write("p/text.jpg", "this is a text");
    recipe(&made, "folder = \"p\"");
    let text = "text.jpg: it is text, not a PNG";
    made.refused(&["2 of 3 pictures", "bad.png: ", text, "skip_undecodable"]);
    recipe(&made, "folder = \"p\"\nskip_undecodable = true");
    assert_eq!(made.build().counts.images, 1);
    assert_eq!(made.images()[0].id, "good");
}

#[test]
fn keys_of_a_folder_go_with_a_folder() {
    let made = Made::new();
    for (images, words) in [
        ("range = [1, 3]\nthumbnails = false", &["thumbnails needs folder"][..]),
        ("range = [1, 3]\nnamed_by = \"file\"", &["named_by needs folder"]),
        ("range = [1, 3]\ncaption = \"name\"", &["caption = \"name\"", "images.folder"]),
        ("folder = \"p\"\nuri = \"x/{id}\"", &["uri", "original"]),
        ("folder = \"p\"\nrange = [1, 2]\nspaces = \"_\"", &["another key gives the ids"]),
        ("folder = \"p\"\nspaces = \" \"", &["spaces is what stands for white space"]),
        ("folder = \"p\"\nnamed_by = \"number\"", &["unknown variant `number`"]),
    ] {
        recipe(&made, images);
        made.refused(words);
    }
}
