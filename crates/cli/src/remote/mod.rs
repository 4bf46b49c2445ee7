//! Systems whose vectors a search engine elsewhere holds, natively.
//!
//! `http` sends what `rankscope_core::remote` asks (`asked`), with the key that `keys` has for the
//! host; `ranked` ranks a benchmark's queries,
//! `recalled` measures how far an engine's index is from an exact search, and `fill` fills a collection.

mod asked;
mod fill;
mod http;
mod keys;
mod ranked;
mod recalled;

pub(crate) use fill::{ToArgs, fill};
pub(crate) use keys::name_hosts;
pub(crate) use ranked::{found, ranked};
pub(crate) use recalled::indexed;
