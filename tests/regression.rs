//! One test for each bug that was mended. Those of the page need a browser: `tests/browser` has them,
//! with what they belong to.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope_core::analysis::{Dataset, QueryCondition};
use rankscope_core::benchmark::{
    EncoderEntry, FileEntry, Judgements, Manifest, Query, Relevance, StoredGuides, System,
    VISION_FILE, guide_vectors_path,
};
use rankscope_core::formats::{VoteRule, VotedImage};
use rankscope_core::metrics::{FinerScores, JudgedRanking, Measure, Protocol};
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, by_second_scores, reranked};
use rankscope_core::search::{bounded, scan::SignCodes};
use rankscope_core::statistics::{Resampling, tau_b_interval, tau_b_intervals, tau_b_matrix};
use rankscope_core::vectors::{ShardDtype, Vectors};

/// A device's NaN took a place among the k best, and its row was never scored again.
#[test]
fn rows_with_a_nan_score_are_scored_again() {
    let mut vectors = Vectors::new(1, ShardDtype::F32);
    [1.0, 0.2, 0.9, 0.5].into_iter().for_each(|value| vectors.push([value]));
    let proposed = [(0, f32::NAN), (1, 0.2), (2, 0.9), (3, 0.5)];
    let hits = bounded::top_k_of(&proposed, &[1e-6; 4], &vectors, &[1.0], 2);
    assert_eq!(hits.iter().map(|hit| hit.row_in_corpus).collect::<Vec<_>>(), [0, 2]);
}

/// Explore ordered equal scores of a second stage by corpus row, the leaderboard by the first stage.
#[test]
fn equal_scores_of_a_second_stage_keep_the_first_order_wherever_they_are_shown() {
    let hit = |row_in_corpus, score| Hit { row_in_corpus, score };
    let first = [hit(9, 3.0), hit(4, 2.0), hit(1, 1.0)];
    let second = [hit(1, 0.5), hit(4, 0.5), hit(9, 0.5)];
    let shown = by_second_scores(&first, &second);
    assert_eq!(shown, [hit(9, 0.5), hit(4, 0.5), hit(1, 0.5)]);
    let rows = |hits: &[Hit]| hits.iter().map(|hit| hit.row_in_corpus).collect::<Vec<_>>();
    assert_eq!(rows(&shown), rows(&reranked(&first, &second).hits));
}

/// τ-b of (x, y) and of (y, x) differed in the last digit, so the matrix was not symmetric.
#[test]
fn tau_b_does_not_depend_on_which_comes_first() {
    let tau = tau_b_matrix(&[vec![0.0, 0.0, 1.0, 2.0], vec![0.0, 1.0, 2.0, 3.0]]);
    assert_eq!(tau[0][1], tau[1][0]);
}

/// A damaged length of a numpy header made the reader ask for gigabytes (found by fuzzing).
#[test]
fn a_numpy_header_does_not_promise_gigabytes() {
    let bytes = b"\x93NUMPY\x03\x00\xbd\xbc\xbc\x8c{'descr': '<f4'}";
    let Err(error) = rankscope_core::formats::rows_from_npy("g.npy", &bytes[..]) else {
        panic!("it was read");
    };
    assert!(error.to_string().contains("header would have 2361179325 bytes"), "{error}");
}

/// A dictionary in Parquet had room made for all the values that it claimed (found by fuzzing).
#[test]
fn a_dictionary_in_parquet_does_not_promise_more_than_its_bytes_hold() {
    let fixture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/own_vectors/half_none.parquet");
    let mut bytes = std::fs::read(fixture).unwrap();
    // The head of the first page: 16 bytes, a dictionary of two values. 63 are claimed.
    let claim = bytes.windows(3).position(|head| head == [0x4c, 0x15, 4]).unwrap() + 2;
    bytes[claim] = 2 * 63;
    let damaged = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(damaged.path(), bytes).unwrap();
    let read = rankscope_parquet::columns_from_parquet;
    let error = read("d.parquet", damaged.reopen().unwrap(), &["id"]).unwrap_err().to_string();
    assert!(error.contains("a dictionary of 16 bytes claims to have 63 values"), "{error}");
}

