//! Which pictures train, and which test.

/// Whether a picture is for training: three of every five, in corpus order. The rest test.
///
/// MIRFLICKR fixes the same share, 15,000 of its 25,000 pictures.
#[must_use]
pub const fn is_training_row(row_in_corpus: u32) -> bool {
    row_in_corpus % 5 < 3
}

/// Whether a picture is one that tags are suggested for: every second one. The others vote, so that
/// a suggestion rests on pictures that were not tested, as MIRFLICKR's third challenge has it.
#[must_use]
pub const fn is_suggested_for(row_in_corpus: u32) -> bool {
    row_in_corpus % 2 == 1
}
