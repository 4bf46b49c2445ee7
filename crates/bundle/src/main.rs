//! The last step of the page's build: WebAssembly modules → a folder to serve.
//!
//! Generates the JavaScript bindings of the page, of the two engines and of the Parquet reader.
//! Writes the scripts that start them and the service worker that caches them for offline use,
//! joins the style sheets, copies `index.html` and `public/`, and prints the sizes. The folder is
//! assembled under a temporary name and renamed at the end.

mod brotli_files;
mod parts;
mod styles;

use anyhow::{Context, Result, bail};
use rankscope_core::{
    content_policy,
    views::{INDEX_FILE, Page},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "\
Usage: bundle --modules DIR --out DIST [--root DIR] [--partial] [--brotli]
       bundle --bind MODULE.wasm --out DIR
       bundle --compress DIST --out DIR

Bundles the page's modules into a folder that any web server can serve.

  --modules DIR       where Cargo left app.wasm, engine.wasm, engine_gpu.wasm and parquet_reader.wasm
  --out DIST          the folder to create; an existing bundle is replaced
  --root DIR          where index.html, style/ and public/ are [default: .]
  --partial           leave out the engine on WebGPU and the Parquet reader, which are still being
                      built; the page says so where they are needed
  --brotli            also write .br files, compressed by brotli
  --bind MODULE.wasm  only generate the bindings of this module
  --compress DIST     copy a finished bundle without its benchmark, and add .br files: what the
                      program packs (feature `page` of crates/cli)
";

const BOOT: &str = include_str!("boot.js");

/// Fetches the page's modules, and counts their bytes.
const MODULES: &str = include_str!("modules.js");

const FIRST_MODULE: &str = "app_bg.wasm";

/// How index.html preloads the first part.
const FIRST_PART: &str =
    "    <link rel=\"preload\" href=\"app_bg.wasm\" as=\"fetch\" crossorigin>\n";

/// What index.html shows until the page starts.
const LOADING: &str = "<p>Loading the page …</p>";

/// What 404.html shows instead: without the style sheet, only the second paragraph shows.
const WAY_OUT: &str = r#"<p hidden>Loading the page …</p>
      <p class="nowhere">There is no page at this address. <a href="..">Go up one level</a></p>"#;

const ENGINE_LOADER: &str = include_str!("engine_loader.js");

const PARQUET_LOADER: &str = include_str!("parquet_loader.js");

/// Replaces the reader while it is being built.
const PARQUET_NOT_BUILT: &str =
    "const answer = \"the Parquet reader is still being built: reload the page once it is\";
self.addEventListener(\"message\", ({ data: [name] }) => self.postMessage(`${name}: ${answer}`));
";

/// Caches the page's files in the browser.
const SERVICE_WORKER: &str = include_str!("service_worker.js");

struct Args {
    modules: PathBuf,
    out: PathBuf,
    root: PathBuf,
    is_partial: bool,
    brotli: bool,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return finish(say(USAGE));
    }
    if let [bind, module, to, out] = args.as_slice()
        && (bind.as_str(), to.as_str()) == ("--bind", "--out")
    {
        return finish(bindings(Path::new(module), None, Path::new(out), |_| {}));
    }
    if let [compress, dist, to, out] = args.as_slice()
        && (compress.as_str(), to.as_str()) == ("--compress", "--out")
    {
        let dist = Path::new(dist);
        return finish(made(Path::new(out), |folder, earlier| compressed(dist, folder, earlier)));
    }
    match parsed(&args) {
        Ok(args) => finish(bundle(&args)),
        Err(error) => {
            eprintln!("error: {error:#}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn finish(done: Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn say(text: &str) -> Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn parsed(args: &[String]) -> Result<Args> {
    let (mut modules, mut out, mut root) = (None, None, PathBuf::from("."));
    let (mut is_partial, mut brotli) = (false, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value =
            || args.next().map(PathBuf::from).with_context(|| format!("{arg} needs a path"));
        match arg.as_str() {
            "--modules" => modules = Some(value()?),
            "--out" => out = Some(value()?),
            "--root" => root = value()?,
            "--partial" => is_partial = true,
            "--brotli" => brotli = true,
            other => bail!("unknown argument {other}"),
        }
    }
    Ok(Args {
        modules: modules.context("--modules is missing")?,
        out: out.context("--out is missing")?,
        root,
        is_partial,
        brotli,
    })
}

fn bundle(args: &Args) -> Result<()> {
    made(&args.out, |folder, earlier| fill(args, folder, earlier))
}

/// Makes a bundle under a temporary name and puts it in the place of an earlier one. `fill` gets
/// the folder to make and the earlier one, which may not exist.
fn made(out: &Path, fill: impl FnOnce(&Path, &Path) -> Result<()>) -> Result<()> {
    let out = std::path::absolute(out)?;
    let name = out.file_name().context("--out has no name")?.to_string_lossy().into_owned();
    let parent = out.parent().context("--out has no parent folder")?;
    fs::create_dir_all(parent)?;
    if out.exists() && !out.join("boot.js").is_file() && fs::read_dir(&out)?.next().is_some() {
        bail!("{} exists and is not a bundle of the page: choose another folder", out.display());
    }
    let unfinished = parent.join(format!(".{name}-unfinished-{}", std::process::id()));
    let done = fill(&unfinished, &out).and_then(|()| replace(&out, &unfinished));
    if done.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(&unfinished);
    }
    done
}

/// A copy of a finished bundle with `.br` files, and without the benchmark in it.
fn compressed(dist: &Path, folder: &Path, earlier: &Path) -> Result<()> {
    if !dist.join("boot.js").is_file() {
        bail!("{} is not a bundle of the page: make one first", dist.display());
    }
    copy_folder(dist, folder, &|path| path == dist.join("benchmark"))?;
    brotli_files::compress(folder, earlier)
}

fn fill(args: &Args, folder: &Path, earlier: &Path) -> Result<()> {
    fs::create_dir(folder)?;
    let first = folder.join("first.wasm");
    let needed = parts::split(&args.modules.join("app.wasm"), &first, folder)?;
    bindings(&first, Some("app"), folder, |bindgen| {
        // The parts call each other through the linker's function table. The splitter needed the
        // names; the page does not.
        bindgen.keep_lld_exports(true).remove_name_section(true);
    })?;
    fs::remove_file(first)?;
    fs::write(folder.join("boot.js"), BOOT)?;
    let mut sizes = BTreeMap::new();
    let later: &[&str] = if args.is_partial { &[] } else { &["engine_gpu", "parquet_reader"] };
    for name in ["engine"].iter().chain(later) {
        let module = args.modules.join(format!("{name}.wasm"));
        bindings(&module, Some(name), folder, |bindgen| {
            bindgen.remove_name_section(true).remove_producers_section(true);
        })?;
        sizes.insert(*name, size(&folder.join(format!("{name}_bg.wasm")))?);
    }
    let mut first_sizes = BTreeMap::from([(FIRST_MODULE, size(&folder.join(FIRST_MODULE))?)]);
    for part in &needed.for_answer {
        first_sizes.insert(part, size(&folder.join(part))?);
    }
    let engine_size = sizes.get("engine").context("the page has no engine")?;
    let fetching = MODULES
        .replace("__SIZES__", &serde_json::to_string(&first_sizes)?)
        .replace("__ENGINE_SIZE__", &engine_size.to_string());
    fs::write(folder.join("modules.js"), fetching)?;
    let loader = ENGINE_LOADER.replace("__SIZES__", &serde_json::to_string(&sizes)?);
    fs::write(folder.join("engine_loader.js"), loader)?;
    let reader = if args.is_partial { PARQUET_NOT_BUILT } else { PARQUET_LOADER };
    fs::write(folder.join("parquet_loader.js"), reader)?;
    let path = args.root.join("index.html");
    let index = fs::read_to_string(&path)
        .map_err(anyhow::Error::from)
        .and_then(|text| with_policy(&without_trunk(&text)))
        .and_then(|text| with_parts(&text, &needed.at_once))
        .with_context(|| path.display().to_string())?;
    // Static hosts serve 404.html for a link to a view, such as /leaderboard.
    for (name, text) in [("404.html", with_way_out(&index)?), ("index.html", index)] {
        fs::write(folder.join(name), text)?;
    }
    let style = args.root.join("style");
    // Styles are optional.
    if style.is_dir() {
        fs::create_dir(folder.join("style"))?;
        fs::write(folder.join("style/app.css"), styles::join(&style)?)?;
    }
    // Public files go to the top level, where browsers look for icons.
    copy_folder(&args.root.join("public"), folder, &|_| false)?;
    // The page opens the benchmark at `benchmark/`; on a plain file server, the built-in one.
    let built_in = folder.join("fieldbook");
    if built_in.is_dir() {
        fs::rename(&built_in, folder.join("benchmark"))
            .with_context(|| format!("cannot move {}", built_in.display()))?;
    }
    fs::write(folder.join("service_worker.js"), service_worker(folder)?)?;
    if args.brotli {
        brotli_files::compress(folder, earlier)?;
    }
    for name in modules(folder)? {
        let raw = folder.join(&name);
        let compressed = folder.join(format!("{name}.br"));
        let brotli = if compressed.exists() {
            format!(", {} bytes with brotli", size(&compressed)?)
        } else {
            String::new()
        };
        say(&format!("{name}: {} bytes{brotli}\n", size(&raw)?))?;
    }
    Ok(())
}

/// The page without the lines that only Trunk reads.
fn without_trunk(index: &str) -> String {
    index.split_inclusive('\n').filter(|line| !line.contains("data-trunk")).collect()
}

/// Inserts the Content-Security-Policy, for hosts that do not send it as a header.
fn with_policy(index: &str) -> Result<String> {
    if index.matches(content_policy::PLACE).count() != 1 {
        bail!("{} must stand for the page's policy, once", content_policy::PLACE);
    }
    Ok(index.replace(content_policy::PLACE, content_policy::PAGE))
}

/// Preloads the parts that every visit needs, so that they arrive with the first one.
fn with_parts(index: &str, parts: &[String]) -> Result<String> {
    let (before, after) = index
        .split_once(FIRST_PART)
        .with_context(|| format!("index.html must contain {FIRST_PART}"))?;
    let links: String = parts.iter().map(|part| FIRST_PART.replace("app_bg.wasm", part)).collect();
    Ok(format!("{before}{FIRST_PART}{links}{after}"))
}

/// The page for unknown addresses. Its links are relative, so below a view, as at /learn/more, they
/// find neither modules nor styles; the words that the style sheet hides then show.
fn with_way_out(index: &str) -> Result<String> {
    if index.matches(LOADING).count() != 1 {
        bail!("index.html must contain {LOADING}, once");
    }
    Ok(index.replace(LOADING, WAY_OUT))
}

/// Sorted.
fn modules(folder: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".wasm") {
            names.insert(name);
        }
    }
    Ok(names)
}

/// Generates the bindings of a module, under its file's name unless `name` is given.
fn bindings(
    module: &Path,
    name: Option<&str>,
    folder: &Path,
    settings: impl FnOnce(&mut Bindgen),
) -> Result<()> {
    if !module.is_file() {
        bail!("{} does not exist: build it first", module.display());
    }
    let stem = module.file_stem().context("a module without a name")?.to_string_lossy();
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name.unwrap_or(&stem)).web(true)?.typescript(false);
    settings(&mut bindgen);
    bindgen
        .generate(folder)
        .with_context(|| format!("cannot generate the bindings of {}", module.display()))
}