/// Brackets in a damaged numpy header took minutes to be read (found by fuzzing).
#[test]
fn a_numpy_header_of_brackets_is_refused_at_once() {
    let text = format!("{{'descr': {}", "{".repeat(60));
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.bytes());
    let Err(error) = rankscope_core::formats::rows_from_npy("g.npy", &bytes[..]) else {
        panic!("it was read");
    };
    assert!(error.to_string().contains("its header has no fortran_order"), "{error}");
}

/// A full standard error ended the program with a panic, whatever it had done.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_is_no_panic() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rankscope"));
    let status = command.args(["eval", "/nowhere"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

/// A system's id was joined to a path, so that `eval --mteb` wrote outside its folder.
#[test]
fn a_manifest_whose_ids_lead_elsewhere_is_refused() {
    let text = r#"{ "schema_version": 1, "id": "x", "title": "x", "counts": { "queries": 0,
        "images": 1 }, "relevance": [{ "id": "r", "title": "r", "counts_as": "r", "default": true,
        "path": "r" }], "systems": [{ "id": "../s", "title": "s", "dim": 1, "gallery": ["g"] }],
        "files": [{ "path": "r", "bytes": 0, "sha256": "" }, { "path": "g", "bytes": 1,
        "sha256": "", "rows": { "start": 0, "end": 1 } }] }"#;
    let read = rankscope_core::benchmark::Manifest::from_json;
    assert!(read(text).unwrap_err().to_string().contains("../s"));
    read(&text.replace("../s", "s")).unwrap();
}

/// What `rankscope serve` did wrong to visitors who came at the same time.
mod served {
    use std::{
        fs,
        io::{BufRead, BufReader, Read, Write},
        net::TcpStream,
        process::{Child, Command, Stdio},
        time::Duration,
    };

    struct Server {
        process: Child,
        address: String,
        folder: tempfile::TempDir,
    }

    impl Server {
        fn start() -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (name, len) in [("index.html", 10), ("app.js", 10), ("large.wasm", 32 << 20)] {
                fs::write(folder.path().join(name), vec![b'x'; len]).unwrap();
            }
            fs::write(folder.path().join("benchmark.json"), "{}").unwrap();
            let mut process = Command::new(env!("CARGO_BIN_EXE_rankscope"))
                .args(["serve", "--port", "0", "--dist"])
                .arg(folder.path())
                .arg(folder.path())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut line = String::new();
            BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
            let address = line.trim().rsplit("http://").next().unwrap();
            let address = address.trim_end_matches('/').to_owned();
            Self { process, address, folder }
        }

        fn connect(&self) -> TcpStream {
            let stream = TcpStream::connect(&self.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream
        }

        fn ask(&self, stream: &mut TcpStream, path: &str) {
            write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            self.process.kill().unwrap();
            self.process.wait().unwrap();
        }
    }

    fn status(stream: &mut TcpStream) -> String {
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        String::from_utf8(status.to_vec()).unwrap()
    }

    fn assert_answered(stream: &mut TcpStream) {
        assert_eq!(status(stream), "HTTP/1.1 200");
    }

    /// Four visitors who did not read their answers to the end stopped the server for all others.
    #[test]
    fn whoever_does_not_read_does_not_stop_it() {
        let server = Server::start();
        let silent: Vec<TcpStream> = (0..8)
            .map(|_| {
                let mut stream = server.connect();
                server.ask(&mut stream, "/large.wasm");
                // The answer has begun, and nobody reads on.
                assert_answered(&mut stream);
                stream
            })
            .collect();
        let mut stream = server.connect();
        server.ask(&mut stream, "/");
        assert_answered(&mut stream);
        drop(silent);
    }

    /// A symbolic link in the page's or the benchmark's folder opened any file of this machine.
    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_its_folders() {
        let server = Server::start();
        let link = server.folder.path().join("link");
        std::os::unix::fs::symlink(env!("CARGO_MANIFEST_DIR"), link).unwrap();
        for path in ["/link/Cargo.toml", "/benchmark/link/Cargo.toml"] {
            let mut stream = server.connect();
            server.ask(&mut stream, path);
            assert_eq!(status(&mut stream), "HTTP/1.1 403");
        }
    }

    /// A page of another site that had its name resolve to 127.0.0.1 could read all that is served.
    #[test]
    fn it_does_not_answer_to_the_names_of_others() {
        let server = Server::start();
        let mut stream = server.connect();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: attacker.example\r\n\r\n").unwrap();
        assert_eq!(status(&mut stream), "HTTP/1.1 421");
    }

