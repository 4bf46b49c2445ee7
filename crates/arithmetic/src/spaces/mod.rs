//! Spaces made from a system's: fewer dimensions, principal components, and scores normalised over a
//! bank of queries. Each gives vectors of images and of queries whose dot product is the score, so every
//! search takes them. Pure; may use `ridge` and `vectors`. Start with [`Projection`] and [`QueryBank`].

mod projection;
mod query_bank;
mod query_map;
mod svd;

pub use projection::{PrincipalSample, Projection};
pub use query_bank::{BankPart, QueryBank};
pub use query_map::QueryMap;
pub use svd::Svd;
