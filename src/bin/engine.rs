//! The engine on the CPU: a web worker that searches and encodes. See `rankscope::engine`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope::engine::start();
}
