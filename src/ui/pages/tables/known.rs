//! The tables that papers print and the page carries as files, each with its source.

use crate::ui::state::address::Address;
use crate::ui::state::own_table::OwnTable;
use rankscope_core::formats::{
    CorrelationTable, FormatError, PublishedTable, correlations_from_csv, printed_words_from_csv,
    published_from_csv,
};
use rankscope_messages::Failure;
use rankscope_transfer::fetch_text;

/// The files are those of the page's folder `published`.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ui::pages) struct Known {
    /// In addresses.
    pub(super) id: &'static str,
    pub(in crate::ui::pages) title: &'static str,
    pub(super) file: &'static str,
    /// A printed matrix of τ between its measures.
    pub(super) coefficients: Option<&'static str>,
    /// Whether it has no figures.
    pub(super) is_of_words: bool,
    /// What it shows, and where it is printed.
    pub(super) about: &'static str,
    /// The two measures shown first, where measures order models.
    pub(super) first: Option<(&'static str, &'static str)>,
}

const fn known(id: &'static str, title: &'static str, file: &'static str) -> Known {
    Known { id, title, file, coefficients: None, is_of_words: false, about: "", first: None }
}

pub(super) const KNOWN: [Known; 14] = [
    Known {
        coefficients: Some("published/eccv_table5.csv"),
        about: "ECCV Caption (Chun et al., ECCV 2022), §4, Table 4: 25 models under seven measures, in per cent, each the mean of both directions. Table 5 prints how well the measures agree; here its coefficients are recomputed from the figures of Table 4.",
        first: Some(("coco_5k_r1", "eccv_map_at_r")),
        ..known("eccv-4", "ECCV Caption, Table 4", "published/eccv_table4.csv")
    },
    Known {
        is_of_words: true,
        about: "ECCV Caption (Chun et al., ECCV 2022), §3, Table 1: the five models that proposed pictures and captions to the annotators.",
        ..known("eccv-1", "ECCV Caption, Table 1", "published/eccv_table1.csv")
    },
    Known {
        about: "ECCV Caption (Chun et al., ECCV 2022), §3.3, Table 2: precision and recall of earlier judgements by the pairs that people verified, in per cent, as the authors print them with their library eccv_caption. The paper prints one formula, |r ∩ p| / |p|, for both, where r are the earlier positives and p the verified ones. Only recall is divided by |p|; precision is |r ∩ p| / |r|. The verified pairs are not published, so the table cannot be recomputed.",
        ..known("eccv-2", "ECCV Caption, Table 2", "published/eccv_table2.csv")
    },
    Known {
        about: "ECCV Caption (Chun et al., ECCV 2022), §3.3, Table 3: positive images of 1,332 captions and positive captions of 1,261 images, each beside how many times the original’s it is. They are those of the judgements of COCO 5K, except for the row of verified pairs, which are not published.",
        ..known("eccv-3", "ECCV Caption, Table 3", "published/eccv_table3.csv")
    },
    Known {
        about: "Needle (Erfanian, Dehghankar and Asudeh, 2024), §5.2.1, Table 1: four systems and Needle on four data sets, on all queries and on hard ones (an average precision below 0.5 for CLIP). Its appendix E.3 sums the precision at every right answer of 60 and divides by 10 at most, which can reach 6 (needle:AP@60 here); yet no printed MAP exceeds 1. On COCO, where recall and precision at 10 are equal, every query has ten relevant pictures or more. A MAP of 0.95 beside a precision of 0.93 would leave hardly a right answer among ranks 11 to 60, so these figures cannot follow that formula; which one they follow, the paper does not say. Ours is inquire:AP@50.",
        first: Some(("r_at_10", "map")),
        ..known("needle-1", "Needle’s Table 1", "published/needle_table1.csv")
    },
    Known {
        about: "Needle (Erfanian, Dehghankar and Asudeh, 2024), §5.2.2, Table 2: pairing accuracy on Cola and Winoground, and mean reciprocal ranks. Ours is under Pairing on the page Guides.",
        first: Some(("cola_pacc", "cola_mrr")),
        ..known("needle-2", "Needle’s Table 2", "published/needle_table2.csv")
    },
    Known {
        about: "Needle (Erfanian, Dehghankar and Asudeh, 2024), appendix D, Table 3: the embedders of its default, each with the weight that a public leaderboard gives it. Ours take the order of the validation split and begin with equal weights.",
        ..known("needle-3", "Needle’s Table 3", "published/needle_table3.csv")
    },
    Known {
        about: "The MIR Flickr Retrieval Evaluation (Huiskes and Lew, MIR 2008), §3, Table 1: how many of the 25,000 pictures have a tag. Two tags of one entry are counted apart. On that benchmark, Topics counts the same tags.",
        ..known("mirflickr-1", "MIRFLICKR, Table 1", "published/mirflickr_table1.csv")
    },
    Known {
        is_of_words: true,
        about: "The MIR Flickr Retrieval Evaluation (Huiskes and Lew, MIR 2008), §4, Table 2: common EXIF tags. What the pictures of this benchmark carry is on the page Benchmark.",
        ..known("mirflickr-2", "MIRFLICKR, Table 2", "published/mirflickr_table2.csv")
    },
    Known {
        is_of_words: true,
        about: "The MIR Flickr Retrieval Evaluation (Huiskes and Lew, MIR 2008), §5, Table 3: topics and subtopics selected for full annotation. * is no common tag itself. The tree of this benchmark’s topics, with its counts, is on the page Topics.",
        ..known("mirflickr-3", "MIRFLICKR, Table 3", "published/mirflickr_table3.csv")
    },
    Known {
        about: "INQUIRE (Vendrow et al., NeurIPS 2024), the leaderboard on its website (inquire-benchmark.github.io, app/page.js): AP@50 in per cent over the five million pictures of iNat24, of all queries and of those of each supercategory. In two stages, a model of vision and language re-ranks the first 100. The tables of the paper itself have not been read.",
        first: Some(("overall", "species")),
        ..known("inquire-full", "INQUIRE-Fullrank, leaderboard", "published/inquire_fullrank.csv")
    },
    Known {
        about: "INQUIRE (Vendrow et al., NeurIPS 2024), the leaderboard on its website (inquire-benchmark.github.io, app/page.js): AP@50 in per cent of 100 given pictures a query, of all queries and of those of each supercategory. The tables of the paper itself have not been read.",
        first: Some(("overall", "species")),
        ..known("inquire-rerank", "INQUIRE-Rerank, leaderboard", "published/inquire_rerank.csv")
    },
    Known {
        about: "ConQA (Rodriguez et al., 2023), results in its repository (AU-DIS/ConQA, repro-kit/paper_res.csv), rounded to four decimals, without their standard deviations. Only tagged images are searched, as its option “small” says. Where a query has no relevant image it is left out: CLIP’s first result is relevant for 6 of 49 conceptual queries and 6 of 29 descriptive ones. Reworded queries are GPT-J’s. The tables of the paper itself have not been read.",
        first: Some(("ndcg_at_1", "recall_at_100")),
        ..known("conqa-results", "ConQA, results of its repository", "published/conqa_results.csv")
    },
    Known {
        about: "ConQA (Rodriguez et al., 2023), conceptual queries, in per cent, as the entry of the paper on Papers with Code lists them. The entry ranks five models; what could be read of it ends with the second figure of the third. Recall at k is there the share of queries with a relevant image among the first k, which is conqa:HR@k here.",
        ..known("conqa-conceptual", "ConQA, conceptual queries", "published/conqa_conceptual.csv")
    },
];

