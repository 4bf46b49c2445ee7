use super::name::{Role, role_by_name, stem, without_ending};
use crate::digits::in_groups;
use crate::formats::IdTable;

/// What is known before its values are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatrix {
    pub file: String,
    /// Of the array or tensor; `None` if the file is one matrix.
    pub part: Option<String>,
    pub n_rows: usize,
    pub dim: usize,
}

impl FoundMatrix {
    /// `pair.npz#gallery`.
    pub fn name(&self) -> String {
        match &self.part {
            Some(part) => format!("{}#{part}", self.file),
            None => self.file.clone(),
        }
    }

    /// The name that tells its role.
    pub(super) fn role_name(&self) -> &str {
        self.part.as_deref().unwrap_or(&self.file)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Counts<'a> {
    pub title: &'a str,
    pub images: usize,
    pub queries: usize,
}

/// Refers to matrices by their index in the list that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSystem {
    /// From the names of the files.
    pub name: String,
    pub gallery: usize,
    pub queries: Option<usize>,
}

/// Why a matrix is in no system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSystem {
    pub file: String,
    /// With the offending sizes.
    pub reason: String,
    pub advice: String,
}

/// A matrix with a row for each image is a gallery; one with a row for each query belongs to it if its rows are as
/// long. Among several, those belong together that are in one file, or whose names differ only in what they
/// hold, as `clip-gallery.npy` and `clip-queries.npy`. Matrices that fit neither are ignored if others of
/// their file fit.
pub fn systems_from_matrices(
    matrices: &[FoundMatrix],
    counts: Counts<'_>,
) -> (Vec<NewSystem>, Vec<NoSystem>) {
    let roles: Vec<Result<Role, NoSystem>> =
        matrices.iter().map(|matrix| role(matrix, counts)).collect();
    let of = |wanted: Role| -> Vec<usize> {
        let is_of = |place: &usize| matches!(roles.get(*place), Some(Ok(own)) if *own == wanted);
        (0..matrices.len()).filter(is_of).collect()
    };
    let fits = |file: &str| {
        roles.iter().zip(matrices).any(|(role, matrix)| role.is_ok() && matrix.file == file)
    };
    let refused = roles.iter().filter_map(|role| role.as_ref().err());
    let mut refused: Vec<NoSystem> = refused.filter(|no| !fits(&no.file)).cloned().collect();
    let (galleries, mut queries) = (of(Role::Images), of(Role::Queries));
    let (mut systems, mut unpaired) = (Vec::new(), Vec::new());
    let is_one_pair = galleries.len() == 1 && queries.len() == 1;
    for gallery in galleries {
        let Some(own) = matrices.get(gallery) else { continue };
        let of_one_space = |place: &usize| matrices.get(*place).is_some_and(|q| q.dim == own.dim);
        let is_alike = |place: &usize| matrices.get(*place).is_some_and(|q| are_alike(own, q));
        let alike = queries.iter().copied().find(|place| is_one_pair || is_alike(place));
        match alike {
            Some(place) if of_one_space(&place) => {
                queries.retain(|other| *other != place);
                systems.push(system(matrices, gallery, Some(place)));
            }
            Some(place) => {
                queries.retain(|other| *other != place);
                refused.extend(matrices.get(place).map(|query| other_space(own, query)));
            }
            None => unpaired.push(gallery),
        }
    }
    // The rest by their widths, where these leave no choice.
    let of_dim = |places: &[usize], dim: usize| -> Vec<usize> {
        let has = |place: &usize| matrices.get(*place).is_some_and(|own| own.dim == dim);
        places.iter().copied().filter(has).collect()
    };
    let all_unpaired = unpaired.clone();
    for gallery in unpaired {
        let Some(own) = matrices.get(gallery) else { continue };
        let (alike, rivals) = (of_dim(&queries, own.dim), of_dim(&all_unpaired, own.dim));
        match (alike.as_slice(), rivals.len()) {
            ([], _) => systems.push(system(matrices, gallery, None)),
            ([one], 1) => {
                systems.push(system(matrices, gallery, Some(*one)));
                queries.retain(|other| other != one);
            }
            _ => refused.push(NoSystem {
                file: own.file.clone(),
                reason: format!(
                    "several files have rows of {} values, and their names do not say which queries \
                     belong to {}",
                    in_groups(own.dim as u64),
                    own.name()
                ),
                advice:
                    "Give each pair matching names, such as clip-gallery.npy and clip-queries.npy, or \
                     drop one pair at a time."
                        .into(),
            }),
        }
    }
    // Those that could not be told apart were reported already.
    let was_reported = |place: &usize| {
        let dim = matrices.get(*place).map(|own| own.dim);
        let is_of_dim = |own: &FoundMatrix| Some(own.dim) == dim;
        all_unpaired.iter().filter_map(|place| matrices.get(*place)).any(is_of_dim)
    };
    let alone = queries.iter().filter(|place| !was_reported(place));
    refused.extend(alone.filter_map(|place| matrices.get(*place)).map(|own| NoSystem {
        file: own.file.clone(),
        reason: format!(
            "{} has a row for each of the {} queries, but the vectors of the {} images are missing",
            own.name(),
            in_groups(own.n_rows as u64),
            in_groups(counts.images as u64)
        ),
        advice: "Drop it together with vectors of the images by the same model.".into(),
    }));
    (systems, refused)
}

