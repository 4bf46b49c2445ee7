# Shared by the scripts: folders, installing what is missing, and builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# One cache for all clones, so that only the first build is slow. It can be deleted at any time.
cache=${RANKSCOPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rankscope}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
wasm=wasm32-unknown-unknown
mkdir -p "$cache"
cd "$root"

# Names a step, with the minutes and seconds since the script began.
say() { printf '\n== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$1" >&2; }
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

# Whether a GPU's driver, or one that computes on the processor, is there for native programs.
has_gpu_adapter() {
  [ "$(uname)" != Linux ] || compgen -G '/usr/share/vulkan/icd.d/*.json' >/dev/null ||
    compgen -G '/etc/vulkan/icd.d/*.json' >/dev/null
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

# Runs a command that builds the program with features of its own, and leaves release/rankscope as it
# was: tests and benches take the whole program from there. What was built goes to $1, if it is not
# empty.
build_apart() (
  built=$CARGO_TARGET_DIR/release/rankscope
  kept=$(mktemp -d "$CARGO_TARGET_DIR/kept.XXXXXX")
  put_back() {
    [ ! -e "$kept/rankscope" ] || mv -f "$kept/rankscope" "$built"
    rm -rf "$kept"
  }
  trap put_back EXIT
  [ ! -e "$built" ] || ln "$built" "$kept/rankscope"
  "${@:2}" || exit
  [ -n "$1" ] || { rm -f "$built"; exit; }
  mkdir -p "$(dirname "$1")" && mv -f "$built" "$1"
)

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
  build_engines "$2" && build_parquet_reader "$2" || engines=$?
  wait "$app" && return "$engines"
}

# Builds the reader of Parquet with Cargo profile $1.
build_parquet_reader() {
  say "Building the reader of Parquet"
  cargo build --locked --profile "$1" --target "$wasm" --features parquet-reader --bin parquet_reader
}

# Builds the page into $1: its split module, the engines and the reader of Parquet.
build_page() {
  build_modules page engine && bundle_page page engine "$1"
}

# Builds the page for development into $1: quick to rebuild, and large.
build_dev_page() {
  build_modules dev-page release && bundle_page dev-page release "$1"
}

# Builds the browser's tests of our operations on Burn.
build_operations_test() {
  say "Building the tests of operations"
  cargo build --locked --profile engine --target "$wasm" --features operations-test --bin operations_test
}

# Binds them into $1.
bundle_operations_test() {
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
    --engine "$modules/$2/engine.wasm" --engine-gpu "$modules/$2/engine_gpu.wasm" \
    --parquet "$modules/$2/parquet_reader.wasm"
}

# need_python LIST DIR: sets `python` to the interpreter of a separate environment in DIR with the
# packages in LIST, reused until LIST changes. Fails where there is no Python, venv or network.
need_python() {
  python=$2/bin/python
  cmp -s "$1" "$2/requirements.txt" && return
  "${PYTHON:-python3}" -m venv --clear "$2" >&2 || return
  "$python" -m pip install --quiet --disable-pip-version-check --requirement "$1" >&2 || return
  cp "$1" "$2/requirements.txt"
}

# Where the page lies that is packed into the program, for the feature `page`.
packed=$CARGO_TARGET_DIR/packed-page

# Compresses the bundle in $1 for the program.
pack_page() {
  say "Compressing the page for the program"
  "$CARGO_TARGET_DIR/release/bundle" --compress "$1" --out "$packed"
  export RANKSCOPE_PAGE=$packed
}

# Packs the page for the program: the built one in the folder that RANKSCOPE_DIST names, or else one
# that is built now.
need_packed_page() {
  build_bundler
  [ -n "${RANKSCOPE_DIST:-}" ] || build_page "$root/dist"
  pack_page "${RANKSCOPE_DIST:-$root/dist}"
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
