//! Keeps relocations in the page's module: they tell the bundler which part code belongs to.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
}
