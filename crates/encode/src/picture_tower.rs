//! A vision tower on the device that computes it.

use crate::{
    encoder::cosine,
    error::EncodeError,
    image_encoder::ImageEncoder,
    pack::WeightDtype,
    picture_encoder::{PictureEncoder, PictureEncoding},
    preprocess::Resizing,
    tower::WeightBytes,
};

/// On the CPU, or on another device that agrees with the CPU.
pub struct PictureTower {
    place: Place,
    image_size: usize,
    resizing: Resizing,
    stored: WeightDtype,
    notice: Option<String>,
}

enum Place {
    Cpu(Box<PictureEncoder>),
    Device(ImageEncoder, &'static str),
}

impl PictureTower {
    pub fn on_cpu(encoder: PictureEncoder) -> Self {
        Self {
            image_size: encoder.config().image_size,
            resizing: encoder.config().resizing,
            stored: encoder.stored(),
            place: Place::Cpu(Box::new(encoder)),
            notice: None,
        }
    }

    /// A tower on another device, named as in "computed on WebGPU", if its vector of an image of
    /// noise agrees with the CPU's; otherwise on the CPU, and [`Self::notice`] says why.
    pub async fn on_device(
        on_cpu: PictureEncoder,
        place: &'static str,
        on_device: Result<ImageEncoder, EncodeError>,
    ) -> Self {
        let found = match on_device {
            Ok(encoder) => agreement(&on_cpu, &encoder).await.map(|cosine| (encoder, cosine)),
            Err(error) => Err(error),
        };
        let needed = on_cpu.stored().lowest_cosine();
        let failure = match found {
            // NaN is not close either.
            Ok((encoder, cosine)) if cosine >= needed => {
                return Self { place: Place::Device(encoder, place), ..Self::on_cpu(on_cpu) };
            }
            Ok((_, cosine)) => format!(
                "gave a vector with a cosine of {cosine:.6} to this processor's, where {needed} is \
                 needed,"
            ),
            Err(error) => format!("failed ({error})"),
        };
        let notice =
            format!("A vision tower {failure} on {place}; so it is computed on this processor.");
        Self { notice: Some(notice), ..Self::on_cpu(on_cpu) }
    }

    pub fn image_size(&self) -> usize {
        self.image_size
    }

    pub fn resizing(&self) -> Resizing {
        self.resizing
    }

    pub fn stored(&self) -> WeightDtype {
        self.stored
    }

    /// The number format of its products and the device, as in "float32 on WebGPU".
    pub fn computed_in(&self) -> String {
        match &self.place {
            Place::Cpu(encoder) => format!("{} on this processor", encoder.computed_in()),
            Place::Device(encoder, place) => {
                format!("{} on {place}", encoder.computed_in(self.stored))
            }
        }
    }

    /// Why it is not computed on the GPU, in a sentence for the visitor.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    pub fn bytes(&self) -> WeightBytes {
        match &self.place {
            Place::Cpu(encoder) => WeightBytes { here: encoder.bytes(), on_gpu: 0 },
            Place::Device(encoder, _) => encoder.bytes(),
        }
    }

    /// Begins to encode an image `[size, size, 3]`, bytes of red, green and blue in rows from the
    /// top, in steps between which other work can go on.
    pub fn begin<'a>(&'a self, pixels: &'a [u8]) -> Result<PicturePass<'a>, EncodeError> {
        Ok(match &self.place {
            Place::Cpu(encoder) => PicturePass::Cpu(encoder.begin(pixels)?),
            Place::Device(encoder, _) => PicturePass::Device(encoder, pixels),
        })
    }
}

/// An image on its way through a [`PictureTower`].
pub enum PicturePass<'a> {
    /// One block a step.
    Cpu(PictureEncoding<'a>),
    /// All in one step.
    Device(&'a ImageEncoder, &'a [u8]),
}

impl PicturePass<'_> {
    pub fn n_steps(&self) -> usize {
        match self {
            Self::Cpu(encoding) => encoding.n_steps(),
            Self::Device(..) => 1,
        }
    }

    /// Takes a step; the last one gives the L2-normalised vector `[dim]`.
    pub async fn step(&mut self) -> Result<Option<Vec<f32>>, EncodeError> {
        match self {
            Self::Cpu(encoding) => encoding.step(),
            Self::Device(encoder, pixels) => Ok(encoder.encode(&[*pixels]).await?.pop()),
        }
    }
}

async fn agreement(on_cpu: &PictureEncoder, on_device: &ImageEncoder) -> Result<f64, EncodeError> {
    let mut state = 1u32;
    let noise = std::iter::repeat_with(|| {
        // Numerical Recipes' generator; its upper bits are good enough for pixels.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    });
    let image: Vec<u8> = noise.take(on_device.patching().image_len()).collect();
    let found = on_device.encode(&[&image]).await?;
    let wanted = on_cpu.encode_image(&image)?;
    Ok(found.first().map_or(f64::NAN, |found| cosine(found, &wanted)))
}
