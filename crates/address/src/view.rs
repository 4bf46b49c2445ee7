//! The parameters of a view, as the query string of the address.

use crate::kind::{
    Alone, AnyFlag, Flag, Given, Kind, Number, NumberOr, OneOf, Query, QueryString, Text,
};
pub use crate::question::Asked;
use rankscope_core::analysis::{MAX_RERANKED, N_KEPT, is_derived};
use rankscope_core::embed::Embed;
use rankscope_messages::DevicePreference;

pub const LENGTHS: [usize; 5] = [5, 10, 20, 50, 100];
/// The list length if the address names none.
pub const DEFAULT_LENGTH: usize = 20;

/// As many as in INQUIRE-Rerank.
pub const DEFAULT_DEPTH: usize = 100;

/// As `rankscope hubs` counts.
const DEFAULT_HUBS_DEPTH: usize = 10;
const MAX_NEIGHBOURS: usize = 1_000;

const DEVICES: &[(&str, DevicePreference)] =
    &[("webgpu", DevicePreference::WebGpu), ("cpu", DevicePreference::Cpu)];

/// Another value is another ranking, to which changes made by hand do not apply.
const RANKING: u8 = 1;
/// Names systems by their ids.
const SYSTEMS: u8 = 2;
/// Names images by id, or needs judgements or all image lists.
const LISTS: u8 = 4;
/// The device, or a list next to the results: another value is the same search.
const ASIDE: u8 = 8;

/// Makes [`ViewState`], its reader and its writer from lines of field, type, keys, kind and uses. The
/// keys stand in an address in the order of the lines.
macro_rules! parameters {
    ($(
        $(#[$doc:meta])*
        $field:ident: $type:ty, $($key:literal)+, $kind:expr $(, $uses:expr)?;
    )+) => {
        /// The parameters of a view. Absent ones take their default.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct ViewState {
            $($(#[$doc])* pub $field: $type,)+
        }

        /// Every key of an address.
        pub const KEYS: &[&str] = &[$($($key),+),+];

        impl ViewState {
            fn read(given: Given<'_>) -> Self {
                Self { $($field: $kind.read([$($key),+], given),)+ }
            }

            fn write(&self, query: &mut QueryString) {
                $($kind.write([$($key),+], &self.$field, query);)+
            }

            /// The texts of a use.
            fn texts<const USE: u8>(&self) -> impl Iterator<Item = &str> {
                let mut texts = Vec::new();
                $(if has(0 $(| $uses)?, USE) {
                    texts.extend(text_of(&$kind, &self.$field));
                })+
                texts.into_iter()
            }

            /// Whether all parameters of certain uses are the same.
            fn agrees(&self, other: &Self, counts: impl Fn(u8) -> bool) -> bool {
                $((!counts(0 $(| $uses)?) || self.$field == other.$field))&&+
            }
        }
    };
}

const fn has(uses: u8, one: u8) -> bool {
    uses & one != 0
}

fn text_of<'a, K: Kind>(_: &K, value: &'a K::Value) -> Option<&'a str> {
    K::text(value)
}

