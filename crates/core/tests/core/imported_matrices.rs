//! Vectors of a visitor against a benchmark: what a file says of its matrices, which of them are one
//! system, and ids of rows. numpy wrote the headers here.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{done, npy, refused};
use rankscope_core::analysis::{Imported, ImportedVectors, VectorFiles};
use rankscope_core::benchmark::{FileEntry, Manifest, RowRange};
use rankscope_core::formats::{
    MatrixPlace, NumberKind, ScoreList, ScoreSide, bytes_of_head, matrices_in, row_ids_from_npy,
    rows_from_npy,
};
use rankscope_core::imported::{
    Counts, FoundMatrix, GivenIds, NewSystem, NoSystem, Numbers, Parsed, ParsedQrels, ScoreRun,
    depth_of_scores, fits_neither, ids_of_matrix, order_by_ids, parse, run_of_scores,
    side_of_scores, systems_from_matrices, words_of_scores,
};

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn places(bytes: &[u8]) -> Result<Vec<MatrixPlace>, String> {
    matrices_in("x.npy", bytes, bytes.len() as u64).unwrap().map_err(|e| e.to_string())
}

#[test]
fn a_matrix_is_found_in_an_npy_and_read_from_any_row() {
    let bytes = npy("'<f4'", "(3, 2)", &floats(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]));
    let place = places(&bytes).unwrap().remove(0);
    assert_eq!((place.n_rows, place.dim, place.number), (3, 2, NumberKind::F32));
    let range = place.bytes_of(1..3);
    let slice = &bytes[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()];
    let rows: Vec<Vec<f32>> =
        place.rows_from_bytes("x.npy", 1, slice).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows, [[2.0, 3.0], [4.0, 5.0]]);
    // A double beyond float32 is refused by its row in the file.
    let wide: Vec<u8> = [1.0f64, 1e300].iter().flat_map(|value| value.to_le_bytes()).collect();
    let place = places(&npy("'<f8'", "(2, 1)", &wide)).unwrap().remove(0);
    let rows: Vec<_> = place.rows_from_bytes("x.npy", 40, &wide).unwrap().collect();
    let error = rows[1].as_ref().unwrap_err().to_string();
    assert!(error.starts_with("x.npy, row 41: column 0 is 1e300"), "{error}");
}

