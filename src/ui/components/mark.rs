//! The relevance mark of a result: shape, colour and label.

use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Relevant,
    /// Not relevant or unjudged here, but relevant under another definition.
    Elsewhere,
    NotRelevant,
    Unjudged,
}

impl Mark {
    pub fn of(grade: Option<i32>) -> Self {
        match grade {
            Some(grade) if grade >= 1 => Self::Relevant,
            Some(_) => Self::NotRelevant,
            None => Self::Unjudged,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Relevant => "relevant",
            Self::Elsewhere => "relevant by another definition",
            Self::NotRelevant => "not relevant",
            Self::Unjudged => "unjudged",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Relevant => "mark mark-relevant",
            Self::Elsewhere => "mark mark-elsewhere",
            Self::NotRelevant => "mark mark-not-relevant",
            Self::Unjudged => "mark mark-unjudged",
        }
    }

    /// A tick in a disc or a ring, a cross in a square, a dashed ring: marks differ without
    /// colour.
    fn shape(self) -> AnyView {
        match self {
            Self::Relevant => view! {
                <svg class="mark-shape" viewBox="0 0 16 16" aria-hidden="true">
                    <circle class="mark-fill" cx="8" cy="8" r="7.5"></circle>
                    <path class="mark-cut" d="M4.4,8.4L7,11L11.8,5.2"></path>
                </svg>
            }
            .into_any(),
            Self::Elsewhere => view! {
                <svg class="mark-shape" viewBox="0 0 16 16" aria-hidden="true">
                    <circle class="mark-line" cx="8" cy="8" r="6.7"></circle>
                    <path class="mark-line" d="M4.8,8.3L7.1,10.6L11.2,5.6"></path>
                </svg>
            }
            .into_any(),
            Self::NotRelevant => view! {
                <svg class="mark-shape" viewBox="0 0 16 16" aria-hidden="true">
                    <rect class="mark-line" x="1" y="1" width="14" height="14"></rect>
                    <path class="mark-line" d="M4.6,4.6L11.4,11.4M11.4,4.6L4.6,11.4"></path>
                </svg>
            }
            .into_any(),
            Self::Unjudged => view! {
                <svg class="mark-shape" viewBox="0 0 16 16" aria-hidden="true">
                    <circle class="mark-line mark-dashed" cx="8" cy="8" r="6.5"></circle>
                </svg>
            }
            .into_any(),
        }
    }
}

/// The mark with its label hidden, for narrow layouts; screen readers still read it.
pub(super) fn small_mark(mark: Mark) -> AnyView {
    view! {
        <span class=mark.class() title=mark.words()>
            {mark.shape()}
            <span class="visually-hidden">{mark.words()}</span>
        </span>
    }
    .into_any()
}

/// What the marks mean, and that they can be asked.
pub fn mark_legend() -> AnyView {
    view! {
        <p class="mark-legend">
            <span class="mark-relevant">{Mark::Relevant.shape()}</span>
            " answers the query, "
            <span class="mark-not-relevant">{Mark::NotRelevant.shape()}</span>
            " does not: click one to ask why."
        </p>
    }
    .into_any()
}

pub fn mark(mark: Mark) -> AnyView {
    view! {
        <span class=mark.class()>
            {mark.shape()}
            <span>{mark.words()}</span>
        </span>
    }
    .into_any()
}
