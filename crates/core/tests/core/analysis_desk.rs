//! The judging desk: tasks, controls, what is kept and what is saved.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, record};
use rankscope_core::analysis::{
    Answer, Control, Desk, DeskJoined, DeskTally, HAND_JUDGED, N_IN_A_ROW, N_IN_A_TASK, NotCounted,
    control_task, next_task,
};
use rankscope_core::formats::{
    VoteRule, qrels_from_trec, qrels_from_votes, queries_from_conqa, trec_from_qrels,
    votes_from_conqa,
};
use std::collections::BTreeSet;

fn pool(n: usize) -> Vec<String> {
    (0..n).map(|number| format!("image-{number}")).collect()
}

fn judged_desk() -> Desk {
    let mut desk = Desk::default();
    desk.judge(None, "a lonely fox", "b", Answer::Relevant);
    desk.judge(Some("q7"), "an owl", "b", Answer::NotRelevant);
    desk.judge(None, "a lonely fox", "a", Answer::Unsure);
    desk.judge(None, "a lonely fox", "c", Answer::NotRelevant);
    desk.judge(None, "trust", "c", Answer::Relevant);
    desk
}

#[test]
fn what_is_saved_is_read_by_the_readers_of_the_published_files() {
    let desk = judged_desk();
    let qrels = trec_from_qrels(&desk.qrels());
    assert_eq!(qrels, "own-1 0 b 1\nown-1 0 c 0\nq7 0 b 0\nown-2 0 c 1\n");
    assert_eq!(qrels_from_trec("own.qrels", &qrels).unwrap(), desk.qrels());
    let voted = votes_from_conqa("mturk.json", &desk.conqa_votes()).unwrap();
    assert_eq!(voted.len(), 5);
    let queries = queries_from_conqa("seed.json", &desk.conqa_queries(|id| id == "q7")).unwrap();
    assert!(queries.iter().all(|query| query.is_conceptual == (query.id == "q7")));
    let texts: BTreeSet<(&str, &str)> =
        queries.iter().map(|query| (query.id.as_str(), query.text.as_str())).collect();
    let wanted = [("own-1", "a lonely fox"), ("own-2", "trust"), ("q7", "an owl")];
    assert_eq!(texts, wanted.into());
    // By the strictest of ConQA's rules the same images are relevant; unsure is a grade of 0 there.
    let relevant = |qrels: &[rankscope_core::formats::Qrel]| {
        let relevant = qrels.iter().filter(|qrel| qrel.grade == 1);
        relevant.map(|qrel| (qrel.query.clone(), qrel.document.clone())).collect::<BTreeSet<_>>()
    };
    let by_votes = qrels_from_votes(&queries, &voted, VoteRule::FullRelevant);
    assert_eq!(relevant(&by_votes), relevant(&desk.qrels()));
}

