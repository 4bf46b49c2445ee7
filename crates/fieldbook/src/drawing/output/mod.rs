//! Writers of a display list: SVG and pixels.

pub(crate) mod raster;
pub(crate) mod svg;
pub(crate) mod svg_path;
