//! The arithmetic of a text encoder, for few tokens on one CPU core.
//!
//! A query has about ten tokens, so its matrix products are short and wide: every weight is read
//! once and used once per token. [`Linear`] keeps its weights in panels of eight outputs, in the
//! order in which they are read, and multiplies a panel with up to four tokens at a time, which
//! fits a CPU's registers. [`attend`] uses the same product. Rows are plain slices, `[rows,
//! values]`. No tensors, no unsafe code, nothing of the browser.

mod attention;
mod fixed_panels;
mod float_panels;
mod functions;
mod lanes;
mod linear;
mod norm;
mod panel;
mod rounding;
mod table;
mod tiles;
mod values;

pub use attention::{Attention, Distances, attend, attend_by};
pub use functions::Nonlinearity;
pub use linear::{Linear, Workspace};
pub use norm::Norm;
pub use rounding::codes_from_rows;
pub use table::Table;
pub use values::{Codes, GROUP, Values, f32_from_finite_half};
