//! Two captions and two images that belong together in pairs.

/// `[caption][image]`, the right pairs on the diagonal.
pub type PairScores = [[f64; 2]; 2];

/// What is right of the scores of a case. A tie or a NaN is wrong, since neither is a choice.
///
/// Source: Thrush et al., "Winoground", CVPR 2022, section 3.2; Needle (Erfanian et al.), 4.3 and E.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightPairs {
    /// Each image picks its caption. Guessing gets 1/4.
    pub text: bool,
    /// Each caption picks its image, which is Needle's pairing too. Guessing gets 1/4.
    pub image: bool,
    /// The right pairs together score above the wrong pairs: both captions are assigned at once, each to
    /// another image. Guessing gets 1/2.
    pub one_to_one: bool,
}

impl RightPairs {
    pub fn of([[own_0, other_0], [other_1, own_1]]: PairScores) -> Self {
        Self {
            text: own_0 > other_1 && own_1 > other_0,
            image: own_0 > other_0 && own_1 > other_1,
            one_to_one: own_0 + own_1 > other_0 + other_1,
        }
    }

    /// Text and image. Guessing gets 1/6.
    pub fn group(self) -> bool {
        self.text && self.image
    }
}
