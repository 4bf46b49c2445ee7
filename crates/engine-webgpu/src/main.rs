//! The engine on WebGPU: a web worker that searches and encodes, through Burn.

#![allow(unsafe_code, reason = "one call of the linker's, explained below")]

#[cfg(target_arch = "wasm32")]
mod device;

fn main() {
    #[cfg(target_arch = "wasm32")]
    {
        unsafe extern "C" {
            /// Runs the static constructors, thousands of them in CubeCL.
            fn __wasm_call_ctors();
        }
        // SAFETY: the linker makes this function, and it has no parameters and no result. It must run
        // once, before anything else. Where no code calls it, the linker lets every call from
        // JavaScript run all constructors again, which costs milliseconds each time.
        unsafe { __wasm_call_ctors() };
        rankscope_engine::start::<device::WebGpu>();
    }
}
