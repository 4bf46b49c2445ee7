//! How a pack without a vision tower encodes images.

use super::features::{Extractor, Features};
use crate::{
    error::EncodeError,
    preprocess::{Rgba, pixels_from_rgba},
};
use rankscope_core::{
    limits::{MAX_DIM, MAX_IMAGE_SIDE},
    vectors::normalised,
};
use serde::{Deserialize, Serialize};

/// The content of `images.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImageSide {
    Features(CentredFeatures),
    /// From their tags, by the text encoder.
    Tags,
}

/// Features minus their mean over the training pairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CentredFeatures {
    pub features: Features,
    /// Width and height of an image in pixels.
    pub size: usize,
    pub mean: Vec<f32>,
}

pub struct FeatureEncoder {
    extractor: Extractor,
    mean: Vec<f32>,
}

impl ImageSide {
    /// Reads `images.json`; `file` is for errors.
    pub fn from_json(file: &str, json: &[u8]) -> Result<Self, EncodeError> {
        let side: Self = serde_json::from_slice(json)
            .map_err(|source| EncodeError::Json { path: file.into(), source })?;
        if let Self::Features(of) = &side {
            let wrong = |reason| EncodeError::Unsupported { path: file.into(), reason };
            of.check().map_err(wrong)?;
        }
        Ok(side)
    }
}

impl CentredFeatures {
    pub fn encoder(&self) -> FeatureEncoder {
        FeatureEncoder { extractor: self.features.extractor(self.size), mean: self.mean.clone() }
    }

    fn check(&self) -> Result<(), String> {
        let Self { features, size, mean } = self;
        if !(1..=MAX_IMAGE_SIDE).contains(size) {
            return Err(format!("size is {size}, and it is from 1 to {MAX_IMAGE_SIDE}"));
        }
        features.check(*size)?;
        let dim = features.checked_dim().filter(|dim| (1..=MAX_DIM).contains(dim));
        let Some(dim) = dim else {
            return Err(format!("{features} make no vector of 1 to {MAX_DIM} values"));
        };
        if mean.len() != dim {
            return Err(format!("{features} have {dim} values, and the mean {}", mean.len()));
        }
        if let Some(place) = mean.iter().position(|value| !value.is_finite()) {
            return Err(format!("value {place} of the mean is not finite"));
        }
        Ok(())
    }
}

impl FeatureEncoder {
    pub fn image_size(&self) -> usize {
        self.extractor.size()
    }

    pub fn dim(&self) -> usize {
        self.mean.len()
    }

    pub fn bytes(&self) -> usize {
        self.extractor.bytes() + size_of_val(&self.mean[..])
    }

    /// Encodes an image `[size, size, 3]`, bytes of red, green and blue in rows from the top, into
    /// an L2-normalised vector `[dim]`. An error if its features equal the mean.
    pub fn encode_image(&self, pixels: &[u8]) -> Result<Vec<f32>, EncodeError> {
        let needed = 3 * self.image_size() * self.image_size();
        if pixels.len() != needed {
            return Err(EncodeError::ImageSize { needed, found: pixels.len() });
        }
        let values = self.extractor.values(pixels);
        let centred: Vec<f32> = values.iter().zip(&self.mean).map(|(v, m)| v - m).collect();
        normalised(&centred)
            .map_err(|source| EncodeError::Vector { text: "an image".into(), source })
    }

    /// Resizes and crops a picture as vision towers do, and encodes it.
    pub fn encode_picture(&self, picture: Rgba<'_>) -> Result<Vec<f32>, EncodeError> {
        self.encode_image(&pixels_from_rgba(picture, self.image_size())?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<ImageSide, String> {
        ImageSide::from_json("images.json", json.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn vectors_are_features_less_their_mean_with_length_1() {
        // Half black and half white: √½ each.
        let json = r#"{"features":{"features":{"kind":"colour-histogram","steps":2,"parts":1},
            "size":2,"mean":[0.5,0,0,0,0,0,0,0.25]}}"#;
        let ImageSide::Features(features) = read(json).unwrap() else { panic!("features") };
        let encoder = features.encoder();
        assert_eq!((encoder.image_size(), encoder.dim()), (2, 8));
        let found =
            encoder.encode_image(&[0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0]).unwrap();
        let half = 0.5f32.sqrt();
        let (black, white) = (half - 0.5, half - 0.25);
        let length = black.hypot(white);
        assert!((found[0] - black / length).abs() < 1e-6, "{found:?}");
        assert!((found[7] - white / length).abs() < 1e-6, "{found:?}");
        assert!(found[1..7].iter().all(|value| *value == 0.0));
        // A picture of one colour is scaled to itself.
        let picture = Rgba { width: 6, height: 4, bytes: &[255; 96] };
        assert_eq!(
            encoder.encode_picture(picture).unwrap(),
            encoder.encode_image(&[255; 12]).unwrap()
        );
        let said = encoder.encode_image(&[0; 11]).unwrap_err().to_string();
        assert!(said.contains("11") && said.contains("12"), "{said}");
        assert_eq!(read("\"tags\"").unwrap(), ImageSide::Tags);
    }

    #[test]
    fn features_that_contradict_themselves_are_refused() {
        let histogram = |steps: &str, size: &str, mean: &str| {
            read(&format!(
                r#"{{"features":{{"features":{{"kind":"colour-histogram","steps":{steps},"parts":1}},
                "size":{size},"mean":{mean}}}}}"#
            ))
            .unwrap_err()
        };
        let thumbnail = |thumbnail: &str, dim: &str| {
            read(&format!(
                r#"{{"features":{{"features":{{"kind":"random-projection","thumbnail":{thumbnail},
                "dim":{dim},"seed":1}},"size":96,"mean":[0]}}}}"#
            ))
            .unwrap_err()
        };
        for (said, words) in [
            (histogram("2", "0", "[]"), "size is 0"),
            (histogram("2", "9999999", "[]"), "size is 9999999"),
            (histogram("2", "8", "[1,2]"), "have 8 values, and the mean 2"),
            (histogram("0", "8", "[]"), "no vector of 1 to"),
            (histogram("9999999999999", "8", "[]"), "no vector of 1 to"),
            (histogram("2", "8", "[1e99,0,0,0,0,0,0,0]"), "value 0 of the mean is not finite"),
            (thumbnail("7", "1"), "does not divide the images' width of 96"),
            (thumbnail("0", "1"), "does not divide"),
            (thumbnail("96", "65536"), "more than 16777216 values"),
            (thumbnail("12", "99999999999999999"), "more than 16777216 values"),
            (thumbnail("12", "2"), "have 2 values, and the mean 1"),
            (read("{}").unwrap_err(), "images.json: "),
        ] {
            assert!(said.contains(words), "{said:?} does not say {words:?}");
        }
    }
}
