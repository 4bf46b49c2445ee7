//! One ranking under several protocols.

use super::{JudgedList, Order, Protocol};
use crate::benchmark::Judgements;
use crate::ranking::Hit;
use std::cell::OnceCell;

/// One query's hits with its judgements, read in whichever order a protocol wants; each order
/// is judged once, and only when it is asked for.
#[derive(Debug)]
pub struct JudgedRanking<'a> {
    hits: &'a [Hit],
    judgements: &'a Judgements,
    image_ids: &'a [String],
    as_given: OnceCell<JudgedList>,
    by_score: OnceCell<JudgedList>,
    trec_eval: OnceCell<JudgedList>,
}

impl<'a> JudgedRanking<'a> {
    /// `image_ids` is in corpus order.
    #[must_use]
    pub fn new(hits: &'a [Hit], judgements: &'a Judgements, image_ids: &'a [String]) -> Self {
        Self {
            hits,
            judgements,
            image_ids,
            as_given: OnceCell::new(),
            by_score: OnceCell::new(),
            trec_eval: OnceCell::new(),
        }
    }

    /// The list in the order of a protocol.
    #[must_use]
    pub fn list(&self, protocol: Protocol) -> &JudgedList {
        let order = protocol.order();
        let cell = match order {
            Order::AsGiven => &self.as_given,
            Order::ByScore => &self.by_score,
            Order::TrecEval => &self.trec_eval,
        };
        cell.get_or_init(|| JudgedList::in_order(order, self.hits, self.judgements, self.image_ids))
    }
}
