//! Tables of systems × measures in Markdown, LaTeX and JSON.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::refused;
use proptest::prelude::*;
use rankscope_core::formats::{
    FormatError, PublishedTable, ResultFile, looks_like_published, published_from_files,
};
use rankscope_core::report::TableAgreement;
use rankscope_core::table::{Kind, LATEX, MARKDOWN, Table, Value};

fn read(text: &str) -> Result<PublishedTable, FormatError> {
    published_from_files(&[ResultFile::at("t", text)])
}

fn values(table: &PublishedTable) -> Vec<Vec<Option<f64>>> {
    table.rows.iter().map(|row| row.values.clone()).collect()
}

#[test]
fn markdown_is_read_without_its_marks() {
    let table = read(
        "Results of ours.\n\n| Model | R@1 | mAP@R |\n|:--|--:|:-:|\n\
         | [CLIP](https://a.example) `B/32` | **55.1** | 26.75† |\n\
         | BLIP \\| large | <u>_73.1_</u> ± 0.2 | 40.5<sup>2</sup> |\n\
         | *ViLT* | − | −0.5 (+1.2) |\n\nThat is all | really.\n",
    )
    .unwrap();
    assert_eq!(table.systems(), ["CLIP B/32", "BLIP | large", "ViLT"]);
    assert_eq!(table.measures, ["R@1", "mAP@R"]);
    let wanted = [[Some(55.1), Some(26.75)], [Some(73.1), Some(40.5)], [None, Some(-0.5)]];
    assert_eq!(values(&table), wanted);
}

/// The layout of ECCV Caption's Table 4: a header of two lines, and lines that name groups.
#[test]
fn latex_is_read_with_its_spans_and_groups() {
    let text = r"
\begin{table}[t]
\caption{Re-evaluating VL models. 100\% ours.}
\begin{tabular}{lccc} % a comment & more \\
\toprule
 & \multicolumn{2}{c}{ECCV Caption} & \\ \cmidrule(lr){2-3}
 & mAP@$R$ & R@1 & PMRP $\uparrow$ \\ \midrule
\multicolumn{4}{l}{\emph{Region features} \cite{butd}} \\
VSE$_\infty$~\cite{vse} & \textbf{40.46} & 82.52$_{\pm 0.3}$ & - \\
\rowcolor{gray} CVSE & \underline{37.35}$^{\dagger}$ & {\bf 76.70} & 1,3 \\[2pt]
\multicolumn{4}{l}{Pre-training} \\
CLIP\textsubscript{B} \& co & \textcolor{red}{26.75} & 67.08\tnote{1}
  & 55.32 \\ \bottomrule
\end{tabular}
\end{table}";
    refused(read(text), &["t, line 10", "column 4 (PMRP ↑)", "\"1,3\" is not a number"]);
    let table = read(&text.replace("1,3", "56.49")).unwrap();
    assert_eq!(table.text_columns, ["group", "model"]);
    assert_eq!(table.systems(), ["VSE∞", "CVSE", "CLIPB & co"]);
    assert_eq!(table.measures, ["ECCV Caption mAP@R", "ECCV Caption R@1", "PMRP ↑"]);
    assert_eq!(
        values(&table),
        [
            [Some(40.46), Some(82.52), None],
            [Some(37.35), Some(76.7), Some(56.49)],
            [Some(26.75), Some(67.08), Some(55.32)]
        ]
    );
    assert_eq!(table.groups("group"), ["Region features", "Pre-training"]);
    let few = table.only("group", "Region features").unwrap();
    assert_eq!(few.systems(), ["VSE∞", "CVSE"]);
    assert_eq!(table.only("group", "x").unwrap_err(), ["Region features", "Pre-training"]);
    assert_eq!(table.only("x", "x").unwrap_err(), ["group", "model"]);
    // A row of one figure more, on the line that it begins on.
    let long = text.replace("1,3", "56.49 & 3");
    refused(read(&long), &["t, line 10", "5 columns, but the header has 4"]);
    // Rows alone, pasted without what is around them.
    let rows =
        "Model & R@1 & R@5 \\\\ \\hline\n\\multirow{2}{*}{CLIP} & 1.5 & 2 \\\\\n & 2.5 & 3 \\\\\n";
    let table = read(rows).unwrap();
    assert_eq!(table.systems(), ["CLIP", "CLIP"]);
    assert_eq!(values(&table), [[Some(1.5), Some(2.0)], [Some(2.5), Some(3.0)]]);
}

