//! Takes the page's module apart where its code says so: a first part for every visit, and those
//! that are fetched when a page wants them.

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

/// How the splitter's loader makes a part ready.
const INSTANTIATE: &str = "WebAssembly.instantiateStreaming(src, imports)";
/// The same, also where a host of files does not know the type of modules.
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

/// Writes the later parts of a module and their loader into a folder, and the first part, which
/// still needs its bindings, to `first`.
///
/// # Errors
/// Where the module was linked without `--emit-relocs`, or is not what the splitter knows.
pub(crate) fn take_apart(module: &Path, first: &Path, folder: &Path) -> Result<()> {
    let bytes = fs::read(module)
        .with_context(|| format!("there is no {}: build it first", module.display()))?;
    let link_name = format!("./{LOADER}");
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = first;
    options.link_name = &link_name;
    options.main_module = "./app.js";
    let parts = transform(options)
        .map_err(|e| anyhow!("{e:#}"))
        .with_context(|| format!("cannot take {} apart", module.display()))?;
    name_for_contents(parts.split_modules, folder)
}

/// Parts are named for what is in them: a page never gets a part of another build, which would
/// call into the wrong places.
fn name_for_contents(parts: Vec<PathBuf>, folder: &Path) -> Result<()> {
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
            // A part without code of its own, which nobody fetches.
            fs::remove_file(folder.join(named.trim_matches('"')))?;
        }
        script = script.replace(&name, &named);
    }
    for (theirs, ours) in [
        (INSTANTIATE, "instantiated(src, imports)"),
        // The page says what it misses; what was fetched ahead, when a visitor goes, is no fault.
        ("console.error(e);", "console.warn(e);"),
    ] {
        if !script.contains(theirs) {
            bail!("the splitter’s loader is not the one that is known here: no {theirs}");
        }
        script = script.replace(theirs, ours);
    }
    script.push_str(INSTANTIATED);
    Ok(fs::write(loader, script)?)
}

/// A part without the names of its functions, and with numbers as short as they can be: the linker
/// leaves room in each for another one.
fn compact(part: &[u8]) -> Result<Vec<u8>> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(part).context("a part that is no module")?;
    Ok(module.emit_wasm())
}
