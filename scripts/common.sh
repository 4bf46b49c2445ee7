# What serve and test share: where built things are kept, and installing what is missing.
# Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# One cache for all clones, so that only the first build is long. Nothing relies on it.
cache=${RANKSCOPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rankscope}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
wasm=wasm32-unknown-unknown
# Burn's models, which our encoders are held to: the native tests have them.
reference=rankscope-encode/burn
# Compiles our own crates with relaxed SIMD; those of others have nothing to gain.
relaxed=$root/scripts/rustc-relaxed
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

# The program that serves, and the bundler: neither Burn nor Parquet.
build_server() {
  say "Building the server and the bundler"
  cargo build --locked --release -p rankscope-cli --no-default-features --bin rankscope
  cargo build --locked --release -p rankscope-bundle
}

# The whole program, with training.
build_commands() {
  say "Building the commands"
  cargo build --locked --release -p rankscope-cli -p rankscope-bundle --bins
}

# The engine as $1. Cargo keeps what it has compiled with each compiler, and puts both engines in the
# same place.
build_engine() {
  cargo build --locked --release --target "$wasm" --features engine --bin engine
  cp "$CARGO_TARGET_DIR/$wasm/release/engine.wasm" "$1"
}

# The page: its module, taken apart, and the engine, for browsers with relaxed SIMD and for the
# others; bound and bundled into $1.
build_page() {
  say "Building the page"
  build_app page
  say "Building the engine"
  local engines=$CARGO_TARGET_DIR/$wasm/engines
  mkdir -p "$engines"
  build_engine "$engines/plain.wasm"
  RUSTC_WORKSPACE_WRAPPER=$relaxed build_engine "$engines/relaxed.wasm"
  bundle_page page "$engines/plain.wasm" "$engines/relaxed.wasm" "$1"
}

# The same to look at while it is worked on: quick to build again, large, and with one engine for
# all browsers.
build_dev_page() {
  say "Building the page, quickly"
  build_app dev-page
  local engine=$CARGO_TARGET_DIR/$wasm/engines/dev.wasm
  mkdir -p "${engine%/*}"
  build_engine "$engine"
  bundle_page dev-page "$engine" "$engine" "$1"
}

# The page's module, with cargo's profile $1.
build_app() {
  # Leptos's own switch: views lose their types, and the module a tenth of its size.
  RUSTFLAGS="--cfg erase_components" \
    cargo rustc --locked --profile "$1" --target "$wasm" --features app --bin app -- \
    -C link-arg=--emit-relocs # tells the bundler what belongs to which part
}

# Modules into a folder: profile of the page, engine, engine with relaxed SIMD, folder.
bundle_page() {
  "$CARGO_TARGET_DIR/release/bundle" --app "$CARGO_TARGET_DIR/$wasm/$1/app.wasm" \
    --engine "$2" --engine-relaxed "$3" --out "$4"
}

rankscope() { "$CARGO_TARGET_DIR/release/rankscope" "$@"; }
