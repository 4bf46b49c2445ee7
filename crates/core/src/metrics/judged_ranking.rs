use super::{
    Folds, JudgedList, Order, Protocol,
    finer_scores::{FinerScores, Steps},
};
use crate::benchmark::{ImageIds, Judgements, Relevance};
use crate::ranking::Hit;
use std::{borrow::Cow, cell::OnceCell};

/// One query's hits and judgements, in the order of any protocol. An order is judged when first
/// needed.
#[derive(Debug)]
pub struct JudgedRanking<'a> {
    hits: Cow<'a, [Hit]>,
    judgements: &'a Judgements,
    image_ids: ImageIds<'a>,
    is_complete: bool,
    /// Images that could be retrieved.
    n_images: usize,
    fold: Option<(&'a Folds, usize)>,
    finer: Option<&'a Steps>,
    within_fold: OnceCell<Option<JudgedList>>,
    as_given: OnceCell<JudgedList>,
    by_score: OnceCell<JudgedList>,
    trec_eval: OnceCell<JudgedList>,
}

impl<'a> JudgedRanking<'a> {
    /// `image_ids` is in corpus order.
    pub fn new(
        hits: &'a [Hit],
        judgements: &'a Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        let image_ids = image_ids.into();
        Self {
            hits: Cow::Borrowed(hits),
            judgements,
            n_images: image_ids.len(),
            image_ids,
            is_complete: false,
            fold: None,
            finer: None,
            within_fold: OnceCell::new(),
            as_given: OnceCell::new(),
            by_score: OnceCell::new(),
            trec_eval: OnceCell::new(),
        }
    }

    /// A query's hits under a definition of relevance, which may restrict the ranking to judged images. An
    /// unjudged query has no relevant image.
    pub fn of_query(
        query_row: u32,
        hits: &'a [Hit],
        relevance: &'a Relevance,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        static UNJUDGED: Judgements = Judgements::none();
        let judgements = relevance.of_query(query_row).unwrap_or(&UNJUDGED);
        Self::as_read(relevance, hits, judgements, image_ids)
    }

    /// With some of the definition's judgements, under its conventions (`only_judged`, `complete`).
    pub fn as_read(
        relevance: &Relevance,
        hits: &'a [Hit],
        judgements: &'a Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        let mut ranking = Self::new(hits, judgements, image_ids);
        if relevance.ranks_only_judged() {
            ranking.hits = Cow::Owned(judged_hits(hits, judgements));
        }
        if let Some(ranked) = relevance.ranked() {
            let is_ranked = |hit: &Hit| ranked.get(hit.row_in_corpus as usize) != Some(&false);
            ranking.hits.to_mut().retain(is_ranked);
            ranking.n_images -= relevance.n_not_ranked().min(ranking.n_images);
        }
        ranking.complete(relevance.is_complete())
    }

    /// If `is_complete`, every image without a judgement is not relevant.
    #[must_use]
    pub fn complete(self, is_complete: bool) -> Self {
        Self { is_complete, ..self }
    }

    /// For a part of the gallery with `n_images`, to which hits and judgements belong.
    #[must_use]
    pub fn among(self, n_images: usize) -> Self {
        Self { n_images, ..self }
    }

    /// Cuts the ranking to the query's fold under protocols with folds.
    #[must_use]
    pub fn in_folds(mut self, folds: &'a Folds, query_row: u32) -> Self {
        self.fold = Some((folds, query_row as usize));
        self
    }

    /// Restores what float32 lost, for protocols that compare scores as float64.
    #[must_use]
    pub fn with_finer(mut self, finer: Option<&'a FinerScores>, query_row: u32) -> Self {
        self.finer = finer.and_then(|finer| finer.of_query(query_row));
        self
    }

    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    pub fn as_given(&self) -> &JudgedList {
        self.list_in(Order::AsGiven)
    }

    /// In the order of a protocol; under a protocol with folds, of the query's fold if it is in one.
    pub fn list(&self, protocol: Protocol) -> &JudgedList {
        if protocol.is_within_fold()
            && let Some((folds, query_row)) = self.fold
        {
            let judge = || folds.judge(query_row, &self.hits, self.judgements);
            if let Some(list) = self.within_fold.get_or_init(judge) {
                return list;
            }
        }
        self.list_in(protocol.order())
    }

    fn list_of(&self, order: Order) -> JudgedList {
        JudgedList::in_order_of(order, &self.hits, self.judgements, self.image_ids, self.finer)
    }

    fn list_in(&self, order: Order) -> &JudgedList {
        let cell = match order {
            Order::AsGiven => &self.as_given,
            Order::ByScore => &self.by_score,
            Order::TrecEval => &self.trec_eval,
        };
        cell.get_or_init(|| {
            let list = self.list_of(order);
            if self.is_complete { list.all_judged(self.n_images) } else { list }
        })
    }
}

/// A fixed set of candidates, such as the hundred for each query of INQUIRE's reranking task.
fn judged_hits(hits: &[Hit], judgements: &Judgements) -> Vec<Hit> {
    let is_judged = |hit: &&Hit| judgements.grade(hit.row_in_corpus).is_some();
    hits.iter().filter(is_judged).copied().collect()
}
