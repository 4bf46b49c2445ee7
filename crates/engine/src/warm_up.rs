//! Compiling the search before its first use. WebKit compiles a function with SIMD when it is first
//! called, which adds a tenth of a second to a visit's first search. A search of a tiny gallery
//! pays for that while the first shard is on its way. Other browsers have compiled the module by
//! then.

use super::yield_now::yield_now;
use rankscope_core::search::CpuGallery;
use rankscope_core::vectors::{ShardDtype, Vectors};

const N_ROWS: usize = 256;
const DIM: usize = 64;

/// Searches once per storage type, between other messages.
pub(super) async fn warm_up() {
    for dtype in [ShardDtype::I8, ShardDtype::F16, ShardDtype::F32] {
        yield_now().await;
        let mut vectors = Vectors::new(DIM, dtype);
        for row in 0..N_ROWS {
            vectors.push((0..DIM).map(|column| if column == row % DIM { 1.0 } else { 0.1 }));
        }
        // One query and several take different paths.
        let gallery = CpuGallery::new(vectors);
        for n_queries in [1, 4] {
            std::hint::black_box(gallery.top_k(&vec![vec![0.125; DIM]; n_queries], 10, None));
        }
    }
}
