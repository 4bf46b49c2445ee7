//! Colours and their arithmetic.

/// An sRGB colour with opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    /// Opacity: 255 is opaque.
    pub a: u8,
}

/// An opaque colour from `0xRRGGBB`.
pub(crate) const fn rgb(code: u32) -> Color {
    Color { r: (code >> 16) as u8, g: (code >> 8) as u8, b: code as u8, a: 255 }
}

fn byte(value: f32) -> u8 {
    value.clamp(0.0, 255.0) as u8
}

impl Color {
    pub(crate) fn alpha(self, share: f32) -> Self {
        Self { a: byte(share * f32::from(self.a) + 0.5), ..self }
    }

    /// Mixes in `share` of the other colour.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let between =
            |a: u8, b: u8| byte(f32::from(a) + (f32::from(b) - f32::from(a)) * share + 0.5);
        Self {
            r: between(self.r, other.r),
            g: between(self.g, other.g),
            b: between(self.b, other.b),
            a: self.a,
        }
    }

    /// Multiplies the channels by factors.
    pub(crate) fn times(self, r: f32, g: f32, b: f32) -> Self {
        Self {
            r: byte(f32::from(self.r) * r),
            g: byte(f32::from(self.g) * g),
            b: byte(f32::from(self.b) * b),
            a: self.a,
        }
    }

    pub(crate) fn lighter(self, share: f32) -> Self {
        self.mix(rgb(0xFFF8E6), share)
    }

    /// Mixes in `share` of a cool, deep shadow.
    pub(crate) fn darker(self, share: f32) -> Self {
        self.mix(self.times(0.32, 0.28, 0.36), share)
    }

    pub(crate) fn luminance(self) -> f32 {
        (0.30 * f32::from(self.r) + 0.59 * f32::from(self.g) + 0.11 * f32::from(self.b)) / 255.0
    }

    pub(crate) fn greyer(self, share: f32) -> Self {
        let grey = byte(self.luminance() * 255.0);
        self.mix(Self { r: grey, g: grey, b: grey, a: self.a }, share)
    }

    /// Rounds each channel to a few steps, like the inks of a print.
    pub(crate) fn posterised(self) -> Self {
        let step = |value: u8| byte((f32::from(value) / 34.0 + 0.5).floor() * 34.0);
        let strong = self.greyer(-0.18);
        Self { r: step(strong.r), g: step(strong.g), b: step(strong.b), a: self.a }
    }
}
