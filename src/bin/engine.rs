//! The engine: a web worker with Burn in it. See `rankscope::engine`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope::engine::start();
}
