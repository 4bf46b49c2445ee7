//! The engine: a web worker with Burn in it. See `rankscope::engine`.

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code, reason = "the linker's own function can only be named as a foreign one")]
mod constructors {
    //! What Burn's crates register before `main` (by `inventory`, in static constructors).
    //!
    //! A linker that sees nobody call these constructors takes the module for a command, and has
    //! every function that JavaScript may call run them all again: a millisecond or more for each
    //! message, timer and promise. Once they are called here, it does not.

    unsafe extern "C" {
        fn __wasm_call_ctors();
    }

    pub(super) fn run() {
        // SAFETY: the linker defines it, without arguments; this is the first thing that runs,
        // and runs once.
        unsafe { __wasm_call_ctors() }
    }
}

fn main() {
    #[cfg(target_arch = "wasm32")]
    {
        constructors::run();
        rankscope::engine::start();
    }
}