pub(in crate::ui::pages) fn known_by(id: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.id == id)
}

/// A table with what is said of it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui::pages) struct Shown {
    /// Empty for the visitor's own.
    pub(super) id: &'static str,
    pub(super) title: String,
    pub(in crate::ui::pages) about: String,
    pub(super) table: PublishedTable,
    pub(super) printed: Option<CorrelationTable>,
    /// Whether its measures order models.
    pub(super) has_orders: bool,
    /// The two measures shown first.
    pub(super) first: Option<(&'static str, &'static str)>,
}

impl Shown {
    pub(super) fn own(own: &OwnTable) -> Self {
        Self {
            id: "",
            title: own.source.name.clone(),
            about: String::new(),
            table: own.table.clone(),
            printed: None,
            has_orders: own.table.rows.len() > 1 && own.table.measures.len() > 1,
            first: None,
        }
    }
}

pub(in crate::ui::pages) async fn read(address: Address, known: &Known) -> Result<Shown, Failure> {
    let text_of =
        async |name: &str| fetch_text(&address.file(name)).await.map_err(|e| Failure::from(&e));
    let unreadable = |e: FormatError| Failure {
        title: "A published table cannot be read".into(),
        detail: e.to_string(),
        advice: "Rebuild the page.".into(),
    };
    let text = text_of(known.file).await?;
    let table = match known.is_of_words {
        true => printed_words_from_csv(known.file, &text),
        false => published_from_csv(known.file, &text),
    };
    let table = table.map_err(unreadable)?;
    let printed = match known.coefficients {
        None => None,
        Some(file) => Some(correlations_from_csv(file, &text_of(file).await?).map_err(unreadable)?),
    };
    let (title, about, first) = (known.title.into(), known.about.into(), known.first);
    Ok(Shown { id: known.id, title, about, table, printed, has_orders: first.is_some(), first })
}

