//! Packs a built page into the program, for its feature `page`: a table of the files, with the brotli
//! form where the bundler wrote one beside a file. Without the feature it does nothing.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Names the folder of the page.
const PAGE: &str = "RANKSCOPE_PAGE";

/// The built-in benchmark lies in the page's folder, and is too large for a program.
const LEFT_OUT: &str = "benchmark";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={PAGE}");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return ExitCode::SUCCESS;
    }
    match pack() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error={error}");
            ExitCode::FAILURE
        }
    }
}

fn pack() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let page = match env::var_os(PAGE) {
        Some(folder) => crate_folder.join("../..").join(folder),
        None => crate_folder.join("../../dist"),
    };
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").is_file() {
        return Err(format!(
            "the feature `page` packs a built page into the program, and {} has no index.html: \
             build the page first (scripts/serve leaves it in dist), or name its folder with {PAGE}",
            page.display()
        )
        .into());
    }
    let page = page.canonicalize()?;
    let mut files = Vec::new();
    add(&page, &page, &mut files)?;
    files.sort();
    let mut table = String::from("static FILES: &[PackedFile] = &[\n");
    let mut n_raw_modules = 0;
    for name in &files {
        let file = page.join(name);
        let brotli = page.join(format!("{name}.br"));
        let is_brotli = brotli.is_file();
        let packed = if is_brotli { &brotli } else { &file };
        n_raw_modules += usize::from(!is_brotli && name.ends_with(".wasm"));
        let mut tag = DefaultHasher::new();
        fs::read(&file)?.hash(&mut tag);
        writeln!(
            table,
            "PackedFile {{ path: {name:?}, tag: \"{:016x}\", is_brotli: {is_brotli}, \
             bytes: include_bytes!({packed:?}) }},",
            tag.finish()
        )?;
    }
    table.push_str("];\n");
    if n_raw_modules > 0 {
        println!(
            "cargo::warning={n_raw_modules} modules of the page in {} have no .br file, so the \
             program is several times as large: write the page with `bundle … --brotli`",
            page.display()
        );
    }
    fs::write(Path::new(&variable("OUT_DIR")?).join("packed_page.rs"), table)?;
    Ok(())
}

fn variable(name: &str) -> Result<String, Box<dyn Error>> {
    Ok(env::var(name).map_err(|error| format!("{name}: {error}"))?)
}

/// Adds the files below a folder of the page by their paths in it, with `/`; their brotli forms do not
/// count.
fn add(page: &Path, folder: &Path, files: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let parts = path.strip_prefix(page)?.iter().map(|part| part.to_str());
        let Some(parts) = parts.collect::<Option<Vec<&str>>>() else {
            return Err(format!("{}: its name is not UTF-8", path.display()).into());
        };
        let name = parts.join("/");
        if path.is_dir() {
            if name != LEFT_OUT {
                add(page, &path, files)?;
            }
        } else if path.extension().is_none_or(|extension| extension != "br") {
            files.push(name);
        }
    }
    Ok(())
}
