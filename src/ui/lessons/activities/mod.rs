//! Activities of lessons that the real pages do not offer: lists to mark, a ballot, a choice of
//! annotators. Each is shown on the Learn page, and provides sentences for the lesson panel.

mod annotator_choice;
mod annotator_table;
mod ap_board;
mod ap_table;
mod ballot;
mod class_result;
mod pictures;
mod study;
mod ticked_lists;

pub(super) use annotator_choice::{
    alone_verdict, bias_verdict, choose_annotators, is_shipped_annotator,
};
pub(super) use ap_board::ap_lists;
pub(super) use ap_table::{by_found, by_measure};
pub(super) use ballot::ballot;
pub(super) use class_result::{class_result, class_verdict};
pub(super) use pictures::VOTE_QUERIES;
pub(super) use study::{five_lists, study, study_verdict};

use leptos::prelude::*;

fn activity(id: &'static str, title: String, body: impl IntoAny) -> AnyView {
    view! {
        <section class="activity" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            {body.into_any()}
        </section>
    }
    .into_any()
}
