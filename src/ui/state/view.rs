//! The view, as the query string of the address.

use rankscope_core::analysis::{MAX_RERANKED, is_fused};
use rankscope_core::embed::Embed;
use rankscope_messages::DevicePreference;

pub const LENGTHS: [usize; 5] = [5, 10, 20, 50, 100];
/// The list length if the address names none.
pub const DEFAULT_LENGTH: usize = 20;

/// As many as in INQUIRE-Rerank.
pub const DEFAULT_DEPTH: usize = 100;

const MAX_NEIGHBOURS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    Words(String),
    /// The id of a query of the benchmark (`query`).
    Stored(String),
    /// Images similar to one of the benchmark, by its id (`like`).
    Image(String),
    /// By its number in this visit (`picture`); the picture itself is not in the address.
    Picture(u32),
}

/// The parameters of a view. Absent ones take their default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewState {
    pub benchmark: Option<String>,
    pub asked: Option<Asked>,
    pub system: Option<String>,
    /// Ids of the fused systems among the systems, separated by commas.
    pub fused: Option<String>,
    /// Ids of the systems compared with it, separated by commas; `_all` for every other one.
    pub also: Option<String>,
    /// Id of the system that reranks the hits of the first stage.
    pub rerank: Option<String>,
    /// Id of the system whose first hits the others rerank on the leaderboard.
    pub first: Option<String>,
    /// How many hits of a first stage are re-ranked.
    pub depth: usize,
    /// Id of a definition of relevance whose fixed candidates are re-ranked on the leaderboard instead.
    pub candidates: Option<String>,
    /// Whether only queries with 1 to 50 relevant pictures count, as in INQUIRE-Rerank.
    pub positives: bool,
    /// Ids of the stored runs among the systems of the leaderboard, separated by commas, or `_all`.
    pub runs: Option<String>,
    /// Which way is measured: `i2t` from images to texts, `mean` both ways.
    pub direction: Option<String>,
    pub relevance: Option<String>,
    /// How many results are shown.
    pub k: usize,
    pub device: DevicePreference,
    /// The memory limit for galleries in MiB, if not the default: larger ones stay on disk.
    pub memory: Option<u32>,
    /// The picture filter: `facet=value`, several separated by `;`.
    pub pictures: Option<String>,
    /// Conditions on what pictures carry: `tag:dog exif:iso>=400`.
    pub carries: Option<String>,
    /// Whether to score every row of a gallery on disk.
    pub all_rows: bool,
    /// Id of the first system of a comparison.
    pub a: Option<String>,
    pub b: Option<String>,
    pub measure: Option<String>,
    /// Full names of the measures to show instead of the benchmark's own, separated by commas.
    pub measures: Option<String>,
    /// The sort order of a table, in the page's format.
    pub order: Option<String>,
    /// Whether the list of the benchmark's queries is open.
    pub browse: bool,
    /// The text that a table is searched for.
    pub find: Option<String>,
    /// The point of a scatter plot whose queries are listed: `x,y`.
    pub at: Option<String>,
    /// The columns of the agreement matrix: `_all` or the id of a definition of relevance.
    pub columns: Option<String>,
    /// The coefficient of agreement: `rho`, or τ-b if absent.
    pub by: Option<String>,
    /// The two columns shown in detail: `measure relevance~measure relevance`.
    pub cell: Option<String>,
    /// The axes of the selected cell's plot: `means`, or ranks if absent.
    pub axes: Option<String>,
    /// The id of the query's seed whose nearest pictures are shown.
    pub seed: Option<String>,
    /// The annotator lab, if it is open, in the format of [`rankscope_core::analysis::LabChoice`].
    pub lab: Option<String>,
    /// The two measures by which published models are compared: `measure~measure`.
    pub models: Option<String>,
    /// The filter of the queries: `name=value`, several separated by `;`.
    pub only: Option<String>,
    /// What counts as a system's cost, in the leaderboard's format.
    pub cost: Option<String>,
    /// The facet whose values are the columns of the heat map.
    pub facet: Option<String>,
    /// Who judges the query on Explore: `mine` for the visitor's own judgements.
    pub judged: Option<String>,
    /// The mode of the judging desk, if it is open: `five` or `row`.
    pub judge: Option<String>,
    /// The two groups of queries that are tested: `facet=…;x=…;y=…`.
    pub between: Option<String>,
    /// The changes to a ranking, in the format of [`rankscope_core::metrics::Edit`].
    pub edit: Option<String>,
    /// Which of the Topics page's challenges is shown: `recognition`, `propagation`, `suggestion`.
    pub challenge: Option<String>,
    /// How many neighbours vote on tags, if not the default.
    pub neighbours: Option<usize>,
    /// How guides are made and compared, in the format of `rankscope_guide::GuideChoice`.
    pub guides: Option<String>,
    /// What the Guides page shows below: `earlier`, `hardness`, `ablations`, `spread`, `pairing`,
    /// `ballot` or `published`.
    pub study: Option<String>,
    /// The open lesson and its step: `precision.2`.
    pub lesson: Option<String>,
    /// The choice in a lesson, in the lesson's format.
    pub pick: Option<String>,
    /// Whether it is presented to an audience: large type, no top bar.
    pub present: bool,
    /// The block that is shown alone, for a frame in another page (`embed`, `theme`).
    pub embed: Option<Embed>,
}

