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

# Builds the program `rankscope` and the bundler.
build_program() {
  say "Building the program and the bundler"
  cargo build --locked --release -p rankscope-cli -p rankscope-bundle --bins
}

build_bundler() {
  say "Building the bundler"
  cargo build --locked --release -p rankscope-bundle --bins
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

# All packages that visitors' browsers run. Every build names all of them, so that Cargo chooses the same
# features of what they share, whichever of their programs it is asked for.
for_browser=(-p rankscope -p rankscope-engine -p rankscope-engine-webgpu -p rankscope-parquet)

# build_modules PROFILE BIN…: builds programs of these packages with a Cargo profile.
build_modules() {
  local bins=("${@:2}")
  cargo build --locked --profile "$1" --target "$wasm" "${for_browser[@]}" "${bins[@]/#/--bin=}"
}

# Builds the browser's tests of our operations on Burn. Apart from the others: these tests need stock
# operations too, which would make the engine on WebGPU half as large again.
build_operations_test() {
  cargo build --locked --release --target "$wasm" "${for_browser[@]}" -p rankscope-operations-test --bin operations_test
}

# Builds the page into $2 with Cargo profile $1: its split module, the engines and the reader of Parquet.
build_page() {
  say "Building the page and its engines"
  build_modules "$1" app engine engine_gpu parquet_reader && bundle_page "$1" "$2"
}

# bundle_page PROFILE OUT [--partial]: binds and bundles the modules of a Cargo profile into OUT.
bundle_page() {
  "$CARGO_TARGET_DIR/release/bundle" --modules "$CARGO_TARGET_DIR/$wasm/$1" --out "$2" "${@:3}"
}

# Binds the browser's tests of our operations on Burn into $1.
bundle_operations_test() {
  "$CARGO_TARGET_DIR/release/bundle" \
    --bind "$CARGO_TARGET_DIR/$wasm/release/operations_test.wasm" --out "$1"
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
# that is built now, small.
need_packed_page() {
  local dist=${RANKSCOPE_DIST:-$CARGO_TARGET_DIR/shipped-page}
  build_bundler
  [ -n "${RANKSCOPE_DIST:-}" ] || build_page ship "$dist"
  pack_page "$dist"
}

# Finds the browsers; installs Chromium if it is missing, without its windows where there is a package of
# it: that opens a page in a third less of the processor's time. Tests of other browsers report themselves
# as skipped where those are missing.
find_browsers() {
  if ! command -v chromium-headless-shell >/dev/null && command -v apt-get >/dev/null; then
    (apt_install chromium-headless-shell) || (apt_install chromium)
  fi
  RANKSCOPE_CHROMIUM=$(command -v chromium-headless-shell || command -v chromium ||
    command -v chromium-browser || command -v google-chrome) || die "Chromium is missing: install it and run this again"
  RANKSCOPE_FIREFOX=$(command -v firefox-esr || command -v firefox || true)
  export RANKSCOPE_CHROMIUM RANKSCOPE_FIREFOX
}

rankscope() { "$CARGO_TARGET_DIR/release/rankscope" "$@"; }
