//! The address resolved against the benchmark, and the search that it asks for.

use crate::own_judged::OwnJudged;
pub use crate::question::Question;
use crate::question::{Asked, OwnPicture};
pub use crate::search_key::SearchKey;
use crate::view::ViewState;
use rankscope_core::analysis::{
    Dataset, HAND_JUDGED, JoinedDefinition, MIN_DEPTH, MeasureChoice, PictureFilter, VotedId,
    definition_named, depth_of_list, measures_of_list, words,
};
use rankscope_core::benchmark::{Judgements, Relevance, RelevanceDefinition, System};
use rankscope_core::metrics::Measure;
use rankscope_messages::{DevicePreference, Reranker, SearchQuery};
use std::sync::Arc;

/// How many hits the judging desk has for a list that is judged in its order.
const IN_ORDER_DEPTH: usize = 1_000;

#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub dataset: Arc<Dataset>,
    /// The system; `None` if the benchmark has none.
    pub system: Option<System>,
    /// The system that reranks the first one's hits; never the same system.
    pub reranker: Option<System>,
    pub rerank_depth: usize,
    pub definition: usize,
    pub question: Question,
    /// Judgements of the query that no definition of the benchmark has; they come first.
    pub own_judged: Option<Arc<OwnJudged>>,
    pub min_depth: usize,
    pub all_rows: bool,
    /// Whether an image or a picture is to find texts instead of images.
    pub finds_texts: bool,
    /// The chosen ones or the benchmark's, without those over folds in a part of the gallery.
    pub list_measures: Vec<Measure>,
    /// The pictures to search; `None` for all.
    pub among: Option<Arc<PictureFilter>>,
    pub unknown: Vec<String>,
}

impl Choice {
    /// `pictures` is the filter that the address names, and `own_picture` the picture that it asks for.
    /// `own_judged` counts only for the query that it judges.
    pub fn new(
        dataset: Arc<Dataset>,
        address: &ViewState,
        pictures: Option<Arc<PictureFilter>>,
        own_picture: Option<Arc<OwnPicture>>,
        own_judged: Option<Arc<OwnJudged>>,
    ) -> Self {
        let manifest = &dataset.manifest;
        let mut unknown = Vec::new();
        let mut known = |id: &String| {
            let system = manifest.system(id);
            if system.is_none() {
                unknown.push(format!("system {id}"));
            }
            system
        };
        let system = address.system.as_ref().and_then(&mut known);
        let reranker = address.rerank.as_ref().and_then(&mut known);
        let system = system.or_else(|| dataset.usual_system()).cloned();
        let is_other = |reranker: &&System| system.as_ref().is_some_and(|s| s.id != reranker.id);
        let reranker = reranker.filter(is_other).cloned();
        if let Some(id) = &address.relevance
            && !may_be_defined(&dataset, id)
        {
            unknown.push(format!("definition of relevance {id}"));
        }
        let question = Question::find(&dataset, address.asked.as_ref(), own_picture);
        let question = question.unwrap_or_else(|name| {
            unknown.push(name);
            Question::None
        });
        let definition =
            dataset.definition_for(address.relevance.as_deref(), question.stored_row());
        let finds_texts = address.direction.as_deref() == Some("i2t")
            && matches!(address.asked, Some(Asked::Image(_) | Asked::Picture(_)));
        let chosen = MeasureChoice::new(address.measures.as_deref(), dataset.n_images()).measures;
        let (mut list_measures, _) = measures_of_list(manifest, &chosen);
        unknown.extend(pictures.iter().flat_map(|filter| filter.unknown.iter().cloned()));
        let among = pictures.filter(|filter| filter.has_conditions());
        list_measures.retain(|measure| among.is_none() || !measure.is_within_fold());
        let is_of = |own: &Arc<OwnJudged>| address.asked.as_ref() == Some(&own.asked);
        Self {
            own_judged: own_judged.filter(is_of),
            min_depth: if address.judge.as_deref() == Some("row") { IN_ORDER_DEPTH } else { 0 },
            dataset,
            system,
            reranker,
            rerank_depth: address.depth,
            definition,
            question,
            all_rows: address.all_rows,
            finds_texts,
            list_measures,
            among,
            unknown,
        }
    }

