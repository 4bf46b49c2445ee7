//! Systems whose vectors are in a search engine elsewhere.

mod fill;
mod http;
mod keys;
mod ranked;
mod recalled;

pub(crate) use fill::{ToArgs, fill};
pub(crate) use keys::name_hosts;
pub(crate) use ranked::{found, ranked};
pub(crate) use recalled::indexed;
