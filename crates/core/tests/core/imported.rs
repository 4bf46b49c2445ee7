//! Runs and judgements of other programs against a benchmark.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{done, gzip, refused};
use rankscope_core::benchmark::Judgements;
use rankscope_core::formats::FacetsOf;
use rankscope_core::imported::{
    Ids, ImportError, Matched, MatchedJudgements, MatchedRun, MatchedVotes, parse,
};

fn read(file: &str, bytes: &[u8], ids: &mut Ids) -> Result<Matched, ImportError> {
    done(async { parse(file, bytes, async || ()).await?.matched_to(file, ids, async || ()).await })
}

fn ids() -> Ids {
    Ids::new(["q1", "q2", "q3"].into_iter(), ["a", "b", "c"].into_iter())
}

fn run(text: &str, ids: &mut Ids) -> MatchedRun {
    match read("x.run", text.as_bytes(), ids).unwrap() {
        Matched::Run(run) => run,
        other => panic!("{other:?}"),
    }
}

fn judgements(text: &str, ids: &mut Ids) -> MatchedJudgements {
    match read("x.qrels", text.as_bytes(), ids).unwrap() {
        Matched::Judgements(judgements) => judgements,
        other => panic!("{other:?}"),
    }
}

fn rows(run: &MatchedRun) -> Vec<Vec<u32>> {
    run.rankings.iter().map(|hits| hits.iter().map(|hit| hit.row_in_corpus).collect()).collect()
}

#[test]
fn a_run_is_ranked_by_score_whatever_the_order_of_its_lines() {
    let mut ids = ids();
    let run = run("q3 Q0 c 1 0.5 t\nq1 Q0 b 1 2 t\nq1 Q0 a 2 2.5 t\n", &mut ids);
    assert_eq!(rows(&run), [vec![0, 1], vec![], vec![2]]);
    let scores: Vec<f32> = run.rankings[0].iter().map(|hit| hit.score).collect();
    assert_eq!(scores, [2.5, 2.0]);
    assert_eq!((run.n_queries, run.longest), (2, 2));
    assert_eq!(
        run.notes(),
        [
            "Its line 3 (query q1) has a higher score than the previous line of its query: \
             documents are ranked by score, as in trec_eval; the order of the lines and the rank \
             column are ignored.",
            "1 query of the benchmark is not in the file and counts as an empty list (q2).",
        ]
    );
}

#[test]
fn what_does_not_match_is_counted_with_an_example_and_images_keep_their_ranks() {
    let mut ids = ids();
    let text = "q1 Q0 z 1 3 t\nq1 Q0 a 2 2 t\nq2 Q0 y 1 3 t\nq2 Q0 z 2 1 t\n\
                q3 Q0 a 1 1 t\nq9 Q0 w 1 1 t\nq8 Q0 a 1 1 t\n";
    let run = run(text, &mut ids);
    assert_eq!(rows(&run), [vec![3, 0], vec![4, 3], vec![0]]);
    // w stands only below a query that is not asked.
    assert_eq!(ids.foreign(), ["z", "y"]);
    assert_eq!(
        run.notes(),
        [
            "2 of its queries are not in the benchmark and are left out (the first is q9).",
            "2 of its images are not in the corpus: they keep their ranks and are unjudged (the \
             first is z).",
        ]
    );
}

#[test]
fn an_image_that_only_imported_files_have_is_the_same_in_all_of_them() {
    let mut ids = ids();
    let run = run("q1 Q0 z 1 3 t\nq1 Q0 a 2 2 t\n", &mut ids);
    let judged = judgements("q1 0 y 1\nq1 0 z 2\nq1 0 b 0\nq7 0 a 1\n", &mut ids);
    let expected = Judgements::new([(1, 0), (3, 2), (4, 1)]);
    assert_eq!(judged.relevance.of_query(0), Some(&expected));
    assert_eq!(run.rankings[0][0].row_in_corpus, 3);
    assert_eq!((judged.n_queries, judged.n_judgements), (1, 3));
    assert_eq!(
        judged.notes(),
        [
            "2 queries of the benchmark are not judged and have no value (the first is q2).",
            "1 of its queries is not in the benchmark and is left out (q7).",
            "2 of its images are not in the corpus: those that are relevant count as not found \
             (the first is y).",
        ]
    );
}

