#[cfg(target_arch = "wasm32")]
fn main() {
    rankscope::ui::say_when_stopped();
    rankscope::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
