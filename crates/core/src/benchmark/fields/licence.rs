use std::fmt;

/// A known licence, which has an address, or one as its source words it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Licence {
    /// As SPDX writes it, `CC-BY-NC-4.0`, without an unknown version; or the text.
    pub id: String,
    /// `CC BY-NC 4.0`, or the text.
    pub name: String,
    /// Where its terms are; `None` if it is not known.
    pub url: Option<String>,
}

/// Flickr's names, which mean version 2.0 of Creative Commons, with the elements of its addresses.
const FLICKR: [(&str, &str); 6] = [
    ("attribution license", "by"),
    ("attribution-sharealike license", "by-sa"),
    ("attribution-noderivs license", "by-nd"),
    ("attribution-noncommercial license", "by-nc"),
    ("attribution-noncommercial-sharealike license", "by-nc-sa"),
    ("attribution-noncommercial-noderivs license", "by-nc-nd"),
];

/// Statements that are not Creative Commons licences: as written, id, name and address.
const OTHERS: [(&str, &str, &str, &str); 2] = [
    (
        "no known copyright restrictions",
        "No known copyright restrictions",
        "No known copyright restrictions",
        "https://www.flickr.com/commons/usage/",
    ),
    (
        "united states government work",
        "US government work",
        "United States government work",
        "https://www.usa.gov/government-copyright",
    ),
];

const DOMAIN: &str = "creativecommons.org/";

impl Licence {
    /// Recognises Creative Commons by SPDX id (`CC-BY-SA-4.0`), short name (`cc by-nc`), address or Flickr's
    /// name, CC0 and the public domain mark, and a few statements. Anything else is kept as written.
    pub fn from_text(text: &str) -> Self {
        let written = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = written.to_lowercase();
        let flickr = FLICKR.iter().find(|(name, _)| *name == lower);
        let other = OTHERS.iter().find(|(name, ..)| *name == lower);
        let known = match (lower.split_once(DOMAIN), flickr, other) {
            (Some((_, path)), ..) => from_path(path),
            (_, Some((_, elements)), _) => commons(elements, "2.0"),
            (.., Some((_, id, name, url))) => {
                Some(Self { id: (*id).into(), name: (*name).into(), url: Some((*url).into()) })
            }
            _ => from_id(&lower),
        };
        known.unwrap_or_else(|| Self { id: written.clone(), name: written, url: None })
    }

    pub fn is_known(&self) -> bool {
        self.url.is_some()
    }
}

impl fmt::Display for Licence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

/// The path of an address: `licenses/by-nc/4.0/deed.de`, `publicdomain/zero/1.0/`.
fn from_path(path: &str) -> Option<Licence> {
    let mut parts = path.split(['/', '?', '#']).filter(|part| !part.is_empty());
    match (parts.next()?, parts.next()?) {
        ("licenses", elements) => commons(elements, parts.next().unwrap_or("")),
        ("publicdomain", "zero") => Some(zero()),
        ("publicdomain", "mark") => Some(mark()),
        _ => None,
    }
}

/// `cc-by-nc-4.0`, `cc by-nc 4.0`, `cc-by-nc`, `cc0`.
fn from_id(text: &str) -> Option<Licence> {
    let words: Vec<&str> = text.split(['-', ' ', '_']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        ["cc0"] | ["cc0", "1.0"] | ["cc", "0"] | ["cc", "zero"] => Some(zero()),
        ["pdm"] | ["cc", "pdm", "1.0"] | ["public", "domain", "mark"] => Some(mark()),
        ["cc", elements @ .., version] if is_version(version) => {
            commons(&elements.join("-"), version)
        }
        ["cc", elements @ ..] => commons(&elements.join("-"), ""),
        _ => None,
    }
}

fn is_version(text: &str) -> bool {
    text.split_once('.').is_some_and(|(major, minor)| {
        let is_digit = |part: &str| part.len() == 1 && part.bytes().all(|b| b.is_ascii_digit());
        is_digit(major) && is_digit(minor)
    })
}

/// One of the six licences with attribution; `version` may be empty.
fn commons(elements: &str, version: &str) -> Option<Licence> {
    // Older addresses have nd before nc.
    let elements = if elements == "by-nd-nc" { "by-nc-nd" } else { elements };
    FLICKR.iter().find(|(_, known)| *known == elements)?;
    let version = Some(version).filter(|version| is_version(version));
    let words = elements.to_uppercase();
    Some(match version {
        None => Licence {
            id: format!("CC-{words}"),
            name: format!("CC {words}, version not stated"),
            url: Some(format!("https://{DOMAIN}share-your-work/cclicenses/")),
        },
        Some(version) => Licence {
            id: format!("CC-{words}-{version}"),
            name: format!("CC {words} {version}"),
            url: Some(format!("https://{DOMAIN}licenses/{elements}/{version}/")),
        },
    })
}

fn zero() -> Licence {
    let url = "https://creativecommons.org/publicdomain/zero/1.0/";
    Licence { id: "CC0-1.0".into(), name: "CC0 1.0".into(), url: Some(url.into()) }
}

fn mark() -> Licence {
    let url = "https://creativecommons.org/publicdomain/mark/1.0/";
    Licence { id: "PDM-1.0".into(), name: "Public Domain Mark 1.0".into(), url: Some(url.into()) }
}