fn votes(text: &str) -> Result<MatchedVotes, ImportError> {
    match read("x.json", text.as_bytes(), &mut ids())? {
        Matched::Votes(votes) => Ok(votes),
        other => panic!("{other:?}"),
    }
}

#[test]
fn votes_are_matched_and_those_on_images_outside_the_corpus_are_left_out() {
    let text = "{\"q3\": {\"c\": [1, 2, 0], \"seed\": [9, 0, 0]}, \"q9\": {\"a\": [1, 0, 0]}, \
                \"q1\": {\"b\": [0, 0, 2], \"a\": [0, 0, 0]}}";
    let read = votes(text).unwrap();
    assert_eq!(read.rows, [(2, 2), (0, 1)]);
    let counts: Vec<[u32; 3]> = read.voted.iter().map(|own| own.votes.counts()).collect();
    assert_eq!(counts, [[1, 2, 0], [0, 0, 2]], "nobody voted on the last");
    assert_eq!(read.n_queries, 2);
    assert_eq!(
        read.notes(),
        [
            "1 query of the benchmark has no votes and no value (q2).",
            "1 of its queries is not in the benchmark and is left out (q9).",
            "1 of its images is not in the corpus: the votes on it are left out, as ConQA leaves out \
             seeds (seed).",
        ]
    );
    let table = "query,image,person,answer\nq2,b,Ada,yes\nq2,b,Bo,unsure\n";
    let Matched::Votes(read) = read_table(table) else { panic!("no votes") };
    assert_eq!(read.voted[0].by.len(), 2);
    assert_eq!((read.rows, read.n_queries), (vec![(1, 1)], 1));
}

fn read_table(text: &str) -> Matched {
    read("x.csv", &gzip(text.as_bytes()), &mut ids()).unwrap()
}

#[test]
fn files_of_votes_that_cannot_be_are_refused() {
    for (text, words) in [
        ("{\"x\": {\"a\": [1, 0, 0]}}", "none of its 1 queries is in the benchmark"),
        ("{\"q1\": {\"x\": [1, 0, 0]}}", "none of its images with votes"),
        ("{\"q1\": {\"a\": [1, 0, 0], \"a\": [0, 1, 0]}}", "duplicate key a"),
        ("{\"q1\": {\"a\": [1, 0]}}", "invalid length"),
        ("{\"q1\": {\"a\": [1, 0, 99999999999]}}", "99999999999"),
        ("{\"q1\": {\"a\": [0, 0, 0]}}", "it has no votes"),
        ("{\"q1\": {\"a\": [1, 0, 0]}", "x.json"),
    ] {
        let error = votes(text).unwrap_err().to_string();
        assert!(error.contains("x.json") && error.contains(words), "{text}: {error}");
    }
    // The benchmark's ids are numbers, and the file's are too, but for zeros in front.
    let mut numbered = Ids::numbered(["7"].into_iter(), 3);
    let read = read("v.json", b"{\"7\": {\"2\": [1, 0, 0], \"3\": [1, 0, 0]}}", &mut numbered);
    let Matched::Votes(read) = read.unwrap() else { panic!("no votes") };
    assert_eq!(read.rows, [(0, 2)]);
    assert_eq!(read.unknown_images.first(), "3");
}

#[test]
fn judgements_of_beir_and_gzip_are_seen_through() {
    let mut ids = ids();
    let text = "query-id\tcorpus-id\tscore\nq2\tc\t1\n";
    let zipped = gzip(text.as_bytes());
    let Matched::Judgements(read) = read("test.tsv.gz", &zipped, &mut ids).unwrap() else {
        panic!("no judgements");
    };
    assert_eq!(read, judgements(text, &mut ids));
    assert_eq!(read.relevance.of_query(1), Some(&Judgements::new([(2, 1)])));
}

