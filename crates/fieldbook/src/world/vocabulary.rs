//! Enumerations whose values have English words.

/// Declares an enumeration with `ALL` its values and the `words` of each.
macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $words:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(#[doc = $words] $variant,)+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub fn words(self) -> &'static str {
                match self { $(Self::$variant => $words,)+ }
            }
        }
    };
}

pub(crate) use vocabulary;