    /// Of several connections at the same time one waited until another was closed, which browsers
    /// do after minutes.
    #[test]
    fn connections_that_stay_open_do_not_keep_others_waiting() {
        // More at once than the four threads that were idle in the beginning.
        for _ in 0..8 {
            let server = Server::start();
            let mut all: Vec<TcpStream> = (0..24).map(|_| server.connect()).collect();
            for stream in &mut all {
                server.ask(stream, "/");
            }
            for stream in &mut all {
                assert_answered(stream);
            }
        }
    }
}

/// Signs that were kept were trusted for their length: damaged ones chose other candidates.
#[test]
fn kept_signs_that_were_damaged_are_not_trusted() {
    let mut vectors = Vectors::new(8, ShardDtype::F32);
    (0..40u8).for_each(|row| vectors.push((0..8).map(|i| f32::from(row % 7 * i % 7) - 3.0)));
    let mut kept = Vec::new();
    let put = |part: &[u8]| {
        kept.extend(part);
        Ok::<(), ()>(())
    };
    SignCodes::new(&vectors, 1).write(put).unwrap();
    assert!(SignCodes::read(40, 8, 1, &kept, false).is_some());
    kept[5] = !kept[5];
    assert!(SignCodes::read(40, 8, 1, &kept, false).is_none());
}

/// A weight larger than a GPU takes in one piece lost the whole encoder, not just the GPU.
#[test]
fn an_encoder_that_a_gpu_cannot_hold_is_computed_on_the_processor() {
    use rankscope_encode::{
        Candidate, EncodeError, Encoder, PackManifest, TrustedEncoder, untrained_pack,
    };
    use std::{fs, pin::pin, task};
    let folder = tempfile::tempdir().unwrap();
    untrained_pack("tiny", &["a red bird".to_owned()], folder.path()).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let manifest = String::from_utf8(read("encoder.json")).unwrap();
    let manifest = PackManifest::from_json("encoder.json", &manifest).unwrap();
    let make = || {
        let (tokenizer, weights) = (read("tokenizer.json"), read("weights.safetensors"));
        Encoder::new(manifest.clone(), &tokenizer, &weights)
    };
    let too_large = || EncodeError::TooLarge { name: "narrow.weight".into(), bytes: 9, most: 8 };
    let on_gpu = || Candidate { place: "WebGPU", make: Box::new(move || Err(too_large())) };
    let candidates = [on_gpu(), Candidate { place: "this processor", make: Box::new(make) }];
    let mut context = task::Context::from_waker(task::Waker::noop());
    let mut trusted =
        |candidates: &[Candidate<'_>]| match pin!(TrustedEncoder::from_candidates(candidates))
            .poll(&mut context)
        {
            task::Poll::Ready(answer) => answer,
            task::Poll::Pending => panic!("the processor lets nobody wait"),
        };
    let encoder = trusted(&candidates).unwrap();
    assert_eq!(encoder.place(), "this processor");
    let notice = encoder.notice().unwrap();
    assert!(notice.contains("narrow.weight takes 9 bytes") && notice.contains("at most 8"));
    assert!(matches!(trusted(&[on_gpu()]), Err(EncodeError::TooLarge { .. })));
}

/// Runs whose lines were not in the order of their scores: most protocols followed the lines.
mod unsorted_runs {
    use crate::program::{done_saying, fails};
    use serde_json::Value;
    use std::{fs, path::Path};

    const MEASURES: &str = "trec:AP,trec:nDCG@10,inquire:AP@50,eccv:R@1,eccv:mAP@R,\
                            eccv:R-Precision,coco-5k:R@1,cxc:R@1,conqa:nDCG,mirflickr:AP,needle:RR";

    fn eval(folder: &Path, run: &str) -> (Value, String) {
        fs::write(folder.join("x.run"), run).unwrap();
        let [qrels, run] = ["x.qrels", "x.run"].map(|name| folder.join(name).display().to_string());
        let args = ["eval", "--qrels", &qrels, "--run", &run, "--measures", MEASURES];
        let (report, said) = done_saying(&[&args[..], &["--format", "json"]].concat());
        let report: Value = serde_json::from_str(&report).unwrap();
        (report["runs"]["x"].clone(), said)
    }

    /// ir_measures 0.4.3 (pytrec_eval) gives AP, RR, nDCG@10 and Success@1 of 1 for this run.
    #[test]
    fn a_perfect_run_is_perfect_in_any_order_of_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.qrels"), "q1 0 a 1\nq1 0 b 1\nq2 0 c 1\n").unwrap();
        let unsorted = "q1 Q0 z 1 0.1 t\nq1 Q0 a 2 0.9 t\nq2 Q0 y 1 0.2 t\nq1 Q0 b 3 0.8 t\n\
                        q2 Q0 c 2 0.7 t\n";
        let (found, said) = eval(folder.path(), unsorted);
        for measure in MEASURES.split(',').map(str::trim) {
            let mean = found[measure]["mean"].as_f64();
            let expected = if measure == "conqa:nDCG" { mean } else { Some(1.0) };
            assert_eq!(mean, expected, "{measure}");
            assert!(mean.is_some_and(|mean| (mean - 1.0).abs() < 1e-12), "{measure}");
        }
        assert_eq!(
            said.matches("x.run, line 2 (query q1) has a higher score").count(),
            1,
            "{said}"
        );
        assert_eq!(said.matches("documents are ranked by score").count(), 1, "{said}");
        let mut lines: Vec<&str> = unsorted.lines().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.split(' ').nth(4)));
        let (sorted, _) = eval(folder.path(), &(lines.join("\n") + "\n"));
        assert_eq!(sorted, found);
    }

    #[test]
    fn a_rank_column_that_contradicts_the_scores_is_said() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.qrels"), "q1 0 a 1\n").unwrap();
        let (_, said) = eval(folder.path(), "q1 Q0 a 2 0.9 t\nq1 Q0 b 1 0.8 t\n");
        assert!(said.contains("x.run, line 2 (query q1) has a smaller rank"), "{said}");
        let (_, said) = eval(folder.path(), "q1 Q0 a 1 0.9 t\nq1 Q0 b 2 0.8 t\n");
        assert!(!said.contains("ranked by score"), "{said}");
    }

    /// A cell that is no number made a measure a column of text, and it was left out.
    #[test]
    fn a_published_table_with_a_cell_that_is_no_number_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("t.csv");
        for cell in ["NaN", "10%", "\"1,5\"", "inf"] {
            fs::write(&table, format!("model,r1,map\nA,{cell},0.5\nB,0.25,0.75\n")).unwrap();
            let words = ["t.csv, line 2: column 2 (r1): ", cell.trim_matches('"')];
            fails(1, &["agree", "--table", table.to_str().unwrap()], &words);
        }
    }
}