#[test]
fn refusals_name_the_file_the_line_and_the_reason() {
    let refused = |text: &str| read("my.run", text.as_bytes(), &mut ids()).unwrap_err().to_string();
    let of_two_lines = |line: &str| refused(&format!("q1 Q0 a 1 1 t\n{line}\n"));
    assert!(of_two_lines("q1 Q0 a 2 0.5 t").starts_with("my.run, line 2: query q1 lists"));
    assert!(of_two_lines("q1 Q0 b 2 best t").contains("line 2: the score \"best\""));
    assert!(of_two_lines("q1 Q0 b 2 0.5").contains("line 2: 5 fields"));
    assert!(refused("\n \n").contains("my.run: empty"));
    assert!(refused("\nname,score\n").contains("line 2: 1 fields, but a run has 6"));
    let other = read("my.run", b"x1 Q0 a 1 1 t\nx2 Q0 a 1 1 t\n", &mut ids()).unwrap_err();
    assert!(matches!(&other, ImportError::OtherIds { what: "queries", n: 2, .. }));
    assert_eq!(
        other.to_string(),
        "my.run: none of its 2 queries is in the benchmark: its first is \"x1\", the \
         benchmark's first is \"q1\""
    );
    let other = read("my.qrels", b"x1 0 a 1\n", &mut ids()).unwrap_err();
    assert!(other.to_string().contains("none of its 1 queries"), "{other}");
}

#[test]
fn files_of_other_kinds_are_named_for_what_they_are() {
    let refused = |bytes: &[u8]| read("dropped", bytes, &mut ids()).unwrap_err().to_string();
    let array = refused(b"\x93NUMPY\x01\x00v\x00{'descr': '<f4'");
    assert!(array.starts_with("dropped: a NumPy array, neither a run nor judgements"), "{array}");
    assert!(array.contains("name them in a recipe"), "{array}");
    assert!(refused(b"PK\x03\x04\x14\x00").contains("a zip archive"));
    assert!(refused(b"PAR1\x15\x04").contains("a Parquet file"));
    assert!(refused(b"\xff\xd8\xff\xe0\x00\x10JFIF").contains("drop it on Explore"));
    let torch = refused(b"\x80\x02\x8a\x0al\xfc\x9c");
    assert!(torch.contains("numpy.save"), "{torch}");
    for (captions, words) in [
        (
            "picture,said\na.jpg,two dogs run\nb.jpg,\"a cat, asleep\"\n",
            "a column of the images’ ids",
        ),
        (
            "{\"images\": [{\"id\": 1}], \"annotations\": [{\"image_id\": 1, \"caption\": \"x\"}]}",
            "rankscope view photos FILE.json",
        ),
        (
            "{\"images\": [{\"sentences\": [{\"raw\": \"x\"}], \"split\": \"test\"}]}",
            "rankscope view photos FILE.json",
        ),
        ("a\nb\nc\n", "Lists of ids come with their vectors"),
    ] {
        let refused = refused(captions.as_bytes());
        assert!(refused.contains(words), "{refused}");
    }
    // Other bytes that are no text are told as before.
    assert!(refused(b"\xfe\xfa\xfb").contains("not UTF-8 text"));
}

#[test]
fn a_refused_file_leaves_nothing_behind() {
    let mut ids = ids();
    read("my.run", b"x1 Q0 new 1 1 t\n", &mut ids).unwrap_err();
    read("my.run", b"q1 Q0 new 1 1 t\nq1 Q0 new 2 1 t\n", &mut ids).unwrap_err();
    assert!(ids.foreign().is_empty());
}

