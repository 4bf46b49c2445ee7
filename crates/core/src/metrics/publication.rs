//! The publications that protocols and measures come from, by name. Their entries in a bibliography
//! are in [`crate::citation`], which no ranking or value needs.

/// A publication, or a program that stands for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Publication {
    /// The program `trec_eval`, which no paper describes.
    TrecEval,
    /// INQUIRE.
    Inquire2024,
    /// ECCV Caption.
    EccvCaption2022,
    /// The splits of COCO's captions, and R@k on them.
    KarpathyFeiFei2015,
    /// Crisscrossed Captions.
    Cxc2021,
    /// ConQA.
    Conqa2023,
    /// The MIR Flickr evaluation.
    HuiskesLew2008,
    /// Needle.
    Needle2024,
    /// Cumulated gain, and nDCG with it.
    JarvelinKekalainen2002,
    /// Measures where scores are tied.
    McSherryNajork2008,
    /// bpref.
    BuckleyVoorhees2004,
    /// ERR.
    ChapelleEtAl2009,
    /// mAP@R.
    MusgraveEtAl2020,
    /// R-precision on plausible matches.
    Pcme2021,
    /// The library ranx.
    Ranx2022,
    /// The library scikit-learn.
    ScikitLearn2011,
}

impl Publication {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::TrecEval,
        Self::Inquire2024,
        Self::EccvCaption2022,
        Self::KarpathyFeiFei2015,
        Self::Cxc2021,
        Self::Conqa2023,
        Self::HuiskesLew2008,
        Self::Needle2024,
        Self::JarvelinKekalainen2002,
        Self::McSherryNajork2008,
        Self::BuckleyVoorhees2004,
        Self::ChapelleEtAl2009,
        Self::MusgraveEtAl2020,
        Self::Pcme2021,
        Self::Ranx2022,
        Self::ScikitLearn2011,
    ];
}