/// An added token without content stood everywhere, so that cutting a text never ended.
#[test]
fn a_special_token_without_content_stands_nowhere() {
    let tokenizer = br###"{ "pre_tokenizer": { "type": "BertPreTokenizer" }, "normalizer": {
        "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
        "strip_accents": null, "lowercase": true }, "added_tokens": [{ "id": 0, "content": "",
        "special": true }], "model": { "type": "WordPiece", "unk_token": "[UNK]",
        "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
        "vocab": { "[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3 } } }"###;
    let tokens = rankscope_encode::training::Tokens::from_json(tokenizer, 8).unwrap();
    assert_eq!(tokens.ids("a b"), [1, 3, 0, 2]);
}

/// “Verified” named its annotators by their ids; who reads it knows their titles.
#[test]
fn a_definition_of_fieldbook_names_systems_by_their_titles() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/fieldbook/benchmark.json");
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let each = |list: &str, of: &str| -> Vec<String> {
        let all = manifest[list].as_array().unwrap().iter();
        all.map(|one| one[of].as_str().unwrap().to_string()).collect()
    };
    let titles = each("systems", "title");
    let quoted: Vec<String> = each("relevance", "counts_as")
        .iter()
        .flat_map(|words| {
            let starts = words.split('“').skip(1);
            starts.filter_map(|rest| Some(rest.split_once('”')?.0.to_string())).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(quoted.len(), 5, "{quoted:?}");
    for name in &quoted {
        assert!(titles.contains(name), "“{name}” is no title of a system");
    }
}

/// INQUIRE's blocks of ties were those of float32, and scikit-learn's are of the scores as written.
#[test]
fn blocks_of_ties_are_of_scores_as_they_are_written() {
    let hits = [(1, 0.300_000_000_000_000_04), (0, 0.3), (2, 0.3)];
    let mut finer = FinerScores::default();
    finer.note(0, hits);
    let as_float32 = hits.map(|(row_in_corpus, score)| Hit { row_in_corpus, score: score as f32 });
    let judgements = Judgements::new([(1, 1)]);
    let value = |finer| {
        let ranking = JudgedRanking::new(&as_float32, &judgements, &[]).with_finer(finer, 0);
        "inquire:AP@3".parse::<Measure>().unwrap().value(ranking.list(Protocol::Inquire))
    };
    assert_eq!((value(None), value(Some(&finer))), (Some(1.0 / 3.0), Some(1.0)));
}

/// Query fb1-9680.1 has AP 1/2, of which the sum in float64 falls short by its last digit; it was counted
/// as a hard query, "below 0.5".
#[test]
fn a_value_that_falls_short_of_a_bound_by_rounding_is_not_below_it() {
    let query = Query { id: "q".into(), ..Query::default() };
    let dataset = Dataset::of_judgements(
        vec![query],
        vec!["a".into()],
        [(String::new(), Relevance::default())],
    );
    let rows = |text: &str| {
        let condition: QueryCondition = text.parse().unwrap();
        condition.rows(&dataset, None, &[0], |_, _, _| Some(0.499_999_999_999_999_94))
    };
    assert_eq!(rows("trec:AP(s) < 0.5"), Vec::<usize>::new());
    assert_eq!(rows("trec:AP(s) >= 0.5"), [0]);
    assert_eq!(rows("trec:AP(s) < 0.500001"), [0]);
}

/// Once a system had a vision tower, those that only have vectors of the benchmark's own guides were left
/// out of search by guides.
#[test]
fn a_system_with_vectors_of_guides_sees_them_beside_one_with_a_tower() {
    let file =
        |path: &str| FileEntry { path: path.into(), bytes: 1, sha256: String::new(), rows: None };
    let system = |id: &str, encoder: Option<&str>| System {
        id: id.into(),
        encoder: encoder.map(String::from),
        ..System::default()
    };
    let manifest = Manifest {
        systems: vec![system("tower", Some("e")), system("stored", None), system("none", None)],
        guides: vec![StoredGuides { id: "flux".into(), ..StoredGuides::default() }],
        encoders: vec![EncoderEntry {
            id: "e".into(),
            title: "E".into(),
            path: "encoders/e".into(),
        }],
        files: vec![
            file(&format!("encoders/e/{VISION_FILE}")),
            file(&guide_vectors_path("stored", "flux")),
        ],
        ..Manifest::default()
    };
    let seeing = manifest.systems.iter().filter(|own| manifest.sees_guides(own));
    assert_eq!(seeing.map(|own| own.id.as_str()).collect::<Vec<_>>(), ["tower", "stored"]);
}

/// Two measures that order 14 systems alike over all queries and otherwise over nearly every resample had
/// an interval of τ-b that ended below their τ-b.
#[test]
fn an_interval_of_agreement_includes_its_estimate() {
    let mut random = SplitMix64::new(1);
    let n_queries = 40;
    let mut values =
        || -> Vec<f64> { (0..n_queries).map(|_| random.below(1000) as f64 / 1000.0).collect() };
    let some = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for _ in 0..14 {
        let (plain, noise) = (values(), values());
        let mean = noise.iter().sum::<f64>() / n_queries as f64;
        other.push(some(&plain.iter().zip(&noise).map(|(a, b)| a + b - mean).collect::<Vec<_>>()));
        one.push(some(&plain));
    }
    let columns = [one, other];
    let interval = tau_b_interval(&columns[0], &columns[1], &Resampling::default()).unwrap();
    assert_eq!(interval.high, 1.0, "{interval:?}");
    assert!(interval.low < 0.9, "{interval:?}");
    let all = tau_b_intervals(&columns, &Resampling::default()).unwrap();
    assert_eq!(all[1][0], Some(interval));
}

/// Right answers to 1 and 2 of 10 controls outweighed 3 of 10, since 0.1 + 0.2 is above 0.3 in floating point.
#[test]
fn equal_weights_of_votes_are_no_majority() {
    let by = [("Ada", 0), ("Bo", 0), ("Cy", 1)].map(|(name, vote)| (name.to_owned(), vote));
    let controls = [("Ada", 1), ("Bo", 2), ("Cy", 3)].map(|(name, n)| (name.to_owned(), [n, 10]));
    let voted = VotedImage { by: by.into(), controls: controls.into(), ..VotedImage::default() };
    assert!(!voted.is_relevant(VoteRule::Weighted));
}
