//! What pages compute from a benchmark, without signals, DOM or engine; tested natively.
//!
//! A [`Dataset`] holds the lists and imports. [`Column`]s are measures under definitions of
//! relevance. A [`Tally`] turns rankings into [`SystemValues`]; means over a [`Subset`],
//! comparisons, agreement and second stages derive from these. An [`AnnotatorLab`] judges rankings by
//! what some systems alone proposed. [`Dataset::reversed`] lets images rank texts. Work that takes longer than a frame awaits a `pause`, so that a
//! page stays responsive.
//!
//! May use every other module of this crate; none of them uses it. Start with [`Dataset::load`].

mod agreement;
mod annotator_agreement;
mod annotators;
mod board;
mod carried;
mod chart_summary;
mod column;
mod comparison;
mod condition;
mod contrast;
mod cost;
mod dataset;
mod definition_note;
mod definitions;
mod derived;
mod desk;
mod distribution;
mod diversity;
mod explanations;
mod facet_differences;
mod facet_test;
mod hardness;
mod hubness;
mod image_votes;
mod imported_facets;
mod imported_file;
mod imported_id;
mod imported_vectors;
mod joined_definition;
mod judged_definitions;
mod lineup;
mod listed_files;
mod measure_choice;
mod n_draws;
mod opening_title;
mod packed_values;
mod page_names;
mod partly_listed;
mod picture_filter;
mod reversed;
mod round;
mod second_stage;
mod seeds;
mod significance;
mod split_queries;
mod spread_rows;
mod standing;
mod stored_values;
mod strips;
mod subset;
mod suggested_queries;
mod system_values;
mod tally;
mod verdict;
mod votes;
mod votes_choice;
mod why;
pub mod words;

pub use agreement::{
    Agreement, Intervals, cell_name, coefficients, interval_drawing, least_agreeing, symbol,
};
pub use annotator_agreement::{
    ALL_QUERIES, AnnotatorAgreement, AnnotatorPair, QueryVotes, VoteAgreement,
};
pub use annotators::{
    AnnotatorLab, Effect, Group, GroupsOfSize, HumanError, LabChoice, LabSetting, MAX_LAB_DEPTH,
    Outcome, Pool, SeenMeans, SweepPoint, SystemMeans, TauRange, WHOLE, first_hits, groups_of_size,
    sweep_point, truths,
};
pub use board::{
    Board, depths, depths_with_candidates, evenly_spread, ids_measured, ids_with_queries,
    ids_with_rankings, interval_of_both, interval_over, mean_over, mean_where, runs_shown,
    values_in,
};
pub use carried::{
    CarriedBy, CarriedFilter, CarriedStatistics, Condition, ExifLine, FIELD_DEGREES, KEYS,
    PlaceField, Suggestion, Terms, Test, number_of, suggestions,
};
pub use chart_summary::{points_summary, rankings_summary};
pub use column::Column;
pub use comparison::{Comparison, ComparisonNames, Tested, tested_pairs, tested_pairs_of_both};
pub use condition::{ConditionError, QueryCondition};
pub use contrast::{Contrast, OnQuery};
pub use cost::{Cost, CostOf, SHARED_BY, Trend, cost, flops_per_image, trend};
pub use dataset::Dataset;
pub use definition_note::definition_note;
pub use definitions::{Positives, positives, precisions, usual_counts};
pub use derived::{
    Derived, DerivedError, FEEDBACK_JUDGED, FUSED_DEPTH, FusedSystem, FusionMethod, GUIDE_PRESETS,
    GuidedSystem, MAX_FEEDBACK_ROUNDS, MAX_GUIDES, QB_BETA, SWEPT, at_number, is_derived, is_fused,
};
pub use desk::{
    Answer, Control, ControlScore, Desk, DeskJoined, DeskTally, HandJudged, Judgement, N_IN_A_ROW,
    N_IN_A_TASK, NotCounted, control_task, next_task,
};
pub use distribution::{RelevantCounts, RelevantRange, relevant_counts};
pub use diversity::{DIVERSITY_DEPTH, DIVERSITY_TOP, Likeness, likeness};
pub use explanations::Explanations;
pub use facet_differences::{FacetDifference, facet_differences};
pub use facet_test::{FacetTest, facet_tests};
pub use hardness::{Hardness, hardness};
pub use hubness::Hubness;
pub use image_votes::ImageVotes;
pub use imported_file::{BY_DEFAULT, Imported, ImportedKind, Rankings};
pub use imported_id::was_imported;
pub use imported_vectors::{ImportedVectors, VectorFiles, uneven_lengths};
pub use joined_definition::JoinedDefinition;
pub use judged_definitions::JudgedDefinitions;
pub use lineup::{address_of_ids, ids_in_address, split_ids};
pub use measure_choice::{
    MAX_DEPTH, MIN_DEPTH, MeasureChoice, address_of_names, depth_of_list, is_found,
    measures_of_list, names_in_address, own_measures,
};
pub use n_draws::n_draws;
pub use opening_title::opening_title;
pub use page_names::{ALL, HAND_JUDGED, definition_named, names_all};
pub use partly_listed::lists_in_parts;
pub use picture_filter::{PictureFilter, has_carried, has_facets, picture_properties};
pub use reversed::{mean_of_both, values_of_both};
pub use round::{
    JoinedPerson, JoinedRound, MAX_ITEMS, MAX_ROUND_BYTES, ROUND_KEY, Returned, Round, RoundChoice,
    RoundError, RoundKey, RoundPlan, Scale, Sheet, SheetItem, SheetWork, join, pooled,
    round_files_of_zip,
};
pub use second_stage::{DEPTH, FirstStage, MAX_RERANKED, Order, Rescored, best_first};
pub use seeds::{QuerySeed, QuerySeeds};
pub use significance::{Correction, Significance, Significant};
pub use split_queries::{SplitQueries, SplitQuery};
pub use spread_rows::spread_rows;
pub use standing::Standing;
pub use stored_values::{Difference, differences, inputs_of};
pub use strips::{Join, Strip, Strips};
pub use subset::{Property, SPLIT, Subset, properties, splits_of, value_of};
pub use suggested_queries::{named_query, suggested_queries};
pub use system_values::{N_KEPT, SystemValues};
pub use tally::Tally;
pub use verdict::{chance_words, query_verdict, verdict_words};
pub use votes::VotedId;
pub use votes_choice::{VotesChoice, definitions_with_votes, measures_by_votes, vote_facets};
pub use why::why_words;
