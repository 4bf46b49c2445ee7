//! Corpora larger than memory: their signs are in memory, their vectors where they can be read a
//! row at a time.
//!
//! A search looks at the signs of all rows and takes the rows with the highest estimates as
//! candidates; of these it reads the stored vectors and scores them as every other search does.
//! So scores are exact, and the list may lack rows that the signs thought little of: the more
//! candidates, the fewer. It goes shard by shard, each as soon as it is there, and says at any
//! time what it has found so far; what it finds in the end does not depend on the order.
//!
//! Enter by [`LargeShard`] and [`SoFar`].

mod shard;
mod so_far;

pub use shard::{LargeShard, SIGN_SEED};
pub use so_far::{Effort, SoFar};
