//! The page.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    rankscope::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
