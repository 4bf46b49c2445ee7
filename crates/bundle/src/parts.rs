//! Splits the page's module at its `wasm_split` points: a first part that every visit loads, and
//! parts that are fetched when a page needs them.

use anyhow::{Context, Result, anyhow, bail};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use walrus::ModuleConfig;
use wasm_split_cli_support::{Options, transform};

/// The script that fetches parts; the first part's bindings import it.
pub(crate) const LOADER: &str = "app_parts.js";

/// The part that every visit needs as soon as the first part runs: the reader of a benchmark's lists.
const NEEDED_AT_ONCE: &str = "lists";

/// How the splitter's loader instantiates a part.
const INSTANTIATE: &str = "WebAssembly.instantiateStreaming(src, imports)";
/// Does the same, and also works with hosts that serve modules under the wrong content type.
const INSTANTIATED: &str = r#"
async function instantiated(source, imports) {
    const response = await source;
    if (!response.ok) throw new Error(`${response.url}: the server answered ${response.status}`);
    if (response.headers.get("content-type") === "application/wasm") {
        return WebAssembly.instantiateStreaming(response, imports);
    }
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
"#;

/// Writes the later parts of a module and their loader to `folder`, and the first part, which
/// still needs its bindings, to `first`. Returns the names of the parts that every visit needs.
///
/// # Errors
/// The module was linked without `--emit-relocs`, or the splitter does not support it.
pub(crate) fn split(module: &Path, first: &Path, folder: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(module)
        .with_context(|| format!("cannot read {}: build it first", module.display()))?;
    let link_name = format!("./{LOADER}");
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = first;
    options.link_name = &link_name;
    options.main_module = "./app.js";
    let parts = transform(options)
        .map_err(|e| anyhow!("{e:#}"))
        .with_context(|| format!("cannot split {}", module.display()))?;
    name_by_contents(parts.split_modules, folder)
}

/// Names parts by the hash of their contents, so that a page never loads a part of another build,
/// whose calls would go to the wrong functions.
fn name_by_contents(parts: Vec<PathBuf>, folder: &Path) -> Result<Vec<String>> {
    let mut names = BTreeMap::new();
    for part in parts {
        let name = part.file_name().context("a part without a name")?.to_string_lossy();
        let stem = name.trim_end_matches(".wasm").trim_start_matches("split_");
        let bytes = compact(&fs::read(&part)?)?;
        let hash = crate::hash(&bytes);
        let named = format!("app_{stem}-{}.wasm", hash.get(..16).unwrap_or(&hash));
        fs::write(folder.join(&named), bytes)?;
        fs::remove_file(&part)?;
        names.insert(format!("\"./{name}\""), format!("\"./{named}\""));
    }
    let loader = folder.join(LOADER);
    let mut script = fs::read_to_string(&loader)?;
    for (name, named) in names {
        if !script.contains(&name) {
            // The part has no code, and nothing fetches it.
            fs::remove_file(folder.join(named.trim_matches('"')))?;
        }
        script = script.replace(&name, &named);
    }
    for (theirs, ours) in [
        (INSTANTIATE, "instantiated(src, imports)"),
        // The page reports the parts that it needs; a prefetch that a visitor interrupts by leaving
        // is not an error.
        ("console.error(e);", "console.warn(e);"),
    ] {
        if !script.contains(theirs) {
            bail!("the splitter’s loader has changed: it no longer contains {theirs}");
        }
        script = script.replace(theirs, ours);
    }
    script.push_str(INSTANTIATED);
    fs::write(loader, &script)?;
    needed_at_once(&script)
}

/// The file of [`NEEDED_AT_ONCE`] and those of the chunks that it shares with other parts, by the
/// splitter's loader: a chunk's line before says whose it is.
fn needed_at_once(script: &str) -> Result<Vec<String>> {
    let own = format!("app_{NEEDED_AT_ONCE}-");
    let (mut names, mut is_shared) = (Vec::new(), false);
    for line in script.lines() {
        if let Some(users) = line.strip_prefix("/* ").and_then(|line| line.strip_suffix(" */")) {
            is_shared = users.split(", ").any(|user| user == NEEDED_AT_ONCE);
        }
        let Some((_, rest)) = line.split_once("new URL(\"./") else { continue };
        let name = rest.split('"').next().unwrap_or_default();
        if name.starts_with(&own) || name.starts_with("app_chunk_") && is_shared {
            names.push(name.to_string());
        }
    }
    if !names.iter().any(|name| name.starts_with(&own)) {
        bail!("the page has no part {NEEDED_AT_ONCE}, which every visit needs");
    }
    Ok(names)
}

/// A part without its name section, and with integers in their shortest encoding: the linker pads
/// them so that relocations fit.
fn compact(part: &[u8]) -> Result<Vec<u8>> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(part).context("a part is not a valid module")?;
    Ok(module.emit_wasm())
}
