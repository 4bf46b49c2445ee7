//! What is asked: as the address names it, and found in the benchmark or among the visitor's pictures.

use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{Image, Query};
use rankscope_messages::Picture;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    Words(String),
    /// The id of a query of the benchmark (`query`).
    Stored(String),
    /// Images similar to one of the benchmark, by its id (`like`).
    Image(String),
    /// By its number in this visit (`picture`); the picture itself is not in the address.
    Picture(u32),
}

#[derive(Debug, Clone, PartialEq)]
pub struct OwnPicture {
    /// Its number in the address.
    pub number: u32,
    /// The file's name, or the words for a picture of the benchmark.
    pub name: String,
    pub pixels: Picture,
    /// Its middle square, as a data URL; `None` if the browser could not draw it.
    pub preview: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    None,
    Words(String),
    Stored(u32, Query),
    /// Images similar to this one of the benchmark, which has this row.
    Image(u32, Image),
    Picture(Arc<OwnPicture>),
    /// Not in this page: after a reload, or on another machine.
    LostPicture,
}

impl Question {
    /// Finds what is asked; `own_picture` is the picture of the number. The error names what the
    /// benchmark does not have.
    pub(crate) fn find(
        dataset: &Dataset,
        asked: Option<&Asked>,
        own_picture: Option<Arc<OwnPicture>>,
    ) -> Result<Self, String> {
        match asked {
            None => Ok(Self::None),
            Some(Asked::Words(words)) => Ok(Self::Words(words.clone())),
            Some(Asked::Picture(_)) => Ok(own_picture.map_or(Self::LostPicture, Self::Picture)),
            Some(Asked::Stored(id)) => {
                let row = dataset.query_row_from_id.get(id).copied();
                let found = row.and_then(|row| Some((row, dataset.queries.get(row as usize)?)));
                found
                    .map(|(row, query)| Self::Stored(row, query.clone()))
                    .ok_or_else(|| format!("query {id}"))
            }
            Some(Asked::Image(id)) => {
                let row = dataset.image_ids().row_of(id).and_then(|row| u32::try_from(row).ok());
                row.and_then(|row| Some(Self::Image(row, dataset.image(row)?.into_owned())))
                    .ok_or_else(|| format!("image {id}"))
            }
        }
    }

    /// The row of a query of the benchmark.
    pub(crate) fn stored_row(&self) -> Option<u32> {
        match self {
            Self::Stored(row, _) => Some(*row),
            _ => None,
        }
    }
}
