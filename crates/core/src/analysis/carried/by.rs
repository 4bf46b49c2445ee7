//! Where conditions and statistics are looked up.

use crate::benchmark::{FieldsFile, Image};
use std::sync::Arc;

/// Where conditions are looked up. Cheap to copy.
#[derive(Clone, Copy)]
pub struct CarriedBy<'a> {
    /// The images in corpus order, for their tags.
    pub images: &'a [Image],
    /// How many images there are.
    pub n_images: usize,
    /// All files of fields; none where the benchmark has none.
    pub files: &'a [Arc<FieldsFile>],
}