parameters! {
    benchmark: Option<String>, "benchmark", Text, RANKING;
    asked: Option<Asked>, "query" "like" "picture" "q", Query, RANKING;
    system: Option<String>, "system", Text, RANKING | SYSTEMS;
    /// Ids of the fused systems among the systems, separated by commas.
    fused: Option<String>, "fused", Text;
    /// Ids of the systems compared with it, separated by commas; `_all` for every other one.
    also: Option<String>, "also", Text, RANKING | SYSTEMS | LISTS;
    /// Id of the system that reranks the hits of the first stage.
    rerank: Option<String>, "rerank", Text, RANKING | SYSTEMS;
    /// Id of the system whose first hits the others rerank on the leaderboard.
    first: Option<String>, "first", Text, SYSTEMS;
    /// How many hits of a first stage are re-ranked.
    depth: usize, "depth", NumberOr(|n| (1..=MAX_RERANKED).contains(n), DEFAULT_DEPTH), RANKING;
    /// Id of a definition of relevance whose fixed candidates are re-ranked on the leaderboard instead.
    candidates: Option<String>, "candidates", Text;
    /// Whether only queries with 1 to 50 relevant pictures count, as in INQUIRE-Rerank.
    positives: bool, "positives", Flag("1-50");
    /// The system whose re-ranking of `first` is measured by depth.
    curve: Option<String>, "curve", Text, SYSTEMS;
    /// A derived system with `#` in place of a number, by which it is measured.
    sweep: Option<String>, "sweep", Text;
    /// The system whose hard queries are explained.
    hardness: Option<String>, "hard", Text;
    /// Ids of the stored runs among the systems of the leaderboard, separated by commas, or `_all`.
    runs: Option<String>, "runs", Text;
    /// Which way is measured: `i2t` from images to texts, `mean` both ways.
    direction: Option<String>, "direction", Text, LISTS;
    relevance: Option<String>, "relevance", Text, LISTS;
    /// How many results are shown.
    k: usize, "k", NumberOr(|n| LENGTHS.contains(n), DEFAULT_LENGTH);
    device: DevicePreference, "device", OneOf(DEVICES), ASIDE;
    /// The memory limit for galleries in MiB, if not the default: larger ones stay on disk.
    memory: Option<u32>, "memory", Number(|_| true), ASIDE;
    /// The picture filter: `facet=value`, several separated by `;`.
    pictures: Option<String>, "pictures", Text, RANKING | LISTS;
    /// Conditions on what pictures carry: `tag:dog exif:iso>=400`.
    carries: Option<String>, "carries", Text, RANKING | LISTS;
    /// Whether to score every row of a gallery on disk.
    all_rows: bool, "rows", Flag("all"), RANKING;
    /// Id of the first system of a comparison.
    a: Option<String>, "a", Text, SYSTEMS;
    b: Option<String>, "b", Text, SYSTEMS;
    measure: Option<String>, "measure", Text;
    /// Full names of the measures to show instead of the benchmark's own, separated by commas.
    measures: Option<String>, "measures", Text, LISTS;
    /// The sort order of a table, in the page's format.
    order: Option<String>, "order", Text, ASIDE;
    /// Whether the list of the benchmark's queries is open.
    browse: bool, "browse", AnyFlag("yes"), ASIDE;
    /// The text that a table is searched for.
    find: Option<String>, "find", Text, ASIDE;
    /// The point of a scatter plot whose queries are listed: `x,y`.
    at: Option<String>, "at", Text;
    /// The columns of the agreement matrix: `_all` or the id of a definition of relevance.
    columns: Option<String>, "columns", Text;
    /// The coefficient of agreement: `rho`, or τ-b if absent.
    by: Option<String>, "by", Text;
    /// The two columns shown in detail: `measure relevance~measure relevance`.
    cell: Option<String>, "cell", Text;
    /// The axes of the selected cell's plot: `means`, or ranks if absent.
    axes: Option<String>, "axes", Text;
    /// The id of the query's seed whose nearest pictures are shown.
    seed: Option<String>, "seed", Text;
    /// The annotator lab, if it is open, in the format of [`rankscope_core::analysis::LabChoice`].
    lab: Option<String>, "lab", Text;
    /// The measures by which the table's models are ordered: `measure~measure…`, of which the first two are
    /// plotted.
    models: Option<String>, "models", Text;
    /// The filter of the queries: `name=value`, several separated by `;`.
    only: Option<String>, "only", Text, ASIDE;
    /// Conditions on the values, the relevant pictures and the words of queries, as `--where` takes them.
    condition: Option<String>, "where", Text, ASIDE;
    /// What counts as a system's cost, in the leaderboard's format.
    cost: Option<String>, "cost", Text;
    /// The facet whose values are the columns of the heat map.
    facet: Option<String>, "facet", Text;
    /// Who judges the query on Explore: `mine` for the visitor's own judgements.
    judged: Option<String>, "judged", Text;
    /// The mode of the judging desk, if it is open: `five` or `row`.
    judge: Option<String>, "judge", Text, LISTS;
    /// The two groups of queries that are tested: `facet=…;x=…;y=…`.
    between: Option<String>, "between", Text;
    /// The changes to a ranking, in the format of [`rankscope_core::metrics::Edit`].
    edit: Option<String>, "edit", Text;
    /// Which of the Topics page's challenges is shown: `recognition`, `propagation`, `suggestion`.
    challenge: Option<String>, "challenge", Text;
    /// How many neighbours vote on tags, if not the default.
    neighbours: Option<usize>, "neighbours", Number(|n| (1..=MAX_NEIGHBOURS).contains(n));
    /// How guides are made and compared, in the format of `rankscope_guide::GuideChoice`.
    guides: Option<String>, "guides", Text;
    /// What the Guides page shows below: `earlier`, `hardness`, `ablations`, `spread`, `pairing`,
    /// `ballot` or `published`.
    study: Option<String>, "study", Text;
    /// The open lesson and its step: `precision.2`.
    lesson: Option<String>, "lesson", Text;
    /// The choice in a lesson, in the lesson's format.
    pick: Option<String>, "pick", Text;
    /// Whether it is presented to an audience: large type, no top bar.
    present: bool, "present", Flag("1");
    /// The block that is shown alone, for a frame in another page.
    embed: Option<Embed>, "embed" "theme", Alone;
    /// The table of models and measures on Agreement, and the group of its rows: `id;column=value`.
    table: Option<String>, "table", Text;
    /// The printed means that are audited: `mean=…;against=…;n=…;sd=…`, or `1` for an empty form.
    audit: Option<String>, "audit", Text;
    /// The sheet of a round of judging that is open: its address, or `round.number` of one on this device.
    sheet: Option<String>, "sheet", Text, LISTS;
    /// How a round is made, in the format of [`rankscope_core::analysis::RoundPlan`].
    round: Option<String>, "round", Text, ASIDE;
    /// The id of the query, or the words, for which the desk judges what another search finds.
    judged_for: Option<String>, "for", Text, LISTS;
    /// People's votes, if they are shown, in the format of [`rankscope_core::analysis::VotesChoice`].
    votes: Option<String>, "votes", Text;
    /// The system whose hubs are counted.
    hubs: Option<String>, "hubs", Text;
    /// The hits of each query among which hubs are counted.
    hubs_depth: usize, "within", NumberOr(|n| (1..=N_KEPT).contains(n), DEFAULT_HUBS_DEPTH);
    /// The system that a sweep of search by guides is compared with.
    against: Option<String>, "against", Text;
    /// The code of the page's language, if not that of the browser.
    lang: Option<String>, "lang", Text, ASIDE;
    /// The value that is opened, in the format of [`crate::opened_value::OpenedValue`].
    opened: Option<String>, "value", Text, ASIDE;
}