fn role(matrix: &FoundMatrix, counts: Counts<'_>) -> Result<Role, NoSystem> {
    let Counts { title, images, queries } = counts;
    match (matrix.n_rows == images, matrix.n_rows == queries) {
        (true, false) => Ok(Role::Images),
        (false, true) => Ok(Role::Queries),
        (true, true) => role_by_name(matrix.role_name()).ok_or_else(|| NoSystem {
            file: matrix.file.clone(),
            reason: format!(
                "{title} has as many images as queries, {}, and the name of {} does not say which of \
                 them it holds",
                in_groups(images as u64),
                matrix.name()
            ),
            advice: "Put “gallery” or “queries” into its name, and drop it again.".into(),
        }),
        (false, false) => Err(NoSystem {
            file: matrix.file.clone(),
            reason: format!(
                "{} has {}; {title} has {} and {}",
                matrix.name(),
                counted(matrix.n_rows, "row", "rows"),
                counted(images, "image", "images"),
                counted(queries, "query", "queries")
            ),
            advice: "Drop a matrix with a row for each image, in the order of the benchmark, and one \
                     with a row for each query."
                .into(),
        }),
    }
}

fn are_alike(gallery: &FoundMatrix, queries: &FoundMatrix) -> bool {
    if gallery.part.is_some() || queries.part.is_some() {
        let stems = [gallery, queries].map(|own| own.part.as_deref().map(stem));
        return gallery.file == queries.file && stems[0] == stems[1];
    }
    stem(&gallery.file) == stem(&queries.file)
}

fn other_space(gallery: &FoundMatrix, queries: &FoundMatrix) -> NoSystem {
    let n = |own: &FoundMatrix| in_groups(own.dim as u64);
    NoSystem {
        file: queries.file.clone(),
        reason: format!(
            "{} has rows of {} values, but {} of {}: both must be of the same model",
            queries.name(),
            n(queries),
            gallery.name(),
            n(gallery)
        ),
        advice: "Drop vectors of images and queries that one model made.".into(),
    }
}

fn system(matrices: &[FoundMatrix], gallery: usize, queries: Option<usize>) -> NewSystem {
    let of = |place: usize| matrices.get(place);
    let name = of(gallery).map(|own| {
        let in_file = own.part.as_deref().map(stem).unwrap_or_default();
        let file = without_ending(&own.file);
        match (own.part.is_some(), stem(&own.file)) {
            // One pair of the file, or one of several.
            (true, _) if in_file.is_empty() => file.to_owned(),
            (true, _) => format!("{file} {in_file}"),
            (false, stem) if !stem.is_empty() => stem,
            (false, _) => match queries.and_then(of) {
                Some(queries) => format!("{file} and {}", without_ending(&queries.file)),
                None => file.to_owned(),
            },
        }
    });
    NewSystem { name: name.unwrap_or_default(), gallery, queries }
}

pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", in_groups(n as u64), if n == 1 { one } else { many })
}

/// For each wanted id, the row that has it in a matrix whose rows have the ids `found`. Fails, in
/// words, for unknown ids, and for wanted ids without a row.
pub fn order_by_ids<'a>(
    found: &[String],
    wanted: impl Iterator<Item = &'a str>,
) -> Result<Vec<u32>, String> {
    let mut rows = IdTable::default();
    for id in found {
        rows.row(id);
    }
    let mut is_used = vec![false; found.len()];
    let (mut order, mut n_missing, mut first_missing) = (Vec::new(), 0, "");
    for id in wanted {
        match rows.row_of(id) {
            Some(row) => {
                order.push(row);
                if let Some(is_used) = is_used.get_mut(row as usize) {
                    *is_used = true;
                }
            }
            None => {
                if n_missing == 0 {
                    first_missing = id;
                }
                n_missing += 1;
            }
        }
    }
    let unknown = is_used.iter().position(|is_used| !is_used);
    let unknown = unknown.and_then(|row| Some((row, found.get(row)?)));
    match (n_missing, unknown) {
        (0, None) => Ok(order),
        (0, Some((row, id))) => {
            Err(format!("row {row} has the id {id}, which is not in the benchmark"))
        }
        (n, _) => {
            Err(format!("{n} ids of the benchmark have no row, the first is {first_missing}"))
        }
    }
}
