//! What the organism sits, stands, lies or hangs on: a file each, entered by
//! [`draw_substrate`](draw::draw_substrate). `k` scales a substrate with the framing: 1 where the
//! organism is shown whole.

pub(crate) mod branch;
pub(crate) mod coral;
pub(crate) mod draw;
pub(crate) mod ground;
pub(crate) mod hand;
pub(crate) mod leaf;
pub(crate) mod nest;
pub(crate) mod rock;
pub(crate) mod shadow;
pub(crate) mod wall;
pub(crate) mod web;
pub(crate) mod wood;
