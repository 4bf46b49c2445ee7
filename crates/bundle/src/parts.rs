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

/// Every visit needs it as soon as the first part runs: the reader of a benchmark's lists.
const NEEDED_AT_ONCE: &str = "lists";

/// Explore's first answer also needs the results, and the drawing of their pictures.
const NEEDED_FOR_ANSWER: [&str; 3] = [NEEDED_AT_ONCE, "results", "drawing"];

pub(crate) struct NeededParts {
    /// As soon as the first part runs.
    pub(crate) at_once: Vec<String>,
    /// For Explore's first answer, including those.
    pub(crate) for_answer: Vec<String>,
}

/// How the splitter's loader fetches a part.
const FETCH: (&str, &str) = ("fetch(new URL(\"./", "\", import.meta.url))");
/// The same from `modules.js`, which counts the bytes.
const FETCHED: (&str, &str) = ("fetched(\"", "\")");
const FROM_MODULES: &str = "import { fetched } from \"./modules.js\";\n";

/// How the splitter's loader instantiates a part.
const INSTANTIATE: &str = "WebAssembly.instantiateStreaming(src, imports)";
/// The same, also for hosts that serve modules under the wrong content type.
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

/// Writes the later parts of a module and their loader to `folder`, and the first part, which still
/// needs its bindings, to `first`. Fails for a module linked without `--emit-relocs`.
pub(crate) fn split(module: &Path, first: &Path, folder: &Path) -> Result<NeededParts> {
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
fn name_by_contents(parts: Vec<PathBuf>, folder: &Path) -> Result<NeededParts> {
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
    let needed = NeededParts {
        at_once: needed_for(&script, &[NEEDED_AT_ONCE])?,
        for_answer: needed_for(&script, &NEEDED_FOR_ANSWER)?,
    };
    fs::write(loader, counting(&script)?)?;
    Ok(needed)
}

/// The splitter's loader, counting what it fetches.
fn counting(script: &str) -> Result<String> {
    let mut counting = String::from(FROM_MODULES);
    let mut rest = script;
    while let Some((before, after)) = rest.split_once(FETCH.0) {
        let (name, after) = after
            .split_once(FETCH.1)
            .context("the splitter’s loader has changed: it fetches otherwise")?;
        counting.push_str(before);
        counting.push_str(&format!("{}{name}{}", FETCHED.0, FETCHED.1));
        rest = after;
    }
    if rest.len() == script.len() {
        bail!("the splitter’s loader has changed: it no longer contains {}", FETCH.0);
    }
    counting.push_str(rest);
    Ok(counting)
}

/// The files of parts and of the chunks that they share with other parts. In the splitter's loader,
/// the line before a chunk lists its users.
fn needed_for(script: &str, parts: &[&str]) -> Result<Vec<String>> {
    let prefixes: Vec<String> = parts.iter().map(|part| format!("app_{part}-")).collect();
    let (mut names, mut is_shared) = (Vec::new(), false);
    for line in script.lines() {
        if let Some(users) = line.strip_prefix("/* ").and_then(|line| line.strip_suffix(" */")) {
            is_shared = users.split(", ").any(|user| parts.contains(&user));
        }
        let Some((_, rest)) = line.split_once("new URL(\"./") else { continue };
        let name = rest.split('"').next().unwrap_or_default();
        let is_named = prefixes.iter().any(|prefix| name.starts_with(prefix));
        if is_named || name.starts_with("app_chunk_") && is_shared {
            names.push(name.to_string());
        }
    }
    for prefix in prefixes {
        if !names.iter().any(|name| name.starts_with(&prefix)) {
            bail!("the page has no part {prefix}, which every visit needs");
        }
    }
    Ok(names)
}

/// Drops the name section, and shortens the integers that the linker pads for relocations.
fn compact(part: &[u8]) -> Result<Vec<u8>> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(part).context("a part is not a valid module")?;
    Ok(module.emit_wasm())
}