#[test]
fn a_matrix_that_is_not_what_its_header_says_is_refused() {
    for (descr, shape, n_bytes, words) in [
        ("'<f4'", "(3, 2)", 20, "x.npy: cut short or damaged: its header says [3, 2]"),
        ("'<f4'", "(3, 2)", 28, "and it has"),
        ("'<f4'", "(4611686018427387904, 60000)", 8, "more than a file can hold"),
        ("'<i8'", "(3, 2)", 48, "its type is '<i8' (whole numbers)"),
        ("[('a', '<f4'), ('b', '<f4')]", "(3,)", 24, "its type is"),
        ("'<f4'", "(6,)", 24, "its shape is [6]"),
        ("'<f4'", "(1, 3, 2)", 24, "[rows, dim] is needed"),
        ("'<f4'", "(3, 0)", 0, "its rows have 0 values"),
        ("'<f4'", "(1, 70000)", 4, "1 to 65536 are possible"),
    ] {
        refused(places(&npy(descr, shape, &vec![0; n_bytes])), &[words]);
    }
    refused(places(b"\x93NUMPY\x01\x00v\x00{'descr': '<f4'"), &["cut short"]);
    refused(places(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{"), &["its header would have"]);
}

/// The words of Python that each refusal has were followed with numpy 2.4.6 and ml_dtypes 0.5.4.
#[test]
fn an_array_that_is_no_matrix_is_refused_with_what_makes_one_of_exactly_this_array() {
    let halves = "array.view(ml_dtypes.bfloat16).astype('float32')";
    for (descr, shape, advice) in [
        ("'|O'", "(6,)", "save numpy.stack(list(array)).astype('float32')"),
        ("'|O'", "(6, 8)", "load it with allow_pickle=True and save array.astype('float32')"),
        ("'<V2'", "(6, 8)", &*format!("import ml_dtypes and save {halves}")),
        ("'|V2'", "(6, 1, 8)", &*format!("save {halves}.reshape(6, 8)")),
        ("'<f16'", "(6, 8)", "save array.astype('float64')"),
        ("'|i1'", "(6, 8)", "if it was quantised, and save array.astype('float32')"),
        ("'|u1'", "(6, 8, 1)", "save array.astype('float32').reshape(6, 8)"),
        ("[('a', '<f4'), ('b', '<f4')]", "(3,)", "structured_to_unstructured(array)"),
        ("'<f4'", "(6, 1, 8)", "[6, 1, 8], but [rows, dim] is needed: save array.reshape(6, 8)"),
        ("'<f4'", "(1, 6, 8)", "save array.reshape(6, 8)"),
        ("'<f4'", "(1, 1, 8)", "save array.reshape(1, 8)"),
        ("'>f4'", "(6, 5, 8)", "save array.reshape(6, 40) if each row is one vector of 40 values"),
        ("'<f4'", "(6, 5, 8)", "or array.reshape(30, 8) if each has 5 vectors"),
        ("'<f4'", "(8,)", "save array.reshape(1, 8) if it is one vector"),
    ] {
        refused(places(&npy(descr, shape, &[])), &[advice]);
    }
    for descr in ["'<c8'", "'<U3'", "'|V1'"] {
        let said = places(&npy(descr, "(6, 8)", &[])).unwrap_err();
        assert!(!said.contains("save"), "{descr}: {said}");
    }
}

#[test]
fn both_orders_and_both_ends_of_bytes_are_the_same_matrix() {
    let rows = [[0.5f32, -1.0], [2.0, 3.25], [4.0, 5.0]];
    let columns: Vec<f32> = (0..2).flat_map(|at| rows.map(|row| row[at])).collect();
    let big: Vec<u8> = columns.iter().flat_map(|value| value.to_be_bytes()).collect();
    let doubles: Vec<u8> =
        rows.as_flattened().iter().flat_map(|value| f64::from(*value).to_be_bytes()).collect();
    let halves: Vec<u8> = [[0x38, 0, 0xbc, 0], [0x40, 0, 0x42, 0x80], [0x44, 0, 0x45, 0]].concat();
    let in_columns = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes[10..128]).replace("False, ", "True,  ");
        [&bytes[..10], text.as_bytes(), &bytes[128..]].concat()
    };
    for bytes in [
        in_columns(npy("'<f4'", "(3, 2)", &floats(&columns))),
        in_columns(npy("'>f4'", "(3, 2)", &big)),
        npy("'>f8'", "(3, 2)", &doubles),
        npy("'>f2'", "(3, 2)", &halves),
    ] {
        let mut program = rows_from_npy("x.npy", std::io::Cursor::new(&bytes)).unwrap();
        program.go_to(1).unwrap();
        assert_eq!(program.next_row().unwrap().unwrap(), rows[1]);
        program.go_to(0).unwrap();
        for row in rows {
            assert_eq!(program.next_row().unwrap().unwrap(), row);
        }
        assert_eq!(program.next_row().unwrap(), None);

        let place = places(&bytes).unwrap().remove(0);
        let (place, values) = if place.is_fortran {
            place.turned(&bytes)
        } else {
            let range = place.bytes_of(0..3);
            let from = usize::try_from(range.start).unwrap();
            (place, bytes[from..].to_vec())
        };
        let page = place.rows_from_bytes("x.npy", 0, &values).unwrap();
        assert_eq!(page.map(Result::unwrap).collect::<Vec<_>>(), rows);
    }
    let short = in_columns(npy("'<f4'", "(3, 2)", &floats(&columns[..5])));
    let said = rows_from_npy("x.npy", &short[..]).unwrap_err().to_string();
    assert!(said.contains("ends after 20 of the 24 bytes"), "{said}");
    let long = in_columns(npy("'<f4'", "(3, 2)", &floats(&[0.0; 7])));
    let mut rows = rows_from_npy("x.npy", &long[..]).unwrap();
    while let Ok(Some(_)) = rows.next_row() {}
    assert!(rows.next_row().unwrap_err().to_string().contains("continues after its 3 rows"));
}

/// The reader of the page and the program's, which uses a library, agree on what they take.
#[test]
fn the_page_takes_the_arrays_that_the_program_takes() {
    for (descr, shape, n) in [
        ("'<f2'", "(2, 3)", 12),
        ("'<f4'", "(2, 3)", 24),
        ("'<f8'", "(2, 3)", 48),
        ("'<f4'", "(2, 3,)", 24),
        ("'|b1'", "(2, 3)", 6),
        ("'<f4'", "()", 4),
        ("'<f4'", "(6,)", 24),
        ("'<c8'", "(2, 3)", 48),
    ] {
        let bytes = npy(descr, shape, &vec![0; n]);
        let program = rows_from_npy("x.npy", bytes.as_slice());
        let page = places(&bytes);
        assert_eq!(program.is_ok(), page.is_ok(), "{descr} {shape}");
        if let (Ok(program), Ok(page)) = (program, page) {
            assert_eq!((program.n_rows(), program.dim()), (page[0].n_rows, page[0].dim));
        }
    }
}

#[test]
fn an_fbin_and_the_tensors_of_a_safetensors_file_are_found() {
    let mut fbin = [2u32.to_le_bytes(), 3u32.to_le_bytes()].concat();
    fbin.extend(floats(&[1.0; 6]));
    let found = places(&fbin).unwrap().remove(0);
    assert_eq!((found.n_rows, found.dim, found.offset), (2, 3, 8));

    let header = br#"{"text":{"dtype":"F32","shape":[1,2],"data_offsets":[12,20]},"image":{"dtype":"F16","shape":[3,2],"data_offsets":[0,12]},"n":{"dtype":"I64","shape":[1],"data_offsets":[20,28]}}"#;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    let data = bytes.len() as u64;
    bytes.extend([0; 28]);
    assert_eq!(bytes_of_head(&bytes, bytes.len() as u64), data);
    let found = places(&bytes).unwrap();
    let names: Vec<_> = found.iter().map(|place| place.name.clone().unwrap()).collect();
    assert_eq!(names, ["image", "text"]);
    assert_eq!((found[1].n_rows, found[1].dim, found[1].offset), (1, 2, data + 12));
    // Cut short.
    refused(places(&bytes[..bytes.len() - 1]), &["but its header says"]);
    // No file of vectors at all.
    assert!(matrices_in("x", b"q1 Q0 a 1 1 t\n", 14).is_none());
}

const COUNTS: Counts<'_> = Counts { title: "Fieldbook", images: 20_000, queries: 1_410 };

fn file(file: &str, n_rows: usize, dim: usize) -> FoundMatrix {
    FoundMatrix { file: file.into(), part: None, n_rows, dim }
}

fn part(file: &str, part: &str, n_rows: usize, dim: usize) -> FoundMatrix {
    FoundMatrix { file: file.into(), part: Some(part.into()), n_rows, dim }
}

fn systems(matrices: &[FoundMatrix]) -> Vec<NewSystem> {
    let (systems, refused) = systems_from_matrices(matrices, COUNTS);
    assert_eq!(refused, []);
    systems
}

fn one(matrices: &[FoundMatrix]) -> NewSystem {
    let mut systems = systems(matrices);
    assert_eq!(systems.len(), 1, "{systems:?}");
    systems.remove(0)
}

fn only_refusal(matrices: &[FoundMatrix], counts: Counts<'_>) -> NoSystem {
    let (systems, mut refused) = systems_from_matrices(matrices, counts);
    assert_eq!((systems.len(), refused.len()), (0, 1), "{systems:?} {refused:?}");
    refused.remove(0)
}

#[test]
fn the_number_of_rows_says_what_a_matrix_is_of() {
    let pair = one(&[file("b.npy", 1_410, 64), file("a.npy", 20_000, 64)]);
    assert_eq!((pair.gallery, pair.queries), (1, Some(0)));
    assert_eq!(pair.name, "a");
    let alone = one(&[file("gallery.npy", 20_000, 64)]);
    assert_eq!((alone.name.as_str(), alone.queries), ("gallery", None));
    let named = one(&[file("gallery.npy", 20_000, 64), file("queries.npy", 1_410, 64)]);
    assert_eq!(named.name, "gallery and queries");
    let named = one(&[
        file("clip-b32_image_features.npy", 20_000, 9),
        file("clip-b32_text_features.npy", 1_410, 9),
    ]);
    assert_eq!(named.name, "clip-b32");
}

#[test]
fn a_matrix_with_other_sizes_is_refused_with_those_that_would_fit() {
    let wrong = only_refusal(&[file("gallery.npy", 19_999, 64)], COUNTS);
    assert_eq!(
        wrong.reason,
        "gallery.npy has 19,999 rows; Fieldbook has 20,000 images and 1,410 queries"
    );
    let widths = [file("gallery.npy", 20_000, 64), file("queries.npy", 1_410, 32)];
    let wrong = only_refusal(&widths, COUNTS);
    assert_eq!(
        wrong.reason,
        "queries.npy has rows of 32 values, but gallery.npy of 64: both must be of the same model"
    );
    let wrong = only_refusal(&[file("queries.npy", 1_410, 64)], COUNTS);
    assert!(wrong.reason.contains("but the vectors of the 20,000 images are missing"), "{wrong:?}");
    let none = Counts { queries: 0, ..COUNTS };
    let wrong = only_refusal(&[file("x.npy", 1, 64)], none);
    assert_eq!(wrong.reason, "x.npy has 1 row; Fieldbook has 20,000 images and 0 queries");
}

#[test]
fn names_tell_where_sizes_do_not() {
    let alike = Counts { images: 500, queries: 500, ..COUNTS };
    let matrices = [file("text_emb.npy", 500, 8), file("img_emb.npy", 500, 8)];
    let (systems, refused) = systems_from_matrices(&matrices, alike);
    assert_eq!(refused, []);
    assert_eq!((systems[0].gallery, systems[0].queries), (1, Some(0)));
    let wrong = only_refusal(&[file("a.npy", 500, 8)], alike);
    assert!(wrong.reason.contains("as many images as queries, 500"), "{wrong:?}");
    assert!(wrong.advice.contains("gallery"), "{wrong:?}");
}

#[test]
fn several_pairs_are_told_by_names_then_by_widths() {
    let pairs = systems(&[
        file("clip-gallery.npy", 20_000, 64),
        file("siglip-gallery.npy", 20_000, 64),
        file("siglip-queries.npy", 1_410, 64),
        file("clip-queries.npy", 1_410, 64),
    ]);
    let pairs: Vec<_> = pairs.iter().map(|own| (&own.name[..], own.gallery, own.queries)).collect();
    assert_eq!(pairs, [("clip", 0, Some(3)), ("siglip", 1, Some(2))]);
    let by_width = systems(&[
        file("a.npy", 20_000, 64),
        file("b.npy", 20_000, 32),
        file("c.npy", 1_410, 32),
        file("d.npy", 1_410, 64),
    ]);
    let by_width: Vec<_> = by_width.iter().map(|own| (own.gallery, own.queries)).collect();
    assert_eq!(by_width, [(0, Some(3)), (1, Some(2))]);
    let unclear = [
        file("a.npy", 20_000, 64),
        file("b.npy", 20_000, 64),
        file("c.npy", 1_410, 64),
        file("d.npy", 1_410, 64),
    ];
    let (made, refused) = systems_from_matrices(&unclear, COUNTS);
    assert_eq!((made.len(), refused.len()), (0, 2), "{refused:?}");
    assert!(refused[0].advice.contains("clip-gallery.npy and clip-queries.npy"));
}

#[test]
fn the_arrays_of_one_file_are_one_system_and_others_beside_them_are_passed_over() {
    let pair = one(&[
        part("clip.npz", "gallery", 20_000, 64),
        part("clip.npz", "queries", 1_410, 64),
        part("clip.npz", "captions", 99, 64),
    ]);
    assert_eq!((pair.name.as_str(), pair.gallery, pair.queries), ("clip", 0, Some(1)));
    let pairs = systems(&[
        part("all.npz", "clip_image", 20_000, 64),
        part("all.npz", "clip_text", 1_410, 64),
        part("all.npz", "siglip_image", 20_000, 64),
        part("all.npz", "siglip_text", 1_410, 64),
    ]);
    let names: Vec<&str> = pairs.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["all clip", "all siglip"]);
    assert_eq!((pairs[1].gallery, pairs[1].queries), (2, Some(3)));
}

