//! The engine on the CPU: a web worker that searches and encodes.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope_engine::start::<rankscope_engine::Cpu>();
}
