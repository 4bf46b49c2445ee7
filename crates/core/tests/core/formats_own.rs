//! What a file is, and the lists and datasets that people have as JSON and as tables.
#![allow(clippy::unwrap_used)]

use crate::support::{fixture, refused};
use rankscope_core::formats::{
    FileKind, FormatError, JsonKind, KarpathyIds, ListKind, NamedColumns, Place, columns_from_text,
    file_kind, images_from_coco_captions, images_from_karpathy, json_kind, list_kind,
};
use rankscope_core::formats::{rows_from_npz, rows_from_safetensors};
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

#[test]
fn a_file_is_what_its_first_bytes_say_and_not_what_its_name_says() {
    let of_file = [
        ("own_vectors/f4.npy", FileKind::Npy),
        ("own_vectors/two.npz", FileKind::Npz),
        ("own_vectors/two_deflated.npz", FileKind::Npz),
        ("own_vectors/two.safetensors", FileKind::Safetensors),
        ("own_vectors/pandas.parquet", FileKind::Parquet),
        ("own_vectors/x.fbin", FileKind::Fbin),
        ("own_vectors/matrix.json", FileKind::Json),
        ("own_lists/beir.zip", FileKind::Zip),
        ("own_lists/run.trec", FileKind::Run),
        ("own_lists/qrels.trec", FileKind::Qrels),
        ("own_lists/run.json", FileKind::Json),
        ("trec.run", FileKind::Run),
        ("trec.qrels", FileKind::Qrels),
    ];
    for (name, wanted) in of_file {
        let bytes = fixture(name);
        let head = &bytes[..bytes.len().min(rankscope_core::formats::HEAD_BYTES)];
        assert_eq!(file_kind(head, bytes.len() as u64), wanted, "{name}");
    }
    let of_text = [
        ("", FileKind::Empty),
        ("q1 Q0 a 1 0.5 t\nq1 Q0 b 2 0.25 t\n", FileKind::Run),
        ("q1 0 a 1\n", FileKind::Qrels),
        ("query-id\tcorpus-id\tscore\nq1\ta\t1\n", FileKind::BeirQrels),
        ("id\ttext\n1\tan owl\n", FileKind::Tsv),
        ("id,text\n1,an owl\n", FileKind::Csv),
        ("a.jpg\nb.jpg\n", FileKind::Words),
        ("an owl, asleep\na dog in the snow\n", FileKind::Text),
        ("{\"id\": 1}\n{\"id\": 2}\n", FileKind::JsonLines),
        ("{\"id\": 1}\n", FileKind::Json),
        ("[{\"id\": 1}]", FileKind::Json),
        ("%PDF-1.7", FileKind::Pdf),
        ("\u{0}\u{1}\u{2}", FileKind::Unknown),
    ];
    for (text, wanted) in of_text {
        assert_eq!(file_kind(text.as_bytes(), text.len() as u64), wanted, "{text:?}");
    }
    // A head that ends within a line and within a character.
    let long = "{\"id\": 1, \"text\": \"eine Füchsin\"}\n".repeat(400);
    let cut = long.find('ü').unwrap() + 30 * long.lines().next().unwrap().len() + 31;
    assert_eq!(file_kind(&long.as_bytes()[..cut], long.len() as u64), FileKind::JsonLines);
    assert!(FileKind::Torch.no_vectors().contains("numpy.save"));
}

