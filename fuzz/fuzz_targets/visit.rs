#![no_main]
//! Saved visits: one that is read is written again with the same files.

use libfuzzer_sys::fuzz_target;
use rankscope_core::visit::{Visit, VisitCounts, VisitWriter, is_visit};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The result of reading, which waits for nothing.
fn read(bytes: &[u8]) -> Option<Visit> {
    let reading = pin!(Visit::read("f", bytes.to_vec(), async || ()));
    match reading.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(read) => read.ok(),
        Poll::Pending => None,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some(visit) = read(bytes) else { return };
    assert!(is_visit(bytes));
    let _ = VisitCounts::of(&visit);
    let manifest = &visit.manifest;
    let mut writer = VisitWriter::new(manifest.benchmark.clone(), manifest.view.clone());
    for entry in &manifest.files {
        let content = visit.content(entry).expect("it was checked");
        assert_eq!(content.len() as u64, entry.bytes);
        writer.add(entry.kind, &entry.name, content).expect("it is within the limits");
    }
    // A list of many long names may be longer when it is written for people.
    let Ok(written) = writer.finish() else { return };
    let again = read(&written).expect("it can be read");
    let known = |visit: &Visit| -> Vec<_> {
        let files = visit.manifest.files.iter();
        files.map(|file| (file.kind, file.name.clone(), file.sha256.clone())).collect()
    };
    assert_eq!(known(&again), known(&visit));
    assert_eq!(again.manifest.view, manifest.view);
});
