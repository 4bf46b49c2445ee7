//! Matrices of scores, by rows and by columns.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use rankscope_core::formats::{
    MatrixRows, NumberKind, Qrel, ScoreList, ScoreMatrix, ScoreSide, ids_from_text, turned_qrels,
};
use std::io::Cursor;

type Scores = ScoreMatrix<Cursor<Vec<u8>>>;

fn matrix(rows: &[Vec<f32>], further: usize) -> Result<Scores, String> {
    let mut bytes: Vec<u8> = rows.iter().flatten().flat_map(|score| score.to_le_bytes()).collect();
    bytes.extend(vec![0; further]);
    let shape = [rows.len() as u64, rows[0].len() as u64];
    let rows = MatrixRows::new("s.npy", Cursor::new(bytes), shape, NumberKind::F32).unwrap();
    ScoreMatrix::new("s.npy", rows).map_err(|error| error.to_string())
}

fn singles(lists: Vec<ScoreList>) -> Vec<Vec<f32>> {
    assert!(lists.iter().all(|list| list.doubles.is_empty()));
    lists.into_iter().map(|list| list.singles).collect()
}

#[test]
fn rows_and_columns_are_read_in_any_order() {
    let rows: Vec<Vec<f32>> =
        (0..5).map(|row| (0..4).map(|column| (10 * row + column) as f32).collect()).collect();
    let mut scores = matrix(&rows, 0).unwrap();
    assert_eq!(scores.shape(), [5, 4]);
    let of = [3, 0, 4];
    let wanted: Vec<Vec<f32>> = of.iter().map(|row| rows[*row].clone()).collect();
    assert_eq!(singles(scores.lists(ScoreSide::Queries, &of).unwrap()), wanted);
    for _ in 0..2 {
        let of = [2, 0];
        let column = |column: &usize| rows.iter().map(|row| row[*column]).collect();
        let wanted: Vec<Vec<f32>> = of.iter().map(column).collect();
        assert_eq!(singles(scores.lists(ScoreSide::Images, &of).unwrap()), wanted);
    }
    assert!(scores.check_shape([5, 4]).is_ok());
    let turned = scores.check_shape([4, 5]).unwrap_err().to_string();
    assert!(turned.contains("[5, 4], for 4 queries and 5 images"), "{turned}");
    assert!(turned.contains("sims.T"), "{turned}");
    let other = scores.check_shape([5, 3]).unwrap_err().to_string();
    assert!(!other.contains("sims.T") && other.contains("a column for each image"), "{other}");
    assert!(matrix(&rows, 1).unwrap_err().contains("continues after its 5 rows"));
}

#[test]
fn float64_is_kept_beside_float32() {
    let doubles: [[f64; 2]; 3] = [[0.1, 0.2], [0.1 + 1e-12, -3.0], [7.0, 0.0]];
    let bytes: Vec<u8> = doubles.as_flattened().iter().flat_map(|d| d.to_be_bytes()).collect();
    let rows = MatrixRows::new("s.npy", Cursor::new(bytes), [3, 2], NumberKind::F64Big).unwrap();
    let mut scores = ScoreMatrix::new("s.npy", rows).unwrap();
    let row = scores.lists(ScoreSide::Queries, &[1]).unwrap().remove(0);
    assert_eq!((row.doubles.as_slice(), row.singles[0]), (&doubles[1][..], 0.1));
    let columns = scores.lists(ScoreSide::Images, &[1, 0]).unwrap();
    assert_eq!(columns[1].doubles, doubles.map(|row| row[0]));
    assert_eq!((columns[0].score(1), columns[1].score(1)), (-3.0, 0.1 + 1e-12));
    assert!(columns[0].score(3).is_nan());
}

#[test]
fn a_score_that_is_not_a_number_is_refused_where_it_is_read() {
    let mut scores =
        matrix(&[vec![0.0, f32::INFINITY, f32::NEG_INFINITY], vec![0.0, 1.0, f32::NAN]], 0)
            .unwrap();
    assert!(scores.lists(ScoreSide::Queries, &[0]).is_ok());
    assert!(scores.lists(ScoreSide::Images, &[1, 0]).is_ok());
    for (side, of) in [(ScoreSide::Queries, 1), (ScoreSide::Images, 2)] {
        let said = scores.lists(side, &[of]).unwrap_err().to_string();
        assert!(said.contains("s.npy, row 1: column 2: the score is NaN"), "{said}");
    }
}

#[test]
fn ids_are_lines_or_a_json_array() {
    assert_eq!(ids_from_text("ids.txt", "b\na\n").unwrap(), ["b", "a"]);
    assert_eq!(ids_from_text("ids.json", " [\"b\", 7]\n").unwrap(), ["b", "7"]);
    for (text, word) in
        [("[1, 1]", "1 is listed twice"), ("[\"a b\"]", "white space"), ("[[]]", "")]
    {
        let said = ids_from_text("ids.json", text).unwrap_err().to_string();
        assert!(said.contains("ids.json") && said.contains(word), "{said}");
    }
}

#[test]
fn turned_round_only_relevant_images_ask() {
    let qrel = |(query, document, grade): (&str, &str, i32)| Qrel {
        query: query.into(),
        document: document.into(),
        grade,
    };
    let judged = [("q1", "a", 1), ("q1", "b", 0), ("q2", "a", 0), ("q2", "c", 2)].map(qrel);
    let turned = [("a", "q1", 1), ("a", "q2", 0), ("c", "q2", 2)].map(qrel);
    assert_eq!(turned_qrels(&judged), turned);
}