#[test]
fn json_is_told_by_its_shape() {
    let cases = [
        ("{\"q\": {\"d\": 1}}", JsonKind::Scores),
        ("{\"q\": {}, \"r\": {\"d\": -0.5}}", JsonKind::Scores),
        ("{\"q\": {}}", JsonKind::Scores),
        ("{\"default\": {\"test\": {\"q\": {\"d\": 1.5}}}}", JsonKind::Predictions),
        ("{\"mteb_model_meta\": {}, \"default\": {}}", JsonKind::Predictions),
        ("{\"task_name\": \"x\", \"scores\": {}}", JsonKind::MtebResult),
        ("{\"q\": [1, 2], \"r\": []}", JsonKind::RelevantLists),
        ("{\"images\": [{\"sentences\": []}], \"dataset\": \"x\"}", JsonKind::Karpathy),
        ("{\"images\": [], \"annotations\": [{\"caption\": \"x\"}]}", JsonKind::CocoCaptions),
        ("{\"images\": [], \"annotations\": [{\"category_id\": 1}]}", JsonKind::CocoInstances),
        ("[{\"id\": 1}]", JsonKind::Records),
        ("{\"id\": 1}\n{\"id\": 2}", JsonKind::Lines),
        ("{\"id\": \"x\"}", JsonKind::Other),
        ("{}", JsonKind::Other),
    ];
    for (text, wanted) in cases {
        assert_eq!(json_kind("x", text).unwrap(), wanted, "{text}");
    }
    refused(json_kind("x.json", "{\n\"a\": }"), &["x.json, line 2", "expected value"]);
    assert_eq!(list_kind("x", "{\"q\": [1]}").unwrap(), ListKind::RelevantLists);
    refused(list_kind("x", "{\"task_name\": \"x\", \"scores\": {}}"), &["means, not rankings"]);
    for votes in [
        "{\"0\": {\"7\": [1, 2, 0]}}",
        "{\"q\": {}, \"0\": {\"7\": [ 0, 0, 3]}}",
        "query,image,person,answer\nq,i,Ada,yes\n",
        "image\tquery\tperson\tanswer\ni\tq\tAda\tyes\n",
        "{\"query\":\"q\",\"image\":\"i\",\"votes\":[1,0,0]}",
        "{\"query\":\"q\",\"image\":\"i\",\"votes\":[1,0,0]}\n{\"query\":\"q\",\"image\":\"j\",\"votes\":[1,0,0]}\n",
        "[{\"query\":\"q\",\"image\":\"i\",\"person\":\"A\",\"answer\":\"r\"}]",
    ] {
        assert_eq!(list_kind("x", votes).unwrap(), ListKind::Votes, "{votes}");
    }
    // Grades are judgements, whoever gave them.
    let graded = "query_id,doc_id,relevance,query,image,person,answer\nq,i,1,q,i,A,yes\n";
    assert_eq!(list_kind("x", graded).unwrap(), ListKind::QrelTable);
    refused(list_kind("x", "{\"0\": {\"7\": [-1, 2, 0]}}"), &["another shape"]);
}

const KARPATHY: &str = r#"{"images": [
 {"filepath": "val2014", "filename": "b.jpg", "imgid": 0, "cocoid": 42, "split": "test",
  "sentids": [7, 8], "sentences": [{"raw": "An owl. ", "sentid": 7, "imgid": 0, "tokens": []},
                                   {"raw": "A bird.", "sentid": 8, "imgid": 0, "tokens": []}]},
 {"filepath": "train2014", "filename": "a.jpg", "imgid": 1, "cocoid": 7, "split": "train",
  "sentids": [9], "sentences": [{"raw": "A dog.", "sentid": 9, "imgid": 1, "tokens": []}]}],
 "dataset": "coco"}"#;

