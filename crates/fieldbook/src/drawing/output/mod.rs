//! Writers of a display list: SVG, and pixels with the feature `raster`.

pub(crate) mod raster;
pub(crate) mod svg;
pub(crate) mod svg_path;
