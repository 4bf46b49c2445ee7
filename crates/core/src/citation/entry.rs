//! BibTeX entries, and those of the publications behind protocols and measures: only facts on which their
//! publishers, authors or indexes agree, in ASCII, so that every BibTeX sorts them.

use crate::metrics::Publication;
use crate::table::latex_text;
use std::fmt;

/// Prints as BibTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `misc`, `article`, `inproceedings`.
    pub kind: &'static str,
    /// What `\cite` names.
    pub key: String,
    /// Names with values in LaTeX, in order.
    pub fields: Vec<(&'static str, String)>,
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "@{}{{{},", self.kind, self.key)?;
        for (name, value) in &self.fields {
            writeln!(out, "  {name} = {{{value}}},")?;
        }
        writeln!(out, "}}")
    }
}

/// Any text as the value of a field.
///
/// BibTeX counts braces whether or not a backslash precedes them, so they are spelt out. Letters outside ASCII
/// stay: biber reads UTF-8, BibTeX passes it on, and LaTeX has read it by default since 2018; spelling them
/// in ASCII would lose names that have no such spelling.
pub(super) fn field_text(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    latex_text(&words).replace(r"\{", r"\textbraceleft{}").replace(r"\}", r"\textbraceright{}")
}

/// An address as the value of the field `url`, which is read verbatim: only what would end the field or begin a
/// command is percent-encoded.
pub(super) fn field_url(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for sign in address.chars() {
        match sign {
            '{' => out.push_str("%7B"),
            '}' => out.push_str("%7D"),
            '\\' => out.push_str("%5C"),
            sign if sign.is_control() || sign.is_whitespace() => out.push_str("%20"),
            sign => out.push(sign),
        }
    }
    out
}

const CVPR: &str = "IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)";
const ECCV: &str = "European Conference on Computer Vision (ECCV)";
const ECIR: &str = "Advances in Information Retrieval, European Conference on IR Research (ECIR)";

