//! Joins the page's style sheets, imported in cascade order by `style/index.css`, into one file
//! without imports.

use anyhow::{Context, Result, bail, ensure};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const INDEX: &str = "index.css";

/// The style sheets of a folder as one, in the order of its `index.css`.
///
/// # Errors
/// `index.css` has anything but imports and comments, imports a sheet twice, or omits one; a sheet
/// cannot be read, or has imports of its own, which browsers ignore after the first rule.
pub(crate) fn join(folder: &Path) -> Result<String> {
    let index = folder.join(INDEX);
    let names = imports(&read(&index)?).with_context(|| index.display().to_string())?;
    let mut remaining = sheets(folder)?;
    remaining.remove(&index);
    let mut joined = String::new();
    for name in names {
        let path = folder.join(&name);
        let sheet = read(&path)?;
        ensure!(
            remaining.remove(&path),
            "{}: {name} is imported twice, or is not a sheet in this folder",
            index.display()
        );
        ensure!(
            !sheet.contains("@import"),
            "{}: @import works in {INDEX} only: move it there",
            path.display()
        );
        joined.push_str(&sheet);
        joined.push('\n');
    }
    if let Some(path) = remaining.first() {
        bail!("{} is not imported: add it to {INDEX}, or delete it", path.display());
    }
    Ok(joined)
}

/// In order.
fn imports(index: &str) -> Result<Vec<String>> {
    let mut statements = String::new();
    for (place, part) in index.split("/*").enumerate() {
        // All parts but the first begin inside a comment.
        let outside = match part.split_once("*/") {
            Some((_, outside)) if place > 0 => outside,
            None if place > 0 => bail!("a comment is not closed: /*{part}"),
            _ => part,
        };
        statements.push_str(outside);
    }
    let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    statements
        .map(|statement| {
            let name = statement.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix('"'));
            let name = name.filter(|name| !name.contains('"'));
            name.map(String::from).with_context(|| {
                format!(
                    "expected @import \"NAME.css\"; but found {statement}: put rules in a sheet"
                )
            })
        })
        .collect()
}

/// Of a folder and its subfolders.
fn sheets(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut sheets(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "css") {
            found.insert(path);
        }
    }
    Ok(found)
}

fn read(sheet: &Path) -> Result<String> {
    fs::read_to_string(sheet).with_context(|| format!("cannot read {}", sheet.display()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn style() -> PathBuf {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        here.ancestors().map(|folder| folder.join("style")).find(|folder| folder.is_dir()).unwrap()
    }

    fn folder(sheets: &[(&str, &str)]) -> PathBuf {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("styles-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        for (name, text) in sheets {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn joined(sheets: &[(&str, &str)]) -> Result<String, String> {
        let folder = folder(sheets);
        let joined = join(&folder).map_err(|error| format!("{error:#}"));
        fs::remove_dir_all(folder).unwrap();
        joined
    }

    #[test]
    fn sheets_are_joined_in_the_order_of_the_index() {
        let index = "/* first; */\n@import \"z.css\";\n/* then */ @import \"in/a.css\";\n";
        let sheets = [("index.css", index), ("in/a.css", "a { }\n"), ("z.css", "z { }\n")];
        assert_eq!(joined(&sheets).unwrap(), "z { }\n\na { }\n\n");
    }

    #[test]
    fn what_browsers_would_not_see_is_refused() {
        let a = ("a.css", "a { }\n");
        let refused = |index: &str, sheets: &[(&str, &str)]| {
            joined(&[&[("index.css", index)], sheets].concat()).unwrap_err()
        };
        assert!(refused("", &[a]).contains("a.css is not imported"));
        assert!(
            refused("@import \"a.css\";@import \"a.css\";", &[a])
                .contains("a.css is imported twice")
        );
        assert!(refused("@import \"b.css\";", &[a]).contains("b.css"));
        assert!(refused("@import \"a.css\"; b { }", &[a]).contains("found b { }"));
        assert!(refused("@import \"a.css\" print;", &[a]).contains("print"));
        assert!(refused("/* @import \"a.css\";", &[a]).contains("not closed"));
        let nested = ("a.css", "@import \"b.css\";\n");
        assert!(refused("@import \"a.css\";", &[nested]).contains("works in index.css only"));
        assert!(joined(&[a]).unwrap_err().contains("index.css"));
    }

    #[test]
    fn the_pages_sheets_join_and_only_tokens_name_colours() {
        let folder = style();
        assert!(join(&folder).unwrap().contains(":root"));
        let is_colour = |word: &str| {
            let digits = word.strip_prefix('#').unwrap_or_default();
            let is_hex = [3, 4, 6, 8].contains(&digits.len())
                && digits.chars().all(|digit| digit.is_ascii_hexdigit());
            let name = word.split('(').next().filter(|_| word.contains('('));
            is_hex || name.is_some_and(|name| COLOUR_FUNCTIONS.contains(&name))
        };
        let is_end = |at: char| at.is_whitespace() || ";,:)".contains(at);
        for path in sheets(&folder).unwrap() {
            let text = fs::read_to_string(&path).unwrap();
            let colours: Vec<_> = text.split(is_end).filter(|word| is_colour(word)).collect();
            let is_tokens = path.ends_with("tokens.css");
            assert_eq!(is_tokens, !colours.is_empty(), "{}: {colours:?}", path.display());
        }
    }

    const COLOUR_FUNCTIONS: [&str; 8] =
        ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "oklch", "light-dark"];
}