/// The name of a column as a paper prints it.
pub(super) fn title_of(column: &str) -> String {
    let known = [
        ("eccv_map_at_r", "ECCV mAP@R"),
        ("eccv_rprecision", "ECCV R-Precision"),
        ("eccv_r1", "ECCV R@1"),
        ("cxc_r1", "CxC R@1"),
        ("coco_1k_r1", "COCO 1K R@1"),
        ("coco_5k_r1", "COCO 5K R@1"),
        ("pmrp", "PMRP"),
        ("i2t_prec", "Prec, image → text"),
        ("i2t_recall", "Recall, image → text"),
        ("t2i_prec", "Prec, text → image"),
        ("t2i_recall", "Recall, text → image"),
        ("positive_images", "Positive images"),
        ("positive_captions", "Positive captions"),
        ("r_at_10", "R@10"),
        ("p_at_10", "P@10"),
        ("map", "MAP"),
        ("mrr", "MRR"),
        ("cola_pacc", "Cola, pairing"),
        ("cola_mrr", "Cola, MRR"),
        ("winoground_pacc", "Winoground, pairing"),
        ("winoground_mrr", "Winoground, MRR"),
        ("senticap_mrr", "SentiCap, MRR"),
        ("nocaps_mrr", "NoCaps, MRR"),
        ("overall", "AP@50, all"),
        ("appearance", "AP@50, appearance"),
        ("behavior", "AP@50, behaviour"),
        ("context", "AP@50, context"),
        ("species", "AP@50, species"),
        ("ndcg_at_1", "nDCG@1"),
        ("ndcg_at_10", "nDCG@10"),
        ("ndcg_at_100", "nDCG@100"),
        ("ndcg", "nDCG"),
        ("recall_at_1", "R@1"),
        ("recall_at_5", "R@5"),
        ("recall_at_10", "R@10"),
        ("recall_at_100", "R@100"),
        ("recall_at_200", "R@200"),
        ("recall_at_500", "R@500"),
        ("recall_at_1000", "R@1000"),
        ("r_precision", "R-Precision"),
        ("dataset", "Data set"),
        ("subset", "Queries"),
        ("system", "System"),
        ("architecture", "Architecture"),
        ("model", "Model"),
        ("group", "Group"),
        ("reimplemented", "Re-implemented"),
        ("weight", "Weight"),
        ("tag", "Tag"),
        ("topic", "Topic"),
        ("subtopics", "Subtopics"),
        ("tags", "Tags"),
        ("text_backbone", "Text backbone"),
        ("visual_backbone", "Visual backbone"),
        ("objective", "Objective"),
        ("frequency", "Pictures"),
        ("frequency_of_second", "Pictures of the second"),
    ];
    let found = known.iter().find(|(id, _)| *id == column);
    found.map_or_else(|| column.to_string(), |(_, title)| (*title).to_string())
}