impl Default for ViewState {
    fn default() -> Self {
        Self::read(&|_| None)
    }
}

impl ViewState {
    /// Reads the parameters; `lookup` gives the decoded value of a key.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Self {
        Self::read(&|key| lookup(key).filter(|value| !value.trim().is_empty()))
    }

    /// The query string with its `?`; empty if everything has its default.
    pub fn to_query_string(&self) -> String {
        let mut query = QueryString::default();
        self.write(&mut query);
        query.0
    }

    /// Whether something is asked that no definition of the benchmark judges: words, an image or a picture.
    pub fn asks_own(&self) -> bool {
        !matches!(self.asked, None | Some(Asked::Stored(_)))
    }

    /// Whether it names images by id, or asks for something that needs judgements or all image
    /// lists.
    pub fn names_images(&self) -> bool {
        matches!(self.asked, Some(Asked::Image(_))) || self.texts::<LISTS>().next().is_some()
    }

    /// There must be no query, lesson or embedded block.
    pub fn may_open(&self) -> bool {
        self.asked.is_none() && self.lesson.is_none() && self.embed.is_none() && !self.present
    }

    /// Whether the other view differs only in the device and in the lists next to the results.
    pub fn is_same_search(&self, other: &Self) -> bool {
        self.agrees(other, |uses| !has(uses, ASIDE))
    }

    /// The start of a visit to another benchmark, on the same device and in the same language.
    #[must_use]
    pub fn of_other(&self, benchmark: Option<String>) -> Self {
        Self { benchmark, device: self.device, lang: self.lang.clone(), ..Self::default() }
    }

    /// Every id of a derived system in it, separated by commas; other ids may be among them. Those that
    /// were fused first come first.
    pub fn derived_ids(&self) -> String {
        let named = self.fused.as_deref().into_iter().chain(self.texts::<SYSTEMS>());
        named.filter(|ids| is_derived(ids)).collect::<Vec<_>>().join(",")
    }

    /// Shows other measures, and forgets a choice among those before.
    pub fn show_measures(&mut self, measures: Option<String>) {
        if self.measures != measures {
            *self = Self { measures, measure: None, cell: None, at: None, ..self.clone() };
        }
    }

    /// Drops changes to a ranking, and a value opened of it, if `self` shows another ranking than
    /// `before`.
    pub fn drop_stale_edit(&mut self, before: &Self) {
        if !self.agrees(before, |uses| has(uses, RANKING)) {
            (self.edit, self.opened) = (None, None);
        }
    }
}