    pub fn relevance(&self) -> Option<&RelevanceDefinition> {
        self.dataset.manifest.relevance.get(self.definition)
    }

    /// What judges the query, with the query's row in it; `None` without judgements, as for images.
    pub fn judged_by(&self) -> Option<(u32, &Relevance)> {
        if let Some(own) = &self.own_judged {
            return Some((0, &own.relevance));
        }
        Some((self.stored_row()?, self.dataset.relevance.get(self.definition)?))
    }

    /// The title of what judges the query, and what it counts as relevant.
    pub fn judged_as(&self) -> (String, String) {
        if let Some(own) = &self.own_judged {
            return (own.title.clone(), own.counts_as.clone());
        }
        let definition = self.relevance();
        definition
            .map(|own| (own.title.clone(), words::sentence(&own.counts_as)))
            .unwrap_or_default()
    }

    pub fn stored_row(&self) -> Option<u32> {
        self.question.stored_row()
    }

    /// The judgements of a query by a definition of relevance, restricted to the searched pictures.
    pub fn judgements(&self, query_row: u32, relevance: &Relevance) -> Judgements {
        let may_be_found = |row| self.among.as_ref().is_none_or(|filter| filter.has(row));
        relevance.of_query(query_row).map(|own| own.among(may_be_found)).unwrap_or_default()
    }

    /// The text of the query; `None` for an image or a picture and where there is no query.
    pub fn words(&self) -> Option<&str> {
        match &self.question {
            Question::None | Question::Image(..) | Question::Picture(_) | Question::LostPicture => {
                None
            }
            Question::Words(words) => Some(words),
            Question::Stored(_, query) => Some(&query.text),
        }
    }

    /// Whether the query is a text, and the system has neither its vector nor a text encoder.
    pub fn lacks_encoder(&self) -> bool {
        let Some(system) = &self.system else { return false };
        match self.question {
            Question::Words(_) => system.encoder.is_none(),
            Question::Stored(..) => has_pictures_alone(system),
            _ => false,
        }
    }

    /// Whether the visitor searches with a picture, and the system's encoder has no vision tower.
    pub fn lacks_vision_tower(&self) -> bool {
        matches!(self.question, Question::Picture(_) | Question::LostPicture)
            && self.system.as_ref().is_some_and(|system| !self.can_see(system))
    }

    fn can_see(&self, system: &System) -> bool {
        self.dataset.manifest.encodes_pictures(system)
    }

    /// The reranker and its query; `None` if it cannot answer the query.
    fn second_stage(&self) -> Option<Reranker> {
        let reranker = self.reranker.as_ref()?;
        // One of the compared systems may be the reranker itself, which would change nothing.
        let system = self.system.as_ref()?;
        if system.id == reranker.id {
            return None;
        }
        let query = self.query_for(reranker)?;
        // A run has no vectors, so both stages need a query that it lists.
        let has_run = self.dataset.is_run(&system.id) || self.dataset.is_run(&reranker.id);
        let is_stored = matches!(query, SearchQuery::Stored(_));
        (is_stored || !has_run).then(|| Reranker { system: reranker.id.clone(), query })
    }

    pub fn is_reranked(&self) -> bool {
        self.second_stage().is_some()
    }

    /// The rows that the definition of relevance ranks for the query; `None` if it ranks all.
    pub fn candidates(&self) -> Option<Vec<u32>> {
        let (query_row, relevance) = self.judged_by()?;
        let judged = || relevance.of_query(query_row).map_or(&[][..], Judgements::as_slice);
        let rows = || judged().iter().map(|(row, _)| *row).collect();
        relevance.ranks_only_judged().then(rows)
    }

    /// The reranker in the address, if it cannot rerank the hits of the first stage.
    pub fn unusable_reranker(&self) -> Option<&System> {
        let is_asked = self.question != Question::None;
        self.reranker.as_ref().filter(|_| is_asked && self.second_stage().is_none())
    }