pub fn entry_of(publication: Publication) -> Entry {
    match publication {
        Publication::TrecEval => entry(
            "misc",
            "treceval",
            // It names no author, so entries are sorted by this instead.
            &[("key", "trec_eval")],
            r"{trec\_eval}: Evaluation Software Used in the Text Retrieval Conference",
            &[("url", "https://github.com/usnistgov/trec_eval")],
        ),
        Publication::Inquire2024 => paper(
            "vendrow2024inquire",
            "Vendrow, Edward and Pantazis, Omiros and Shepard, Alexander and Brostow, Gabriel \
             and Jones, Kate E. and Mac Aodha, Oisin and Beery, Sara and Van Horn, Grant",
            "{INQUIRE}: A Natural World Text-to-Image Retrieval Benchmark",
            "Advances in Neural Information Processing Systems, Datasets and Benchmarks Track",
            ["", "2024"],
        ),
        Publication::EccvCaption2022 => paper(
            "chun2022eccvcaption",
            "Chun, Sanghyuk and Kim, Wonjae and Park, Song and Chang, Minsuk and Oh, Seong Joon",
            "{ECCV} {Caption}: Correcting False Negatives by Collecting Machine-and-Human-verified \
             Image-Caption Associations for {MS-COCO}",
            ECCV,
            ["", "2022"],
        ),
        Publication::KarpathyFeiFei2015 => paper(
            "karpathy2015deep",
            "Karpathy, Andrej and Fei-Fei, Li",
            "Deep Visual-Semantic Alignments for Generating Image Descriptions",
            CVPR,
            ["3128--3137", "2015"],
        ),
        Publication::Cxc2021 => paper(
            "parekh2021crisscrossed",
            "Parekh, Zarana and Baldridge, Jason and Cer, Daniel and Waters, Austin and Yang, Yinfei",
            "Crisscrossed Captions: Extended Intramodal and Intermodal Semantic Similarity Judgments \
             for {MS-COCO}",
            "Proceedings of the 16th Conference of the European Chapter of the Association \
             for Computational Linguistics (EACL)",
            ["", "2021"],
        ),
        Publication::Conqa2023 => entry(
            "misc",
            "rodriguez2023conqa",
            &[(
                "author",
                "Rodriguez, Juan Manuel and Tavassoli, Nima and Lissandrini, Matteo and Mottin, Davide \
                 and Levy, Eliezer and Lederman, Gil and Sivov, Dima",
            )],
            "{ConQA}: Conceptual Query Answering in Text-to-Image Retrieval",
            &[("year", "2023"), ("url", "https://github.com/AU-DIS/ConQA")],
        ),
        Publication::HuiskesLew2008 => paper(
            "huiskes2008mirflickr",
            "Huiskes, Mark J. and Lew, Michael S.",
            "The {MIR} {Flickr} Retrieval Evaluation",
            "Proceedings of the ACM International Conference on Multimedia Information \
             Retrieval (MIR)",
            ["39--43", "2008"],
        ),
        Publication::Needle2024 => entry(
            "misc",
            "erfanian2024needle",
            &[("author", "Erfanian, Mahdi and Dehghankar, Mohsen and Asudeh, Abolfazl")],
            "{Needle}: A Generative {AI}-Powered Multi-modal Database for Answering Complex Natural \
             Language Queries",
            &[
                ("year", "2024"),
                ("eprint", "2412.00639"),
                ("archiveprefix", "arXiv"),
                ("url", "https://arxiv.org/abs/2412.00639"),
            ],
        ),
        Publication::JarvelinKekalainen2002 => entry(
            "article",
            "jarvelin2002cumulated",
            &[("author", r#"J{\"a}rvelin, Kalervo and Kek{\"a}l{\"a}inen, Jaana"#)],
            "Cumulated Gain-Based Evaluation of {IR} Techniques",
            &[
                ("journal", "ACM Transactions on Information Systems"),
                ("volume", "20"),
                ("number", "4"),
                ("pages", "422--446"),
                ("year", "2002"),
            ],
        ),
        Publication::McSherryNajork2008 => paper(
            "mcsherry2008computing",
            "McSherry, Frank and Najork, Marc",
            "Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied \
             Scores",
            ECIR,
            ["414--421", "2008"],
        ),
        Publication::BuckleyVoorhees2004 => paper(
            "buckley2004retrieval",
            "Buckley, Chris and Voorhees, Ellen M.",
            "Retrieval Evaluation with Incomplete Information",
            "Proceedings of the 27th Annual International ACM SIGIR Conference on Research and \
             Development in Information Retrieval",
            ["25--32", "2004"],
        ),
        Publication::MoffatZobel2008 => entry(
            "article",
            "moffat2008rank",
            &[("author", "Moffat, Alistair and Zobel, Justin")],
            "Rank-Biased Precision for Measurement of Retrieval Effectiveness",
            &[
                ("journal", "ACM Transactions on Information Systems"),
                ("volume", "27"),
                ("number", "1"),
                ("year", "2008"),
            ],
        ),
        Publication::ChapelleEtAl2009 => paper(
            "chapelle2009expected",
            "Chapelle, Olivier and Metzler, Donald and Zhang, Ya and Grinspan, Pierre",
            "Expected Reciprocal Rank for Graded Relevance",
            "Proceedings of the 18th ACM Conference on Information and Knowledge Management \
             (CIKM)",
            ["621--630", "2009"],
        ),
        Publication::MusgraveEtAl2020 => paper(
            "musgrave2020metric",
            "Musgrave, Kevin and Belongie, Serge and Lim, Ser-Nam",
            "A Metric Learning Reality Check",
            ECCV,
            ["", "2020"],
        ),
        Publication::Pcme2021 => paper(
            "chun2021pcme",
            "Chun, Sanghyuk and Oh, Seong Joon and de Rezende, Rafael Sampaio and Kalantidis, Yannis \
             and Larlus, Diane",
            "Probabilistic Embeddings for Cross-Modal Retrieval",
            CVPR,
            ["", "2021"],
        ),
        Publication::Ranx2022 => paper(
            "bassani2022ranx",
            "Bassani, Elias",
            "{ranx}: A Blazing-Fast {Python} Library for Ranking Evaluation and Comparison",
            ECIR,
            ["259--264", "2022"],
        ),
        Publication::ScikitLearn2011 => entry(
            "article",
            "pedregosa2011scikitlearn",
            &[(
                "author",
                "Pedregosa, F. and Varoquaux, G. and Gramfort, A. and Michel, V. and Thirion, B. and \
                 Grisel, O. and Blondel, M. and Prettenhofer, P. and Weiss, R. and Dubourg, V. and \
                 Vanderplas, J. and Passos, A. and Cournapeau, D. and Brucher, M. and Perrot, M. and \
                 Duchesnay, E.",
            )],
            "{Scikit-learn}: Machine Learning in {Python}",
            &[
                ("journal", "Journal of Machine Learning Research"),
                ("volume", "12"),
                ("pages", "2825--2830"),
                ("year", "2011"),
            ],
        ),
    }
}

/// A paper in proceedings; its pages may be empty.
fn paper(
    key: &str,
    author: &'static str,
    title: &'static str,
    booktitle: &'static str,
    [pages, year]: [&'static str; 2],
) -> Entry {
    let mut entry = entry(
        "inproceedings",
        key,
        &[("author", author)],
        title,
        &[("booktitle", booktitle), ("pages", pages), ("year", year)],
    );
    entry.fields.retain(|(_, value)| !value.is_empty());
    entry
}

type Fields<'a> = &'a [(&'static str, &'static str)];

fn entry(
    kind: &'static str,
    key: &str,
    by: Fields<'_>,
    title: &'static str,
    more: Fields<'_>,
) -> Entry {
    let all = by.iter().copied().chain([("title", title)]).chain(more.iter().copied());
    let fields = all.map(|(name, value)| (name, value.to_string())).collect();
    Entry { kind, key: key.to_string(), fields }
}