#[test]
fn a_run_of_any_length_is_read_in_steps_as_in_one_go() {
    use rankscope_core::formats::{IdTable, QueryRunReader, query_runs_from_trec};
    let line = |row: usize| format!("q{} Q0 image{} 1 {} t\r\n", row / 50 % 7, row, 1000 - row);
    let text: String = (0..999).map(line).chain(["\n".into(), "q1 Q0 end 1 0 t".into()]).collect();
    let mut known = IdTable::default();
    let whole = query_runs_from_trec("x", &text, &mut known).unwrap();
    for n_bytes in [0, 1, 7, 100, 12_345, text.len() - 1, text.len(), usize::MAX] {
        let mut documents = IdTable::default();
        let mut reader = QueryRunReader::new("x", &text, &mut documents);
        while reader.step(n_bytes).unwrap() {}
        assert_eq!(reader.finish(), whole, "{n_bytes}");
        assert_eq!(documents.ids(), known.ids());
        // Lines are counted over the steps.
        for (fault, said) in [
            ("q1 Q0 z 1 high t", "x, line 1002: the score"),
            ("q1 Q0 end 2 0 t", "x, line 1002: query q1 lists"),
        ] {
            let text = format!("{text}\n{fault}\n");
            let mut documents = IdTable::default();
            let mut reader = QueryRunReader::new("x", &text, &mut documents);
            let error = loop {
                match reader.step(n_bytes) {
                    Ok(true) => {}
                    Ok(false) => panic!("{fault} was read"),
                    Err(error) => break error.to_string(),
                }
            };
            assert!(error.starts_with(said), "{n_bytes}: {error}");
        }
    }
}

/// Large judgements are read in turns: the page answers in between, and what is read is the same.
#[test]
fn judgements_are_read_in_turns_and_gzip_is_inflated_so() {
    let queries: Vec<String> = (0..40).map(|n| format!("q{n}")).collect();
    let images: Vec<String> = (0..2_000).map(|n| format!("image-{n}")).collect();
    let pairs = || queries.iter().flat_map(|query| images.iter().map(move |image| (query, image)));
    let mut trec = String::new();
    let mut beir = "query-id\tcorpus-id\tscore\n".to_owned();
    for (n, (query, image)) in pairs().enumerate() {
        trec += &format!("{query} 0 {image} {}\n", n % 3);
        beir += &format!("{query}\t{image}\t{}\n", n % 3);
    }
    let n_pauses = std::cell::Cell::new(0);
    let read_counted = |file: &str, bytes: &[u8]| {
        let pause = async || n_pauses.set(n_pauses.get() + 1);
        let mut ids =
            Ids::new(queries.iter().map(String::as_str), images.iter().map(String::as_str));
        let reading =
            async { parse(file, bytes, pause).await?.matched_to(file, &mut ids, pause).await };
        match done(reading) {
            Ok(Matched::Judgements(judgements)) => judgements,
            other => panic!("{other:?}"),
        }
    };
    let plain = read_counted("x.qrels", trec.as_bytes());
    let pauses_of_plain = n_pauses.replace(0);
    let inflated = read_counted("x.qrels.gz", &gzip(trec.as_bytes()));
    // 80,000 lines in turns of 8,192 thrice, and 1.8 MB of gzip in turns of 256 KiB.
    assert!(pauses_of_plain >= 25, "{pauses_of_plain}");
    assert!(n_pauses.get() >= pauses_of_plain + 5, "{n_pauses:?}");
    let tsv = read_counted("x.tsv", beir.as_bytes());
    assert_eq!(plain, inflated);
    assert_eq!(plain, tsv);
    assert_eq!(plain.n_judgements, 80_000);
    for (n, (query, image)) in pairs().enumerate().step_by(977) {
        let query = queries.iter().position(|id| id == query).unwrap();
        let image = images.iter().position(|id| id == image).unwrap();
        let grades = plain.relevance.of_query(query.try_into().unwrap()).unwrap();
        assert_eq!(grades.grade(image.try_into().unwrap()), Some((n % 3).try_into().unwrap()));
    }
}

