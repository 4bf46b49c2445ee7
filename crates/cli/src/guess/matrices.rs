//! Vectors: which are of the images, which of the queries, and which belong together.

use super::{
    names::{Side, id_from, rest, side},
    roles::{Counted, Matrix, Roles},
};
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use std::{cmp::Reverse, path::Path};

#[derive(Debug)]
pub(super) struct SystemFiles<'a> {
    pub(super) id: String,
    pub(super) gallery: Matrix<'a>,
    pub(super) queries: Option<Matrix<'a>>,
    /// What was decided without certainty.
    pub(super) guesses: Vec<String>,
}

/// A matrix with its side, and why, unless its name says so.
struct Sided<'a> {
    matrix: Matrix<'a>,
    side: Side,
    guess: Option<String>,
}

/// The systems that the matrices make. Refuses a matrix whose rows fit neither images nor queries, or
/// whose side neither names nor rows tell, and query vectors without a gallery.
pub(super) fn systems<'a>(roles: &Roles<'a>, base: &Path) -> Result<Vec<SystemFiles<'a>>> {
    let sided = sided(roles)?;
    let (galleries, mut queries): (Vec<_>, Vec<_>) =
        sided.into_iter().partition(|it| it.side == Side::Images);
    let only_one = galleries.len() == 1;
    let mut systems: Vec<SystemFiles<'_>> = Vec::new();
    for gallery in galleries {
        let name = rest(gallery.matrix.path, base);
        let by_name = queries.iter().position(|it| rest(it.matrix.path, base) == name);
        let dim = gallery.matrix.dim;
        let by_dim = || queries.iter().position(|it| only_one && it.matrix.dim == dim);
        let matched = by_name.or_else(by_dim).map(|place| queries.remove(place));
        if let Some(other) = matched.as_ref().filter(|it| it.matrix.dim != dim) {
            bail!(
                "{} has vectors of {} and {} of {dim}: a system needs both from one model",
                other.matrix.path.display(),
                counted(other.matrix.dim, "number", "numbers"),
                gallery.matrix.path.display()
            );
        }
        let id = if name.is_empty() { "vectors".to_owned() } else { id_from(&name) };
        if let Some(other) = systems.iter().find(|system| system.id.eq_ignore_ascii_case(&id)) {
            bail!(
                "{} and {} seem to be galleries of one system: name them for their systems, such as \
                 clip_gallery.npy and siglip_gallery.npy",
                other.gallery.path.display(),
                gallery.matrix.path.display()
            );
        }
        let guesses =
            gallery.guess.into_iter().chain(matched.as_ref().and_then(|it| it.guess.clone()));
        systems.push(SystemFiles {
            id,
            gallery: gallery.matrix,
            guesses: guesses.collect(),
            queries: matched.map(|it| it.matrix),
        });
    }
    if let Some(left) = queries.first() {
        bail!(no_gallery(&left.matrix, roles, &systems));
    }
    systems.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(systems)
}

/// What query vectors lack, and what would fit.
fn no_gallery(left: &Matrix<'_>, roles: &Roles<'_>, systems: &[SystemFiles<'_>]) -> String {
    let path = left.path.display();
    if let Some(system) = systems.first() {
        return format!(
            "{path} has {} of {}, and there is no gallery with it: {} has vectors of {}. Name both \
             for their system, such as clip_gallery.npy and clip_queries.npy",
            counted(left.rows, "vector", "vectors"),
            counted(left.dim, "number", "numbers"),
            system.gallery.path.display(),
            system.gallery.dim
        );
    }
    match roles.n_images() {
        Some(images) => format!(
            "{path} has {}, and {} has {}: the gallery has a row for each of them, in the \
             same order",
            left.n_rows(),
            images.path.display(),
            images.words()
        ),
        None => format!(
            "{path} has the vectors of queries, and there are none of images: add an array such as \
             gallery.npy"
        ),
    }
}

fn sided<'a>(roles: &Roles<'a>) -> Result<Vec<Sided<'a>>> {
    let (images, queries) = (roles.n_images(), roles.n_queries());
    let mut sided = Vec::new();
    let mut open = Vec::new();
    for matrix in &roles.matrices {
        let fits = |counted: Option<Counted<'_>>| counted.map(|it| it.n == matrix.rows);
        let by_rows = match (fits(images), fits(queries)) {
            (Some(true), Some(false) | None) => Some((Side::Images, images)),
            (Some(false) | None, Some(true)) => Some((Side::Queries, queries)),
            _ => None,
        };
        match (side(matrix.path), by_rows) {
            (Some(side), _) => {
                let counted = if side == Side::Images { images } else { queries };
                check_rows(matrix, side, counted)?;
                sided.push(Sided { matrix: *matrix, side, guess: None });
            }
            (None, Some((side, counted))) => {
                let guess = counted.map(|it| by_number(matrix, side, it));
                sided.push(Sided { matrix: *matrix, side, guess });
            }
            (None, None) => open.push(matrix),
        }
    }
    open.sort_by_key(|matrix| Reverse(matrix.rows));
    decide(&open, roles, &mut sided)?;
    Ok(sided)
}

