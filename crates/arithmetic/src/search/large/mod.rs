//! Galleries larger than memory: sign codes are in memory, vectors in files that are read a row at
//! a time.
//!
//! A search estimates all rows by their signs and takes the rows with the highest estimates as
//! candidates; it reads their stored vectors and scores them as every other search does. So scores
//! are exact, but the list may lack rows whose signs estimate them too low; more candidates miss
//! fewer. The search adds one shard after the other, in any order, and has partial results at any
//! time.
//!
//! Start with [`LargeShard`] and [`LargeSearch`], or with [`SignSearch`] for vectors on a server.

mod search;
mod shard;
mod sign_search;

pub use search::{Effort, LargeSearch};
pub use shard::{LargeShard, SIGN_SEED};
pub use sign_search::SignSearch;
