//! The comparison: first the values, then the times. Contenders take turns, so that other load on
//! the machine affects all alike.

use super::{
    Result, agreement,
    contender::{Contender, Server},
    files, report,
    timing::Times,
    world,
};
use serde_json::{Map, Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

const N_IN_MEMORY: usize = 9;
const N_WHOLE: usize = 5;

/// Measures everything, writes `folder/measures.json` and prints a table.
pub(crate) fn compare(folder: &Path, python: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    eprintln!("Writing run and qrels files into {}", folder.display());
    files::write(folder)?;
    let ours = Contender::ourselves(folder)?;
    let trec_eval = Contender::peer("pytrec_eval", python, folder);
    let ranx = Contender::peer("ranx", python, folder);

    eprintln!("Comparing the values of every query");
    let agreement = agreement::check(&ours, &trec_eval, &ranx, &empty(folder, "values")?)?;
    let contenders = [ours, trec_eval, ranx];
    let load_before = report::load_average();
    let (in_memory, versions) = in_memory(&contenders, &empty(folder, "in-memory")?)?;
    let whole = whole(&contenders, &empty(folder, "whole")?)?;
    let [ours, ..] = &contenders;
    eprintln!("More and more queries");
    let (growth, _) = ours.run("growth", &[], folder)?;

    let report = json!({
        "machine": report::machine(),
        "load_average": { "before": load_before, "after": report::load_average() },
        "versions": versions,
        "measures": super::MEASURES,
        "n_systems": world::N_SYSTEMS,
        "n_queries": world::N_QUERIES,
        "depth": world::DEPTH,
        "largest_differences": agreement,
        "in_memory": in_memory,
        "whole_process": whole,
        "growth": serde_json::from_str::<Value>(&growth)?,
    });
    fs::write(folder.join("measures.json"), format!("{report:#}\n"))?;
    report::print(&report);
    Ok(())
}

/// An empty cache folder for numba.
fn empty(folder: &Path, name: &str) -> Result<PathBuf> {
    let compiled = folder.join("numba").join(name);
    if compiled.exists() {
        fs::remove_dir_all(&compiled)?;
    }
    fs::create_dir_all(&compiled)?;
    Ok(compiled)
}

/// Seconds to evaluate rankings in memory; the first call, in which numba compiles, is kept apart.
fn in_memory(contenders: &[Contender], compiled: &Path) -> Result<(Value, Map<String, Value>)> {
    eprintln!("In memory: loading");
    let servers = contenders.iter().map(|contender| contender.serve(compiled));
    let mut servers = servers.collect::<Result<Vec<Server>>>()?;
    let mut first = Vec::new();
    for server in &mut servers {
        first.push(server.repeat()?);
    }
    let mut times: Vec<Times> = servers.iter().map(|_| Times::default()).collect();
    for repetition in 1..=N_IN_MEMORY {
        eprintln!("In memory: repetition {repetition} of {N_IN_MEMORY}");
        for (server, times) in servers.iter_mut().zip(&mut times) {
            times.push(server.repeat()?);
        }
    }
    let mut versions = Map::new();
    for server in servers {
        versions.extend(server.versions.clone());
        server.end()?;
    }
    Ok((report::with_ratios(contenders, &times, &first), versions))
}

/// Seconds of a whole process that reads the files; the first is kept apart.
fn whole(contenders: &[Contender], compiled: &Path) -> Result<Value> {
    let mut first = Vec::new();
    let mut means = Vec::new();
    for contender in contenders {
        eprintln!("Whole process: {} for the first time", contender.name);
        let (printed, seconds) = contender.whole(compiled)?;
        first.push(seconds);
        means.push(printed);
    }
    // ranx has its own order of equal scores; the values were compared before.
    let [ours, trec_eval, ..] = &means[..] else {
        return Err("no other program to compare with".into());
    };
    if !agreement::same_means(ours, trec_eval)? {
        return Err("the means read from files are not those of pytrec_eval".into());
    }
    let mut times: Vec<Times> = contenders.iter().map(|_| Times::default()).collect();
    for repetition in 1..=N_WHOLE {
        eprintln!("Whole process: repetition {repetition} of {N_WHOLE}");
        for (contender, times) in contenders.iter().zip(&mut times) {
            times.push(contender.whole(compiled)?.1);
        }
    }
    Ok(report::with_ratios(contenders, &times, &first))
}