/// As ConQA's file has them: numbers where ids are numbers.
#[test]
fn seeds_are_kept_joined_and_saved() {
    let mut desk = judged_desk();
    assert!(!desk.to_json().contains("seeds"), "earlier versions of the page read it");
    for seed in ["2335966", "007", "2335966"] {
        desk.add_seed(None, "trust", seed);
    }
    desk.add_seed(Some("q9"), "nobody judged it", "1");
    assert_eq!(desk.of(None, "trust").unwrap().seeds, ["2335966", "007"]);
    let mut other = judged_desk();
    other.add_seed(None, "trust", "007");
    other.join(&Desk::from_json("kept", &desk.to_json()).unwrap());
    assert_eq!(other.of(None, "trust").unwrap().seeds, ["007", "2335966"]);
    let text = desk.conqa_queries(|_| false);
    assert!(text.contains(r#""Seeds":[2335966,"007"]"#), "{text}");
    let queries = queries_from_conqa("seed.json", &text).unwrap();
    let trust = queries.iter().find(|query| query.text == "trust").unwrap();
    assert_eq!(trust.seeds, ["2335966", "007"]);
}

#[test]
fn judgements_survive_being_kept_and_damage_is_named() {
    let desk = judged_desk();
    assert_eq!(Desk::from_json("kept", &desk.to_json()).unwrap(), desk);
    for damaged in
        ["", "{", "[]", r#"{"queries": [{"id": 7}]}"#, r#"{"queries": [], "controls": 1}"#]
    {
        let error = Desk::from_json("kept", damaged).unwrap_err().to_string();
        assert!(error.starts_with("kept, line") && error.contains("not judgements"), "{error}");
    }
}

#[test]
fn a_picture_has_one_answer_and_the_last_can_be_taken_back() {
    let mut desk = judged_desk();
    desk.judge(None, "a lonely fox", "b", Answer::NotRelevant);
    let own = desk.of(None, "a lonely fox").unwrap();
    assert_eq!((own.judgements.len(), own.answer("b")), (3, Some(Answer::NotRelevant)));
    assert_eq!(desk.undo(None, "a lonely fox").unwrap().image, "b");
    assert_eq!(desk.of(None, "a lonely fox").unwrap().answer("b"), None);
    assert_eq!(desk.undo(Some("q7"), "").unwrap().answer, Answer::NotRelevant);
    assert!(desk.of(Some("q7"), "an owl").is_none(), "a query without judgements is gone");
    assert!(desk.undo(Some("q7"), "").is_none());
    desk.forget(None, "trust");
    assert_eq!(desk.n_judged(), 2);
    // A freed number is given again, one in use is not.
    desk.judge(None, "trust", "x", Answer::Unsure);
    assert_eq!(desk.of(None, "trust").unwrap().id, "own-2");
    // The words of a stored query are another query than the stored one.
    desk.judge(None, "an owl", "x", Answer::Unsure);
    assert!(desk.of(Some("q7"), "an owl").is_none());
}

#[test]
fn tasks_go_through_the_pool_five_at_a_time_each_picture_once() {
    let (pool, mut desk, mut seen) = (pool(23), Desk::default(), Vec::new());
    let mut n_tasks = 0;
    loop {
        let task = next_task(&pool, desk.of(None, "x"), false);
        assert_eq!(task, next_task(&pool, desk.of(None, "x"), false), "coming back finds it again");
        if task.is_empty() {
            break;
        }
        // Shuffled, but of the next five by rank.
        let start = 5 * n_tasks;
        let due: BTreeSet<&String> = pool[start..(start + 5).min(23)].iter().collect();
        assert_eq!(task.iter().collect::<BTreeSet<_>>(), due);
        for image in task {
            desk.judge(None, "x", &image, Answer::Unsure);
            seen.push(image);
        }
        n_tasks += 1;
    }
    assert_eq!((n_tasks, seen.len()), (5, 23));
    assert_ne!(seen, pool, "no task was shuffled");
    assert_eq!(next_task(&pool, None, true), pool[..N_IN_A_TASK]);
}

#[test]
fn a_list_is_exhausted_after_a_hundred_in_a_row() {
    let mut desk = Desk::default();
    let tally = |desk: &Desk| DeskTally::of(desk.of(None, "x"));
    for image in pool(N_IN_A_ROW - 1) {
        desk.judge(None, "x", &image, Answer::NotRelevant);
    }
    desk.judge(None, "x", "doubt", Answer::Unsure);
    assert_eq!(tally(&desk).n_in_a_row, 0);
    for number in 0..N_IN_A_ROW {
        assert!(!tally(&desk).is_exhausted());
        desk.judge(None, "x", &format!("later-{number}"), Answer::NotRelevant);
    }
    let all = tally(&desk);
    assert!(all.is_exhausted());
    assert_eq!((all.n(), all.n_not_relevant, all.n_unsure), (200, 199, 1));
}

/// ConQA: "workers failing 70% or more of validation queries were excluded".
#[test]
fn whoever_fails_seventy_per_cent_of_the_controls_is_left_out() {
    let score = |n_right: usize, n_wrong: usize, n_unsure: usize| {
        let control = |answer, is_relevant| Control {
            query: "q".into(),
            image: "i".into(),
            answer,
            is_relevant,
        };
        let mut desk = Desk::default();
        for nth in 0..n_right {
            let is_relevant = nth % 2 == 0;
            let answer = if is_relevant { Answer::Relevant } else { Answer::NotRelevant };
            desk.controls.push(control(answer, is_relevant));
        }
        desk.controls.extend((0..n_wrong).map(|_| control(Answer::Relevant, false)));
        desk.controls.extend((0..n_unsure).map(|_| control(Answer::Unsure, true)));
        desk.score()
    };
    assert!(score(3, 7, 0).is_left_out() && score(3, 7, 40).is_left_out());
    assert!(!score(31, 69, 0).is_left_out() && score(30, 70, 0).is_left_out());
    assert!(!score(0, 4, 9).is_left_out(), "too few answers");
    assert!(score(0, 5, 0).is_left_out());
    let some = score(3, 2, 1);
    assert_eq!((some.n_answered, some.n_wrong), (5, 2));
}

#[test]
fn controls_are_known_and_the_same_each_time() {
    let queries: Vec<_> = (0..4).map(|row| record(&format!("q{row}"), &[])).collect();
    let images: Vec<_> = (0..40).map(|row| record(&format!("i{row}"), &[])).collect();
    let positives: String = (0..9).map(|row| format!("q1 0 i{row} 1\n")).collect();
    let both: String = (0..30).map(|row| format!("q2 0 i{row} {}\n", row % 3)).collect();
    let relevance = [("both", both.as_str()), ("positives", &positives), ("none", "")];
    let made = Made::new(&queries, &images, &relevance, &[]);
    let dataset = made.dataset();
    for nth in 0..20 {
        let (row, task) = control_task(&dataset, 0, nth).unwrap();
        assert_eq!((row, task.len()), (2, N_IN_A_TASK));
        assert_eq!(task.iter().collect::<BTreeSet<_>>().len(), N_IN_A_TASK);
        assert!(task.iter().all(|(row, is_relevant)| (row % 3 >= 1) == *is_relevant));
        let n_relevant = task.iter().filter(|(_, is_relevant)| *is_relevant).count();
        assert!((1..N_IN_A_TASK).contains(&n_relevant));
        assert_eq!(control_task(&dataset, 0, nth).unwrap(), (row, task));
        // Where only relevant images are known, nothing else is asked.
        let (row, task) = control_task(&dataset, 1, nth).unwrap();
        assert!(row == 1 && task.len() == N_IN_A_TASK && task.iter().all(|(_, known)| *known));
    }
    assert_eq!(control_task(&dataset, 2, 0), None);
    assert_eq!(control_task(&dataset, 9, 0), None);
}

#[test]
fn judgements_of_stored_queries_are_a_definition() {
    let dataset = Made::small().dataset();
    let ids: Vec<String> = dataset.images().iter().map(|image| image.id.clone()).collect();
    let query = dataset.queries[1].clone();
    let mut desk = Desk::default();
    desk.judge(None, "own words", &ids[0], Answer::Relevant);
    assert_eq!(desk.definition(&dataset), Err(NotCounted::Nothing), "own words are no query");
    desk.judge(Some(&query.id), &query.text, &ids[1], Answer::Unsure);
    assert_eq!(desk.definition(&dataset), Err(NotCounted::Nothing), "unsure is no judgement");
    desk.judge(Some(&query.id), &query.text, &ids[1], Answer::Relevant);
    desk.judge(Some(&query.id), &query.text, &ids[0], Answer::NotRelevant);
    desk.judge(Some("no such query"), "x", &ids[0], Answer::Relevant);
    desk.judge(Some(&query.id), &query.text, "no such image", Answer::Relevant);
    let definition = desk.definition(&dataset).unwrap();
    assert_eq!(definition.id, HAND_JUDGED);
    assert_eq!(definition.summary, "2 judgements of 1 query, by hand in this browser.");
    let with = dataset.with_imports(vec![definition.into()], dataset.ids());
    let index = with.definition_index(HAND_JUDGED).unwrap();
    let relevance = with.relevance.get(index).unwrap();
    assert_eq!(
        [relevance.grade(1, 0), relevance.grade(1, 1), relevance.grade(0, 0)],
        [Some(0), Some(1), None]
    );
    assert!(!with.gives_same_values_as(&dataset));
    let wrong = |image: &str| Control {
        query: query.id.clone(),
        image: image.into(),
        is_relevant: true,
        answer: Answer::NotRelevant,
    };
    desk.controls = ids.iter().take(5).map(|id| wrong(id)).collect();
    assert_eq!(desk.definition(&dataset), Err(NotCounted::LeftOut));
}

#[test]
fn another_desk_is_added_without_loss_and_only_once() {
    let mut desk = judged_desk();
    let mut other = Desk::default();
    other.judge(None, "trust", "d", Answer::Relevant); // own-1 there, own-2 here
    other.judge(None, "trust", "c", Answer::Relevant);
    other.judge(Some("q7"), "an owl", "b", Answer::Relevant); // not relevant here
    other.judge(None, "new words", "a", Answer::Unsure);
    let control = |image: &str, answer| Control {
        query: "q1".into(),
        image: image.into(),
        answer,
        is_relevant: true,
    };
    desk.controls.push(control("x", Answer::NotRelevant));
    other.controls.extend([control("x", Answer::Relevant), control("y", Answer::Relevant)]);
    let joined = desk.join(&other);
    assert_eq!(joined, DeskJoined { n_added: 2, n_same: 1, n_other: 1 });
    let answer = |id: Option<&str>, text, image| desk.of(id, text).unwrap().answer(image);
    assert_eq!(answer(None, "trust", "d"), Some(Answer::Relevant));
    assert_eq!(answer(Some("q7"), "an owl", "b"), Some(Answer::NotRelevant));
    assert_eq!(desk.of(None, "new words").unwrap().id, "own-3");
    assert_eq!(desk.controls.len(), 2);
    let once = desk.clone();
    assert_eq!(desk.join(&other), DeskJoined { n_added: 0, n_same: 3, n_other: 1 });
    assert_eq!(desk, once);
    // All of a desk in an empty one is that desk, a control answered twice included.
    other.controls.push(control("y", Answer::Unsure));
    let mut empty = Desk::default();
    empty.join(&other);
    assert_eq!(empty, other);
}
