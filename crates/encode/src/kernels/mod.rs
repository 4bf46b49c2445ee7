//! What a text encoder computes, for few tokens on one processor.
//!
//! A query has some ten tokens, so a product of matrices is short and wide: every weight is
//! read once and used as often as there are tokens. [`Linear`] keeps its weights in panels of
//! eight outputs, in the order in which they are read, and multiplies a panel with up to four
//! tokens at a time, which is what fits a processor's registers. [`attend`] is made of the
//! same product. Rows are plain slices, `[rows, values]`.
//!
//! No tensors, no unsafe code, nothing of the browser: the same code runs in a page, in the
//! commands and in the tests.

mod attention;
mod fixed_panels;
mod float_panels;
mod functions;
mod lanes;
mod linear;
mod norm;
mod table;
mod tiles;
mod values;

pub use attention::{Attention, attend};
pub use functions::Nonlinearity;
pub use linear::{Linear, Workspace};
pub use norm::Norm;
pub use table::Table;
pub use values::{Codes, GROUP, Values, codes_from_rows, f32_from_finite_half};
