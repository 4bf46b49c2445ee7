//! A table for papers compiles, where LaTeX and the package booktabs are.

use crate::printed::printed;
use libtest_mimic::{Failed, Trial};
use rankscope_core::table::FORMATS;
use std::{fs, process::Command};

pub(crate) fn trials() -> Vec<Trial> {
    let has = |program: &str, argument: &str| {
        Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
    };
    let is_absent = !has("pdflatex", "--version") || !has("kpsewhich", "booktabs.sty");
    vec![Trial::test("latex_compiles", compiles).with_ignored_flag(is_absent)]
}

fn compiles() -> Result<(), Failed> {
    let latex = FORMATS.iter().find(|format| format.name == "LaTeX").ok_or("no such format")?;
    let folder = tempfile::tempdir()?;
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{booktabs}}\n\
         \\begin{{document}}\n{}\\end{{document}}\n",
        (latex.write)(&printed())
    );
    fs::write(folder.path().join("t.tex"), document)?;
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "t.tex"])
        .current_dir(folder.path())
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let is_whole = output.status.success() && folder.path().join("t.pdf").exists();
    if !is_whole || said.contains("Missing character") {
        return Err(said.into_owned().into());
    }
    Ok(())
}