/// The service worker of the build in a folder. It lists every file of the page with its hash, so
/// that every build has another worker. It omits the benchmark's files, and 404.html, which only
/// servers read.
fn service_worker(folder: &Path) -> Result<String> {
    let mut hashes = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.ends_with("benchmark") && !path.ends_with("404.html") {
            add_hashes(folder, &path, &mut hashes)?;
        }
    }
    let files = serde_json::to_string_pretty(&hashes)?;
    let views: Vec<&str> = Page::ALL.into_iter().map(Page::segment).chain([INDEX_FILE]).collect();
    let version = hash(format!("{SERVICE_WORKER}{files}").as_bytes());
    Ok(SERVICE_WORKER
        .replace("__VERSION__", version.get(..16).unwrap_or(&version))
        .replace("__FILES__", &files)
        .replace("__VIEWS__", &serde_json::to_string(&views)?))
}

/// Of a file, or of all files below a folder, by `/`-separated relative path.
fn add_hashes(folder: &Path, path: &Path, hashes: &mut BTreeMap<String, String>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            add_hashes(folder, &entry?.path(), hashes)?;
        }
        return Ok(());
    }
    let relative = path.strip_prefix(folder)?.iter().map(|part| part.to_string_lossy());
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    hashes.insert(relative.collect::<Vec<_>>().join("/"), hash(&bytes));
    Ok(())
}

/// SHA-256 in hexadecimal digits.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| file.display().to_string())?.len())
}

fn copy_folder(from: &Path, to: &Path, is_left_out: &impl Fn(&Path) -> bool) -> Result<()> {
    // Public files are optional.
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if is_left_out(&entry.path()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target, is_left_out)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("cannot copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Moves the finished folder into place, replacing an earlier one.
fn replace(out: &Path, finished: &Path) -> Result<()> {
    if !out.exists() {
        return Ok(fs::rename(finished, out)?);
    }
    let earlier = finished.with_extension("earlier");
    fs::rename(out, &earlier)?;
    if let Err(error) = fs::rename(finished, out) {
        fs::rename(&earlier, out)?;
        return Err(error.into());
    }
    Ok(fs::remove_dir_all(&earlier)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_the_policy_of_the_server() {
        let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../index.html");
        let page = with_policy(&fs::read_to_string(index).unwrap()).unwrap();
        let (_, policy) =
            page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
        let (policy, _) = policy.split_once("\">").unwrap();
        assert_eq!(content_policy::PAGE_HEADER, format!("{policy}; frame-ancestors 'none'"));
        assert!(with_policy("<html>").is_err());
    }
}