impl Default for ViewState {
    fn default() -> Self {
        Self::from_lookup(|_| None)
    }
}

impl ViewState {
    /// Whether it names images by id, or asks for something that needs judgements or all image
    /// lists.
    #[must_use]
    pub fn names_images(&self) -> bool {
        let asks = [
            &self.also,
            &self.relevance,
            &self.direction,
            &self.judge,
            &self.pictures,
            &self.carries,
            &self.measures,
        ];
        matches!(self.asked, Some(Asked::Image(_))) || asks.into_iter().any(Option::is_some)
    }

    /// There must be no query, lesson or embedded block.
    #[must_use]
    pub fn may_open(&self) -> bool {
        self.asked.is_none() && self.lesson.is_none() && self.embed.is_none() && !self.present
    }

    /// Whether the other view differs only in the device and in the lists next to the results.
    #[must_use]
    pub fn is_same_search(&self, other: &Self) -> bool {
        let Self { device, memory, browse, find, order, only, .. } = other.clone();
        Self { device, memory, browse, find, order, only, ..self.clone() } == *other
    }

    /// Reads the parameters; `lookup` gives the decoded value of a key.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let given = |key: &str| lookup(key).filter(|value| !value.trim().is_empty());
        let words = given("q").map(|words| Asked::Words(words.trim().to_string()));
        Self {
            benchmark: given("benchmark"),
            asked: given("query")
                .map(Asked::Stored)
                .or_else(|| given("like").map(Asked::Image))
                .or_else(|| {
                    let number = given("picture")?.parse().ok()?;
                    (number > 0).then_some(Asked::Picture(number))
                })
                .or(words),
            system: given("system"),
            fused: given("fused"),
            also: given("also"),
            rerank: given("rerank"),
            first: given("first"),
            depth: given("depth")
                .and_then(|depth| depth.parse().ok())
                .filter(|depth| (1..=MAX_RERANKED).contains(depth))
                .unwrap_or(DEFAULT_DEPTH),
            candidates: given("candidates"),
            positives: given("positives").as_deref() == Some("1-50"),
            runs: given("runs"),
            direction: given("direction"),
            relevance: given("relevance"),
            k: given("k")
                .and_then(|k| k.parse().ok())
                .filter(|k| LENGTHS.contains(k))
                .unwrap_or(DEFAULT_LENGTH),
            device: match given("device").as_deref() {
                Some("webgpu") => DevicePreference::WebGpu,
                Some("cpu") => DevicePreference::Cpu,
                _ => DevicePreference::Auto,
            },
            memory: given("memory").and_then(|megabytes| megabytes.parse().ok()),
            pictures: given("pictures"),
            carries: given("carries"),
            all_rows: given("rows").as_deref() == Some("all"),
            a: given("a"),
            b: given("b"),
            measure: given("measure"),
            measures: given("measures"),
            order: given("order"),
            browse: given("browse").is_some(),
            find: given("find"),
            at: given("at"),
            columns: given("columns"),
            by: given("by"),
            cell: given("cell"),
            axes: given("axes"),
            seed: given("seed"),
            lab: given("lab"),
            models: given("models"),
            only: given("only"),
            cost: given("cost"),
            facet: given("facet"),
            judged: given("judged"),
            judge: given("judge"),
            between: given("between"),
            edit: given("edit"),
            challenge: given("challenge"),
            neighbours: given("neighbours")
                .and_then(|k| k.parse().ok())
                .filter(|k| (1..=MAX_NEIGHBOURS).contains(k)),
            guides: given("guides"),
            study: given("study"),
            lesson: given("lesson"),
            pick: given("pick"),
            present: given("present").as_deref() == Some("1"),
            embed: Embed::parse(given("embed").as_deref(), given("theme").as_deref()),
        }
    }

    /// The start of a visit to another benchmark, on the same device.
    #[must_use]
    pub fn of_other(&self, benchmark: Option<String>) -> Self {
        Self { benchmark, device: self.device, ..Self::default() }
    }

    /// Every id of a fused system in it, separated by commas; other ids may be among them.
    #[must_use]
    pub fn fused_ids(&self) -> String {
        let all =
            [&self.fused, &self.system, &self.also, &self.rerank, &self.first, &self.a, &self.b];
        let fused = all.into_iter().flatten().filter(|ids| is_fused(ids));
        fused.map(String::as_str).collect::<Vec<_>>().join(",")
    }

    /// Shows other measures, and forgets a choice among those before.
    pub fn show_measures(&mut self, measures: Option<String>) {
        if self.measures != measures {
            *self = Self { measures, measure: None, cell: None, at: None, ..self.clone() };
        }
    }

    /// Drops changes to a ranking if `self` shows another ranking than `before`.
    pub(super) fn drop_stale_edit(&mut self, before: &Self) {
        let is_same = self.asked == before.asked
            && self.system == before.system
            && self.also == before.also
            && self.rerank == before.rerank
            && self.depth == before.depth
            && self.pictures == before.pictures
            && self.carries == before.carries
            && self.all_rows == before.all_rows
            && self.benchmark == before.benchmark;
        if !is_same {
            self.edit = None;
        }
    }

    /// The query string with its `?`; empty if everything has its default.
    #[must_use]
    pub fn to_query_string(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        let mut add = |key, value: Option<&String>| {
            pairs.extend(value.map(|value| (key, value.clone())));
        };
        add("benchmark", self.benchmark.as_ref());
        match &self.asked {
            Some(Asked::Words(words)) => add("q", Some(words)),
            Some(Asked::Stored(id)) => add("query", Some(id)),
            Some(Asked::Image(id)) => add("like", Some(id)),
            Some(Asked::Picture(number)) => add("picture", Some(&number.to_string())),
            None => {}
        }
        add("system", self.system.as_ref());
        add("fused", self.fused.as_ref());
        add("also", self.also.as_ref());
        add("rerank", self.rerank.as_ref());
        add("first", self.first.as_ref());
        let depth = (self.depth != DEFAULT_DEPTH).then(|| self.depth.to_string());
        add("depth", depth.as_ref());
        add("candidates", self.candidates.as_ref());
        add("positives", self.positives.then(|| "1-50".to_string()).as_ref());
        add("runs", self.runs.as_ref());
        add("direction", self.direction.as_ref());
        add("relevance", self.relevance.as_ref());
        let k = (self.k != DEFAULT_LENGTH).then(|| self.k.to_string());
        add("k", k.as_ref());
        let device = match self.device {
            DevicePreference::Auto => None,
            DevicePreference::WebGpu => Some("webgpu".to_string()),
            DevicePreference::Cpu => Some("cpu".to_string()),
        };
        add("device", device.as_ref());
        add("memory", self.memory.map(|megabytes| megabytes.to_string()).as_ref());
        add("pictures", self.pictures.as_ref());
        add("carries", self.carries.as_ref());
        add("rows", self.all_rows.then(|| "all".to_string()).as_ref());
        add("a", self.a.as_ref());
        add("b", self.b.as_ref());
        add("measure", self.measure.as_ref());
        add("measures", self.measures.as_ref());
        add("order", self.order.as_ref());
        add("browse", self.browse.then(|| "yes".to_string()).as_ref());
        add("find", self.find.as_ref());
        add("at", self.at.as_ref());
        add("columns", self.columns.as_ref());
        add("by", self.by.as_ref());
        add("cell", self.cell.as_ref());
        add("axes", self.axes.as_ref());
        add("seed", self.seed.as_ref());
        add("lab", self.lab.as_ref());
        add("models", self.models.as_ref());
        add("only", self.only.as_ref());
        add("cost", self.cost.as_ref());
        add("facet", self.facet.as_ref());
        add("judged", self.judged.as_ref());
        add("judge", self.judge.as_ref());
        add("between", self.between.as_ref());
        add("edit", self.edit.as_ref());
        add("challenge", self.challenge.as_ref());
        add("neighbours", self.neighbours.map(|k| k.to_string()).as_ref());
        add("guides", self.guides.as_ref());
        add("study", self.study.as_ref());
        add("lesson", self.lesson.as_ref());
        add("pick", self.pick.as_ref());
        let present = self.present.then(|| "1".to_string());
        add("present", present.as_ref());
        for (key, value) in self.embed.iter().flat_map(Embed::parameters) {
            add(key, Some(&value.to_string()));
        }
        let encoded = pairs.iter().map(|(key, value)| {
            format!("{key}={}", String::from(js_sys::encode_uri_component(value)))
        });
        let joined = encoded.collect::<Vec<_>>().join("&");
        if joined.is_empty() { joined } else { format!("?{joined}") }
    }
}