#[test]
fn a_karpathy_file_gives_images_with_captions_and_splits() {
    let images = images_from_karpathy("x", KARPATHY, KarpathyIds::Usual).unwrap();
    let ids: Vec<&str> = images.iter().map(|image| image.id.as_str()).collect();
    assert_eq!(ids, ["42", "7"]);
    assert_eq!(images[0].file, "val2014/b.jpg");
    assert_eq!(images[0].split, "test");
    let captions = [("7", "An owl."), ("8", "A bird.")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(images[0].captions, captions);
    let named = |ids| images_from_karpathy("x", KARPATHY, ids).unwrap()[1].id.clone();
    assert_eq!(named(KarpathyIds::Imgid), "1");
    assert_eq!(named(KarpathyIds::Filename), "a.jpg");
    // Flickr30k has no cocoid.
    let flickr = KARPATHY.replace("\"cocoid\": 42,", "");
    let images = images_from_karpathy("x", &flickr, KarpathyIds::Usual).unwrap();
    assert_eq!(images[0].id, "0");
    refused(
        images_from_karpathy("x.json", &flickr, KarpathyIds::Cocoid),
        &["x.json: images[0]", "no cocoid", "imgid or filename"],
    );
    let twice = KARPATHY.replace("\"sentid\": 9", "\"sentid\": 8");
    refused(images_from_karpathy("x", &twice, KarpathyIds::Usual), &["two captions", "8"]);
    let twice = KARPATHY.replace("\"cocoid\": 7", "\"cocoid\": 42");
    refused(images_from_karpathy("x", &twice, KarpathyIds::Usual), &["two images", "42"]);
    let without = KARPATHY.replace("\"filename\": \"a.jpg\", ", "");
    refused(
        images_from_karpathy("x", &without, KarpathyIds::Usual),
        &["line", "missing field `filename`"],
    );
}

#[test]
fn coco_captions_meet_their_images() {
    let text = "{\"images\": [{\"id\": 2, \"file_name\": \"b.jpg\"}, {\"id\": 1, \"file_name\": \
                \"a.jpg\"}], \"annotations\": [{\"id\": 5, \"image_id\": 1, \"caption\": \" x \"}, \
                {\"id\": 4, \"image_id\": 1, \"caption\": \"y\"}]}";
    let images = images_from_coco_captions("x", text).unwrap();
    assert_eq!((images[0].id.as_str(), images[0].captions.len()), ("2", 0));
    assert_eq!(images[1].captions[0], ("5".to_owned(), "x".to_owned()));
    assert_eq!(images[1].captions[1].0, "4");
    let other =
        text.replace("\"image_id\": 1, \"caption\": \"y\"", "\"image_id\": 3, \"caption\": \"y\"");
    refused(images_from_coco_captions("x", &other), &["annotations[1]", "image 3"]);
    let without = r#"{"images": [], "annotations": [{"image_id": 1, "caption": "a"}]}"#;
    refused(images_from_coco_captions("x", without), &["annotations[0]: missing field `id`"]);
}

#[test]
fn columns_are_found_by_name_in_every_table() {
    let wanted = |places: [Place; 2]| NamedColumns {
        places: places.to_vec(),
        columns: vec![
            vec![Some("an owl,\nasleep".to_owned()), None],
            vec![Some("1".to_owned()), Some("2".to_owned())],
        ],
    };
    let read = |text: &str| columns_from_text("x", text, &["text", "id"]).unwrap();
    let lines = wanted([Place::Line(2), Place::Line(4)]);
    assert_eq!(read("id,more,text\n1,x,\"an owl,\nasleep\"\n2,y,\n"), lines);
    assert_eq!(read("id\tmore\ttext\r\n1\tx\t\"an owl,\nasleep\"\r\n2\ty\t\r\n"), lines);
    let json = "{\"id\": 1, \"text\": \"an owl,\\nasleep\"}\n{\"id\": 2}\n";
    assert_eq!(read(json), wanted([Place::Line(1), Place::Line(2)]));
    let json = "[{\"id\": 1, \"text\": \"an owl,\\nasleep\"},\n{\"id\": \"2\", \"text\": null}]";
    assert_eq!(read(json), wanted([Place::Row(0), Place::Row(1)]));

    let refused_with = |text: &str, words: &[&str]| {
        refused(columns_from_text("x.csv", text, &["id", "text"]), words);
    };
    refused_with("id,title\n1,x\n", &["no column \"text\"", "id, title"]);
    refused_with("id,text\n1,x\n2,x,y\n", &["x.csv, line 3", "3 columns", "header has 2"]);
    refused_with("id,text\n1,\"x\n2,y\n3,z\n", &["x.csv, line 2", "quote"]);
    refused_with("{\"id\": 1, \"text\": []}", &["x.csv, line 1", "neither text nor a number"]);
    refused_with("{\"id\": 1}", &["no column \"text\""]);
    refused_with(" \n", &["empty"]);
}

#[test]
fn of_two_arrays_of_one_name_none_is_taken() {
    let array = fixture("own_vectors/f4.npy");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["first.npy", "other.npy"] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(&array).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let read = |bytes: &[u8]| {
        rows_from_npz("x.npz", Cursor::new(bytes), Some("first"), |_| Ok::<(), FormatError>(()))
    };
    read(&bytes).unwrap();
    // As appending to an archive leaves it.
    let (mut twice, old) = (bytes, b"other.npy");
    while let Some(at) = twice.windows(old.len()).position(|window| window == old) {
        twice[at..at + old.len()].copy_from_slice(b"first.npy");
    }
    refused(read(&twice), &["x.npz", "it has first.npy twice"]);

    let tensors = |second: &str| {
        let header = format!(
            "{{\"a\":{{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[0,4]}},\
             \"{second}\":{{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[4,8]}}}}"
        );
        [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &[0; 8]].concat()
    };
    let read = |bytes: Vec<u8>| {
        let n_bytes = bytes.len() as u64;
        rows_from_safetensors("x.safetensors", Cursor::new(bytes), n_bytes, Some("a")).map(drop)
    };
    read(tensors("b")).unwrap();
    refused(read(tensors("a")), &["x.safetensors", "the tensor a twice"]);
}