    #[must_use]
    pub fn to_system(&self, system: &System) -> Self {
        Self { system: Some(system.clone()), ..self.clone() }
    }

    /// The query as a system takes it; `None` if there is none, or the system cannot encode it.
    pub fn query_for(&self, system: &System) -> Option<SearchQuery> {
        match &self.question {
            Question::None | Question::LostPicture => None,
            Question::Picture(own) => {
                self.can_see(system).then(|| SearchQuery::Picture(own.pixels.clone()))
            }
            Question::Words(_) if system.encoder.is_none() => None,
            Question::Words(words) => Some(SearchQuery::Text(words.clone())),
            Question::Image(row, _) => Some(SearchQuery::Image(*row)),
            // A system without stored query vectors may still encode the text.
            Question::Stored(_, query) if system.queries.is_none() && system.encoder.is_some() => {
                Some(SearchQuery::Text(query.text.clone()))
            }
            Question::Stored(..) if has_pictures_alone(system) => None,
            Question::Stored(row, _) => Some(SearchQuery::Stored(*row)),
        }
    }

    /// Deep enough for the end of a precision and recall curve, and for every measure that is
    /// shown.
    fn depth_of_figures(&self, n_relevant: usize) -> usize {
        let of_measures = depth_of_list(self.list_measures.iter().copied(), n_relevant);
        of_measures.max(10 * n_relevant).min(self.dataset.n_images())
    }

    /// The search for images; `None` if the system cannot answer the query, or texts are to be found.
    pub fn key(&self, device: DevicePreference) -> Option<SearchKey> {
        let system = self.system.as_ref().filter(|_| !self.finds_texts)?;
        let query = self.query_for(system)?;
        let rerank = self.second_stage();
        // The same for every list length, so that changing it needs no search. It goes by the chosen
        // definition alone: the others' judgements may not be there yet.
        let depth = match (&self.question, &self.own_judged) {
            _ if rerank.is_some() => self.rerank_depth,
            // By a power of two, so that not every judgement on the desk searches again.
            (_, Some(own)) => {
                self.depth_of_figures(own.relevance.max_n_relevant().next_power_of_two())
            }
            (Question::Stored(row, _), None) => {
                let judged = self.dataset.relevance.get(self.definition);
                self.depth_of_figures(judged.map_or(0, |own| own.n_relevant(*row)))
            }
            _ => MIN_DEPTH,
        };
        // A second stage orders its own number of hits.
        let min_depth = if rerank.is_some() { 0 } else { self.min_depth };
        let depth = depth.max(min_depth.min(self.dataset.n_images()));
        let base_url = self.dataset.base_url.clone();
        let (system, all_rows, among) = (system.id.clone(), self.all_rows, self.among.clone());
        let (candidates, n_images) = (self.candidates(), self.dataset.n_images());
        Some(SearchKey {
            base_url,
            device,
            system,
            query,
            depth,
            rerank,
            all_rows,
            among,
            candidates,
            n_images,
        })
    }
}

/// Runs and fused systems have no vectors at all.
fn has_pictures_alone(system: &System) -> bool {
    let has_vectors = !system.gallery.is_empty() || system.remote.is_some();
    system.queries.is_none() && system.encoder.is_none() && has_vectors
}

/// Whether there is such a definition of relevance, or may be one once more is loaded.
fn may_be_defined(dataset: &Dataset, id: &str) -> bool {
    // A rule over votes is added once the votes are loaded.
    let by_votes = || VotedId::named(&dataset.manifest, id).is_some();
    // The visitor's are added once the benchmark's are loaded.
    let is_mine = || !dataset.is_judged() && definition_named(&dataset.own, id) == HAND_JUDGED;
    // Joined ones are too.
    let id = definition_named(&dataset.own, id);
    let is_joined = || matches!(JoinedDefinition::named(&dataset.manifest, &id), Some(Ok(_)));
    dataset.definition_index(&id).is_some() || by_votes() || is_mine() || is_joined()
}