#[test]
fn json_of_other_libraries_is_a_run_or_judgements() {
    let read_json = |text: &str| read("x.json", text.as_bytes(), &mut ids()).unwrap();
    let trec = |text: &str| read("x", text.as_bytes(), &mut ids()).unwrap();
    let of_run = trec("q1 Q0 b 1 2 t\nq1 Q0 a 2 2.5 t\nq3 Q0 c 1 0.5 t\n");
    let Matched::Run(mut wanted) = of_run else { panic!("no run") };
    // Entries of an object have no order that could contradict their scores.
    wanted.disorder = None;
    let json = "{\"q1\": {\"b\": 2.0, \"a\": 2.5}, \"q3\": {\"c\": 0.5}}";
    assert_eq!(read_json(json), Matched::Run(wanted.clone()));
    let mteb = format!("{{\"mteb_model_meta\": {{}}, \"default\": {{\"test\": {json}}}}}");
    assert_eq!(read_json(&mteb), Matched::Run(wanted));
    // Whole numbers are grades.
    let graded = trec("q1 0 b 0\nq1 0 a 2\n");
    assert_eq!(read_json("{\"q1\": {\"b\": 0, \"a\": 2}}"), graded);
    assert_eq!(read_json("{\"q1\": [\"a\", \"c\"]}"), trec("q1 0 a 1\nq1 0 c 1\n"));
    for (text, words) in [
        ("{\"q1\": {\"a\": 0.5, \"a\": 1}}", "duplicate key a"),
        ("{\"q1\": {\"a\": 0.5}} {", "trailing characters"),
        ("{\"task_name\": \"t\", \"scores\": {}}", "not rankings"),
        ("{\"q9\": {\"a\": 0.5}}", "q9"),
    ] {
        refused(read("x.json", text.as_bytes(), &mut ids()), &[words]);
    }
}

#[test]
fn tables_of_facets_are_told_from_pairs_and_matched() {
    let mut ids = ids();
    let table = "query,kind,level\nq1,hard,1\nq3,easy,\nq7,hard,2\n";
    let Matched::Facets(read) = of_text("own.csv", table, &mut ids).unwrap() else {
        panic!("no facets")
    };
    assert_eq!((read.of, read.names.join(",")), (FacetsOf::Queries, "kind,level".into()));
    let some = |value: &str| Some(value.to_owned());
    assert_eq!(read.rows, [(0, vec![some("hard"), some("1")]), (2, vec![some("easy"), None])]);
    assert_eq!(
        read.notes(),
        [
            "1 query of the benchmark is not in it and has none of these facets.",
            "1 of its queries is not in the benchmark and is left out (q7).",
        ]
    );
    let of = |name: &str, text: &str, ids: &mut Ids| match of_text(name, text, ids) {
        Ok(Matched::Facets(read)) => Ok((read.of, read.rows.len())),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    };
    let lines = "{\"image\": \"b\", \"place\": \"sea\"}\n{\"image\": \"a\"}\n";
    assert_eq!(of("own.jsonl", lines, &mut ids), Ok((FacetsOf::Images, 2)));
    assert_eq!(
        of("own.tsv", "query_id\tkind\tlevel\nq2\tx\ty\n", &mut ids),
        Ok((FacetsOf::Queries, 1))
    );
    let many: String = (0..300).map(|n| format!("q{n},{n},{}\n", n % 2)).collect();
    assert_eq!(
        of("own.csv", &format!("query,text,odd\n{many}"), &mut ids),
        Ok((FacetsOf::Queries, 3))
    );
    for (text, words) in [
        ("query,kind\nq1,x\nq1,y\n", "own.csv, line 3: q1 is there already, line 2"),
        ("query,kind\n,x\n", "own.csv, line 2: \"query\" is empty"),
        ("query,kind\nq1,x,y\n", "own.csv, line 2"),
        ("query,split\nq1,x\n", "a facet cannot be called split"),
        ("query,kind\nq1,\n", "it has no facet. The column kind is empty"),
        ("query,kind\nx1,x\n", "none of its 1 queries is in the benchmark"),
        ("image,kind\nx1,x\n", "none of its 1 images is in the benchmark"),
    ] {
        let refusal = of("own.csv", text, &mut ids).unwrap_err();
        assert!(refusal.contains(words), "{text}: {refusal}");
    }
    // A table of systems may measure images, and is no table of facets.
    assert!(of("own.csv", "model,image\na,0.5\nb,0.6\n", &mut ids).is_err());
    // A pair of a query and an image is a run, judgements or a vote.
    let pairs = "query,image,score\nq1,a,0.5\n";
    assert!(matches!(of_text("own.csv", pairs, &mut ids), Ok(Matched::Run(_))));
}

fn of_text(file: &str, text: &str, ids: &mut Ids) -> Result<Matched, ImportError> {
    read(file, text.as_bytes(), ids)
}