#[test]
fn what_cannot_be_a_table_is_refused() {
    refused(read("\\begin{tabular}{l}\\end{tabular}"), &["t, line 1", "a header and a row"]);
    refused(read("|a|b|\n|-|-|\n"), &["t", "no column of figures"]);
    refused(read("|a|b|\n|-|-|\n|x|10%|\n"), &["t, line 3", "column 2 (b)", "\"10%\""]);
    refused(read("|a|b|b|\n|-|-|-|\n|x|1|2|\n"), &["t, line 1", "both named \"b\""]);
    refused(read("|a|b|\n|-|-|\n|x|1|2|\n"), &["t, line 3", "3 columns, but the header has 2"]);
    refused(read("{\"a\": 1}"), &["neither CLIP_benchmark", "mteb"]);
    refused(read("[{]"), &["t, line 1", "no JSON"]);
    let two = [ResultFile::at("a.csv", "m,a\nx,1.5\n"), ResultFile::at("b.csv", "m,a\ny,1.5\n")];
    refused(published_from_files(&two), &["b.csv", "only results in JSON"]);
}

/// Each of these would take hours, or all memory, if it were looked through to its end again and again.
#[test]
fn endless_cells_are_left_as_they_are() {
    let many = |part: &str| part.repeat(200_000);
    for cell in [many("[a]("), many("<"), many("&amp;amp;"), many("`_*")] {
        assert!(read(&format!("|m|a|\n|-|-|\n|x|1.5|\n|{cell}|2.5|\n")).is_ok());
    }
    for cell in [many("\\footnote{"), many("\\textcolor{a}{"), many("{")] {
        let _ = read(&format!("m & a \\\\\nx & 1.5 \\\\\n{cell} & 2.5"));
    }
    let _ = read(&format!("m & a {}", many("\\\\[")));
    let wide = format!("m & a \\\\\nx & {} \\\\", many("\\multicolumn{200}{c}{1.5} & "));
    refused(read(&wide), &["t, line 2", "more than 1000 columns"]);
}

#[test]
fn results_of_clip_benchmark_are_joined() {
    let result = |model: &str, dataset: &str, r5: f64| {
        format!(
            "{{\"dataset\": \"{dataset}\", \"model\": \"{model}\", \"pretrained\": \"openai\", \
             \"task\": \"zeroshot_retrieval\", \"metrics\": {{\"image_retrieval_recall@5\": {r5}, \
             \"text_retrieval_recall@5\": {}}}, \"language\": \"en\"}}",
            r5 + 0.1
        )
    };
    let (a, b) = (result("ViT-B-32", "coco", 0.5), result("ViT-L-14", "coco", 0.625));
    let lines = format!("{a}\n{b}\n");
    let joined = read(&lines).unwrap();
    assert_eq!(joined.systems(), ["ViT-B-32 (openai)", "ViT-L-14 (openai)"]);
    assert_eq!(joined.measures, ["coco image_retrieval_recall@5", "coco text_retrieval_recall@5"]);
    let files = [ResultFile::at("a.json", &a), ResultFile::at("b.json", &b)];
    assert_eq!(published_from_files(&files).unwrap(), joined);
    let c = result("ViT-L-14", "flickr", 0.75);
    let more = read(&format!("[{a}, {b}, {c}]")).unwrap();
    assert_eq!(more.measures.len(), 4);
    assert_eq!(more.rows[0].values[2..], [None, None]);
    let twice = format!("[{b}, {}]", result("ViT-L-14", "coco", 0.75));
    refused(read(&twice), &["ViT-L-14 (openai) has two values of coco image_retrieval_recall@5"]);
}

