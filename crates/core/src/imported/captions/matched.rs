use super::{
    super::{error::ImportError, ids::Ids, unmatched::Unmatched},
    found::FoundCaptions,
};
use crate::digits::in_groups;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedCaptions {
    /// By row of the corpus; empty if the file has none for it.
    pub texts: Vec<Vec<String>>,
    /// Images of captions that are not in the benchmark.
    pub elsewhere: Unmatched,
}

impl FoundCaptions {
    /// Gives each image its captions, in the order of the file. An image is found by its id, or by its file name with
    /// or without folders and ending.
    pub fn matched_to(self, file: &str, ids: &Ids) -> Result<MatchedCaptions, ImportError> {
        let mut texts = vec![Vec::new(); ids.n_images()];
        let mut elsewhere = Unmatched::default();
        let n_captions = self.captions.len();
        for caption in self.captions {
            let named = caption.image.iter().map(String::as_str);
            let row = named.flat_map(names).find_map(|name| ids.row_in_corpus(name));
            match row.and_then(|row| texts.get_mut(row as usize)) {
                Some(of_image) => of_image.push(caption.text),
                None => elsewhere.add(caption.image.first().map_or("", String::as_str)),
            }
        }
        if elsewhere.n == n_captions {
            return Err(ImportError::OtherImages {
                file: file.to_owned(),
                n_captions,
                found: elsewhere.first().to_owned(),
            });
        }
        Ok(MatchedCaptions { texts, elsewhere })
    }
}

/// `photos/a.jpg`, `a.jpg` and `a`.
fn names(name: &str) -> impl Iterator<Item = &str> {
    let file = name.rsplit('/').next();
    let stem = file.and_then(|file| Some(file.rsplit_once('.')?.0));
    [Some(name), file, stem].into_iter().flatten()
}

impl MatchedCaptions {
    /// How many captions there are and which could not be used, in sentences.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let n_captions: usize = self.texts.iter().map(Vec::len).sum();
        let n_without = self.texts.iter().filter(|texts| texts.is_empty()).count();
        let mut notes = vec![format!(
            "Made of the words in {} {}, rare ones with more weight: no network, and no look at \
             the pixels.",
            in_groups(n_captions as u64),
            if n_captions == 1 { "caption" } else { "captions" }
        )];
        if n_without > 0 {
            notes.push(format!(
                "{} of {} images have no caption in the file and are ranked last.",
                in_groups(n_without as u64),
                in_groups(self.texts.len() as u64)
            ));
        }
        notes.extend(self.elsewhere.sentence(
            "caption is of an image that is not in the benchmark",
            "captions are of images that are not in the benchmark",
        ));
        notes
    }
}
