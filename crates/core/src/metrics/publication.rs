//! The publications that protocols and measures come from. [`crate::citation`] has their bibliography
//! entries, which no ranking or value needs.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Publication {
    /// A program that no paper describes.
    TrecEval,
    Inquire2024,
    EccvCaption2022,
    /// The splits of COCO's captions, and R@k on them.
    KarpathyFeiFei2015,
    Cxc2021,
    Conqa2023,
    /// The MIR Flickr evaluation.
    HuiskesLew2008,
    Needle2024,
    /// nDCG.
    JarvelinKekalainen2002,
    /// Measures where scores are tied.
    McSherryNajork2008,
    /// bpref.
    BuckleyVoorhees2004,
    /// RBP.
    MoffatZobel2008,
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
    pub const ALL: [Self; 17] = [
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
        Self::MoffatZobel2008,
        Self::ChapelleEtAl2009,
        Self::MusgraveEtAl2020,
        Self::Pcme2021,
        Self::Ranx2022,
        Self::ScikitLearn2011,
    ];
}
