//! Systems whose vectors are in a search engine elsewhere.

pub(crate) mod http;
pub(crate) mod keys;
mod ranked;

pub(crate) use keys::name_hosts;
pub(crate) use ranked::{Opened, found, open, ranked};
