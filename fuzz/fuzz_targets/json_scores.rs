#![no_main]
//! Runs and judgements as `{query: {document: number}}`: a small step reads what one large step reads,
//! and what is read comes back from the writers.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    IdTable, JsonScoresReader, RunEntry, json_from_grades, json_from_run, part_of_predictions,
    scores_from_json,
};

fuzz_target!(|text: &str| {
    let mut documents = IdTable::default();
    let whole = scores_from_json("f", text, &mut documents);
    let mut again = IdTable::default();
    let mut reader = JsonScoresReader::new("f", text, &mut again);
    let stepped = loop {
        match reader.step(3) {
            Ok(true) => {}
            Ok(false) => break Ok(reader.finish()),
            Err(e) => break Err(e),
        }
    };
    match (whole, stepped) {
        (Ok(whole), Ok(stepped)) => {
            let is_whole = whole.is_whole;
            assert_eq!(is_whole, stepped.is_whole);
            if is_whole {
                if let Ok(qrels) = stepped.into_qrels("f", &again) {
                    let written = json_from_grades(&qrels);
                    let mut third = IdTable::default();
                    let back = scores_from_json("f", &written, &mut third).unwrap();
                    assert_eq!(back.into_qrels("f", &third).unwrap(), qrels);
                }
                return;
            }
            let run = whole.into_run();
            assert_eq!(run, stepped.into_run());
            let entries: Vec<RunEntry> = run
                .queries
                .iter()
                .flat_map(|query| {
                    query.documents.iter().map(|(row, score)| RunEntry {
                        query: query.query.clone(),
                        document: documents.ids()[*row as usize].clone(),
                        score: *score,
                        tag: "t".into(),
                    })
                })
                .collect();
            let written = json_from_run("f", &entries).unwrap();
            let mut third = IdTable::default();
            let back = scores_from_json("f", &written, &mut third).unwrap().into_run();
            let n = |run: &rankscope_core::formats::RankedRun| {
                run.queries.iter().map(|query| query.documents.len()).sum::<usize>()
            };
            assert_eq!(n(&back), entries.len());
        }
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        (a, b) => panic!("{a:?} {b:?}"),
    }
    let _ = part_of_predictions("f", text, None);
});