#[test]
fn results_of_mteb_are_main_scores_by_task() {
    let task = |name: &str, main: f64| {
        format!(
            "{{\"task_name\": \"{name}\", \"mteb_version\": \"2.1\", \"dataset_revision\": \"x\", \
             \"evaluation_time\": 3.5, \"scores\": {{\"test\": [{{\"main_score\": {main}, \
             \"ndcg_at_10\": {main}, \"hf_subset\": \"default\", \"languages\": [\"eng-Latn\"]}}]}}}}"
        )
    };
    let (a, b) = (task("Flickr30kT2IRetrieval", 0.5), task("MSCOCOT2IRetrieval", 0.25));
    refused(read(&a), &["do not say of which model", "MODEL/REVISION/Flickr30kT2IRetrieval.json"]);
    let files = [
        ResultFile::at("results/clip/abc/Flickr30kT2IRetrieval.json", &a),
        ResultFile::at("results/clip/abc/MSCOCOT2IRetrieval.json", &b),
        ResultFile::at("results/siglip/abc/MSCOCOT2IRetrieval.json", &b),
    ];
    let table = published_from_files(&files).unwrap();
    assert_eq!(table.systems(), ["clip", "siglip"]);
    assert_eq!(table.measures, ["Flickr30kT2IRetrieval", "MSCOCOT2IRetrieval"]);
    assert_eq!(values(&table), [[Some(0.5), Some(0.25)], [None, Some(0.25)]]);
    let agreement = TableAgreement::new(&table, &[], None).unwrap();
    assert_eq!(agreement.n_of_pair, [[1, 1], [1, 2]]);
    // All models in one file, as mteb saves them together.
    let together = format!(
        "{{\"model_results\": [{{\"model_name\": \"clip\", \"task_results\": [{a}, {b}]}}, \
         {{\"model_name\": \"siglip\", \"task_results\": [{b}]}}]}}"
    );
    assert_eq!(read(&together).unwrap(), table);
    // Of one task all measures.
    let one = published_from_files(&files[..1]).unwrap();
    assert_eq!(one.measures, ["ndcg_at_10"]);
}

#[test]
fn a_table_is_told_from_lists() {
    for text in ["m,r1\nA,0.5\n", "m\tr1\nA\t0.5\n", "|m|r1|\n|-|-|\n|A|x|\n", "a & 1.5 \\\\\n"] {
        assert!(looks_like_published("t", text), "{text}");
    }
    for text in ["q1 Q0 d1 1 0.5 tag\n", "q1 0 d1 1\n", "{\"q\": {\"d\": 0.5}}", "", "a picture"] {
        assert!(!looks_like_published("t", text), "{text}");
    }
}

proptest! {
    /// What our own tables are exported as comes back.
    #[test]
    fn exported_tables_come_back(
        figures in prop::collection::vec(prop::collection::vec(-1e3..1e3, 3), 1..8),
    ) {
        let names = ["system", "eccv:mAP@R", "R_P & co", "x"];
        let columns = names.map(|name| (name.to_string(), Kind::Single)).to_vec();
        let row = |(at, figures): (usize, &Vec<f64>)| {
            let name = Value::from(format!("S_{at} 100% | #{at}"));
            std::iter::once(name).chain(figures.iter().map(|own| Value::from(*own))).collect()
        };
        let table = Table::new(columns, figures.iter().enumerate().map(row).collect());
        for format in [LATEX, MARKDOWN] {
            let written = (format.write)(&table);
            let found = read(&written).unwrap();
            prop_assert_eq!(&found.measures, &names[1..], "{}", written);
            let systems = found.systems();
            prop_assert_eq!(systems[0].as_str(), "S_0 100% | #0", "{}", written);
            prop_assert_eq!(found.rows.len(), figures.len());
        }
    }

    #[test]
    fn no_text_makes_a_table_panic(text in "[a-c0-9|&{}\\\\\\[\\]$%_^*<>~.\n -]{0,80}") {
        let _ = read(&text);
        let _ = read(&format!("\\begin{{tabular}}{text}"));
        let _ = looks_like_published("t", &text);
    }
}
