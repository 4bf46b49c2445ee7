//! Visits against Python's zipfile, both ways; reported as ignored where there is no Python.
#![allow(clippy::unwrap_used)]

use libtest_mimic::{Failed, Trial};
use rankscope_core::views::Page;
use rankscope_core::visit::{
    SavedView, VISIT_FILE, Visit, VisitKind, VisitWriter, VisitedBenchmark,
};
use serde_json::{Value, json};
use std::fs;
use std::pin::pin;
use std::process::Command;
use std::task::{Context, Poll, Waker};

/// Reads an archive: testzip, then names, times and contents as hexadecimal digits.
const READ: &str = "
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([
        [info.filename, list(info.date_time), archive.read(info).hex()] for info in archive.infolist()
    ]))
";

/// Writes a visit of one run, deflated, with a folder's own entry and its own idea of the time.
const WRITE: &str = "
import hashlib, json, sys, zipfile
run = b'q1 Q0 a 1 0.5 mine\\n' * 1000
visit = {
    'format': 'rankscope-visit', 'version': 1,
    'benchmark': {'id': 'shapes', 'title': 'Shapes', 'sha256': '0' * 64},
    'view': {'page': 'compare', 'query': 'a=x&b=y'},
    'files': [{'path': 'imports/über.run', 'kind': 'run', 'name': 'über.run',
               'bytes': len(run), 'sha256': hashlib.sha256(run).hexdigest()}],
}
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('imports/', '')
    archive.writestr('imports/über.run', run)
    archive.writestr('visit.json', json.dumps(visit))
";

pub(crate) fn trials() -> Vec<Trial> {
    let has_python = Command::new("python3").args(["-c", "import zipfile"]).output();
    let is_absent = !has_python.is_ok_and(|output| output.status.success());
    let trial = |name: &str, run: fn() -> Result<(), Failed>| {
        Trial::test(name, run).with_ignored_flag(is_absent)
    };
    vec![
        trial("a_visit_is_read_by_python", read_by_python),
        trial("a_visit_of_python_is_read", written_by_python),
    ]
}

/// Runs a script with a path.
fn python(script: &str, path: &str) -> Result<String, Failed> {
    let output = Command::new("python3").args(["-c", script, path]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn read_by_python() -> Result<(), Failed> {
    let benchmark =
        VisitedBenchmark { id: "shapes".into(), title: "Shapes".into(), sha256: "0".repeat(64) };
    let mut writer = VisitWriter::new(benchmark, SavedView::new(Page::Explore, "query=q1"));
    let run = b"q1 Q0 a 1 0.5 mine\n".repeat(1_000);
    writer.add(VisitKind::Run, "mine.run", run.clone())?;
    writer.add(VisitKind::Judgements, "judged.qrels.gz", b"\x1f\x8b stored".to_vec())?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("visit.zip");
    fs::write(&path, writer.finish()?)?;
    let members: Vec<(String, [u16; 6], String)> =
        serde_json::from_str(&python(READ, path.to_str().unwrap_or_default())?)?;
    let names: Vec<&str> = members.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, [VISIT_FILE, "imports/1-mine.run", "imports/2-judged.qrels.gz"]);
    assert!(members.iter().all(|(_, time, _)| *time == [1980, 1, 1, 0, 0, 0]));
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(members[1].2, hex(&run));
    assert_eq!(members[2].2, hex(b"\x1f\x8b stored"));
    let listed: Vec<u8> = (0..members[0].2.len() / 2)
        .map(|place| u8::from_str_radix(&members[0].2[2 * place..2 * place + 2], 16))
        .collect::<Result<_, _>>()?;
    let listed: Value = serde_json::from_slice(&listed)?;
    assert_eq!(listed["view"], json!({"page": "", "query": "query=q1"}));
    assert_eq!(listed["files"][0]["bytes"], run.len());
    Ok(())
}

fn written_by_python() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("visit.zip");
    python(WRITE, path.to_str().unwrap_or_default())?;
    let reading = pin!(Visit::read("visit.zip", fs::read(&path)?, async || ()));
    let Poll::Ready(visit) = reading.poll(&mut Context::from_waker(Waker::noop())) else {
        return Err("it waits".into());
    };
    let visit = visit?;
    assert_eq!(visit.manifest.view.page(), Some(Page::Compare));
    let [run] = visit.manifest.files.as_slice() else { return Err("not one file".into()) };
    assert_eq!(run.name, "über.run");
    assert_eq!(visit.content(run)?, b"q1 Q0 a 1 0.5 mine\n".repeat(1_000));
    Ok(())
}
