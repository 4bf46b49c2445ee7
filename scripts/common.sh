# Shared by the scripts: folders, installing what is missing, and builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# One cache for all clones, so that only the first build is slow. It can be deleted at any time.
cache=${RANKSCOPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rankscope}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
wasm=wasm32-unknown-unknown
# What the native tests add: Burn's models, the reference of our encoders, and the encoders' kernels on
# a GPU, which report themselves as skipped where there is no adapter.
reference=rankscope-encode/burn,rankscope-encode/webgpu
mkdir -p "$cache"
cd "$root"

say() { printf '\n== %s\n' "$1" >&2; }
die() { printf 'error: %s\n' "$1" >&2; exit 1; }

apt_install() {
  command -v apt-get >/dev/null || die "$1 is missing: install it with your system's packages and run this again"
  local as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  say "Installing $*"
  "${as_root[@]}" apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2
}

need_rust() {
  command -v cargo >/dev/null || die "Rust is missing: install it with rustup, see https://rustup.rs"
  command -v cc >/dev/null || apt_install gcc libc6-dev
  local sysroot
  sysroot=$(rustc --print sysroot)
  [ -d "$sysroot/lib/rustlib/$wasm" ] || { say "Adding the target $wasm"; rustup target add "$wasm" >&2; }
}

# Builds the server, without Burn and Parquet, and the bundler.
build_server() {
  say "Building the server and the bundler"
  cargo build --locked --release -p rankscope-cli -p rankscope-bundle --no-default-features --bins
}

build_bundler() {
  say "Building the bundler"
  cargo build --locked --release -p rankscope-bundle
}

# Builds the whole program, with training.
build_commands() {
  say "Building the commands"
  cargo build --locked --release -p rankscope-cli -p rankscope-bundle --bins
}

# Builds both engines, on the CPU and on WebGPU, with Cargo profile $1: one after the other, since the
# features of one change what is compiled for the other.
build_engines() {
  say "Building the engine on the CPU"
  cargo build --locked --profile "$1" --target "$wasm" --features engine --bin engine || return
  say "Building the engine on WebGPU"
  cargo build --locked --profile "$1" --target "$wasm" --features engine-gpu --bin engine_gpu
}

# Builds all modules, the page's with Cargo profile $1 and the engines' with $2, side by side: a
# profile has a folder of its own, and one core is free while the other links.
build_modules() {
  say "Building the page"
  build_app "$1" &
  local app=$! engines=0
  build_engines "$2" || engines=$?
  wait "$app" && return "$engines"
}

# Builds the page into $1: its split module and the engines.
build_page() {
  build_modules page engine && bundle_page page engine "$1"
}

# Builds the page for development into $1: quick to rebuild, and large.
build_dev_page() {
  build_modules dev-page release && bundle_page dev-page release "$1"
}

# Builds the browser's tests of our operations on Burn into $1.
build_operations_test() {
  say "Building the tests of operations"
  cargo build --locked --profile engine --target "$wasm" --features operations-test --bin operations_test &&
    "$CARGO_TARGET_DIR/release/bundle" \
      --bind "$CARGO_TARGET_DIR/$wasm/engine/operations_test.wasm" --out "$1"
}

# Builds the page's module with Cargo profile $1.
build_app() {
  # A Leptos option: erases the types of views, which makes the module a tenth smaller.
  RUSTFLAGS="--cfg erase_components" \
    cargo rustc --locked --profile "$1" --target "$wasm" --features app --bin app -- \
    -C link-arg=--emit-relocs # relocations tell the bundler which part code belongs to
}

# bundle_page PAGE_PROFILE ENGINE_PROFILE OUT: binds and bundles the modules into OUT.
bundle_page() {
  local modules=$CARGO_TARGET_DIR/$wasm
  "$CARGO_TARGET_DIR/release/bundle" --app "$modules/$1/app.wasm" --out "$3" \
    --engine "$modules/$2/engine.wasm" --engine-gpu "$modules/$2/engine_gpu.wasm"
}

# Finds the browsers; installs Chromium if it is missing. Tests of other browsers report themselves as
# skipped where those are missing.
find_browsers() {
  RANKSCOPE_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
  [ -n "$RANKSCOPE_CHROMIUM" ] || { apt_install chromium; RANKSCOPE_CHROMIUM=$(command -v chromium); }
  RANKSCOPE_FIREFOX=$(command -v firefox-esr || command -v firefox || true)
  export RANKSCOPE_CHROMIUM RANKSCOPE_FIREFOX
}

rankscope() { "$CARGO_TARGET_DIR/release/rankscope" "$@"; }