#[test]
fn rows_are_matched_by_the_ids_of_a_file() {
    let found: Vec<String> = ["c", "a", "b"].map(String::from).into();
    assert_eq!(order_by_ids(&found, ["a", "b", "c"].into_iter()).unwrap(), [1, 2, 0]);
    let wrong = |wanted: &[&'static str]| order_by_ids(&found, wanted.iter().copied()).unwrap_err();
    assert_eq!(wrong(&["a", "b", "d"]), "1 ids of the benchmark have no row, the first is d");
    assert_eq!(wrong(&["a", "b"]), "row 0 has the id c, which is not in the benchmark");

    let lists = [("image_ids".to_string(), 3), ("query_ids".to_string(), 3), ("labels".into(), 3)];
    assert_eq!(ids_of_matrix("gallery", 3, &lists), Some(0));
    assert_eq!(ids_of_matrix("text_features", 3, &lists), Some(1));
    assert_eq!(ids_of_matrix("gallery", 4, &lists), None);
    assert_eq!(ids_of_matrix("a", 3, &lists[1..]), Some(0));
}

#[test]
fn ids_are_whole_numbers_or_texts() {
    let unicode: Vec<u8> = "ab\0cdé".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let ids = |bytes: &[u8]| row_ids_from_npy("x.npz#ids", bytes).map_err(|e| e.to_string());
    assert_eq!(ids(&npy("'<U3'", "(2,)", &unicode)).unwrap().unwrap(), ["ab", "cdé"]);
    assert_eq!(ids(&npy("'|S2'", "(2,)", b"a\0bc")).unwrap().unwrap(), ["a", "bc"]);
    let numbers = [7i64, -2].map(i64::to_le_bytes).concat();
    assert_eq!(ids(&npy("'<i8'", "(2,)", &numbers)).unwrap().unwrap(), ["7", "-2"]);
    let numbers = [u32::MAX, 0].map(u32::to_le_bytes).concat();
    assert_eq!(ids(&npy("'<u4'", "(2,)", &numbers)).unwrap().unwrap(), ["4294967295", "0"]);
    assert_eq!(ids(&npy("'<f4'", "(2,)", &[0; 8])).unwrap(), None);
    assert!(ids(&npy("'|S2'", "(3,)", b"a\0bc")).unwrap_err().contains("its header says 3 ids"));
    assert!(ids(&npy("'|S1'", "(2,)", b"aa")).unwrap_err().contains("row 1: the id a is in row 0"));
    assert!(ids(&npy("'|S1'", "(2,)", b"a\0")).unwrap_err().contains("row 1: an id is missing"));
}

fn entry(path: &str, sha256: &str) -> FileEntry {
    let rows = path.starts_with("images/").then_some(RowRange { start: 0, end: 3 });
    FileEntry { path: path.into(), bytes: 1, sha256: sha256.into(), rows }
}

fn manifest(of_queries: &str) -> Manifest {
    let json = r#"{"schema_version": 1, "id": "m", "title": "Mine", "counts": {"queries": 2, "images": 3}, "files": []}"#;
    let mut manifest: Manifest = serde_json::from_str(json).unwrap();
    manifest.files = vec![entry("images/0.jsonl.gz", "a"), entry("queries.jsonl", of_queries)];
    manifest
}

#[test]
fn a_system_of_vectors_knows_the_lists_that_its_rows_are_of() {
    let parts = |queries| VectorFiles {
        name: "clip b/32".into(),
        from: vec!["gallery.npy".into(), "queries.npy".into()],
        dim: 64,
        gallery: vec![entry("imported-vectors/g.safetensors", "g")],
        queries,
        is_by_ids: false,
        notes: Vec::new(),
    };
    let queries = entry("imported-vectors/q.safetensors", "q");
    let vectors = ImportedVectors::new(&manifest("b"), parts(Some(queries)));
    assert_eq!(vectors.file, "gallery.npy and queries.npy");
    assert_eq!(
        vectors.summary,
        "Vectors of 3 images and 2 queries, 64 values each, compared by cosine."
    );
    let json = serde_json::to_string(&vectors).unwrap();
    assert_eq!(serde_json::from_str::<ImportedVectors>(&json).unwrap(), vectors);
    assert!(vectors.fits(&manifest("b")));
    assert!(!vectors.fits(&manifest("c")));
    let import = Imported::of_vectors(vectors);
    assert_eq!(import.title(), "clip b/32 (imported)");
    assert!(import.id.starts_with("imported-clip_b_32-"), "{}", import.id);
    let alone = ImportedVectors::new(&manifest("b"), parts(None));
    assert_ne!(alone.system.id, import.id);
    assert!(alone.notes[0].contains("finds similar pictures on Explore"), "{:?}", alone.notes);
    // Other systems of the same build, or another build.
    let mut with = manifest("b");
    with.systems.push(alone.system.clone());
    with.files.extend(alone.files.clone());
    assert!(
        manifest("b").differs_in_systems_only(&with)
            && with.differs_in_systems_only(&manifest("b"))
    );
    assert!(!manifest("c").differs_in_systems_only(&with));
}

#[test]
fn matrices_of_scores_are_told_from_vectors() {
    let counts = Counts { title: "Sunsets", images: 500, queries: 30 };
    let side = |matrix: &FoundMatrix, others: &[FoundMatrix]| {
        let all: Vec<FoundMatrix> = others.iter().chain([matrix]).cloned().collect();
        side_of_scores(matrix, &all, counts)
    };
    let by_queries = Some(Ok(ScoreSide::Queries));
    let by_images = Some(Ok(ScoreSide::Images));
    assert_eq!(side(&file("x.npy", 30, 500), &[]), by_queries);
    assert_eq!(side(&file("x.npy", 500, 30), &[]), by_images);
    assert_eq!(side(&part("all.npz", "sims", 500, 30), &[]), by_images);
    // Vectors, by size, by name, or by what is beside them.
    assert_eq!(side(&file("x.npy", 500, 64), &[]), None);
    assert_eq!(side(&file("text_features.npy", 30, 500), &[]), None);
    assert_eq!(side(&file("x.npy", 30, 500), &[file("y.npy", 500, 500)]), None);
    assert_eq!(side(&file("clip-sims.npy", 30, 500), &[file("y.npy", 500, 500)]), by_queries);
    let refused = side(&file("clip_similarity.npy", 31, 500), &[]).unwrap().unwrap_err();
    assert_eq!(
        refused.reason,
        "clip_similarity.npy has 31 rows and 500 columns: scores need a row for each of 30 queries and a \
         column for each of 500 images, or the other way round"
    );
    let depth = |n_lists| depth_of_scores(n_lists, 1 << 30);
    assert_eq!([1, 5_000, 25_000, 1 << 30].map(depth), [1000, 1000, 200, 100]);
    assert_eq!(depth_of_scores(1_000, 5_000), 5_000, "what is small is kept whole");
    assert_eq!(run_of_scores(&file("a/sims.npy", 30, 500)), "a/sims.run.gz");
    assert_eq!(run_of_scores(&part("clip.npz", "sims", 30, 500)), "clip sims.run.gz");
    let many = Counts { images: 5_000, queries: 25_000, ..counts };
    assert_eq!(
        words_of_scores(&file("sims.npy", 5_000, 25_000), "sims.run.gz", many),
        "sims.npy: the best 200 of 5,000 images of each query are kept as the run sims.run.gz."
    );
}

#[test]
fn the_best_images_of_scores_are_read_back_as_a_run() {
    let ids: Vec<String> = ["p1", "p2", "p3", "p4", "p5"].map(String::from).to_vec();
    let mut run = ScoreRun::new(3);
    let mut add = |query: &str, singles: &[f32], doubles: &[f64]| {
        let list = ScoreList { singles: singles.to_vec(), doubles: doubles.to_vec() };
        run.add(query, ids.as_slice().into(), &list);
    };
    // Equal scores stand in the order of the columns.
    add("a", &[1.0, 3.0, 1.0, 2.0, 1.0], &[]);
    // Doubles that tie as float32, and an image without a score.
    add(
        "b\u{e9}",
        &[0.1, 0.1, f32::NEG_INFINITY, -1.0, f32::NEG_INFINITY],
        &[0.1, 0.1 + 1e-12, f64::NEG_INFINITY, -1.0, f64::NEG_INFINITY],
    );
    add("c", &[f32::NEG_INFINITY; 5], &[]);
    let bytes = run.finish().unwrap();
    let parsed = done(parse("sims.run.gz", &bytes, async || ()));
    let Parsed::Run(run, documents) = parsed.unwrap() else { panic!("no run") };
    let lists: Vec<(&str, Vec<(&str, f64)>)> = run
        .queries
        .iter()
        .map(|own| {
            let id = |row: u32| documents.ids()[row as usize].as_str();
            let documents = own.documents.iter().map(|(row, score)| (id(*row), *score));
            (own.query.as_str(), documents.collect())
        })
        .collect();
    assert_eq!(
        lists,
        [
            ("a", vec![("p2", 3.0), ("p4", 2.0), ("p1", 1.0)]),
            ("b\u{e9}", vec![("p2", 0.1 + 1e-12), ("p1", 0.1), ("p4", -1.0)]),
        ]
    );
}

/// Judgements as the page reads them from a file.
fn judged(file: &str, text: &str) -> (String, ParsedQrels) {
    match done(parse(file, text.as_bytes(), async || ())).unwrap() {
        Parsed::Judgements(qrels) => (file.into(), qrels),
        other => panic!("{file}: {other:?}"),
    }
}

#[test]
fn matrices_of_another_benchmark_and_their_judgements_fit_or_say_why_not() {
    let matrix =
        |file: &str, n_rows, dim| FoundMatrix { file: file.into(), part: None, n_rows, dim };
    let open = Counts { title: "Open", images: 9, queries: 4 };
    let is_other = |file: &str, rows, dim| fits_neither(&matrix(file, rows, dim), open);
    assert!(is_other("sims.npy", 3, 5) && is_other("x.npy", 3, 5) && is_other("sims.npy", 9, 5));
    assert!(!is_other("sims.npy", 4, 9) && !is_other("sims.npy", 9, 4) && !is_other("x.npy", 9, 5));

    let sims = matrix("sims.npy", 2, 3);
    let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut given = GivenIds::default();
    given.add(&sims, "a.txt", ids(&["q", "r"])).unwrap();
    given.add(&sims, "b.txt", ids(&["x", "y", "z"])).unwrap();
    let wrong = given.add(&sims, "c.txt", ids(&["x"])).unwrap_err().reason;
    assert_eq!(wrong, "it lists 1 id, and sims.npy has 2 rows and 3 columns");
    let square = given.add(&matrix("s.npy", 1, 1), "c.txt", ids(&["x"])).unwrap_err();
    assert!(square.advice.contains("“queries” or “images”"), "{}", square.advice);

    let one = matrix("s.npy", 1, 1);
    let mut named = GivenIds::default();
    named.add(&one, "images.txt", ids(&["x"])).unwrap();
    named.add(&one, "query_ids.json", ids(&["q"])).unwrap();
    let columns = Some(("images.txt".to_owned(), ids(&["x"])));
    assert_eq!((named.columns, named.rows.unwrap().1), (columns, ids(&["q"])));

    let forward = || judged("test.qrels", "q 0 x 1\nq 0 lost 1\nnobody 0 y 1\n");
    let back = || judged("back.qrels", "y 0 r 1\nz 0 other 1\n");
    let both = Numbers::new(std::slice::from_ref(&sims), &given, vec![back(), forward()]).unwrap();
    let [lists, ranked] = both.lists(ScoreSide::Images);
    assert_eq!((lists, ranked), (&ids(&["x", "y", "z"])[..], &ids(&["q", "r"])[..]));
    assert_eq!((both.depth(ScoreSide::Queries), both.depth(ScoreSide::Images)), (3, 2));
    let (manifest, files) = both.files(vec![[Vec::new(), Vec::new()]], |_| "0".repeat(64));
    // What only judgements name follows, and is never found.
    assert_eq!((manifest.counts.queries, manifest.counts.images), (3, 4));
    assert!(manifest.description.contains("1 judged query is not in the matrix"));
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths[2..],
        ["relevance/test.qrels", "reverse/test.qrels", "runs/sims.run.gz", "reverse/sims.run.gz"]
    );
    let text = serde_json::to_string(&manifest).unwrap();
    assert_eq!(Manifest::from_json(&text).unwrap().relevance[0].title, "test.qrels");

    let refused = |matrices: &[FoundMatrix], given: &GivenIds, judgements| {
        let NoSystem { reason, advice, .. } =
            Numbers::new(matrices, given, judgements).unwrap_err();
        format!("{reason} {advice}")
    };
    let other = matrix("other.npy", 2, 4);
    let shapes = refused(&[sims.clone(), other], &given, vec![forward()]);
    assert!(shapes.contains("other.npy is [2, 4], and sims.npy is [2, 3]"), "{shapes}");
    let numbers = refused(std::slice::from_ref(&sims), &GivenIds::default(), vec![forward()]);
    assert!(numbers.contains("none of its judged queries (2) is among the rows"), "{numbers}");
    assert!(numbers.contains("their numbers for ids, from 0"), "{numbers}");
    let alone = refused(std::slice::from_ref(&sims), &given, vec![back()]);
    assert!(alone.contains("Drop it with judgements of images for queries"), "{alone}");
    let rows = Some(("a.txt".into(), ids(&["q", "q"])));
    let twice = GivenIds { rows, ..given };
    let twice = refused(&[sims], &twice, vec![forward()]);
    assert!(twice.contains("a.txt, row 1: the id q is that of row 0 already"), "{twice}");
}
