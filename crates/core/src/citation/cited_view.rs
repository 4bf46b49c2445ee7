use super::entry::{field_text, field_url};
use super::{BibtexError, Entry, entry_of, is_bibtex, read_entries};
use crate::benchmark::Manifest;
use crate::metrics::{Measure, Protocol, Publication};

/// More systems are counted in a bibliography instead of named.
const MAX_NAMED: usize = 4;
/// Shown of a file's hash: enough to tell versions apart.
const N_DIGITS: usize = 16;

/// A view, as far as it is cited.
#[derive(Debug, Clone)]
pub struct CitedView<'a> {
    pub manifest: &'a Manifest,
    /// `None` for the benchmark alone.
    pub page: Option<&'a str>,
    /// If one is in view.
    pub query: Option<String>,
    /// Titles.
    pub systems: Vec<String>,
    pub relevance: Vec<CitedRelevance>,
    pub measures: Vec<Measure>,
    /// What the page is based on, besides protocols and measures.
    pub publications: Vec<Publication>,
    /// May be empty.
    pub address: String,
    /// A day, as 2026-11-25.
    pub accessed: Option<String>,
}

/// What counts as relevant in a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedRelevance {
    pub title: String,
    /// The benchmark's file of its judgements; empty if they are not the benchmark's.
    pub path: String,
}

/// The entries for a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bibliography {
    pub text: String,
    /// The measures without an entry: their protocol's publications define them.
    pub without_own: Vec<Measure>,
    /// Why the benchmark's BibTeX is not among the entries.
    pub fault: Option<BibtexError>,
}

impl CitedView<'_> {
    /// Each once.
    pub fn protocols(&self) -> Vec<Protocol> {
        once_each(self.measures.iter().map(Measure::protocol))
    }

    /// For people: a line for each fact.
    pub fn text(&self) -> String {
        let Manifest { title, version, homepage, citation, .. } = self.manifest;
        let mut lines = vec![match version.trim() {
            "" => sentence(title),
            version => sentence(&format!("{title}, version {version}")),
        }];
        if !homepage.trim().is_empty() {
            lines.push(homepage.trim().to_string());
        }
        if !citation.trim().is_empty() && !is_bibtex(citation) {
            lines.push(sentence(citation));
        }
        lines.extend(self.facts(usize::MAX));
        let place = match self.page {
            Some(page) => format!("{page} in Rankscope"),
            None => String::new(),
        };
        let accessed = self.accessed.as_ref().map(|day| format!("accessed {day}"));
        let place = [Some(place), accessed].into_iter().flatten().filter(|part| !part.is_empty());
        let place = place.collect::<Vec<_>>().join(", ");
        let end = if place.is_empty() || self.address.is_empty() { "" } else { ": " };
        lines.push(format!("{place}{end}{}", self.address));
        lines.retain(|line| !line.is_empty());
        lines.join("\n") + "\n"
    }

    /// For a bibliography: the view, the benchmark's entries, and the publications behind protocols and measures.
    pub fn bibliography(&self) -> Bibliography {
        let citation = &self.manifest.citation;
        let read = if is_bibtex(citation) { read_entries(citation) } else { Ok(Vec::new()) };
        let (brought, fault) = match read {
            Ok(entries) => (entries, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let is_brought =
            |key: &str| brought.iter().any(|entry| entry.key.eq_ignore_ascii_case(key));
        let mut view = self.entry();
        while is_brought(&view.key) {
            view.key.push_str("-view");
        }
        let of_protocols = self.protocols().into_iter().flat_map(Protocol::publications).copied();
        let of_measures = self.measures.iter().flat_map(Measure::publications).copied();
        let of_page = self.publications.iter().copied();
        let publications = once_each(of_page.chain(of_protocols).chain(of_measures));
        let publications = publications.into_iter().map(entry_of);
        let publications = publications.filter(|entry| !is_brought(&entry.key));
        let texts = std::iter::once(view.to_string())
            .chain(brought.iter().map(|entry| format!("{}\n", entry.text.trim())))
            .chain(publications.map(|entry| entry.to_string()));
        let without_own = self.measures.iter().filter(|measure| measure.publications().is_empty());
        Bibliography {
            text: texts.collect::<Vec<_>>().join("\n"),
            without_own: without_own.copied().collect(),
            fault,
        }
    }

    /// The entry of the view itself. Its address and day are `url` and `urldate`, which biblatex and styles for web
    /// pages print: in `howpublished` or `note`, an address with a percent sign breaks the document.
    fn entry(&self) -> Entry {
        let Manifest { id, title, version, citation, .. } = self.manifest;
        let key = match self.page {
            Some(page) => format!("{id}-{}", page.to_lowercase()),
            None => id.clone(),
        };
        // Without an author, styles sort by `key`.
        let title = field_text(title);
        let mut fields = vec![("key", title.clone()), ("title", format!("{{{title}}}"))];
        if let Some(page) = self.page {
            fields.push(("howpublished", field_text(&format!("{page} in Rankscope"))));
        }
        let version = version.trim();
        let version = (!version.is_empty()).then(|| sentence(&format!("Version {version}")));
        let words =
            (!citation.trim().is_empty() && !is_bibtex(citation)).then(|| sentence(citation));
        let note = version.into_iter().chain(words).chain(self.facts(MAX_NAMED));
        let note = note.collect::<Vec<_>>().join(" ");
        let given = [
            ("note", field_text(&note)),
            ("url", field_url(&self.address)),
            ("urldate", self.accessed.clone().unwrap_or_default()),
        ];
        fields.extend(given.into_iter().filter(|(_, value)| !value.is_empty()));
        Entry { kind: "misc", key, fields }
    }

    /// In sentences; more than `max_named` systems are counted.
    fn facts(&self, max_named: usize) -> Vec<String> {
        // Titles may have commas.
        let listed = |name: &str, values: Vec<String>| {
            (!values.is_empty()).then(|| sentence(&format!("{name}: {}", values.join("; "))))
        };
        let query = self.query.as_ref().map(|query| format!("Query: “{}”.", query.trim()));
        let systems = match self.systems.len() {
            n if n > max_named => Some(format!("{n} systems.")),
            _ => listed("Systems", self.systems.clone()),
        };
        let relevance = self.relevance.iter().map(|relevance| self.judgements(relevance));
        let measures = self.measures.iter().map(Measure::to_string);
        let protocols = self.protocols().into_iter().map(|protocol| protocol.title().to_string());
        let lists = [
            listed("Relevance", relevance.collect()),
            listed("Measures", measures.collect()),
            listed("Protocols", protocols.collect()),
        ];
        query.into_iter().chain(systems).chain(lists.into_iter().flatten()).collect()
    }

    /// A definition of relevance, with the hash of its judgements: they decide every value.
    fn judgements(&self, relevance: &CitedRelevance) -> String {
        let title = relevance.title.trim();
        let file = self.manifest.file(&relevance.path).ok();
        let hash = file.and_then(|file| file.sha256.get(..N_DIGITS));
        hash.map_or_else(|| title.to_string(), |hash| format!("{title} (SHA-256 {hash})"))
    }
}

/// Ends with one full stop.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.ends_with(['.', '!', '?']) {
        text.into()
    } else {
        format!("{text}.")
    }
}

fn once_each<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}
