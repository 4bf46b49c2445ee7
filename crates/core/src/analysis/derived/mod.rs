//! Derived systems: pipelines of systems, each named by an expression that says how it is made.
//!
//! The expression is the id, so that a link or a command line is enough:
//!
//! | expression | its ranking |
//! |---|---|
//! | `rrf(a,b)`, `rrf(a,b,k=10)`, `wrrf(a*2,b*0.5)`, `combsum(a,b)`, `combmnz(a,b)` | the lists of the parts, fused |
//! | `rerank(a,b,100)` | the first 100 of `a` in the order of `b`; the rest follows as it was |
//! | `first(a,32)` | by the first 32 dimensions of both sides, at length 1 again |
//! | `pca(a,32)` | by 32 principal components of the gallery, at length 1 again |
//! | `qbnorm(a,val)`, `qbnorm(a,val,beta=10,dynamic)` | by scores normalised over the queries of a split |
//! | `feedback(a,rocchio,2)` | after two rounds of relevance feedback |
//! | `guides(balanced)`, `guides(balanced,m=3,l=2,gamma=0.4)` | by guide images, with the choices of a preset |
//!
//! A part is a system, a stored run, or another expression. `fuse(rrf,a,b)` is read as `rrf(a,b)`.

mod error;
mod expression;
mod fused;
mod guided;
mod read;
mod sweep;
mod system;

pub use error::DerivedError;
pub use expression::{Derived, FEEDBACK_JUDGED, MAX_FEEDBACK_ROUNDS, QB_BETA, is_derived};
pub use fused::{FUSED_DEPTH, FusedSystem, FusionMethod, is_fused};
pub use guided::{GUIDE_PRESETS, GuidedSystem, MAX_GUIDES};
pub use sweep::{SWEPT, at_number};