/// Refuses a matrix whose name says its side and whose rows say otherwise.
fn check_rows(matrix: &Matrix<'_>, side: Side, counted: Option<Counted<'_>>) -> Result<()> {
    let Some(counted) = counted.filter(|it| it.n != matrix.rows) else { return Ok(()) };
    bail!(
        "{} has {}, {} has {}: a row is needed for each, in the same order. {}",
        matrix.path.display(),
        matrix.n_rows(),
        counted.path.display(),
        counted.words(),
        match side {
            Side::Images => {
                "Nearest: image_ids.txt with the picture of each row, one a line; pictures that it \
                 does not name are left out"
            }
            Side::Queries => "Nearest: a file with the text of each row, one a line",
        }
    )
}

fn by_number(matrix: &Matrix<'_>, side: Side, counted: Counted<'_>) -> String {
    format!(
        "{} has the vectors of the {}: {}, as many as {} has {}",
        matrix.path.display(),
        word(side),
        matrix.n_rows(),
        counted.path.display(),
        counted.of[1]
    )
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Images => "images",
        Side::Queries => "queries",
    }
}

/// Matrices that nothing but their sizes tells apart, the largest first.
fn decide<'a>(open: &[&Matrix<'a>], roles: &Roles<'a>, sided: &mut Vec<Sided<'a>>) -> Result<()> {
    let has = |side| sided.iter().any(|it: &Sided<'_>| it.side == side);
    let (has_gallery, has_queries) = (has(Side::Images), has(Side::Queries));
    let mut put = |matrix: &Matrix<'a>, side, why: &str| {
        let path = matrix.path.display();
        let guess = Some(format!("{path} has the vectors of the {}: {why}", word(side)));
        sided.push(Sided { matrix: *matrix, side, guess });
    };
    match open {
        [] => {}
        [one] if has_gallery && !has_queries => put(one, Side::Queries, "the gallery is another"),
        // Of the images, but that their number is another, which is then said.
        [one] if !has_gallery => {
            check_rows(one, Side::Images, roles.n_images().filter(|it| it.n != one.rows))?;
            put(one, Side::Images, "they are in no other file");
        }
        [large, small] if !has_gallery && !has_queries && large.rows > small.rows => {
            check_rows(large, Side::Images, roles.n_images())?;
            check_rows(small, Side::Queries, roles.n_queries())?;
            put(large, Side::Images, "it has more rows");
            put(small, Side::Queries, "it has fewer rows");
        }
        several => {
            let paths: Vec<String> =
                several.iter().map(|it| it.path.display().to_string()).collect();
            bail!(
                "{}: neither names nor numbers of rows tell which vectors are of images, and which of \
                 queries. Name them for it, such as clip_gallery.npy and clip_queries.npy",
                paths.join(", ")
            )
        }
    }
    Ok(())
}

/// The gallery of the first system; all must have as many rows.
pub(super) fn n_rows<'a>(systems: &[SystemFiles<'a>]) -> Result<Option<Matrix<'a>>> {
    let Some(first) = systems.first().map(|system| system.gallery) else { return Ok(None) };
    let other = systems.iter().find(|system| system.gallery.rows != first.rows);
    if let Some(other) = other {
        bail!(
            "{} has {}, and {} has {}: all galleries are of the same images",
            first.path.display(),
            first.n_rows(),
            other.gallery.path.display(),
            other.gallery.rows
        );
    }
    Ok(Some(first))
}
